/** CVE-2026-59951 at its size: 10,000 opened sessions leave 32. A small case of it is in `npm test`. */
import { expect, it } from 'vitest'
import { startEndpoint } from '../integration/mcp/endpoint-fixture.ts'
import { lastOfManySessions } from '../integration/mcp/many-sessions.ts'

it('10,000 opened sessions leave 32, the newest', async () => {
  await using endpoint = await startEndpoint()
  expect(await lastOfManySessions(endpoint.port, 10_000)).toEqual([false, ...Array(32).fill(true)])
})
