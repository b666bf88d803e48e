/**
 * The servers of `hub.bench.ts`, each started as a process: `http`, a bare SDK server with the echo tool, and `hub`, our
 * hub with the echo program approved and shared. Prints one line, `{ url, headers }`, and ends with its input.
 */
import { once } from 'node:events'
import { createMcpExpressApp } from '@modelcontextprotocol/express'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { openServerBed } from '../integration/servers/hub-with-servers.ts'
import { echoServer } from './echo-server.ts'

interface Serving {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  close(): Promise<void> | void
}

async function serveBare(): Promise<Serving> {
  const handler = toNodeHandler(createMcpHandler(echoServer))
  const app = createMcpExpressApp()
  app.all('/mcp', (request, response) => void handler(request, response, request.body))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the bare server has no port')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${address.port}/mcp`, headers: {}, close }
}

async function serveHub(): Promise<Serving> {
  const bed = await openServerBed()
  const id = await bed.addFake('Echo', 'stdio-sdk.mjs')
  await bed.until(id, 'ready')
  await bed.page.servers.update({ id, settings: { shared: true } })
  const { token } = await bed.hub.services.tokens.mint({ userId: bed.person.id, days: 1, label: 'bench' })
  return { url: bed.at.mcp, headers: { Authorization: `Bearer ${token}` }, close: () => bed.close() }
}

const serving = await (process.argv[2] === 'hub' ? serveHub() : serveBare())
process.stdout.write(`${JSON.stringify({ url: serving.url, headers: serving.headers })}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await serving.close()
