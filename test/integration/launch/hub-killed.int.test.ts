/** Row A13, X11: a hub that is killed leaves no server behind, whatever the servers think of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { systemProbe } from '../../../src-main/db/process-identity.ts'
import { createLaunchLedger } from '../../../src-main/mcp-client/launch/launch-ledger.ts'
import { fakeServer, isAlive, pidsIn, targetOf, until } from './launch-bed.ts'

const folder = mkdtempSync(join(tmpdir(), 'mirohub-killed-'))
const hubProcess = fileURLToPath(new URL('./hub-process.ts', import.meta.url))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let dirs = 0
async function startHub(files: readonly [file: string, mode: string][]) {
  const dataDir = mkdtempSync(join(folder, `data-${dirs++}-`))
  const pids = join(dataDir, 'pids')
  const targets = files.map(([file, mode]) => targetOf(file, [mode, '--pids', pids]))
  const hub: ChildProcess = spawn(process.execPath, [hubProcess, dataDir, JSON.stringify(targets)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (hub.stdout === null || hub.pid === undefined) throw new Error('no hub')
  await once(hub.stdout, 'data')
  return { hub, dataDir, running: () => (existsSync(pids) ? pidsIn(pids) : []) }
}

const watchdogs = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes('mirohub-watchdog')
          ? [Number(pid)]
          : []
      } catch {
        return []
      }
    })

const childrenOf = (parent: number, of: readonly number[]): number[] =>
  of.filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })

describe.skipIf(process.platform !== 'linux')('after kill -9 of the hub', () => {
  test('servers, stubborn ones, their children and those in sessions of their own are gone within 10 s', async () => {
    const { hub, running } = await startHub([
      ['stdio-server.mjs', 'good'],
      ['stdio-server.mjs', 'stubborn'],
      ['stdio-server.mjs', 'grandchild'],
      ['stdio-broken.mjs', 'double-fork'],
    ])
    // Two of them have a child.
    await until(() => running().length === 6, 20_000, 'the start of all processes')
    const guards = childrenOf(hub.pid ?? 0, watchdogs())
    expect(guards).toHaveLength(1)
    hub.kill('SIGKILL')
    await until(() => !running().some(isAlive), 10_000, 'the end of all processes')
    await until(() => !guards.some(isAlive), 5_000, 'the end of the watchdog')
  })

  test('the watchdog too was killed: the next start finds what is left and ends it', async () => {
    const { hub, dataDir, running } = await startHub([
      ['stdio-server.mjs', 'stubborn'],
      ['stdio-broken.mjs', 'double-fork'],
    ])
    await until(() => running().length === 3, 20_000, 'the start of all processes')
    const list = join(dataDir, 'started-servers.json')
    await until(
      () => existsSync(list) && JSON.parse(readFileSync(list, 'utf8')).started.length === 2,
      5_000,
      'the list',
    )
    const guards = childrenOf(hub.pid ?? 0, watchdogs())
    hub.kill('SIGSTOP')
    for (const pid of guards) process.kill(pid, 'SIGKILL')
    hub.kill('SIGKILL')
    await once(hub, 'exit')
    const left = running().filter(isAlive)
    expect(left.length).toBeGreaterThanOrEqual(2)
    const ledger = createLaunchLedger(dataDir, systemProbe())
    expect(await ledger.endLeftovers()).toBeGreaterThanOrEqual(1)
    await until(() => !running().some(isAlive), 5_000, 'the end of what was left')
    await ledger.close()
    // Nothing is done twice.
    expect(existsSync(list)).toBe(false)
  })

  test('a process that has the pid of a server of the past is not touched', async () => {
    const bystander = spawn(process.execPath, ['-e', 'setInterval(()=>{},1000)'], { detached: true, stdio: 'ignore' })
    const { pid } = bystander
    if (pid === undefined) throw new Error('not started')
    try {
      const probe = systemProbe()
      const mark = 'ab'.repeat(16)
      const list = join(folder, 'started-servers.json')
      const started = [
        // Another start time; another boot; none known; and numbers that stand for groups of others.
        { pid, mark, startedAt: '1', bootId: probe.bootId() },
        { pid, mark, startedAt: probe.startTime(pid), bootId: 'another boot' },
        { pid, mark, startedAt: null, bootId: null },
        { pid: 0, mark, startedAt: null, bootId: null },
        { pid: -pid, mark, startedAt: null, bootId: null },
      ]
      writeFileSync(list, JSON.stringify({ version: 1, started }))
      const ledger = createLaunchLedger(folder, probe)
      expect(await ledger.endLeftovers()).toBe(0)
      expect(isAlive(pid)).toBe(true)
      for (const text of ['', '{', '[]', 'null', '{"started":7}']) {
        writeFileSync(list, text)
        expect(await createLaunchLedger(folder, probe).endLeftovers()).toBe(0)
      }
    } finally {
      bystander.kill('SIGKILL')
    }
  })
})

test('the watchdog goes when the hub closes well, and never touches a server that is not its own', async () => {
  const other = spawn(process.execPath, [fakeServer('stdio-server.mjs'), 'good'], { detached: true })
  const { hub, running } = await startHub([['stdio-server.mjs', 'good']])
  await until(() => running().length === 1, 20_000, 'the start')
  hub.kill('SIGTERM')
  await until(() => !running().some(isAlive), 10_000, 'the end')
  expect(isAlive(other.pid ?? 0)).toBe(true)
  other.kill('SIGKILL')
})
