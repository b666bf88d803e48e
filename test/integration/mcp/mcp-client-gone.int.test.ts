/** Clients that break off while their call runs: the work stops within a second and the server does not mind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bare, startEndpoint } from './endpoint-fixture.ts'
import { openSession, openStream, until } from './stream-client.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
const failures: unknown[] = []
const onFailure = (error: unknown) => failures.push(error)
beforeAll(async () => {
  endpoint = await startEndpoint()
  process.on('unhandledRejection', onFailure).on('uncaughtException', onFailure)
})
afterAll(async () => {
  process.off('unhandledRejection', onFailure).off('uncaughtException', onFailure)
  await endpoint.server.close()
})

const call = (_meta?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'wait', arguments: { value: 60_000 }, ...(_meta && { _meta }) },
})
const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const modern = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'wait' }
const url = () => endpoint.mcpUrl

/** Posts and breaks off as soon as the tool runs. */
async function breakOff(headers: Readonly<Record<string, string>>, body: object): Promise<void> {
  const before = endpoint.registry.calls.length
  const stop = new AbortController()
  const request = fetch(url(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: stop.signal,
  })
  await until(() => endpoint.registry.calls.length > before)
  stop.abort()
  await expect(request).rejects.toThrow()
}

/** The longest that work went on after its client had gone. */
async function stopsWithin(leave: () => Promise<void>): Promise<number> {
  const before = endpoint.registry.cancelled.length
  await leave()
  const left = performance.now()
  await until(() => endpoint.registry.cancelled.length > before)
  return performance.now() - left
}

describe('a client that is gone', () => {
  const session = () => openSession(endpoint.port, { accept: 'application/json' })
  const ways: [string, () => Promise<() => Promise<void>>][] = [
    ['bare', async () => () => breakOff({}, call())],
    ['modern', async () => () => breakOff(modern, call(modernMeta))],
    [
      'modern, on its stream',
      async () => async () => {
        const stream = await openStream(endpoint.port, {
          headers: modern,
          body: call({ ...modernMeta, progressToken: 1 }),
        })
        await stream.message()
        stream.cut()
      },
    ],
    [
      'bare, on its stream',
      async () => async () => {
        const stream = await openStream(endpoint.port, { body: call({ progressToken: 1 }) })
        await stream.message()
        stream.cut()
      },
    ],
    [
      'in a session',
      async () => {
        const { headers } = await session()
        return () => breakOff(headers, call())
      },
    ],
  ]

  it.each(ways)('%s, 50 times: each call is cancelled within a second', async (_name, prepare) => {
    const leave = await prepare()
    let longest = 0
    for (let round = 0; round < 50; round++) longest = Math.max(longest, await stopsWithin(leave))
    expect(longest).toBeLessThan(1_000)
    expect(endpoint.registry.waiting).toBe(0)
  })

  it('left no failure behind, and the next client is served', async () => {
    expect((await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200)
    expect(failures).toEqual([])
  })
})
