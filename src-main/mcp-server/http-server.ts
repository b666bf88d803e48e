/**
 * The hub's one HTTP server, on loopback: `/mcp`, and the page and websocket that the api mounts. Every request passes
 * the guard first, whatever its route; every answer carries the same security headers.
 */

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Config } from '../config/config.ts'
import { version } from '../config/version.ts'
import type { Logger } from '../log/logger.ts'
import type { McpBackend } from './backend.ts'
import type { HeardRequest } from './client-activity.ts'
import { createGuard, type Guard, type GuardRefusal } from './guard.ts'
import type { Authenticator, McpCaller } from './identity.ts'
import { abandonBody } from './json-body.ts'
import { REFUSED, rpcError, sendJson } from './json-rpc.ts'
import { DEFAULT_LIMITS, type EndpointLimits } from './limits.ts'
import { listenOn } from './listen.ts'
import { type ChangeKind, createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from './mcp-endpoint.ts'
import { createSite, type Mount, type Site } from './site.ts'

export interface HttpServerOptions {
  readonly config: Pick<Config, 'http' | 'mcpPublicUrl'>
  readonly log: Logger
  readonly authenticator: Authenticator
  /** What a caller may list and call: the registry, or a test's own. */
  readonly backendFor: (caller: McpCaller) => McpBackend
  /** Further routes behind the guard, after `/mcp`, in order. */
  readonly mounts?: readonly Mount[]
  /** Takes websocket upgrades whose Host and Origin are good. */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Called for every MCP request that passed identity. */
  readonly onHeard?: (heard: HeardRequest) => void
  /** Where a test wants other limits than DEFAULT_LIMITS. */
  readonly limits?: Partial<EndpointLimits>
  /** Milliseconds, for limits and idle sessions; a clock that does not run backwards. */
  readonly now?: () => number
  readonly loginResult?: McpEndpointOptions['loginResult']
}

export interface HttpAddresses {
  /** Origin, without a slash at the end. */
  readonly url: string
  readonly mcpUrl: string
  readonly port: number
}

export interface HttpServer {
  /**
   * A number is that port (0: any free one) or an HttpServerError; 'configured' is the configured port, and where that
   * is the default one and taken, the next free one.
   */
  listen(port: number | 'configured'): Promise<HttpAddresses>
  /** Tells listening MCP clients that tools came or went, or that what is listed changed (data arrived). */
  toolsChanged(): void
  /** The same for any list. */
  changed(kind: ChangeKind): void
  /** Tells the modern clients that listen for this resource; a session's own server tells its client. */
  resourceUpdated(uri: string): void
  /** Stops taking requests, lets running ones end for up to two seconds, closes every connection. Idempotent. */
  close(): Promise<void>
}

/** Time for all headers of a request: a client that drips them is cut off. Bodies have their own limits by route. */
const HEADERS_TIMEOUT_MS = 10_000
const TIMEOUT_CHECK_MS = 2_000
/** For answers on their way out when everything else has ended. */
const LAST_ANSWERS_MS = 200

const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
]

export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { config, mounts = [], onUpgrade } = options
  const log = options.log.child('http')
  const identity = { name: config.http.serverName || 'Mirohub', version }
  const site = createSite(config)
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const now = options.now ?? (() => performance.now())
  const mcp = createMcpEndpoint({ ...options, log, identity, site, limits, now })
  const mcpPath = `${config.http.uriPrefix}/mcp`
  const app = buildApp(mcpPath, mcp.handle, mounts, site, log)
  /** Known once the port is; until then nobody gets in. */
  let guard: Guard | null = null

  const refusalOf = (request: IncomingMessage): GuardRefusal | null => {
    if (guard === null) return 'host'
    const verdict = guard.check(request)
    if (verdict.ok) return null
    log.warn('refused a request that did not come from this computer', { refusal: verdict.refusal })
    return verdict.refusal
  }

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Off: an upload of gigabytes may take as long as it takes. Routes with small bodies set their own deadline.
      requestTimeout: 0,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // The guard answers a missing Host like any other wrong one.
      requireHostHeader: false,
      // A Java client offers h2c on every request; that is no websocket and must be answered as a plain request.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    (request, response) => {
      for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value)
      const refusal = refusalOf(request)
      if (refusal === null) return app(request, response)
      abandonBody(request)
      sendJson(response, 403, rpcError(REFUSED, `Forbidden: the ${refusal} of this request is not allowed here.`))
    },
  )
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (refusalOf(request) !== null) return endUpgrade(socket, '403 Forbidden')
    if (onUpgrade === undefined) return endUpgrade(socket, '404 Not Found')
    onUpgrade(request, socket, head)
  })

  let closing: Promise<void> | null = null
  return {
    async listen(port) {
      const at = await listenOn(server, config.http, port, log)
      site.listening(at.port)
      guard = createGuard({ port: at.port, publicUrl: config.mcpPublicUrl })
      return { url: at.url, mcpUrl: `${at.url}${mcpPath}`, port: at.port }
    },
    toolsChanged: () => mcp.changed('tools'),
    changed: (kind) => mcp.changed(kind),
    resourceUpdated: (uri) => mcp.resourceUpdated(uri),
    close() {
      closing ??= (async () => {
        const closed = closeServer(server)
        await mcp.close()
        await closed()
      })()
      return closing
    },
  }
}

function buildApp(
  mcpPath: string,
  handleMcp: McpEndpoint['handle'],
  mounts: readonly Mount[],
  site: Site,
  log: Logger,
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  const nothingHere: RequestHandler = (_request, response) =>
    sendJson(response, 404, { error: 'There is nothing at this address.' })
  app.all(mcpPath, (request, response, next) => handleMcp(request, response, null, next))
  app.use((request, response, next) => {
    const secret = secretOf(request.url, mcpPath)
    return secret === null ? next() : handleMcp(request, response, secret, next)
  })
  for (const mount of mounts) mount(app, site)
  app.use(nothingHere)
  // Express tells an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    const status = statusOf(error)
    if (status >= 500) log.error('a request failed', { method: request.method, error })
    if (response.headersSent) response.destroy()
    else sendJson(response, status, { error: status >= 500 ? 'Something went wrong here.' : 'Bad request.' })
  }
  app.use(onError)
  return app
}

/** What comes after `/mcp/`, as it came: our secrets need no decoding, and what needs it is none of them. */
function secretOf(target: string, mcpPath: string): string | null {
  const [path = ''] = target.split('?')
  const secret = path.startsWith(`${mcpPath}/`) ? path.slice(mcpPath.length + 1) : ''
  return secret === '' || secret.includes('/') ? null : secret
}

/** Express and its parts put a client's fault on the error as `status`. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500
}

function endUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Stops listening now; the function it returns cuts what is still open shortly after. */
function closeServer(server: Server): () => Promise<void> {
  if (!server.listening) return async () => {}
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  return async () => {
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
    await closed
    clearTimeout(timer)
  }
}
