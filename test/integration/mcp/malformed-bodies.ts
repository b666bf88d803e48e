/** Bodies that no client should send, and what every answer to one must be. Shared by the short and the long test. */
import type { Agent } from 'node:http'
import fc from 'fast-check'
import { expect } from 'vitest'
import { raw } from './endpoint-fixture.ts'

const method = fc.constantFrom(
  'tools/list',
  'tools/call',
  'initialize',
  'server/discover',
  'ping',
  'subscriptions/listen',
  'resources/read',
  'prompts/get',
  'logging/setLevel',
  'completion/complete',
  'notifications/cancelled',
  'notifications/progress',
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
const params = fc.oneof(
  fc.record(
    {
      name: fc.oneof(fc.constantFrom('echo', 'list'), fc.jsonValue()),
      arguments: fc.jsonValue(),
      _meta: meta,
      requestId: fc.jsonValue(),
      protocolVersion: fc.oneof(fc.constantFrom('2025-11-25', '2024-11-05'), fc.jsonValue()),
      capabilities: fc.jsonValue(),
      clientInfo: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)
const message = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 4, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: fc.jsonValue() }),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof({ weight: 4, arbitrary: method }, { weight: 1, arbitrary: fc.jsonValue() }),
    params,
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const json = fc
  .oneof(message, fc.jsonValue(), fc.array(message, { maxLength: 3 }))
  .map((value) => JSON.stringify(value))

/** A good request with bytes cut out, put in or turned over. */
const broken = fc
  .tuple(json, fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.uint8Array({ maxLength: 4 })), { minLength: 1, maxLength: 3 }))
  .map(([text, edits]) => {
    let bytes = Buffer.from(text)
    for (const [at, cut, put] of edits) {
      const place = at % (bytes.length + 1)
      bytes = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)])
    }
    return bytes
  })

export interface Malformed {
  readonly body: string | Buffer
  readonly headers: readonly (readonly [string, string])[]
}

/** `session` is the id of an open session, to be named now and then. */
export function malformedRequest(session: string): fc.Arbitrary<Malformed> {
  const body = fc.oneof(
    { weight: 6, arbitrary: json },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.uint8Array().map((bytes) => Buffer.from(bytes)) },
  )
  const version = fc.constantFrom('', '', '2026-07-28', '2025-06-18', '2025-03-26', '1999-01-01', 'x')
  const sessionId = fc.constantFrom('', '', session, 'unknown')
  const accept = fc.constantFrom('', '*/*', 'application/json', 'application/json, text/event-stream')
  return fc
    .record({ body, version, method, sessionId, accept })
    .map(({ body, version, method, sessionId, accept }) => ({
      // A good listening request is answered for as long as its client stays: there is nothing to wait for.
      body: body.includes('subscriptions/listen') && body.includes('clientCapabilities') ? '{}' : body,
      headers: [
        ['Content-Type', 'application/json'],
        ...(version === '' ? [] : [['MCP-Protocol-Version', version] as const, ['Mcp-Method', method] as const]),
        ...(sessionId === '' ? [] : [['Mcp-Session-Id', sessionId] as const]),
        ...(accept === '' ? [] : [['Accept', accept] as const]),
      ],
    }))
}

/** JSON-RPC in kind: an error or answers, never a 500, and nothing at all for what wants no answer. */
export async function expectAnswerInKind(port: number, { body, headers }: Malformed, agent: Agent): Promise<void> {
  const answer = await raw(port, { body, headers, agent })
  expect([200, 202, 400, 401, 404]).toContain(answer.status)
  if (answer.status === 202) expect(answer.text).toBe('')
  else if (answer.headers['content-type'] === 'text/event-stream') expect(answer.text).toContain('"jsonrpc":"2.0"')
  else {
    const messages = answer.batch.length > 0 ? answer.batch : [answer.json]
    for (const each of messages) expect(each.jsonrpc).toBe('2.0')
  }
}
