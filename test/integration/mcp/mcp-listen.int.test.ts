/** Ports, prefixes and the end: who is told what when a port is taken, and that nothing is left open. */
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../src-main/log/logger.ts'
import { bare, raw, startEndpoint } from './endpoint-fixture.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const config = (http: Partial<{ host: string; port: number; uriPrefix: string; serverName: string }>) => ({
  config: { http: { host: '127.0.0.1', port: 0, uriPrefix: '', serverName: '', ...http }, mcpPublicUrl: null },
})

async function occupy(port = 0): Promise<{ port: number; close: () => Promise<void> } | null> {
  const server = createServer()
  const taken = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  const address = server.address()
  if (!taken || typeof address !== 'object' || address === null) return null
  return { port: address.port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

describe('a port that is taken', () => {
  it('is an error that names it when it was asked for', async () => {
    await using first = await startEndpoint()
    await expect(startEndpoint({}, first.port)).rejects.toMatchObject({
      code: 'port_taken',
      message: expect.stringContaining(String(first.port)),
      hint: expect.stringContaining('--port'),
    })
  })

  it('is an error too when the configuration chose it', async () => {
    const busy = await occupy()
    if (busy === null) throw new Error('no port could be taken')
    try {
      const start = startEndpoint({ ...config({ port: busy.port }) }, 'configured')
      await expect(start).rejects.toMatchObject({ code: 'port_taken' })
    } finally {
      await busy.close()
    }
  })

  it('gives way to the next free one when it is the default, and says so', async () => {
    const busy = await occupy(18060)
    let written = ''
    const log = createLogger({ level: 'warn', dataDir: null, stream: { write: (text) => (written += text) } })
    await using moved = await startEndpoint({ ...config({ port: 18060 }), log }, 'configured')
    expect(moved.port).toBeGreaterThan(18060)
    expect(moved.port).toBeLessThanOrEqual(18080)
    expect(moved.mcpUrl).toBe(`http://127.0.0.1:${moved.port}/mcp`)
    expect(written).toContain('port 18060 is taken')
    expect((await bare(moved.port, ping)).status).toBe(200)
    await busy?.close()
  })
})

it('an address of the network is refused before anything listens', async () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.2', 'example.org']) {
    await expect(startEndpoint(config({ host }))).rejects.toMatchObject({ code: 'not_loopback' })
  }
})

it('the network’s address of this computer does not answer', async () => {
  await using endpoint = await startEndpoint()
  const outward = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find((entry) => entry.family === 'IPv4' && !entry.internal)
  if (outward === undefined) return
  await expect(fetch(`http://${outward.address}:${endpoint.port}/mcp`)).rejects.toThrow()
})

it('HTTP_URI_PREFIX goes before /mcp, HTTP_SERVER_NAME into serverInfo', async () => {
  await using endpoint = await startEndpoint(config({ uriPrefix: '/hub', serverName: 'Ada’s data' }))
  expect(endpoint.mcpUrl).toBe(`${endpoint.url}/hub/mcp`)
  const body = JSON.stringify({ ...ping, method: 'initialize' })
  const answer = await raw(endpoint.port, { path: '/hub/mcp', body })
  expect(answer.json.result).toMatchObject({ serverInfo: { name: 'Ada’s data' } })
  expect((await bare(endpoint.port, ping)).status).toBe(404)
})

it('closes idle connections, a listening stream and a running call, and frees the port', async () => {
  const endpoint = await startEndpoint()
  await fetch(endpoint.mcpUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ping),
  })
  const call = { ...ping, method: 'tools/call', params: { name: 'wait', arguments: { value: 60_000 } } }
  const running = bare(endpoint.port, call).catch(() => 'cut off')
  while (endpoint.registry.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const started = Date.now()
  await endpoint.server.close()
  await endpoint.server.close()
  expect(Date.now() - started).toBeLessThan(5_000)
  expect(await running).toBe('cut off')
  while (endpoint.registry.cancelled.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await expect(fetch(endpoint.mcpUrl)).rejects.toThrow()
  expect(endpoint.registry.listeners).toBe(0)
})

describe('a call that runs when the hub stops', () => {
  it.each([false, true])('is answered when it ends soon (modern era: %s)', async (modern) => {
    const endpoint = await startEndpoint()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { name: 'wait', arguments: { value: 300 }, ...(modern ? { _meta } : {}) }
    const headers: [string, string][] = [
      ['MCP-Protocol-Version', '2026-07-28'],
      ['Mcp-Method', 'tools/call'],
      ['Mcp-Name', 'wait'],
    ]
    const running = bare(endpoint.port, { ...ping, method: 'tools/call', params }, modern ? headers : [])
    while (endpoint.registry.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await endpoint.server.close()
    expect((await running).json.result.structuredContent).toMatchObject({ waited: 300 })
  })
})
