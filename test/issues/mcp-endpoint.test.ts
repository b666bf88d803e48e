/** Faults that other MCP servers had in public, replayed against our endpoint. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ALICE, BOB, bare, raw, startEndpoint } from '../integration/mcp/endpoint-fixture.ts'
import { lastOfManySessions } from '../integration/mcp/many-sessions.ts'
import { openSession } from '../integration/mcp/stream-client.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.server.close())

const effects = () => endpoint.registry.calls.length + endpoint.registry.lists.length
const whoami = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'whoami', arguments: {} },
})

it('CVE-2025-66414, CVE-2026-34742, CVE-2025-10193: rebinding protection is on without anybody turning it on', async () => {
  const before = effects()
  for (const header of [
    ['Host', `rebound.example:${endpoint.port}`],
    ['Origin', `http://rebound.example:${endpoint.port}`],
  ] as const) {
    const headers = [header, ['Content-Type', 'application/json']] as const
    const answer = await raw(endpoint.port, { headers, body: JSON.stringify(whoami(1)) })
    expect(answer.status).toBe(403)
  }
  expect(effects()).toBe(before)
})

it('CVE-2025-49596: no address of the server starts a command', async () => {
  const query = 'transportType=stdio&command=touch&args=%2Ftmp%2Fpwned'
  for (const path of [`/sse?${query}`, `/stdio?${query}`, `/mcp?${query}`, `/api/mcp/connect?${query}`]) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? '{"command":"touch","args":["/tmp/pwned"]}' : undefined
      const answer = await raw(endpoint.port, { method, path, body })
      expect([path, method, [400, 404, 405].includes(answer.status)]).toEqual([path, method, true])
    }
  }
})

it('CVE-2026-25536: a shared transport gave one client the answer of another with the same id', async () => {
  const [ofAlice, ofBob] = await Promise.all(
    ['alice', 'bob'].map((name) => bare(endpoint.port, whoami(1), [['Authorization', `Bearer token-of-${name}`]])),
  )
  expect(ofAlice?.json.result.structuredContent.user).toBe(ALICE)
  expect(ofBob?.json.result.structuredContent.user).toBe(BOB)
})

it('CVE-2026-59822: a credential that was not understood fell back to no credential at all', async () => {
  const before = effects()
  for (const value of ['Bearer', 'bearer x', 'Token token-of-alice', 'Bearer token-of-alice,token-of-bob']) {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await bare(endpoint.port, list, [['Authorization', value]])).status).toBe(401)
  }
  expect(effects()).toBe(before)
})

it('a cross-site form or text/plain post reaches no tool, as simple requests need no preflight', async () => {
  const before = effects()
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
    const answer = await raw(endpoint.port, { headers: [['Content-Type', type]], body: JSON.stringify(whoami(1)) })
    expect(answer.status).toBe(415)
  }
  expect(effects()).toBe(before)
})

it('a body of 5 or null crashed a server that looked for "id" before it looked for an object', async () => {
  for (const body of ['5', 'null', '"x"', 'false']) {
    const answer = await raw(endpoint.port, { body })
    expect([body, answer.status, answer.json.error.code]).toEqual([body, 400, -32600])
  }
})

it('a notification answered with a JSON body broke clients; it is 202 and empty', async () => {
  const answer = await bare(endpoint.port, { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([answer.status, answer.text, answer.headers['content-length'] ?? '0']).toEqual([202, '', '0'])
})

it('server/discover named its versions in a field that the SDK refuses', async () => {
  const { result } = (await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'server/discover' })).json
  expect(result.supportedVersions).toEqual(['2026-07-28'])
  expect(result).not.toHaveProperty('supportedProtocolVersions')
})

it('tools/list was gated by the URL secret alone and never by a bearer token', async () => {
  await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, [['Authorization', 'Bearer token-of-bob']])
  expect(endpoint.registry.lists.at(-1)?.user?.publicId).toBe(BOB)
})

it('CVE-2026-52869, CVE-2026-59951: whoever knew a session id spoke in the name of its owner', async () => {
  const ofAlice = await openSession(endpoint.port, { token: 'token-of-alice' })
  const stream = await ofAlice.listen()
  for (const credential of [['Authorization', 'Bearer token-of-bob'] as const, null]) {
    const stolen = [['Mcp-Session-Id', ofAlice.id] as const, ...(credential === null ? [] : [credential])]
    expect((await bare(endpoint.port, whoami(1), stolen)).status).toBe(404)
    const accept = ['Accept', 'text/event-stream'] as const
    expect((await raw(endpoint.port, { method: 'GET', headers: [...stolen, accept] })).status).toBe(404)
    expect((await raw(endpoint.port, { method: 'DELETE', headers: stolen })).status).toBe(404)
  }
  endpoint.registry.listChanged()
  expect((await stream.message()).method).toBe('notifications/tools/list_changed')
})

it('CVE-2026-59951: sessions were never freed; here 500 opened ones leave 32 (test/long opens 10,000)', async () => {
  expect(await lastOfManySessions(endpoint.port, 500)).toEqual([false, ...Array(32).fill(true)])
})

it('python-sdk#3556, mcp-remote#106: a session from before a restart is 404, and the client begins again', async () => {
  const before = await startEndpoint()
  const { headers } = await openSession(before.port)
  await before.server.close()
  await using after = await startEndpoint()
  const lost = await raw(after.port, {
    headers: Object.entries({ ...headers, 'Content-Type': 'application/json' }),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  })
  expect([lost.status, lost.json.error.message]).toEqual([404, 'There is no such session: initialize again.'])
  const again = await openSession(after.port)
  expect((await again.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200)
})

it('typescript-sdk transports left a stream open for ever whose request the client had cancelled', async () => {
  const session = await openSession(endpoint.port)
  const call = { ...whoami('c'), params: { name: 'wait', arguments: { value: 60_000 }, _meta: { progressToken: 1 } } }
  const stream = await session.stream(call)
  await stream.message()
  await session.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'c' } })
  await stream.ended
})
