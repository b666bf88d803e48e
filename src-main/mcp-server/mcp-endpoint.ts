/**
 * `POST /mcp`: both protocol eras over one route. Modern requests (2026-07-28) go to the SDK's stateless handler, older
 * ones to the stateless leg beside it; identity is settled before either sees the request.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest, type Server } from '@modelcontextprotocol/server'
import type { Logger } from '../log/logger.ts'
import { fillBareRequest } from './bare-requests.ts'
import { type Authenticator, CHALLENGE, type Identity, type McpCaller } from './identity.ts'
import { abandonBody, readJsonBody } from './json-body.ts'
import { INVALID_REQUEST, isObject, REFUSED, requestId, rpcError, sendJson } from './json-rpc.ts'
import { serveLegacyStateless } from './legacy-stateless.ts'
import { createProtocolServer, type Refusal, type ServerIdentity } from './protocol-server.ts'
import type { ToolBackend } from './tool-backend.ts'

const METHODS = 'POST, OPTIONS'
const CLOSE_GRACE_MS = 2_000
const BOTH_MEDIA_TYPES = 'application/json, text/event-stream'
/** What a page of ours may send; there is no Access-Control-Allow-Private-Network and never a star. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id'

export interface McpEndpointOptions {
  readonly authenticator: Authenticator
  /** What this caller may list and call. */
  readonly backendFor: (caller: McpCaller) => ToolBackend
  readonly log: Logger
  readonly identity: ServerIdentity
}

export interface McpEndpoint {
  /** Answers any method on the route; Host and Origin were found good before. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Tells listening clients that the list of tools is another one now. */
  toolsChanged(): void
  /** Refuses what comes later, lets running calls end for a short time, then ends them and the listening streams. */
  close(): Promise<void>
}

/** One HTTP request on its way through the SDK. */
interface Exchange {
  readonly who: Extract<Identity, { kind: 'caller' }>
  readonly clientName: string | undefined
  refusal: Refusal | null
}

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { authenticator, backendFor, log, identity } = options
  const exchanges = new WeakMap<Request, Exchange>()
  /** What close() waits for: every running exchange but the listening streams, which only close() ends. */
  const running = new Set<Promise<void>>()
  let closing = false

  function serverFor(exchange: Exchange, listChanged: boolean): Server {
    const { who, clientName } = exchange
    return createProtocolServer({
      identity,
      backend: backendFor(who.caller),
      listChanged,
      clientName,
      log,
      onRefusal: (refusal) => {
        exchange.refusal = refusal
      },
    })
  }

  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo === undefined ? undefined : exchanges.get(requestInfo)
      if (exchange === undefined) throw new Error('an MCP request reached the handler without its exchange')
      return serverFor(exchange, true)
    },
    { legacy: 'reject', onerror: (error) => log.debug('an MCP request was rejected', { error: error.message }) },
  )

  async function serve(request: Request, body: unknown, exchange: Exchange, response: ServerResponse, sse: boolean) {
    exchanges.set(request, exchange)
    if (!(await isLegacyRequest(request, body))) return modern.fetch(request, { parsedBody: body })
    // Nothing can be pushed to a client without a session, so no list changes are promised.
    const server = serverFor(exchange, false)
    response.once('close', () => void server.close().catch(() => {}))
    // An anonymous caller may have to be told 401, which an open event stream no longer can.
    const stream = sse && exchange.who.caller.user !== null && asksForProgress(body)
    return serveLegacyStateless({ request, body, server, stream })
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readJsonBody(request)
    if (!read.ok) {
      abandonBody(request)
      return sendJson(response, read.status, rpcError(read.code, read.message))
    }
    if (hasRepeatedIds(read.value)) {
      return sendJson(response, 400, rpcError(INVALID_REQUEST, 'Invalid request: an id occurs twice in the batch.'))
    }
    const id = requestId(read.value)
    const who = await authenticator.identify(request, { resource: 'mcp', secret: null })
    if (who.kind === 'refused') {
      log.info('refused a credential for /mcp', { reason: who.reason })
      const text = 'The bearer token is not valid here. Make a new one with: mirohub token'
      const challenge = who.reason === 'expired' ? CHALLENGE.expired : CHALLENGE.invalid
      return sendJson(response, 401, rpcError(REFUSED, text, id), { 'WWW-Authenticate': challenge })
    }
    const filled = fillBareRequest(read.value, request.headers)
    const sse = acceptsEventStream(request.headers.accept)
    // The transports refuse callers that do not list both types; this server picks one that the caller can read.
    Object.assign(request.headers, filled.headers, { accept: BOTH_MEDIA_TYPES })
    const exchange: Exchange = { who, clientName: productOf(request.headers['user-agent']), refusal: null }
    const fetchFace = async (web: Request) =>
      withRefusal(await serve(web, filled.body, exchange, response, sse), exchange, filled.body)
    const onerror = (error: Error) => log.error('an MCP request failed', { error })
    const exchanged = toNodeHandler({ fetch: fetchFace }, { onerror })(request, response, filled.body)
    if (isObject(filled.body) && filled.body.method === 'subscriptions/listen') return exchanged
    running.add(exchanged)
    return exchanged.finally(() => running.delete(exchanged))
  }

  return {
    async handle(request, response) {
      if (closing) return sendJson(response, 503, rpcError(REFUSED, 'Mirohub is stopping.'), { Connection: 'close' })
      allowOrigin(request, response)
      if (request.method === 'POST') return post(request, response)
      if (request.method === 'OPTIONS') return preflight(request, response)
      sendJson(response, 405, rpcError(REFUSED, 'Method not allowed: send POST.'), { Allow: METHODS })
    },
    toolsChanged: () => modern.notify.toolsChanged(),
    async close() {
      closing = true
      await Promise.race([Promise.allSettled(running), sleep(CLOSE_GRACE_MS, undefined, { ref: false })])
      await modern.close()
    },
  }
}

/** The guard let only our own origins through, so the one that asks is one of them: 127.0.0.1 may read localhost. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('Access-Control-Allow-Origin', headers.origin)
  response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate')
  response.setHeader('Vary', 'Origin')
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  const asks = request.headers.origin !== undefined
  const cors = asks ? { 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Allow-Headers': ALLOWED_HEADERS } : {}
  response.writeHead(204, { Allow: METHODS, ...cors })
  response.end()
}

/** Says a refused call in HTTP's words too; the JSON-RPC error stays the body. Batches keep their 200. */
function withRefusal(response: Response, { refusal }: Exchange, body: unknown): Response {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (refusal === null || !isJson || Array.isArray(body)) return response
  const headers = new Headers(response.headers)
  const needsIdentity = refusal === 'authorization_required'
  headers.set('WWW-Authenticate', needsIdentity ? CHALLENGE.none : CHALLENGE.scope)
  return new Response(response.body, { status: needsIdentity ? 401 : 403, headers })
}

function acceptsEventStream(accept: string | undefined): boolean {
  return accept?.includes('text/event-stream') ?? false
}

function asksForProgress(body: unknown): boolean {
  const params = isObject(body) ? body.params : undefined
  const meta = isObject(params) ? params._meta : undefined
  return isObject(meta) && meta.progressToken !== undefined
}

/** A batch that uses an id twice has no right answer: each id is answered once. */
function hasRepeatedIds(body: unknown): boolean {
  if (!Array.isArray(body)) return false
  const ids = body.flatMap((message) => (isObject(message) && 'id' in message ? [message.id] : []))
  return new Set(ids).size !== ids.length
}

/** "curl" of "curl/8.5.0": who calls, for a client of the old era that named itself in another request. */
function productOf(userAgent: string | undefined): string | undefined {
  return userAgent?.split(/[\s/(]/)[0]
}
