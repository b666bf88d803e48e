/** What each older version's text asks of a server, by initialize, headers, batches and errors. Expectations are the spec's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bare, raw, startEndpoint } from './endpoint-fixture.ts'
import { openSession, until } from './stream-client.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.server.close())

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' })
const call = (id: unknown, name: string, args: unknown = {}, _meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(_meta && { _meta }) },
})

describe.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('%s', (version) => {
  const open = (options = {}) => openSession(endpoint.port, { version, ...options })

  it('is echoed by initialize, with what the server can do and a session', async () => {
    const { initialized, id } = await open()
    expect(initialized.status).toBe(200)
    expect(initialized.json.result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'Mirohub' },
    })
    expect(initialized.json.result).not.toHaveProperty('resultType')
    expect(id).not.toBe('')
  })

  it('acknowledges notifications and answers with 202 and no body', async () => {
    const session = await open()
    const bodies = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
      { jsonrpc: '2.0', id: 99, result: {} },
      { jsonrpc: '2.0', id: 99, error: { code: 1, message: 'no' } },
    ]
    for (const body of bodies) {
      const answer = await session.post(body)
      expect([answer.status, answer.text]).toEqual([202, ''])
    }
  })

  it('answers ping, lists and calls, without the words of the newer era', async () => {
    const session = await open()
    expect((await session.post(ping('p'))).json).toEqual({ jsonrpc: '2.0', id: 'p', result: {} })
    const list = (await session.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).json.result
    expect(Object.keys(list)).toEqual(['tools'])
    expect(list.tools.map((tool) => tool.name)).toEqual(['echo', 'fail', 'list', 'wait', 'whoami'])
    const result = (await session.post(call(2, 'list'))).json.result
    expect(result).toMatchObject({ isError: false, content: [{ type: 'text', text: '[1,2,3]' }] })
  })

  it.each([
    [{ jsonrpc: '2.0', id: 1, method: 'tools/destroy' }, -32601],
    [{ jsonrpc: '2.0', id: 1, method: 'server/discover' }, -32601],
    [{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } }, -32601],
    [call(1, 'nobody_wrote_this'), -32602],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32602],
  ])('answers %j with %i', async (body, code) => {
    const answer = await (await open()).post(body)
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([200, 1, code])
  })

  it.each([
    ['{', -32700],
    ['5', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['[]', -32600],
  ])('answers the body %s with 400 and %i, and the session lives on', async (body, code) => {
    const session = await open()
    const headers = Object.entries({ ...session.headers, 'Content-Type': 'application/json' })
    const answer = await raw(endpoint.port, { headers, body })
    expect([answer.status, answer.json.error.code]).toEqual([400, code])
    expect((await session.post(ping(1))).status).toBe(200)
  })

  it('refuses a version that it does not know in the header, and takes a request without one', async () => {
    const session = await open()
    const { 'MCP-Protocol-Version': _, ...without } = session.headers
    const send = (headers: Record<string, string>) =>
      raw(endpoint.port, {
        headers: Object.entries({ ...without, ...headers, 'Content-Type': 'application/json' }),
        body: JSON.stringify(ping(1)),
      })
    expect((await send({})).status).toBe(200)
    expect((await send({ 'MCP-Protocol-Version': version })).status).toBe(200)
    for (const unknown of ['1999-01-01', 'x', '']) {
      expect([unknown, (await send({ 'MCP-Protocol-Version': unknown })).status]).toEqual([unknown, 400])
    }
  })

  it('cancels a call and says no more of it', async () => {
    const session = await open()
    const mark = `${version}-cancel`
    const answer = session.post(call(7, 'wait', { value: 60_000, mark }))
    await until(() => endpoint.registry.calls.some((made) => JSON.stringify(made.args).includes(mark)))
    const params = { requestId: 7, reason: 'changed my mind' }
    expect((await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params })).status).toBe(202)
    expect((await answer).text).toBe('')
    await until(() => endpoint.registry.cancelled.some((args) => JSON.stringify(args).includes(mark)))
  })

  it('puts the empty event that primes a client to come back before clients that know it only', async () => {
    const session = await open()
    const stream = await session.stream(call(1, 'wait', { value: 1 }, { progressToken: 1 }))
    const first = await stream.next()
    expect(first.data === '').toBe(version === '2025-11-25')
    expect(first.id).not.toBeNull()
  })
})

describe('batches', () => {
  const batch = [ping(1), { jsonrpc: '2.0', method: 'notifications/initialized' }, call(2, 'list')]

  it.each(['2025-03-26', '2024-11-05'])('are answered by id in %s', async (version) => {
    const session = await openSession(endpoint.port, { version })
    const answer = await session.post(batch)
    expect(answer.status).toBe(200)
    expect(answer.batch.map((message) => message.id).sort()).toEqual([1, 2])
  })

  it('come as one stream to a client of 2025-03-26 where one of them has progress to tell', async () => {
    const session = await openSession(endpoint.port, { version: '2025-03-26' })
    const stream = await session.stream([ping(1), call(2, 'wait', { value: 1 }, { progressToken: 1 })])
    const seen = [await stream.message(), await stream.message(), await stream.message(), await stream.message()]
    expect(seen.flatMap((message) => (message.id === undefined ? [] : [message.id])).sort()).toEqual([1, 2])
    await stream.ended
  })

  it.each(['2025-06-18', '2025-11-25'])('were taken out of %s', async (version) => {
    const before = endpoint.registry.calls.length
    const session = await openSession(endpoint.port, { version })
    const inSession = await session.post(batch)
    expect([inSession.status, inSession.json.error.code]).toEqual([400, -32600])
    const alone = await bare(endpoint.port, batch, [['MCP-Protocol-Version', version]])
    expect([alone.status, alone.json.error.code]).toEqual([400, -32600])
    expect(endpoint.registry.calls).toHaveLength(before)
  })

  it('of notifications alone are acknowledged', async () => {
    const session = await openSession(endpoint.port, { version: '2025-03-26' })
    const answer = await session.post([{ jsonrpc: '2.0', method: 'notifications/initialized' }])
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  it('hold no initialize, no id twice, nothing that is no message, and not more than 100', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }
    const many = Array.from({ length: 101 }, (_, id) => ping(id))
    for (const body of [[initialize], [initialize, ping(2)], [ping(1), ping(1)], [ping(1), {}], many]) {
      const answer = await bare(endpoint.port, body)
      expect([answer.status, answer.json.error.code, answer.headers['mcp-session-id']]).toEqual([
        400,
        -32600,
        undefined,
      ])
    }
  })
})

it('a modern request in the middle of a session is served as one, without it', async () => {
  const session = await openSession(endpoint.port)
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const modern = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }
  expect((await session.post(list, modern)).json.result.resultType).toBe('complete')
  for (const method of ['GET', 'DELETE']) {
    const headers = Object.entries({ ...session.headers, ...modern, Accept: 'text/event-stream' })
    expect((await raw(endpoint.port, { method, headers })).status).toBe(405)
  }
  expect((await session.post(ping(1))).status).toBe(200)
})
