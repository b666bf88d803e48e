/** The transport of one session without a server behind it: where a message goes, and what is left when it cannot. */
import { createServer, type Server } from 'node:http'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'
import { createEventLog } from '../../../../src-main/mcp-server/legacy/event-log.ts'
import { LegacyTransport } from '../../../../src-main/mcp-server/legacy/transport.ts'
import { openStream } from '../../../integration/mcp/stream-client.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const request = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'x' })
const question: JSONRPCMessage = { jsonrpc: '2.0', id: 'q', method: 'roots/list' }
const notice: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { of: id } })

interface Options {
  readonly takesStream?: boolean
  readonly version?: string
  readonly sessionId?: string | null
  readonly resumeWithinMs?: number
}

/** POSTs carry the requests that their path names: `/1,2`; a GET listens. */
async function start({
  takesStream = true,
  version = '2025-11-25',
  sessionId = 's',
  resumeWithinMs = 60_000,
}: Options = {}) {
  const transport = new LegacyTransport({
    sessionId,
    log: sessionId === null ? null : createEventLog({ maxEvents: 100, maxBytes: 10_000 }),
    timings: { streamAfterMs: 60_000, resumeWithinMs, keepAliveMs: 60_000, retryMs: 7 },
  })
  const received: JSONRPCMessage[] = []
  const ended: string[] = []
  let extra: Parameters<NonNullable<LegacyTransport['onmessage']>>[1]
  transport.onmessage = (message, more) => {
    received.push(message)
    extra = more ?? extra
  }
  const server = createServer((incoming, response) => {
    const path = (incoming.url ?? '/').slice(1)
    if (incoming.method === 'GET') return transport.listen(response, path === '' ? null : path)
    const messages = path.split(',').map((id) => request(Number(id)))
    const status = () => ({ status: 200 })
    void transport
      .post({ messages, batch: messages.length > 1, response, takesStream, version, status })
      .then(() => ended.push(path))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (typeof at !== 'object' || at === null) throw new Error('the server has no port')
  const { port } = at
  const post = (path: string) => openStream(port, { path: `/${path}` })
  const listen = (lastEventId = '') => openStream(port, { method: 'GET', path: `/${lastEventId}` })
  const arrived = (count: number) => expect.poll(() => received.length).toBe(count)
  return { transport, received, ended, post, listen, arrived, closeStream: () => extra?.closeSSEStream?.() }
}

describe('a question to the client', () => {
  it('without a request of its own goes to the standing stream, else beside an answer', async () => {
    const { transport, post, listen, arrived } = await start()
    const call = post('1')
    await arrived(1)
    await transport.send(question)
    const stream = await call
    expect((await stream.message()).method).toBe('roots/list')
    const standing = await listen()
    await transport.send({ ...question, id: 'q2' })
    expect((await standing.message()).id).toBe('q2')
  })

  it('fails at once where nobody could hear it, so that the tool need not wait for a timeout', async () => {
    const alone = await start()
    await expect(alone.transport.send(question)).rejects.toThrow(/does not listen/)
    const jsonOnly = await start({ takesStream: false })
    const call = jsonOnly.post('1')
    await jsonOnly.arrived(1)
    await expect(jsonOnly.transport.send(question, { relatedRequestId: 1 })).rejects.toThrow(/takes no event stream/)
    await expect(jsonOnly.transport.send(question, { relatedRequestId: 'gone' })).rejects.toThrow()
    await jsonOnly.transport.send(answer(1))
    expect((await call).headers['content-type']).toMatch(/^application\/json/)
  })
})

describe('a notification', () => {
  it('that nobody can hear is dropped, and is not kept for who never listened', async () => {
    const { transport, listen } = await start()
    await transport.send(notice)
    const standing = await listen()
    await transport.send({ ...notice, method: 'notifications/prompts/list_changed' })
    expect((await standing.message()).method).toBe('notifications/prompts/list_changed')
  })

  it('is never sent without a session', async () => {
    const { transport } = await start({ sessionId: null })
    await expect(transport.send(notice)).resolves.toBeUndefined()
  })
})

describe('a batch', () => {
  it('is answered when all of it is, in the order in which the answers came', async () => {
    const { transport, post, arrived, ended } = await start({ takesStream: false, version: '2025-03-26' })
    const call = post('1,2')
    await arrived(2)
    await transport.send(answer(2))
    expect(ended).toEqual([])
    await transport.send(answer(1))
    expect((await call).status).toBe(200)
    expect(ended).toEqual(['1,2'])
  })
})

describe('a stream that the server closes', () => {
  it('is primed, says when to come back, and goes on where the client resumes', async () => {
    const { transport, post, listen, arrived, closeStream, received, ended } = await start()
    const call = post('1')
    await arrived(1)
    closeStream()
    const stream = await call
    const priming = await stream.next()
    expect([priming.data, priming.retry]).toEqual(['', '7'])
    await stream.ended
    await transport.send(notice, { relatedRequestId: 1 })
    const resumed = await listen(priming.id ?? '')
    expect((await resumed.message()).method).toBe('notifications/tools/list_changed')
    await transport.send(answer(1))
    expect((await resumed.message()).id).toBe(1)
    await resumed.ended
    expect(ended).toEqual(['1'])
    expect(received.map((message) => ('method' in message ? message.method : null))).toEqual(['x'])
  })

  it('is left open for a client that does not know the empty event', async () => {
    const { transport, post, arrived, closeStream } = await start({ version: '2025-06-18' })
    const call = post('1')
    await arrived(1)
    closeStream()
    await transport.send(answer(1))
    expect((await call).headers['content-type']).toMatch(/^application\/json/)
  })
})

it('a client that does not come back has its requests cancelled, once', async () => {
  const { transport, post, arrived, received, ended } = await start({ resumeWithinMs: 10 })
  const call = post('1')
  await arrived(1)
  await transport.send(notice, { relatedRequestId: 1 })
  const stream = await call
  await stream.message()
  stream.cut()
  await arrived(2)
  expect(received[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 1 } })
  expect(ended).toEqual(['1'])
  await transport.send(answer(1))
  expect(transport.running).toBe(0)
})

it('closing ends what is open and tells the server behind it once', async () => {
  const { transport, post, listen, arrived, ended } = await start()
  let closed = 0
  transport.onclose = () => closed++
  const waiting = post('1').catch(() => 'broken off')
  await arrived(1)
  const standing = await listen()
  await transport.close()
  await transport.close()
  await standing.ended
  expect([await waiting, closed, ended]).toEqual(['broken off', 1, ['1']])
})
