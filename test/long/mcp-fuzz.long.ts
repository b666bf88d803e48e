/** 100,000 malformed bodies at the real server: no crash, no hung request, no answer out of kind, no memory kept. */
import { Agent } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { raw, startEndpoint } from '../integration/mcp/endpoint-fixture.ts'
import { expectAnswerInKind, malformedRequest } from '../integration/mcp/malformed-bodies.ts'
import { openSession } from '../integration/mcp/stream-client.ts'

const TOTAL = 100_000
const AT_ONCE = 20
/** What may stay behind after garbage collection: the open sessions with their events, and the noise of a test run. */
const MAX_GROWTH_BYTES = 80 * 1024 * 1024

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(async () => {
  agent.destroy()
  await endpoint.server.close()
})

it(`${TOTAL} bodies`, async () => {
  const session = await openSession(endpoint.port)
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`FUZZ_SEED=${seed}`)
  let before = 0
  for (let done = 0; done < TOTAL; done += 1_000) {
    const requests = fc.sample(malformedRequest(session.id), { numRuns: 1_000, seed: seed + done })
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      const some = requests.slice(at, at + AT_ONCE)
      await Promise.all(some.map((request) => expectAnswerInKind(endpoint.port, request, agent)))
    }
    // The fake registry keeps what it was asked; that is the test's memory and not the server's.
    endpoint.registry.calls.length = 0
    endpoint.registry.lists.length = 0
    if (done === 10_000) before = heapUsed()
  }
  expect((await raw(endpoint.port, { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })).status).toBe(200)
  expect((await session.post({ jsonrpc: '2.0', id: 'after', method: 'ping' })).status).toBe(200)
  expect(heapUsed() - before).toBeLessThan(MAX_GROWTH_BYTES)
  expect(endpoint.registry.waiting).toBe(0)
})

/** After a full collection, so that what is measured is what is kept. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
