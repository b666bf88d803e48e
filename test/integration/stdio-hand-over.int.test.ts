/**
 * `mirohub stdio` for days: the app starts, stops and dies beside it, other clients come and go, and it goes on answering.
 * It is one life of one client and one data directory: each test goes on from where the one before it stopped.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { connectToRunningHub } from '../../src-main/cli/connection.ts'
import { readRuntimeFile } from '../../src-main/config/runtime-file.ts'
import { cliEntry } from './cli-entry.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-hand-over-'))
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [cliEntry, ...args, '--data-dir', dataDir], {
    env: { ...process.env, MIROHUB_SECRETS: 'memory', DEFAULT_TIMEZONE: 'UTC' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stderr?.resume()
  children.push(child)
  return child
}

/** A stdio client of the older era that waits for each answer. */
async function startStdio() {
  const child = start(['stdio'])
  const answers = new Map<number, (message: Record<string, unknown>) => void>()
  const notifications: string[] = []
  const exited = once(child, 'close')
  if (child.stdout === null || child.stdin === null) throw new Error('the child has no pipes')
  const { stdin } = child
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    if (typeof message.method === 'string') notifications.push(message.method)
    else answers.get(message.id)?.(message)
  })
  let lastId = 0
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = (method: string, params: object = {}) => {
    const id = ++lastId
    const answer = new Promise<Record<string, unknown>>((resolve) => answers.set(id, resolve))
    send({ id, method, params })
    return answer
  }
  const clientInfo = { name: 'long-lived', version: '1' }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  const call = async () =>
    request('tools/call', { name: 'normalize_unit', arguments: { units: ['mg/dl'] } }).then(({ result }) => result)
  const end = async () => {
    stdin.end()
    const [code] = await exited
    return code
  }
  return { request, call, end, notifications }
}

async function serve() {
  const child = start(['serve', '--port', '0'])
  if (child.stdout === null) throw new Error('the child has no stdout')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const closed = once(child, 'close')
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await closed
  }
  return { ready: JSON.parse(line), stop }
}

const good = expect.objectContaining({ isError: false })

// Most of these start whole hubs; on a busy machine of two cores that takes its time.
describe('a stdio endpoint', { timeout: 180_000 }, () => {
  let client: Awaited<ReturnType<typeof startStdio>>
  let app: Awaited<ReturnType<typeof serve>>

  it('is the hub where no app runs, and the Connect page hears its client by the name it gives itself', async () => {
    client = await startStdio()
    expect(await client.call()).toEqual(good)
    expect(readRuntimeFile(dataDir)?.role).toBe('stdio')
    const hub = await connectToRunningHub(dataDir)
    await expect
      .poll(async () =>
        (await hub?.client.connect.heard())?.map(({ name, via, credential }) => [name, via, credential]),
      )
      .toEqual([['long-lived', 'stdio', 'owner']])
    await hub?.close()
  })

  it('gives the data up to an app that starts and bridges to it; calls meanwhile wait and are answered', async () => {
    const starting = serve()
    const calls: unknown[] = []
    let isUp = false
    void starting.then(() => {
      isUp = true
    })
    while (!isUp) calls.push(await client.call())
    app = await starting
    expect(calls.length).toBeGreaterThan(1)
    for (const result of calls) expect(result).toEqual(good)
    expect(readRuntimeFile(dataDir)).toMatchObject({ role: 'app', pid: app.ready.pid })
    expect(await client.call()).toEqual(good)
    // What is listed may be another list in the new hub.
    expect(client.notifications).toContain('notifications/tools/list_changed')
  })

  it('is the hub again when the app has stopped', async () => {
    await app.stop('SIGTERM')
    expect(await client.call()).toEqual(good)
    expect(readRuntimeFile(dataDir)?.role).toBe('stdio')
  })

  it('goes on when the app is killed, and answers calls that were on their way', async () => {
    app = await serve()
    const first = client.call()
    await app.stop('SIGKILL')
    // Answered by the app, or told that it went away: never silence.
    expect(await first).toEqual(expect.objectContaining({ content: expect.anything() }))
    expect(await client.call()).toEqual(good)
    expect(readRuntimeFile(dataDir)?.role).toBe('stdio')
  })

  it('shares its hub with a second client, which goes on when the first has ended', async () => {
    const second = await startStdio()
    expect(await Promise.all([client.call(), second.call()])).toEqual([good, good])
    expect(await client.end()).toBe(0)
    expect(await second.call()).toEqual(good)
    expect(await second.end()).toBe(0)
    expect(readRuntimeFile(dataDir)).toBeNull()
  })
})
