/** Putting our entry into real-shaped settings files and taking it out again. Expected texts are written by hand. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ClientId, clientProgram, type Launch } from '../../../src-main/mcp-client/client-apps/clients.ts'
import { entryState, withEntry, withoutEntry } from '../../../src-main/mcp-client/client-apps/entry-edit.ts'
import { SettingsTextError } from '../../../src-main/mcp-client/client-apps/settings-error.ts'

const launch: Launch = { command: '/opt/node', args: ['/m/cli.js', 'stdio', '--data-dir', '/d'], env: {} }
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/client-configs/${name}`, import.meta.url), 'utf8')
const add = (id: ClientId, text: string) => withEntry(clientProgram(id), text, launch)
const takeOut = (id: ClientId, text: string) => withoutEntry(clientProgram(id), text)
const stateOf = (id: ClientId, text: string) => entryState(clientProgram(id), text, launch)

/** The one place where two texts differ: what was taken out there and what was put in. */
function difference(before: string, after: string): { out: string; in: string } {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return { out: before.slice(start, before.length - end), in: after.slice(start, after.length - end) }
}

function refusal(run: () => unknown): { code: string; line: number; column: number } {
  try {
    run()
  } catch (error) {
    if (error instanceof SettingsTextError) return { code: error.code, line: error.line, column: error.column }
    throw error
  }
  throw new Error('the text was accepted')
}

describe('adds the entry and leaves every other byte', () => {
  test('Claude Desktop with two servers', () => {
    const before = fixture('claude_desktop_config.json')
    const after = add('claude-desktop', before)
    expect(JSON.parse(after)).toEqual({
      ...JSON.parse(before),
      mcpServers: {
        ...JSON.parse(before).mcpServers,
        mirohub: { command: '/opt/node', args: ['/m/cli.js', 'stdio', '--data-dir', '/d'] },
      },
    })
    expect(Object.keys(JSON.parse(after).mcpServers)).toEqual(['filesystem', 'github', 'mirohub'])
    expect(difference(before, after).out).toBe('')
    expect(stateOf('claude-desktop', after)).toBe('current')
    expect(takeOut('claude-desktop', after)).toBe(before)
  })

  test('Zed with comments and trailing commas: the note on the line of the last server stays with it', () => {
    const before = fixture('zed-settings.json')
    const after = add('zed', before)
    expect(difference(before, after)).toEqual({
      out: '',
      in: `"mirohub": {
      "command": "/opt/node",
      "args": [
        "/m/cli.js",
        "stdio",
        "--data-dir",
        "/d"
      ]
    },
    `,
    })
    expect(after.indexOf('asked Jo')).toBeLessThan(after.indexOf('mirohub'))
    expect(takeOut('zed', after)).toBe(before)
  })

  test('VS Code with CRLF and tabs', () => {
    const before = fixture('vscode-mcp.bom-crlf-tabs.json').slice(1)
    const after = add('vscode', before)
    expect(after.replaceAll('\r\n', '')).not.toContain('\n')
    expect(after).toContain('\r\n\t\t"mirohub": {\r\n\t\t\t"type": "stdio",\r\n\t\t\t"command": "/opt/node",')
    expect(takeOut('vscode', after)).toBe(before)
  })

  test('Goose in YAML, with comments, quotes and a list behind', () => {
    const before = fixture('goose-config.yaml')
    const after = add('goose', before)
    expect(difference(before, after).out).toBe('')
    expect(after).toContain('\n  mirohub:\n    type: stdio\n    name: mirohub\n')
    expect(after).toContain('\n    cmd: /opt/node\n    args:\n      - /m/cli.js\n')
    expect(takeOut('goose', after)).toBe(before)
  })

  test('Codex in TOML', () => {
    const before = fixture('codex-config.toml')
    const after = add('codex', before)
    expect(after).toBe(
      `${before}\n[mcp_servers.mirohub]\ncommand = "/opt/node"\nargs = ["/m/cli.js", "stdio", "--data-dir", "/d"]\nstartup_timeout_sec = 60\n`,
    )
    expect(takeOut('codex', after)).toBe(before)
  })
})

describe('small and odd files', () => {
  const fresh =
    '{\n  "mcpServers": {\n    "mirohub": {\n      "command": "/opt/node",\n      "args": [\n        "/m/cli.js",\n        "stdio",\n        "--data-dir",\n        "/d"\n      ]\n    }\n  }\n}'
  test.each([
    ['an empty file', '', `${fresh}\n`],
    ['{}', '{}', fresh],
    ['{} and a line break', '{}\n', `${fresh}\n`],
    [
      'one line stays one line',
      '{"a":1}',
      '{"a":1,"mcpServers":{"mirohub":{"command":"/opt/node","args":["/m/cli.js","stdio","--data-dir","/d"]}}}',
    ],
  ])('%s', (_name, before, after) => {
    expect(add('cursor', before).replace('      "type": "stdio",\n', '').replace('"type":"stdio",', '')).toBe(after)
  })

  test('no line break at the end stays none, in every format', () => {
    expect(add('cursor', '{\n  "a": 1\n}').endsWith('}')).toBe(true)
    expect(add('goose', 'a: 1').endsWith('\n')).toBe(false)
    expect(add('codex', 'a = 1').endsWith('\n')).toBe(false)
  })

  test('YAML: a key without a value, an empty map, a map on one line, a document end', () => {
    for (const before of [
      'extensions:\n',
      'extensions: {}\nx: 1\n',
      'extensions: {a: {cmd: x}} # c\n',
      '---\na: 1\n...\n',
    ]) {
      const after = add('goose', before)
      expect(stateOf('goose', after)).toBe('current')
      expect(stateOf('goose', takeOut('goose', after))).toBe('absent')
    }
  })

  test('TOML: servers written inline, and our entry inside somebody else’s table', () => {
    for (const before of [
      'mcp_servers = { a = { command = "x" } }\nz = 1\n',
      '[mcp_servers]\nmirohub = { command = "old" }\n',
    ]) {
      const after = add('codex', before)
      expect(stateOf('codex', after)).toBe('current')
      expect(stateOf('codex', takeOut('codex', after))).toBe('absent')
    }
  })

  test('TOML: our table in the middle goes without the comment of the next one', () => {
    const text =
      '[mcp_servers.mirohub]\ncommand = "old"\n\n[mcp_servers.mirohub.env]\nK = "v"\n\n# about z\n[z]\nq = 1\n'
    expect(takeOut('codex', text)).toContain('# about z\n[z]\nq = 1\n')
    expect(takeOut('codex', text)).not.toContain('mirohub')
  })
})

describe('refuses with the place, and changes nothing', () => {
  test.each<[string, ClientId, string, { code: string; line: number; column: number }]>([
    ['JSON without a comma', 'cursor', fixture('cursor-broken.json'), { code: 'syntax', line: 4, column: 5 }],
    ['two JSON documents in one file', 'cursor', '{}\n{}', { code: 'syntax', line: 2, column: 1 }],
    ['a list at the top', 'cursor', '[1]', { code: 'wrong-type', line: 1, column: 1 }],
    ['servers as a list', 'cursor', '{\n  "mcpServers": []\n}', { code: 'wrong-type', line: 2, column: 17 }],
    ['servers as null', 'cursor', '{"mcpServers": null}', { code: 'wrong-type', line: 1, column: 16 }],
    [
      'the servers key twice',
      'cursor',
      '{"mcpServers": {},\n"mcpServers": {}}',
      { code: 'duplicate', line: 2, column: 1 },
    ],
    [
      'our key twice',
      'cursor',
      '{"mcpServers": {"mirohub": {},\n"mirohub": {}}}',
      { code: 'duplicate', line: 2, column: 1 },
    ],
    ['YAML with a tab', 'goose', 'a:\n\tb: 1\n', { code: 'syntax', line: 2, column: 1 }],
    ['a YAML key twice', 'goose', 'a: 1\na: 2\n', { code: 'duplicate', line: 2, column: 1 }],
    ['YAML servers as a list', 'goose', 'x: 1\nextensions:\n- a\n', { code: 'wrong-type', line: 2, column: 1 }],
    ['TOML without a value', 'codex', 'a = 1\nb = = 2\n', { code: 'syntax', line: 2, column: 5 }],
    ['a TOML key twice', 'codex', 'a = 1\na = 2\n', { code: 'duplicate', line: 2, column: 1 }],
    [
      'TOML servers as a list of tables',
      'codex',
      'a = 1\n[[mcp_servers]]\nb = 1\n',
      { code: 'wrong-type', line: 2, column: 1 },
    ],
  ])('%s', (_name, id, text, expected) => {
    expect(refusal(() => add(id, text))).toEqual(expected)
  })

  test('a key that stands twice somewhere else is nobody’s business', () => {
    const before = '{"x": 1, "x": 2, "mcpServers": {}}'
    expect(takeOut('cursor', add('cursor', before))).toBe(before)
  })

  test('brackets a hundred thousand deep are refused, not a crash', () => {
    expect(refusal(() => add('cursor', '['.repeat(100_000))).code).toBe('syntax')
  })
})

describe('an entry of ours that differs', () => {
  test('an old path is outdated and is replaced in its place, with what the person added', () => {
    const before = `{
  "mcpServers": {
    "mirohub": { "command": "/old/node", "args": ["x"], "disabled": true, "autoApprove": ["average"], "env": { "HTTPS_PROXY": "p" } },
    "z": {}
  }
}`
    expect(stateOf('cline', before)).toBe('outdated')
    const after = add('cline', before)
    expect(JSON.parse(after).mcpServers.mirohub).toEqual({
      command: '/opt/node',
      args: ['/m/cli.js', 'stdio', '--data-dir', '/d'],
      autoApprove: ['average'],
      env: { HTTPS_PROXY: 'p' },
    })
    expect(Object.keys(JSON.parse(after).mcpServers)).toEqual(['mirohub', 'z'])
    expect(stateOf('cline', after)).toBe('current')
  })

  test('an entry by address becomes ours', () => {
    const after = add('cursor', '{"mcpServers": {"mirohub": {"url": "http://x", "headers": {"Authorization": "t"}}}}')
    expect(JSON.parse(after).mcpServers.mirohub).toEqual({ type: 'stdio', command: launch.command, args: launch.args })
  })

  test('something that is no object is replaced', () => {
    expect(stateOf('cursor', '{"mcpServers": {"mirohub": 1}}')).toBe('outdated')
    expect(stateOf('cursor', add('cursor', '{"mcpServers": {"mirohub": 1}}'))).toBe('current')
  })

  test('writing twice is writing once', () => {
    for (const id of ['cursor', 'goose', 'codex', 'zed'] as const) {
      const once = add(id, '')
      expect(add(id, once)).toBe(once)
    }
  })

  test('a time limit and switch that the person set keep the entry current', () => {
    const text = add('goose', '').replace('timeout: 300', 'timeout: 60')
    expect(stateOf('goose', text)).toBe('current')
    expect(stateOf('goose', text.replace('enabled: true', 'enabled: false'))).toBe('outdated')
  })
})

test('five megabytes of other settings are edited', () => {
  const history = Array.from({ length: 26_000 }, (_, at) => ({ display: `question ${at} ${'x'.repeat(150)}` }))
  const before = JSON.stringify({ history, mcpServers: {}, numStartups: 9 }, null, 2)
  expect(before.length).toBeGreaterThan(5_000_000)
  const after = add('claude-code', before)
  expect(stateOf('claude-code', after)).toBe('current')
  expect(takeOut('claude-code', after)).toBe(before)
})
