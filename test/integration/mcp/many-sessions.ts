/** What is left of many sessions that clients opened and never closed. */
import { Agent } from 'node:http'
import { bare, raw } from './endpoint-fixture.ts'

/** Opens `count` sessions, a hundred at once, and answers which of the last 33 are alive, in the order they were opened. */
export async function lastOfManySessions(port: number, count: number): Promise<boolean[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  const headers = [['Content-Type', 'application/json']] as const
  const initialize = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize' })
  const ids: string[] = []
  try {
    for (let opened = 0; opened < count; opened += 100) {
      const answers = Array.from({ length: 100 }, () => raw(port, { headers, body: initialize, agent }))
      for (const answer of await Promise.all(answers)) ids.push(String(answer.headers['mcp-session-id']))
    }
  } finally {
    agent.destroy()
  }
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  return Promise.all(
    ids.slice(-33).map(async (id) => (await bare(port, ping, [['Mcp-Session-Id', id]])).status === 200),
  )
}
