/** Streams to clients that stall or leave. Faults looked for: memory that grows with what nobody reads, a timer that stays. */
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type EventStream, openEventStream } from '../../../../src-main/mcp-server/legacy/event-stream.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A stream whose client reads nothing until it is told to. */
async function opened(keepAliveMs = 60_000) {
  let closed = 0
  const server = createServer()
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const stream = new Promise<{ stream: EventStream; response: ServerResponse }>((resolve) => {
    server.on('request', (_request, response) => {
      const options = { headers: { 'Mcp-Session-Id': 's' }, keepAliveMs, onClosed: () => closed++ }
      resolve({ stream: openEventStream(response, options), response })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  if (typeof at !== 'object' || at === null) throw new Error('the server has no port')
  const client = connect(at.port, '127.0.0.1').on('error', () => {})
  closers.push(() => client.destroy())
  client.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return { ...(await stream), client, closedTimes: () => closed }
}

describe('an event stream', () => {
  it('writes events as text/event-stream with their ids, and comments while nothing happens', async () => {
    const { stream, client } = await opened(5)
    let text = ''
    client.on('data', (data) => (text += data)).resume()
    stream.prime('1-1', 500)
    stream.send('{"a":1}', '1-2')
    stream.send('{"b":2}')
    await expect.poll(() => text).toContain(': keepalive')
    expect(text).toContain('Mcp-Session-Id: s')
    expect(text).toContain('id: 1-1\nretry: 500\ndata: \n\n')
    expect(text).toContain('event: message\nid: 1-2\ndata: {"a":1}\n\n')
    expect(text).toContain('event: message\ndata: {"b":2}\n\n')
  })

  it('is cut off when its reader lets megabytes pile up', async () => {
    const { stream, response, closedTimes } = await opened()
    const data = 'x'.repeat(1024 * 1024)
    for (let sent = 0; sent < 64 && !response.destroyed; sent++) stream.send(data)
    expect(response.destroyed).toBe(true)
    await expect.poll(closedTimes).toBe(1)
  })

  it('says once that it is over, whoever ended it, and takes what comes later in silence', async () => {
    const left = await opened()
    left.client.destroy()
    await expect.poll(left.closedTimes).toBe(1)
    left.stream.send('{}')
    left.stream.end()
    const ended = await opened()
    ended.stream.end()
    ended.stream.end()
    ended.stream.send('{}')
    ended.client.resume()
    await expect.poll(() => ended.response.closed).toBe(true)
    expect([left.closedTimes(), ended.closedTimes()]).toEqual([1, 1])
  })
})
