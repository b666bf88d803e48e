/** Who was heard: every request that passed identity, by the name its client gave, and no other. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeEach, expect, it } from 'vitest'
import type { HeardRequest } from '../../../src-main/mcp-server/client-activity.ts'
import { bare, raw, startEndpoint } from './endpoint-fixture.ts'
import { openSession } from './stream-client.ts'

const heard: HeardRequest[] = []
const start = () => startEndpoint({ onHeard: (request) => heard.push(request) })
beforeEach(() => {
  heard.length = 0
})

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const alice = { userId: 1, credential: 'token:00000000-0000-4000-8000-00000000000a', label: null, via: 'http' }

it('a session is heard under the name of its initialize, with its stream and its end', async () => {
  await using own = await start()
  const session = await openSession(own.port, { token: 'token-of-alice', version: '2025-06-18' })
  await session.post(ping)
  await session.listen()
  await session.end()
  expect(heard).toHaveLength(5)
  for (const each of heard) {
    expect(each).toEqual({ ...alice, name: 'raw-session', version: '7', protocol: '2025-06-18' })
  }
})

it('a modern client is heard under the name in its requests', async () => {
  await using own = await start()
  const client = new Client({ name: 'Modern', version: '3' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { Authorization: 'Bearer token-of-alice' } }
  await client.connect(new StreamableHTTPClientTransport(new URL(own.mcpUrl), { requestInit }))
  await client.listTools()
  await client.close()
  expect(heard.at(-1)).toEqual({ ...alice, name: 'Modern', version: '3', protocol: '2026-07-28' })
})

it('a bare request is heard under its user agent, without a person where it showed no credential', async () => {
  await using own = await start()
  await bare(own.port, ping, [['User-Agent', 'curl/8.5.0']])
  await bare(own.port, ping)
  const nobody = { version: null, userId: null, credential: null, label: null, via: 'http', protocol: null }
  expect(heard).toEqual([
    { ...nobody, name: 'curl' },
    { ...nobody, name: 'unnamed client' },
  ])
})

it('what did not pass is not heard', async () => {
  await using own = await start()
  await bare(own.port, ping, [['Authorization', 'Bearer wrong']])
  await raw(own.port, { path: '/mcp/wrong', body: JSON.stringify(ping) })
  await raw(own.port, {
    headers: [
      ['Host', 'evil.test'],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify(ping),
  })
  await raw(own.port, { method: 'GET', headers: [] })
  await raw(own.port, { body: '{' })
  expect(heard).toEqual([])
})
