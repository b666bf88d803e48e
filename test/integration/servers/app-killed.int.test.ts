/**
 * The program itself, killed or asked to end, with servers that do not want to go: none of their processes is left
 * (A13, X11). Both have one data directory, and the servers that the first one was given.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connectToRunningHub } from '../../../src-main/cli/connection.ts'
import { cliEntry } from '../cli-entry.ts'
import { fakeServer, isAlive, pidsIn, until } from '../launch/launch-bed.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-app-'))
let serve: ChildProcess
let connection: Connection

const noted = join(root, 'pids')
const running = () => (existsSync(noted) ? pidsIn(noted).filter(isAlive) : [])

/** Three approved servers: four processes, one of them a child that ignores SIGTERM. */
beforeEach(async () => {
  const dataDir = join(root, 'data')
  serve = spawn(process.execPath, [cliEntry, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: { PATH: process.env.PATH ?? '', HOME: root, MIROHUB_SECRETS: 'memory' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (serve.stdout === null) throw new Error('not started')
  await once(serve.stdout, 'data')
  const connected = await connectToRunningHub(dataDir)
  if (connected === null) throw new Error('nothing answers')
  connection = connected
  const { servers } = connection.client
  if ((await servers.list()).servers.length === 0) {
    for (const mode of ['good', 'grandchild', 'stubborn']) await addServer(mode)
  }
  const states = async () => (await servers.list()).servers.map(({ state }) => state)
  await expect.poll(states, { timeout: 30_000 }).toEqual(['ready', 'ready', 'ready'])
  await until(() => running().length === 4, 10_000, 'the start of all processes')
})
afterEach(async () => {
  await connection.close().catch(() => {})
  if (serve.exitCode === null && serve.signalCode === null) {
    const exit = once(serve, 'exit')
    serve.kill('SIGKILL')
    await exit
  }
  // What a failed test leaves must not stay.
  for (const pid of running()) process.kill(pid, 'SIGKILL')
  rmSync(noted, { force: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }))

async function addServer(mode: string): Promise<void> {
  const { servers } = connection.client
  const entry = { command: process.execPath, args: [fakeServer('stdio-server.mjs'), mode, '--pids', noted] }
  const [proposal] = await servers.propose({ kind: 'paste', text: JSON.stringify({ mcpServers: { [mode]: entry } }) })
  if (proposal === undefined) throw new Error('nothing was proposed')
  const { key, review } = proposal
  await servers.add({ key, fingerprint: review.fingerprint, fields: {}, approve: true })
}

/** A call that nobody answers, under way at the server that ignores the end of its input. */
async function hang(): Promise<void> {
  const { servers } = await connection.client.servers.list()
  const { id } = servers.find(({ name }) => name === 'stubborn') ?? expect.fail('no such server')
  const stream = await connection.client.servers.run({ id, tool: 'hang', args: {} })
  void (async () => {
    for await (const _ of stream);
  })().catch(() => {})
}

describe.skipIf(process.platform === 'win32')('serve with servers that stay', () => {
  it('killed: no process of them is left after ten seconds', async () => {
    serve.kill('SIGKILL')
    await until(() => running().length === 0, 10_000, 'the end of all processes')
  })

  it('asked to end, with a call that hangs: it is gone within ten seconds, and so are they', async () => {
    await hang()
    const exit = once(serve, 'exit')
    const began = performance.now()
    serve.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(running()).toEqual([])
  })
})
