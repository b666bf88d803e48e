/** Whatever JSON arrives, the answer is JSON-RPC, no tool runs for nobody's request, and nothing is answered with 500. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { raw, startEndpoint } from './endpoint-fixture.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.server.close())

const method = fc.constantFrom(
  'tools/list',
  'tools/call',
  'initialize',
  'server/discover',
  'ping',
  'subscriptions/listen',
  'resources/read',
  'prompts/get',
  'notifications/cancelled',
  '',
  '__proto__',
)
const meta = fc.record(
  {
    'io.modelcontextprotocol/protocolVersion': fc.oneof(
      fc.constantFrom('2026-07-28', '2025-11-25', ''),
      fc.jsonValue(),
    ),
    'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
    'io.modelcontextprotocol/clientInfo': fc.jsonValue(),
    progressToken: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 4, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 4, arbitrary: method }, { weight: 1, arbitrary: fc.jsonValue() }),
    params: fc.oneof(
      fc.record(
        { name: fc.oneof(fc.constantFrom('echo', 'list'), fc.jsonValue()), arguments: fc.jsonValue(), _meta: meta },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
    result: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(message, fc.jsonValue(), fc.array(message, { maxLength: 3 }))
const versionHeader = fc.constantFrom('', '2026-07-28', '2025-06-18', '1999-01-01', 'x')

it('any body is answered in kind', async () => {
  await fc.assert(
    fc.asyncProperty(body, versionHeader, method, async (value, version, headerMethod) => {
      const text = JSON.stringify(value)
      // A well-formed listening request is answered for as long as the client stays: there is nothing to wait for.
      fc.pre(!text.includes('subscriptions/listen') || !text.includes('clientCapabilities'))
      const headers: [string, string][] = [['Content-Type', 'application/json']]
      if (version !== '') headers.push(['MCP-Protocol-Version', version], ['Mcp-Method', headerMethod])
      const answer = await raw(endpoint.port, { body: text, headers })
      expect([200, 202, 400, 401, 404]).toContain(answer.status)
      if (answer.status === 202) expect(answer.text).toBe('')
      else {
        const messages = answer.batch.length > 0 ? answer.batch : [answer.json]
        for (const each of messages) expect(each.jsonrpc).toBe('2.0')
      }
    }),
    { numRuns: 400 },
  )
  expect((await raw(endpoint.port, { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })).status).toBe(200)
})
