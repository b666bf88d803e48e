/**
 * 100,000 requests of both eras, of sessions and of four principals, then 500 clients that are cut off in the middle of
 * a stream: afterwards the server's process holds what it held before. Would catch a session, timer, listener, socket or
 * answer that is kept for a client that is gone.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALICE, BOB, raw } from '../integration/mcp/endpoint-fixture.ts'
import { openSession, openStream, type RawSession } from '../integration/mcp/stream-client.ts'
import type { Holdings } from './mcp-soak-child.ts'

const TOTAL = 100_000
const WARM_UP = 10_000
const AT_ONCE = 20
const CUT_OFF = 500
const MAX_GROWTH_BYTES = 20 * 1024 * 1024

let child: ChildProcess
let port = 0
let agent: Agent
beforeAll(async () => {
  const file = fileURLToPath(new URL('mcp-soak-child.ts', import.meta.url))
  child = fork(file, { execArgv: ['--expose-gc'] })
  const [ready] = await once(child, 'message')
  port = ready.port
})
afterAll(() => {
  agent?.destroy()
  child?.disconnect()
})

async function holdings(): Promise<Holdings> {
  const answer = once(child, 'message')
  child.send('measure')
  return (await answer)[0]
}

/** What the server holds once it has noticed that everybody has gone; the last look where it does not. */
async function atRest(quiet: (held: Holdings) => boolean): Promise<Holdings> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const held = await holdings()
    if (quiet(held) || Date.now() > deadline) return held
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const people = [
  { token: 'token-of-alice', user: ALICE },
  { token: 'token-of-bob', user: BOB },
  { token: undefined, user: null },
] as const
type Person = (typeof people)[number]
const credential = ({ token }: Person): [string, string][] =>
  token === undefined ? [] : [['Authorization', `Bearer ${token}`]]

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modernHeaders = (method: string, name?: string): Record<string, string> => ({
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': method,
  ...(name === undefined ? {} : { 'Mcp-Name': name }),
})
const send = (headers: readonly (readonly [string, string])[], body: unknown) =>
  raw(port, { headers: [['Content-Type', 'application/json'], ...headers], body: JSON.stringify(body), agent })
const echo = (id: number, _meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { value: id }, ...(_meta && { _meta }) },
})
/** Reports progress once, then runs until it is stopped. */
const endless = (_meta: object = {}) => ({
  jsonrpc: '2.0',
  id: 'endless',
  method: 'tools/call',
  params: { name: 'wait', arguments: { value: 600_000 }, _meta: { ..._meta, progressToken: 1 } },
})

interface Sessions {
  readonly stream: RawSession
  readonly json: RawSession
}

/** One request of the mix; throws where the answer is not that of this request. */
async function request(n: number, sessions: readonly Sessions[]): Promise<void> {
  const at = n % people.length
  const person = people[at]
  const own = sessions[at]
  if (person === undefined || own === undefined) throw new Error('no such person')
  const isEcho = (answer: Awaited<ReturnType<typeof raw>>) => {
    const { args, user } = answer.json.result.structuredContent
    expect([answer.status, answer.json.id, args.value, user]).toEqual([200, n, n, person.user])
  }
  switch (Math.floor(n / people.length) % 10) {
    case 0:
      return isEcho(await send(credential(person), echo(n)))
    case 1: {
      const headers = Object.entries(modernHeaders('tools/call', 'echo'))
      return isEcho(await send([...credential(person), ...headers], echo(n, META)))
    }
    case 2:
      return isEcho(await send(Object.entries(own.json.headers), echo(n)))
    case 3: {
      const answer = await send(Object.entries(own.stream.headers), echo(n))
      expect([answer.status, answer.text.includes(`"id":${n}`)]).toEqual([200, true])
      return
    }
    case 4: {
      // A client that comes, looks and never says goodbye: the cap on sessions is what frees it.
      const version = n % 2 === 0 ? '2025-11-25' : '2025-03-26'
      const { token } = person
      const session = await openSession(port, { version, ...(token === undefined ? {} : { token }) })
      expect(session.initialized.status).toBe(200)
      if (n % 4 === 0) await session.end()
      return
    }
    case 5: {
      const call = { ...echo(n), params: { name: 'wait', arguments: { value: 1 }, _meta: { progressToken: n } } }
      const stream = await own.stream.stream(call)
      await stream.message()
      await stream.ended
      return
    }
    case 6: {
      const body = { jsonrpc: '2.0', id: n, method: 'tools/list', params: { _meta: META } }
      const answer = await send([...credential(person), ...Object.entries(modernHeaders('tools/list'))], body)
      expect([answer.status, answer.json.id]).toEqual([200, n])
      return
    }
    case 7:
      expect((await send([['Authorization', `Bearer nobody-${n}`]], echo(n))).status).toSatisfy(
        (s) => s === 401 || s === 429,
      )
      return
    case 8:
      expect((await send(credential(person), `{"broken":${n}`)).status).toBe(400)
      return
    default: {
      const batch = await send(credential(person), [echo(n), { ...echo(n), id: -n - 1, method: 'ping', params: {} }])
      expect([batch.status, batch.batch.length]).toEqual([200, 2])
    }
  }
}

async function requests(from: number, to: number): Promise<void> {
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const open = (token: string | undefined, accept?: string) =>
    openSession(port, { ...(token === undefined ? {} : { token }), ...(accept === undefined ? {} : { accept }) })
  let sessions: Sessions[] = []
  for (let n = from; n < to; n += AT_ONCE) {
    // Kept sessions are renewed before those that come and go push them out.
    if ((n - from) % 1_000 === 0) {
      await Promise.all(sessions.flatMap(({ stream, json }) => [stream.end(), json.end()]))
      sessions = await Promise.all(
        people.map(async ({ token }) => ({ stream: await open(token), json: await open(token, 'application/json') })),
      )
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => request(n + at, sessions)))
  }
  await Promise.all(sessions.flatMap(({ stream, json }) => [stream.end(), json.end()]))
  agent.destroy()
}

async function cutOff(count: number): Promise<void> {
  for (let done = 0; done < count; done += 25) {
    const clients = Array.from({ length: 25 }, async (_, at) => {
      const person = people[at % people.length] ?? people[0]
      const headers = Object.fromEntries(credential(person))
      if (at % 5 === 0) {
        const stream = await openStream(port, {
          headers: { ...headers, ...modernHeaders('tools/call', 'wait') },
          body: endless(META),
        })
        await stream.message()
        return stream.cut()
      }
      if (at % 5 === 1) {
        const stream = await openStream(port, { headers, body: endless() })
        await stream.message()
        return stream.cut()
      }
      const { token } = person
      const session = await openSession(port, token === undefined ? {} : { token })
      const streams = [await session.listen(), ...(at % 5 === 2 ? [await session.stream(endless())] : [])]
      for (const stream of streams) {
        if (stream !== streams[0]) await stream.message()
        stream.cut()
      }
      // The session would keep the call for a minute, for its client to come back.
      if (at % 5 === 2) await session.end()
    })
    await Promise.all(clients)
  }
}

const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
const shown = ({ heapBytes, ...held }: Holdings) => JSON.stringify({ heap: mib(heapBytes), ...held })

it(`${TOTAL} requests and ${CUT_OFF} clients that are cut off`, async () => {
  await requests(0, WARM_UP)
  await cutOff(25)
  const before = await atRest(({ waiting, handles }) => waiting === 0 && (handles.TCPSocketWrap ?? 0) === 0)
  console.log(`before      ${shown(before)}`)

  const isAsBefore = (held: Holdings) =>
    held.waiting === 0 && held.fds === before.fds && (held.handles.TCPSocketWrap ?? 0) === 0
  const started = performance.now()
  await requests(WARM_UP, WARM_UP + TOTAL)
  const after = await atRest(isAsBefore)
  console.log(`requests    ${shown(after)}, ${Math.round(TOTAL / ((performance.now() - started) / 1_000))} requests/s`)

  await cutOff(CUT_OFF)
  const last = await atRest(isAsBefore)
  console.log(`cut off     ${shown(last)}`)

  for (const held of [after, last]) {
    expect(Math.abs(held.heapBytes - before.heapBytes)).toBeLessThan(MAX_GROWTH_BYTES)
    const { fds, listeners, handles } = before
    expect(held).toMatchObject({ fds, listeners, handles, waiting: 0, failures: [] })
  }
})
