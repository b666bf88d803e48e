/** An MCP server (both eras, one tool) that wants a token of a fake authorization server, and says so as RFC 9728 has it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { FakeOauthServer } from './oauth-server.ts'

export interface ProtectedServer {
  /** Of its MCP endpoint. */
  readonly url: string
  readonly settings: ProtectedSettings
  /** Authorization headers of the MCP requests, in order. */
  readonly seen: readonly (string | null)[]
  close(): Promise<void>
}

export interface ProtectedSettings {
  /** The first one named is the one whose tokens count. */
  issuers: readonly FakeOauthServer[]
  /** `resource` of its metadata; null: its own address. */
  resource: string | null
  /** In the 401; null: none is named. */
  scope: string | null
  scopesSupported: readonly string[] | null
  /** A 403 insufficient_scope for every tool call without it. */
  callScope: string | null
  /** In place of its own in the 401. */
  metadataUrl: string | null
  /** Takes any token at all as a bad one. */
  refusesAll: boolean
}

export async function startProtectedServer(
  told: Partial<ProtectedSettings> & Pick<ProtectedSettings, 'issuers'>,
): Promise<ProtectedServer> {
  const settings: ProtectedSettings = {
    resource: null,
    scope: null,
    scopesSupported: null,
    callScope: null,
    metadataUrl: null,
    refusesAll: false,
    ...told,
  }
  const seen: (string | null)[] = []
  const mcp = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'protected', version: '1.0.0' })
      server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }))
      return server
    }),
  )
  let origin = ''
  const wellKnown = '/.well-known/oauth-protected-resource/mcp'

  const server = createServer((request, response) => {
    if (request.url === wellKnown) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          resource: settings.resource ?? `${origin}/mcp`,
          authorization_servers: settings.issuers.map(({ url }) => url),
          ...(settings.scopesSupported === null ? {} : { scopes_supported: settings.scopesSupported }),
        }),
      )
      return
    }
    if (request.url !== '/mcp') {
      response.writeHead(404).end()
      return
    }
    const header = request.headers.authorization ?? null
    seen.push(header)
    const token = /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? ''
    const [issuer] = settings.issuers
    const where = `resource_metadata="${settings.metadataUrl ?? origin + wellKnown}"`
    if (settings.refusesAll || !issuer?.isLive(token)) {
      const scope = settings.scope === null ? '' : `, scope="${settings.scope}"`
      response.writeHead(401, { 'WWW-Authenticate': `Bearer ${where}${scope}` }).end()
      return
    }
    const isCall = request.headers['mcp-method'] === 'tools/call'
    if (isCall && settings.callScope !== null && !issuer.scopesOf(token).includes(settings.callScope)) {
      const challenge = `Bearer error="insufficient_scope", scope="${settings.callScope}", ${where}`
      response.writeHead(403, { 'WWW-Authenticate': challenge }).end()
      return
    }
    void mcp(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  return {
    url: `${origin}/mcp`,
    settings,
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
