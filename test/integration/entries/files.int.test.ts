/** Directories of declared servers, and the settings of client programs, on a real disk. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findClientServers, readClientServers } from '../../../src-main/mcp-client/entries/client-servers.ts'
import { openDeclaredServers } from '../../../src-main/mcp-client/entries/declared-servers.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'entries-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function put(path: string, text: string): Promise<string> {
  const file = join(home, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

test('a broken file is one problem and costs the others nothing; files are followed', async () => {
  const broken = await put('servers/broken.yaml', 'command: [x')
  const good = await put('servers/good.yml', 'command: x\nenv: {KEY: "${KEY}"}')
  const second = await put('more/good.json', '{"name": "good", "command": "y"}')
  await put('servers/_draft.yaml', 'command: z')
  await put('servers/notes.txt', 'command: z')
  const env: Record<string, string> = {}
  const dirs = [join(home, 'servers'), join(home, 'more'), join(home, 'missing')]
  const declared = await openDeclaredServers({ dirs, env, pollMs: 3_600_000 })
  try {
    expect(declared.servers().map(({ file, name }) => [file, name])).toEqual([[good, 'good']])
    expect(declared.problems().map(({ file }) => file)).toEqual([broken, second])
    expect(declared.problems()[0]?.problem.en).toMatch(/broken\.yaml: line \d+: /)
    expect(declared.values(good)).toMatchObject({ values: { env: {} }, missing: ['KEY'] })
    env.KEY = 'now'
    expect(declared.values(good)).toMatchObject({ values: { env: { KEY: 'now' } }, missing: [] })
    let told = 0
    declared.onChanged(() => told++)
    await declared.refresh()
    expect(told).toBe(0)
    await rm(broken)
    await put('missing/late.json', '{"url": "https://x.example/"}')
    await declared.refresh()
    expect(told).toBe(1)
    expect(declared.servers().map(({ name }) => name)).toEqual(['good', 'late'])
    expect(declared.problems()).toHaveLength(1)
    expect(declared.values(broken)).toBeNull()
  } finally {
    declared.close()
  }
})

test('servers of the clients of this computer; our own entry and clients that are not here are left out', async () => {
  const own = { command: '/opt/mirohub', args: ['stdio'] }
  await put(
    '.config/Claude/claude_desktop_config.json',
    JSON.stringify({ mcpServers: { mirohub: own, files: { command: 'npx', args: ['a'] } } }),
  )
  await put(
    '.claude.json',
    JSON.stringify({
      mcpServers: {},
      projects: { '/w/site': { mcpServers: { db: { type: 'http', url: 'https://db.example/' } } } },
    }),
  )
  await mkdir(join(home, '.claude'))
  await put(
    '.config/Code/User/mcp.json',
    '{ // mine\n"inputs":[{"id":"k","password":true}],"servers":{"a":{"type":"stdio","command":"srv","env":{"K":"${input:k}"}}}}',
  )
  await put('.config/zed/settings.json', '{"context_servers":{"mirohub":{"command":"x"}}}')
  await put('.codex/config.toml', '[mcp_servers.t]\ncommand = "t"\n')
  const cursor = await put('.cursor/mcp.json', '{"mcpServers": {"a" {}}}')
  const found = await findClientServers({ platform: 'linux', home, env: {} })
  expect(found.map(({ client, drafts }) => [client, drafts.map(({ name }) => name)])).toEqual([
    ['claude-desktop', ['files']],
    ['claude-code', ['db (site)']],
    ['cursor', []],
    ['vscode', ['a']],
    ['codex', ['t']],
  ])
  expect(found[2]?.problem?.en).toContain(`${cursor} cannot be read: line 1`)
  expect(found[3]?.drafts[0]?.fields.map(({ key }) => key)).toEqual(['input.k'])
  expect(found[0]?.drafts[0]?.origin).toMatchObject({ kind: 'client', client: 'Claude Desktop' })
})

test('a client is asked for by its id, and by nothing that is a path', async () => {
  const computer = { platform: 'linux', home, env: {} } as const
  expect(await readClientServers('../../etc', computer)).toBeNull()
  expect(await readClientServers('cursor', computer)).toBeNull()
})
