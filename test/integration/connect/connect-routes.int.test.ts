/** The Connect page's procedures through the router of a real hub, with a home folder of its own. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../../src-main/config/load.ts'
import { createHub, type Hub } from '../../../src-main/hub.ts'
import { createLogger } from '../../../src-main/log/logger.ts'
import { checkEntry } from '../../../src-main/mcp-client/client-apps/check-entry.ts'

const home = mkdtempSync(join(tmpdir(), 'mirohub-connect-'))
const { HOME, XDG_CONFIG_HOME } = process.env
let hub: Hub
let client: ReturnType<Hub['client']>
let mcp: string

beforeAll(async () => {
  // What the hub takes as the person's home; node reads it anew each time.
  process.env.HOME = home
  delete process.env.XDG_CONFIG_HOME
  const config = loadConfig({
    env: { MIROHUB_SECRETS: 'memory', HTTP_URI_PREFIX: '/miro', MCP_PUBLIC_URL: 'http://localhost:1' },
    flags: { dataDir: join(home, 'data') },
    platform: 'linux',
    homedir: home,
  })
  hub = await createHub(config, { host: 'node', log: createLogger({ dataDir: null, level: 'error' }) })
  mcp = (await hub.listen(0)).mcp
  client = hub.client(await hub.services.profiles.default(), 'window')
}, 120_000)

afterAll(async () => {
  await hub?.stop()
  if (HOME === undefined) delete process.env.HOME
  else process.env.HOME = HOME
  if (XDG_CONFIG_HOME !== undefined) process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME
  rmSync(home, { recursive: true, force: true })
})

async function initializeAs(name: string): Promise<void> {
  const response = await fetch(mcp, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name, version: '1.2.3' } },
    }),
  })
  expect(response.status).toBe(200)
  await response.text()
}

test('lists ten clients, and those with a folder as found', async () => {
  mkdirSync(join(home, '.cursor'))
  const clients = await client.connect.clients()
  expect(clients).toHaveLength(10)
  expect(clients.filter(({ found }) => found).map(({ id }) => id)).toEqual(['cursor'])
  expect(clients.every(({ state, heardAt }) => state === 'absent' && heardAt === null)).toBe(true)
})

test('preview, write, verify as the client would start it, remove', async () => {
  const preview = await client.connect.preview({ client: 'cursor' })
  expect(preview).toMatchObject({ path: join(home, '.cursor/mcp.json'), before: null, unchanged: false })
  const written = await client.connect.write({ client: 'cursor' })
  expect(written.view).toMatchObject({ id: 'cursor', state: 'current', afterwards: 'restart' })
  const entry = JSON.parse(readFileSync(written.path, 'utf8')).mcpServers.mirohub
  expect(entry.command).toBe(process.execPath)
  expect(entry.args.slice(-3)).toEqual(['stdio', '--data-dir', join(home, 'data')])
  const check = await client.connect.verify({ client: 'cursor' })
  expect(check.message).toMatch(/^It started and listed \d+ tools\.$/)
  expect((await client.connect.remove({ client: 'cursor' })).view.state).toBe('absent')
})

test('a file that cannot be parsed is an error with the place and the way out', async () => {
  mkdirSync(join(home, '.codex'), { recursive: true })
  writeFileSync(join(home, '.codex/config.toml'), 'a = = 1\n')
  await expect(client.connect.write({ client: 'codex' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('line 1, column 5'),
    data: { code: 'syntax', hint: expect.stringContaining('Nothing was changed') },
  })
})

test('a person who reads Chinese is told in Chinese, by every procedure; the other people are not', async () => {
  const { profiles } = hub.services
  const ming = await profiles.update((await profiles.create('小明')).id, { language: 'zh-CN' })
  const chinese = hub.client(ming, 'window').connect
  const path = join(home, '.codex/config.toml')
  mkdirSync(join(home, '.codex'), { recursive: true })
  writeFileSync(path, 'a = = 1\n')
  const refused = {
    code: 'BAD_REQUEST',
    message: expect.stringContaining(`无法安全地修改 ${path}：第 1 行第 5 列，写法有误`),
    data: { code: 'syntax', hint: '文件没有改动。请用编辑器打开它，改好这一处后重试。' },
  }
  for (const act of ['preview', 'write', 'remove'] as const) {
    await expect(chinese[act]({ client: 'codex' })).rejects.toMatchObject(refused)
  }
  const codex = (await chinese.clients()).find(({ id }) => id === 'codex')
  expect(codex).toMatchObject({ state: 'unreadable', problem: refused.message })
  expect(await chinese.verify({ client: 'codex' })).toMatchObject({ ok: false, message: refused.message })
  expect(await chinese.verify({ client: 'goose' })).toEqual({
    ok: false,
    tools: null,
    message: `${join(home, '.config/goose/config.yaml')} 中没有 Mirohub 这一项。`,
    hint: '请先写入这一项。',
  })
  expect(await chinese.reachability()).toMatchObject({
    ok: false,
    steps: [{ detail: 'http://localhost:1 就是这台电脑，其他设备无法访问。' }, { step: 'name' }, { ok: false }],
    hint: '请启动代理或隧道，并检查端口。',
  })
  expect((await client.connect.verify({ client: 'goose' })).hint).toBe('Write the entry first.')
})

test('nothing but the known clients is taken: no path, no command', async () => {
  const input = { client: 'cursor', path: '/etc/passwd', command: 'touch /tmp/x', args: ['y'] }
  // biome-ignore lint/suspicious/noExplicitAny: a page may send anything.
  const preview = await client.connect.preview(input as any)
  expect(JSON.stringify(preview)).not.toMatch(/passwd|touch/)
  // biome-ignore lint/suspicious/noExplicitAny: a page may send anything.
  await expect(client.connect.preview({ client: '../../etc' } as any)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a client that calls is heard just now, and our own check is not a client', async () => {
  await initializeAs('cursor-vscode')
  await initializeAs('mirohub-check')
  const heard = await client.connect.heard()
  expect(heard.map(({ name }) => name)).toContain('cursor-vscode')
  expect(heard.map(({ name }) => name)).not.toContain('mirohub-check')
  const cursor = (await client.connect.clients()).find(({ id }) => id === 'cursor')
  expect(cursor?.heardAt).toBe(heard.find(({ name }) => name === 'cursor-vscode')?.lastAt)
})

test('entries point at the address that is listened on and carry no token', async () => {
  const entries = await client.connect.entries()
  expect(entries.url).toBe(mcp)
  expect(JSON.parse(entries.universalProxy).mcpServers.mirohub.env).toEqual({ UMCP_ENDPOINT: mcp })
  expect(entries.publicUrl).toBe('http://localhost:1/miro/mcp')
  expect(entries.header).toBe('Authorization: Bearer TOKEN')
})

test('the entry through mcp-remote works as it is copied, with a token in its place', async () => {
  const { services } = hub
  const person = await services.profiles.default()
  const { token } = await services.tokens.mint({ userId: person.id, label: 'mcp-remote', days: 1 })
  const { args, env } = JSON.parse((await client.connect.entries()).mcpRemote).mcpServers.mirohub
  expect(args.slice(0, 2)).toEqual(['-y', 'mcp-remote'])
  const launch = {
    command: process.execPath,
    // What npx would start, from the packages that are here.
    args: [fileURLToPath(new URL('../../../node_modules/mcp-remote/dist/proxy.js', import.meta.url)), ...args.slice(2)],
    env: { AUTH_HEADER: env.AUTH_HEADER.replace('TOKEN', token), MCP_REMOTE_CONFIG_DIR: join(home, 'mcp-auth') },
  }
  const found = await checkEntry({ launch, computer: { platform: process.platform, home, env: process.env } })
  expect(found).toEqual({ code: 'listed', tools: expect.any(Number) })
  expect(
    (await client.connect.heard()).some(
      ({ credential, credentialLabel }) => credential === 'token' && credentialLabel === 'mcp-remote',
    ),
  ).toBe(true)
}, 90_000)

test('another person’s entry names them', async () => {
  const ben = await hub.services.profiles.create('Ben')
  const stdio = (await hub.client(ben, 'window').connect.entries()).stdio
  expect(JSON.parse(stdio).mcpServers.mirohub.args.slice(-2)).toEqual(['--profile', ben.publicId])
})

test('the reachability check stops at the first failure', async () => {
  const report = await client.connect.reachability()
  expect(report).toMatchObject({ publicUrl: 'http://localhost:1', ok: false })
  expect(report.steps.map(({ step }) => step)).toEqual(['address', 'name', 'connect'])
})
