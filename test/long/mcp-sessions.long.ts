/** CVE-2026-59951 at its size: 10,000 opened sessions leave 32. A small case of it is in `npm test`. */
import { Agent } from 'node:http'
import { expect, it } from 'vitest'
import { bare, raw, startEndpoint } from '../integration/mcp/endpoint-fixture.ts'

it('10,000 opened sessions leave 32, the newest', async () => {
  await using endpoint = await startEndpoint()
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  const headers = [['Content-Type', 'application/json']] as const
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize' })
  const ids: string[] = []
  try {
    for (let opened = 0; opened < 10_000; opened += 100) {
      const answers = Array.from({ length: 100 }, () => raw(endpoint.port, { headers, body: initialize, agent }))
      for (const answer of await Promise.all(answers)) ids.push(String(answer.headers['mcp-session-id']))
    }
  } finally {
    agent.destroy()
  }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const alive = async (id: string | undefined) =>
    (await bare(endpoint.port, ping, [['Mcp-Session-Id', id ?? '']])).status === 200
  expect(await Promise.all(ids.slice(-33).map(alive))).toEqual([false, ...Array(32).fill(true)])
})
