/**
 * `/mcp` and `/mcp/{secret}`: both protocol eras over one route. Modern requests (2026-07-28) go to the SDK's stateless
 * handler, older ones to the legacy leg beside it; identity is settled before either sees the request.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  classifyInboundRequest,
  createMcpHandler,
  INTERNAL_ERROR,
  PROTOCOL_VERSION_META_KEY,
  type Server,
} from '@modelcontextprotocol/server'
import type { Logger } from '../log/logger.ts'
import type { McpBackend } from './backend.ts'
import { FIRST_MODERN_VERSION, fillBareRequest } from './bare-requests.ts'
import { badCredential } from './challenge.ts'
import type { HeardRequest } from './client-activity.ts'
import { watchCredential } from './credential-watch.ts'
import { allowOrigin, MCP_CORS, METHODS, preflight, SESSION_METHODS } from './cross-origin.ts'
import { type ExchangeCall, productOf, statusOf } from './exchange-call.ts'
import { heardRequest } from './heard-request.ts'
import type { Authenticator, Identity, McpCaller } from './identity.ts'
import { abandonBody, readJsonBody } from './json-body.ts'
import { isObject, REFUSED, requestId, rpcError, sendJson } from './json-rpc.ts'
import { createLegacyLeg, sessionIdOf } from './legacy/leg.ts'
import { type Admission, createAdmissions, type EndpointLimits } from './limits.ts'
import { createListAnswers, plainList, sendKept } from './list-answers.ts'
import { createProtocolServer, type ServerIdentity } from './protocol-server.ts'
import type { Site } from './site.ts'
import { exchangeAsWeb } from './web-exchange.ts'

const CLOSE_GRACE_MS = 2_000
const BOTH_MEDIA_TYPES = 'application/json, text/event-stream'

/** What changed; listening clients of both eras are told. */
export type ChangeKind = 'tools' | 'prompts' | 'resources'

export interface McpEndpointOptions {
  readonly authenticator: Authenticator
  /** What this caller may list and call. */
  readonly backendFor: (caller: McpCaller) => McpBackend
  readonly log: Logger
  readonly identity: ServerIdentity
  readonly site: Site
  readonly limits: EndpointLimits
  /** Milliseconds; any clock that does not run backwards. */
  readonly now: () => number
  /** Called for every request that passed identity. */
  readonly onHeard?: (heard: HeardRequest) => void
  /** MCP_LOGIN_RESULT: what a call that needs a person and has none is answered with, instead of an error. */
  readonly loginResult?: (origin: string, clientName: string | undefined) => object | null
}

export interface McpEndpoint {
  /**
   * Answers any method on the route; Host and Origin were found good before. `secret` is the path's, null on `/mcp`
   * itself. One that opens nothing goes on to `elsewhere`, untouched, so that it is answered like any unknown address.
   */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    secret: string | null,
    elsewhere: () => void,
  ): Promise<void>
  changed(kind: ChangeKind): void
  resourceUpdated(uri: string): void
  /** Refuses what comes later, lets running calls end for a short time, then ends them, sessions and streams. */
  close(): Promise<void>
}

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { authenticator, backendFor, log, identity, site, limits, now, onHeard, loginResult } = options
  const admissions = createAdmissions(limits, now)
  const lists = createListAnswers()
  const calls = new WeakMap<Request, ExchangeCall>()
  /** What close() waits for: every running exchange but the listening streams, which only close() ends. */
  const running = new Set<Promise<void>>()
  let closing = false
  const identify = (request: IncomingMessage, secret: string | null) =>
    authenticator.identify(request, { resource: 'mcp', secret })

  function serverFor(current: () => ExchangeCall, fixed: ExchangeCall | null, listChanged: boolean): Server {
    const { who, product, origin } = current()
    return createProtocolServer({
      identity,
      backend: backendFor(who.caller),
      ...(fixed === null ? { backendOf: () => backendFor(current().who.caller) } : {}),
      listChanged,
      principal: who.principal,
      origin,
      clientName: product,
      loginResult: loginResult && (() => ({ ...loginResult(origin, product) })),
      log,
      onRefusal: (code, _text, scope) => {
        current().refusal = { code, scope: scope ?? undefined }
      },
    })
  }

  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo === undefined ? undefined : calls.get(requestInfo)
      if (call === undefined) throw new Error('an MCP request reached the handler without its caller')
      return serverFor(() => call, call, true)
    },
    {
      legacy: 'reject',
      maxSubscriptions: limits.streams,
      onerror: (error) => log.debug('an MCP request was rejected', { error: error.message }),
    },
  )
  const legacy = createLegacyLeg({
    limits,
    admissions,
    now,
    lists,
    toolsFor: (call) => backendFor(call.who.caller).list(),
    // Without a session nothing can be pushed to a client, so no list changes are promised.
    serverFor: (current, inSession) => serverFor(current, inSession ? null : current(), inSession),
  })

  /** The list is asked for most and changes least: it is answered from what was kept of the SDK's own answer. */
  async function modernPost(request: IncomingMessage, response: ServerResponse, body: unknown, call: ExchangeCall) {
    const plain = namesList(request) ? plainList(body, 'modern', FIRST_MODERN_VERSION) : null
    // A list that cannot be read is told in the SDK's words.
    const backend = plain && backendFor(call.who.caller)
    // What an external server wants kept for less long is another answer at every moment.
    const [tools, ttlMs] = backend
      ? await Promise.all([backend.list().catch(() => null), backend.listTtlMs?.().catch(() => 0) ?? null])
      : [null, null]
    if (plain === null || tools === null || ttlMs !== null) return serveModern(request, response, body, call)
    const kept = lists.find(tools, 'modern')
    if (kept !== null) return sendKept(response, plain, kept)
    return serveModern(request, response, body, call, (result) => lists.keep(tools, 'modern', result))
  }

  async function serveModern(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    call: ExchangeCall,
    onResult?: (result: unknown) => void,
  ) {
    // The SDK refuses callers that do not list both types; this server picks one that the caller can read.
    request.headers.accept = BOTH_MEDIA_TYPES
    try {
      await exchangeAsWeb(request, response, async (web) => {
        calls.set(web, call)
        const answer = withRefusal(await modern.fetch(web, { parsedBody: body }), call)
        return onResult === undefined ? answer : readResult(answer, onResult)
      })
    } catch (error) {
      log.error('an MCP request failed', { error })
      sendJson(response, 500, rpcError(INTERNAL_ERROR, 'Internal error.', requestId(body)))
    }
  }

  async function post(
    request: IncomingMessage,
    response: ServerResponse,
    secret: string | null,
    call: ExchangeCall,
  ): Promise<void> {
    const read = await readJsonBody(request)
    if (!read.ok) {
      abandonBody(request)
      return sendJson(response, read.status, rpcError(read.code, read.message))
    }
    const { body, headers } = fillBareRequest(read.value, request.headers)
    Object.assign(request.headers, headers)
    const isLegacy = classify(request, body) === 'legacy'
    onHeard?.(heardRequest(request, body, call, isLegacy ? (legacy.find(request, call)?.server ?? null) : null))
    const listens = !isLegacy && isObject(body) && body.method === 'subscriptions/listen'
    const admission = listens ? admissions.listen() : admissions.enter(call.who.principal)
    if (!admission.ok) return tooMany(response, admission, body)
    const serve = isLegacy ? legacy.post : modernPost
    const exchanged = serve(request, response, body, call).finally(admission.leave)
    if (listens) {
      watchCredential(response, call.who.principal, () => identify(request, secret), limits.recheckMs)
      return exchanged
    }
    running.add(exchanged)
    return exchanged.finally(() => running.delete(exchanged))
  }

  function refuse(request: IncomingMessage, response: ServerResponse, who: Extract<Identity, { kind: 'refused' }>) {
    const { reason } = who
    abandonBody(request)
    log.info('refused a credential for /mcp', { reason })
    if (reason === 'other_person') {
      const text = 'The address and the token are of different people.'
      return sendJson(response, 403, rpcError(REFUSED, text))
    }
    if (reason === 'unavailable') {
      // The token may be good: a client that were told otherwise would throw it away.
      const text = 'Mirohub cannot check the token now: its keychain or database does not answer.'
      return sendJson(response, 503, rpcError(REFUSED, text), { 'Retry-After': '5' })
    }
    // An expired or revoked token was good once: its client has to hear of it, however often it asks.
    const everGood = reason === 'expired' || reason === 'revoked'
    if (!everGood && !admissions.mayExplain(reason)) {
      return tooMany(response, { ok: false, retryAfterS: 60, message: 'Too many requests with a bad token.' }, null)
    }
    const text = 'The bearer token is not valid here. Make a new one with: mirohub token'
    const place = { origin: site.originOf(request), uriPrefix: site.uriPrefix }
    const headers = { 'WWW-Authenticate': badCredential(place, reason) }
    sendJson(response, 401, rpcError(REFUSED, text), headers)
  }

  return {
    async handle(request, response, secret, elsewhere) {
      if (closing) return sendJson(response, 503, rpcError(REFUSED, 'Mirohub is stopping.'), { Connection: 'close' })
      let who: Identity | null = null
      if (secret !== null) {
        who = await identify(request, secret)
        if (who.kind === 'refused' && who.reason === 'not_found') return elsewhere()
      }
      allowOrigin(request, response, MCP_CORS)
      if (request.method === 'OPTIONS') {
        return preflight(request, response, MCP_CORS, { methods: 'POST, GET, DELETE', allow: METHODS })
      }
      const inSession = sessionIdOf(request) !== null && !namesModernVersion(request)
      const onSession = inSession && (request.method === 'GET' || request.method === 'DELETE')
      if (request.method !== 'POST' && !onSession) {
        const Allow = inSession ? SESSION_METHODS : METHODS
        return sendJson(response, 405, rpcError(REFUSED, 'Method not allowed: send POST.'), { Allow })
      }
      who ??= await identify(request, null)
      if (who.kind === 'refused') return refuse(request, response, who)
      const { uriPrefix } = site
      const call = { who, product: productOf(request), origin: site.originOf(request), uriPrefix, refusal: null }
      if (!onSession) return post(request, response, secret, call)
      onHeard?.(heardRequest(request, null, call, legacy.find(request, call)?.server ?? null))
      watchCredential(response, who.principal, () => identify(request, secret), limits.recheckMs)
      return legacy.sessionRequest(request, response, call)
    },
    changed(kind) {
      if (kind === 'tools') modern.notify.toolsChanged()
      else if (kind === 'prompts') modern.notify.promptsChanged()
      else modern.notify.resourcesChanged()
      for (const { server } of legacy.sessions()) void notifySession(server, kind).catch(() => {})
    },
    // Sessions that subscribed are told by their own server, which knows to what.
    resourceUpdated: (uri) => modern.notify.resourceUpdated(uri),
    async close() {
      closing = true
      await Promise.race([Promise.allSettled(running), sleep(CLOSE_GRACE_MS, undefined, { ref: false })])
      await Promise.all([modern.close(), legacy.close()])
    },
  }
}

function classify({ headers }: IncomingMessage, body: unknown): 'legacy' | 'modern' {
  // The common case: a request that names a version in its envelope is checked by the modern handler itself.
  const params = isObject(body) && body.method !== 'initialize' ? body.params : undefined
  if (isObject(params) && isObject(params._meta) && PROTOCOL_VERSION_META_KEY in params._meta) return 'modern'
  const named = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    protocolVersionHeader: named('mcp-protocol-version'),
    mcpMethodHeader: named('mcp-method'),
    mcpNameHeader: named('mcp-name'),
    body,
  })
  // The modern handler also words the refusals of what is neither.
  return kind === 'legacy' ? 'legacy' : 'modern'
}

/** Versions are dates, so their order is that of their text; others are refused by the legacy leg. */
function namesModernVersion({ headers }: IncomingMessage): boolean {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= FIRST_MODERN_VERSION
}

/** What the SDK's handler would check before it answers a list: both headers name what the body says. */
function namesList({ headers }: IncomingMessage): boolean {
  return headers['mcp-method'] === 'tools/list' && headers['mcp-protocol-version'] === FIRST_MODERN_VERSION
}

async function readResult(response: Response, onResult: (result: unknown) => void): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (response.status !== 200 || !isJson) return response
  const text = await response.text()
  const message: unknown = JSON.parse(text)
  if (isObject(message) && isObject(message.result)) onResult(message.result)
  return new Response(text, { status: response.status, headers: response.headers })
}

function withRefusal(response: Response, call: ExchangeCall): Response {
  const { status, headers = {} } = statusOf(call, false)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (status === 200 || !isJson) return response
  return new Response(response.body, { status, headers: { ...Object.fromEntries(response.headers), ...headers } })
}

function tooMany(response: ServerResponse, refused: Extract<Admission, { ok: false }>, body: unknown): void {
  const headers = { 'Retry-After': String(refused.retryAfterS) }
  sendJson(response, 429, rpcError(REFUSED, refused.message, requestId(body)), headers)
}

async function notifySession(server: Server, kind: ChangeKind): Promise<void> {
  if (server.transport === undefined || server.getCapabilities()[kind]?.listChanged !== true) return
  if (kind === 'tools') await server.sendToolListChanged()
  else if (kind === 'prompts') await server.sendPromptListChanged()
  else await server.sendResourceListChanged()
}
