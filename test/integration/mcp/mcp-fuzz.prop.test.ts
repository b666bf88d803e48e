/** Whatever bytes arrive, the answer is JSON-RPC, nothing is answered with 500, and nobody is left waiting. */
import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { raw, startEndpoint } from './endpoint-fixture.ts'
import { expectAnswerInKind, malformedRequest } from './malformed-bodies.ts'
import { openSession } from './stream-client.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
const agent = new Agent({ keepAlive: true, maxSockets: 12 })
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(async () => {
  agent.destroy()
  await endpoint.server.close()
})

// A hundred thousand of them are in test/long.
it('any of 900 bodies is answered in kind', async () => {
  const session = await openSession(endpoint.port)
  const several = fc.array(malformedRequest(session.id), { minLength: 30, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(several, async (requests) => {
      await Promise.all(requests.map((request) => expectAnswerInKind(endpoint.port, request, agent)))
    }),
    { numRuns: 30, endOnFailure: true },
  )
  expect((await raw(endpoint.port, { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })).status).toBe(200)
  expect((await session.post({ jsonrpc: '2.0', id: 'after', method: 'ping' })).status).toBe(200)
})
