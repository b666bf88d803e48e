/** The program itself, killed or asked to end, with servers that do not want to go: none of their processes is left (A13, X11). */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connectToRunningHub } from '../../../src-main/cli/connection.ts'
import { cliEntry } from '../cli-entry.ts'
import { fakeServer, isAlive, pidsIn, until } from '../launch/launch-bed.ts'

let root: string
let serve: ChildProcess
let connection: Connection
let ids: string[]

const noted = () => join(root, 'pids')
const running = () => (existsSync(noted()) ? pidsIn(noted()).filter(isAlive) : [])

/** Three approved servers: four processes, one of them a child that ignores SIGTERM. */
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-app-'))
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
  ids = []
  for (const mode of ['good', 'grandchild', 'stubborn']) {
    const entry = { command: process.execPath, args: [fakeServer('stdio-server.mjs'), mode, '--pids', noted()] }
    const [proposal] = await servers.propose({ kind: 'paste', text: JSON.stringify({ mcpServers: { [mode]: entry } }) })
    if (proposal === undefined) throw new Error('nothing was proposed')
    const { key, review } = proposal
    ids.push((await servers.add({ key, fingerprint: review.fingerprint, fields: {}, approve: true })).id)
  }
  const states = async () => (await servers.list()).servers.map(({ state }) => state)
  await expect.poll(states, { timeout: 30_000 }).toEqual(['ready', 'ready', 'ready'])
  await until(() => running().length === 4, 10_000, 'the start of all processes')
})
afterEach(async () => {
  await connection.close().catch(() => {})
  if (serve.exitCode === null && serve.signalCode === null) serve.kill('SIGKILL')
  // What a failed test leaves must not stay.
  for (const pid of running()) process.kill(pid, 'SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 10 })
})

/** A call that nobody answers, under way at the server that ignores the end of its input. */
async function hang(): Promise<void> {
  const id = ids[2] ?? ''
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
