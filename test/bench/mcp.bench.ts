/**
 * What our HTTP stack costs over the bare SDK: the same trivial tool behind both, each server in a process of its own,
 * calls taken in turns so that the machine's load hits both alike. Prints p50, p95 and the ratio per era.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpExpressApp } from '@modelcontextprotocol/express'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { silentLogger } from '../../src-main/log/logger.ts'
import { createHttpServer } from '../../src-main/mcp-server/http-server.ts'
import { createAuthenticator } from '../../src-main/mcp-server/identity.ts'
import { registryBackend } from '../../src-main/mcp-server/tool-backend.ts'
import { createFakeRegistry } from '../integration/mcp/fake-registry.ts'

const ROUNDS = 6
const CALLS_PER_ROUND = 150
const WARM_UP_CALLS = 100
/** The bar of the next issue. */
const TARGET_RATIO = 1.3

async function serveOurs(): Promise<number> {
  const registry = createFakeRegistry()
  const server = await createHttpServer({
    config: { http: { host: '127.0.0.1', port: 0, uriPrefix: '', serverName: '' }, mcpPublicUrl: null },
    log: silentLogger,
    authenticator: createAuthenticator({
      profiles: { get: async () => null },
      tokens: { verify: async () => ({ ok: false, reason: 'foreign' }) },
    }),
    backendFor: (caller) => registryBackend(registry, caller),
  })
  return (await server.listen(0)).port
}

async function serveBare(): Promise<number> {
  const handler = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'bare', version: '1' })
      const inputSchema = z.object({ value: z.string() })
      server.registerTool('echo', { description: 'The tool echo.', inputSchema }, async (args) => {
        const result = { success: true, args, user: null, actor: 'bare' }
        return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
      })
      return server
    }),
  )
  const app = createMcpExpressApp()
  app.all('/mcp', (request, response) => void handler(request, response, request.body))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the bare server has no port')
  return address.port
}

type ServerName = 'ours' | 'bare'

async function startServer(name: ServerName) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), name], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  return { url: new URL(`http://127.0.0.1:${Number(String(line))}/mcp`), stop: () => child.kill() }
}

async function connect(url: URL, mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url))
  return client
}

async function timedCall(client: Client): Promise<number> {
  const started = performance.now()
  await client.callTool({ name: 'echo', arguments: { value: 'x'.repeat(64) } })
  return performance.now() - started
}

function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.floor((sorted.length - 1) * q)] ?? Number.NaN
}

async function measure(mode: 'auto' | 'legacy', urls: Readonly<Record<ServerName, URL>>): Promise<number> {
  const clients = { ours: await connect(urls.ours, mode), bare: await connect(urls.bare, mode) }
  const times: Record<ServerName, number[]> = { ours: [], bare: [] }
  for (let call = 0; call < WARM_UP_CALLS; call++)
    for (const name of ['ours', 'bare'] as const) await timedCall(clients[name])
  for (let round = 0; round < ROUNDS; round++) {
    for (let call = 0; call < CALLS_PER_ROUND; call++) {
      // Who goes first changes, so that neither always follows the other's garbage.
      const order = (round + call) % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
      for (const name of order) times[name].push(await timedCall(clients[name]))
    }
  }
  const p50: Record<ServerName, number> = { ours: 0, bare: 0 }
  for (const name of ['bare', 'ours'] as const) {
    const sorted = times[name].sort((a, b) => a - b)
    p50[name] = quantile(sorted, 0.5)
    const p95 = quantile(sorted, 0.95)
    process.stdout.write(`${mode.padEnd(7)} ${name}: p50 ${p50[name].toFixed(2)} ms, p95 ${p95.toFixed(2)} ms\n`)
  }
  for (const client of Object.values(clients)) await client.close()
  return p50.ours / p50.bare
}

const role = process.argv[2]
if (role === 'ours' || role === 'bare') {
  process.stdout.write(`${role === 'ours' ? await serveOurs() : await serveBare()}\n`)
} else {
  const [ours, bare] = await Promise.all([startServer('ours'), startServer('bare')])
  try {
    for (const mode of ['auto', 'legacy'] as const) {
      const ratio = await measure(mode, { ours: ours.url, bare: bare.url })
      process.stdout.write(`${mode.padEnd(7)} ratio of p50: ${ratio.toFixed(2)} (target ${TARGET_RATIO} at most)\n`)
    }
  } finally {
    ours.stop()
    bare.stop()
  }
}
