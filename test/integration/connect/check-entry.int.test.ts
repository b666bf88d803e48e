/** The check of an entry: real child processes that behave and misbehave, and none of them left behind. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { toldEntry } from '../../../src-main/api/routes/connect-words.ts'
import { checkEntry, type EntryCheckOptions } from '../../../src-main/mcp-client/client-apps/check-entry.ts'
import { createClientApps } from '../../../src-main/mcp-client/client-apps/client-apps.ts'
import type { Launch } from '../../../src-main/mcp-client/client-apps/clients.ts'
import { cliEntry } from '../cli-entry.ts'

const odd = fileURLToPath(new URL('./odd-server.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'mirohub-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const pidFile = () => join(folder, `pids-${files++}`)
const computer = (env: Record<string, string | undefined> = process.env) => ({
  platform: process.platform,
  home: folder,
  env,
})
const oddLaunch = (how: string, pids: string, env: Record<string, string> = {}): Launch => ({
  command: process.execPath,
  args: [odd, how, pids],
  env,
})

/** A process that ended and waits to be collected by its parent is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (process.platform !== 'linux') return true
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const check = async (options: EntryCheckOptions) => toldEntry(await checkEntry(options), 'en')

const pidsIn = (path: string) => readFileSync(path, 'utf8').trim().split('\n').map(Number)

test('a server that answers is counted', async () => {
  const pids = pidFile()
  expect(await check({ launch: oddLaunch('fine', pids), computer: computer() })).toEqual({
    ok: true,
    tools: 3,
    message: 'It started and listed 3 tools.',
    hint: '',
  })
  expect(pidsIn(pids).some(isAlive)).toBe(false)
})

test.each([
  ['dies', /ended before it answered \(exit status 3\).* It said: no database here/],
  ['banner', /not MCP: Welcome to the server/],
  ['refuses', /refused to list its tools: .*not today/],
])('a server that %s is told', async (how, message) => {
  const pids = pidFile()
  const found = await check({ launch: oddLaunch(how, pids), computer: computer() })
  expect(found).toMatchObject({ ok: false, tools: null })
  expect(found.message).toMatch(message)
  expect(found.hint).not.toBe('')
  expect(pidsIn(pids).some(isAlive)).toBe(false)
})

test.each([
  ['silent', 'It started, but did not answer within 2 seconds.'],
  ['no-list', 'It started, but did not list its tools within 2 seconds.'],
])('a server that is %s meets the deadline', async (how, message) => {
  const pids = pidFile()
  const found = await check({ launch: oddLaunch(how, pids), computer: computer(), deadlineMs: 2000 })
  expect(found).toMatchObject({ ok: false, message })
  expect(pidsIn(pids).some(isAlive)).toBe(false)
})

test('a server that ignores SIGTERM and its child are gone', async () => {
  const pids = pidFile()
  await check({ launch: oddLaunch('stubborn', pids), computer: computer(), deadlineMs: 4000 })
  expect(pidsIn(pids)).toHaveLength(2)
  expect(pidsIn(pids).filter(isAlive)).toEqual([])
})

test('a command that is not there is named', async () => {
  const found = await check({ launch: { command: '/no/such/program', args: [], env: {} }, computer: computer() })
  expect(found).toMatchObject({ ok: false })
  expect(found.message).toBe('/no/such/program could not be started: there is no such program.')
})

test('no shell reads the arguments', async () => {
  const marker = join(folder, 'made-by-a-shell')
  const launch = {
    ...oddLaunch('fine', pidFile()),
    args: [odd, 'fine', pidFile(), `; touch ${marker}`, `$(touch ${marker})`],
  }
  expect((await check({ launch, computer: computer() })).ok).toBe(true)
  expect(() => readFileSync(marker)).toThrow()
})

test('the child gets the listed environment and what the entry says, and nothing else of ours', async () => {
  const pids = pidFile()
  const env = { ...process.env, CANARY_TOKEN: 'canary', NODE_OPTIONS: '--no-warnings', ELECTRON_RUN_AS_NODE: '1' }
  await check({ launch: oddLaunch('env', pids, { OF_THE_ENTRY: '1' }), computer: computer(env) })
  const line = readFileSync(pids, 'utf8').trim().split('\n').at(-1) ?? '{}'
  const seen = Object.keys(JSON.parse(line))
  expect(seen).toContain('PATH')
  expect(seen).toContain('OF_THE_ENTRY')
  expect(seen).not.toContain('CANARY_TOKEN')
  expect(seen).not.toContain('NODE_OPTIONS')
  expect(seen).not.toContain('ELECTRON_RUN_AS_NODE')
})

describe('through a client’s file', () => {
  const appsWith = (launch: Launch) =>
    createClientApps({ computer: { ...computer(), platform: 'linux' }, now: () => new Date() }).for(() => launch)

  test('only an entry that is ours is started: one that was changed is not', async () => {
    const pids = pidFile()
    const apps = appsWith(oddLaunch('fine', pids))
    mkdirSync(join(folder, '.cursor'), { recursive: true })
    expect(await apps.verify('cursor')).toMatchObject({ code: 'no-entry' })
    const { path } = await apps.write('cursor')
    expect(await apps.verify('cursor')).toEqual({ code: 'listed', tools: 3 })
    const marker = join(folder, 'started-by-a-changed-entry')
    writeFileSync(path, JSON.stringify({ mcpServers: { mirohub: { command: 'touch', args: [marker] } } }))
    expect(await apps.verify('cursor')).toEqual({ code: 'other-entry', file: path })
    expect(() => readFileSync(marker)).toThrow()
  })

  test('our own endpoint, started from its file, lists its tools', async () => {
    const dataDir = join(folder, 'data')
    const launch: Launch = {
      command: process.execPath,
      args: [cliEntry, 'stdio', '--data-dir', dataDir],
      env: { MIROHUB_SECRETS: 'memory' },
    }
    const apps = appsWith(launch)
    mkdirSync(join(folder, '.config/goose'), { recursive: true })
    await apps.write('goose')
    const found = toldEntry(await apps.verify('goose'), 'en')
    expect(found.message).toMatch(/^It started and listed \d+ tools\.$/)
    expect(found.tools).toBeGreaterThan(2)
  }, 150_000)
})
