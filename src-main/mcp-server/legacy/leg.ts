/**
 * The versions before 2026-07-28. `initialize` opens a session; requests without one are answered each by a server of
 * its own, for callers that keep no state, such as a person with curl.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  INVALID_PARAMS,
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { ToolDefinition } from '../../registry/types.ts'
import { type ExchangeCall, statusOf } from '../exchange-call.ts'
import { INVALID_REQUEST, isObject, REFUSED, type RpcId, requestId, rpcError, sendJson } from '../json-rpc.ts'
import type { Admissions, EndpointLimits } from '../limits.ts'
import { type ListAnswers, plainList, sendKept } from '../list-answers.ts'
import { wireTool } from '../tool-wire.ts'
import { createEventLog } from './event-log.ts'
import { createSessionTable, newSessionId, type Session } from './session-table.ts'
import { LegacyTransport } from './transport.ts'

/** The one version that has batches in its text; before it nobody forbade them, after it they are gone. */
const LAST_WITH_BATCHES = '2025-03-26'
/** What the SDK and its clients say for a session that is not there. */
const SESSION_NOT_FOUND = -32001

export interface LegacyLegOptions {
  readonly limits: EndpointLimits
  readonly admissions: Admissions
  readonly now: () => number
  readonly lists: ListAnswers
  readonly toolsFor: (call: ExchangeCall) => Promise<readonly ToolDefinition[]>
  /** A server whose caller is what `current` gives at each request. */
  readonly serverFor: (current: () => ExchangeCall, inSession: boolean) => Server
}

export interface LegacyLeg {
  /** A POST. Resolves when all of its requests have been answered or given up. */
  post(request: IncomingMessage, response: ServerResponse, body: unknown, call: ExchangeCall): Promise<void>
  /** A GET or DELETE with a session id. */
  sessionRequest(request: IncomingMessage, response: ServerResponse, call: ExchangeCall): Promise<void>
  /** The session that this request names, if it is its caller's. */
  find(request: IncomingMessage, call: ExchangeCall): Session | null
  sessions(): Iterable<Session>
  close(): Promise<void>
}

export function createLegacyLeg(options: LegacyLegOptions): LegacyLeg {
  const { limits, admissions, now, lists, toolsFor, serverFor } = options
  const table = createSessionTable(limits, now)
  /** Which HTTP request a running handler belongs to: one session has many at once. */
  const calls = new AsyncLocalStorage<ExchangeCall>()

  const refuse = (response: ServerResponse, status: number, code: number, message: string, id: RpcId = null) =>
    sendJson(response, status, rpcError(code, message, id))

  const find = (request: IncomingMessage, call: ExchangeCall) => {
    const id = sessionIdOf(request)
    return id === null ? null : table.find(id, call.who.principal)
  }

  async function openSession(call: ExchangeCall): Promise<Session | null> {
    if (!table.makeRoomFor(call.who.principal)) return null
    let session: Session | null = null
    const id = newSessionId()
    const log = createEventLog(limits.events)
    const transport = new LegacyTransport({ sessionId: id, log, timings: limits.timings })
    const server = serverFor(() => calls.getStore() ?? session?.call ?? call, true)
    session = { id, principal: call.who.principal, server, transport, call, usedAt: now() }
    // In the table before anything is awaited, so that many at once cannot pass the cap together.
    table.add(session)
    await server.connect(transport)
    return session
  }

  async function postInSession(session: Session, post: Parsed, response: ServerResponse, call: ExchangeCall) {
    const { messages, takesStream, batch } = post
    session.call = call
    const version = session.transport.protocolVersion ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION
    const repeated = messages.find((message) => isJSONRPCRequest(message) && session.transport.isRunning(message.id))
    if (repeated !== undefined) {
      return refuse(response, 400, INVALID_REQUEST, 'Invalid request: this id is in use by a running request.')
    }
    const status = () => statusOf(call, batch)
    await calls.run(call, () => session.transport.post({ messages, batch, response, takesStream, version, status }))
    session.usedAt = now()
  }

  async function postAlone(post: Parsed, response: ServerResponse, call: ExchangeCall) {
    const { messages, takesStream, batch, version } = post
    // Nothing waits for a notification or an answer here.
    if (!messages.some((message) => isJSONRPCRequest(message))) {
      response.writeHead(202).end()
      return
    }
    const transport = new LegacyTransport({ sessionId: null, log: null, timings: limits.timings })
    const server = serverFor(() => call, false)
    await server.connect(transport)
    try {
      const stream = takesStream && messages.some(asksForProgress)
      const status = () => statusOf(call, batch)
      await transport.post({ messages, batch, response, takesStream: stream, version, status })
    } finally {
      await server.close()
    }
  }

  async function initialize(post: Parsed, response: ServerResponse, call: ExchangeCall) {
    if (!post.messages.every(isInitializeRequest)) {
      return refuse(response, 200, INVALID_PARAMS, 'Invalid params of initialize.', post.id)
    }
    const session = await openSession(call)
    if (session === null) {
      const busy = 'All sessions are at work: wait for one to end.'
      return sendJson(response, 429, rpcError(REFUSED, busy, post.id), { 'Retry-After': '1' })
    }
    await postInSession(session, { ...post, takesStream: false }, response, call)
    // Given up before it was answered: nobody knows this session.
    if (session.transport.protocolVersion === null) await table.end(session)
  }

  /** True when the list was answered here. A session that is not initialized yet goes the SDK's way. */
  async function answerList(body: unknown, session: Session | null, response: ServerResponse, call: ExchangeCall) {
    const version = session === null ? '' : session.transport.protocolVersion
    const plain = version === null ? null : plainList(body, 'legacy', version)
    if (plain === null || (session?.transport.isRunning(plain.id) ?? false)) return false
    const tools = await toolsFor(call).catch(() => null)
    if (tools === null) return false
    const result = lists.find(tools, 'legacy') ?? lists.keep(tools, 'legacy', { tools: tools.map(wireTool) })
    sendKept(response, plain, result, session === null ? {} : { 'Mcp-Session-Id': session.id })
    if (session !== null) Object.assign(session, { call, usedAt: now() })
    return true
  }

  return {
    find,
    sessions: () => table.all(),
    async post(request, response, body, call) {
      const named = sessionIdOf(request)
      const session = find(request, call)
      if (named !== null && session === null) return notFound(response, requestId(body))
      const post = parse(request, body, session)
      if ('fault' in post) return refuse(response, 400, post.code, post.fault, requestId(body))
      if (messagesInclude(post.messages, 'initialize')) {
        if (post.batch) return refuse(response, 400, INVALID_REQUEST, 'Invalid request: initialize stands alone.')
        if (session === null) return initialize(post, response, call)
        return refuse(response, 400, INVALID_REQUEST, 'Invalid request: this session is initialized.', post.id)
      }
      if (await answerList(body, session, response, call)) return
      return session === null ? postAlone(post, response, call) : postInSession(session, post, response, call)
    },
    async sessionRequest(request, response, call) {
      const session = find(request, call)
      if (session === null) return notFound(response, null)
      session.call = call
      const fault = versionFault(request)
      if (fault !== null) return refuse(response, 400, REFUSED, fault)
      if (request.method === 'DELETE') {
        await table.end(session)
        response.writeHead(200).end()
        return
      }
      if (!acceptsEventStream(request)) {
        return refuse(response, 406, REFUSED, 'A stream is sent as text/event-stream, which Accept must name.')
      }
      const place = admissions.listen()
      if (!place.ok) {
        const headers = { 'Retry-After': String(place.retryAfterS) }
        return sendJson(response, 429, rpcError(REFUSED, place.message), headers)
      }
      response.once('close', () => {
        place.leave()
        session.usedAt = now()
      })
      const lastEventId = headerOf(request, 'last-event-id')
      if (!session.transport.listen(response, lastEventId)) {
        refuse(response, 400, REFUSED, 'There is no such event in this session.')
      }
    },
    close: () => table.close(),
  }

  /** A client answers this by initializing again (transports, session management). */
  function notFound(response: ServerResponse, id: RpcId): void {
    refuse(response, 404, SESSION_NOT_FOUND, 'There is no such session: initialize again.', id)
  }

  function parse(request: IncomingMessage, body: unknown, session: Session | null): Parsed | Fault {
    const fault = versionFault(request)
    if (fault !== null) return { code: REFUSED, fault }
    const named = headerOf(request, 'mcp-protocol-version') ?? DEFAULT_NEGOTIATED_PROTOCOL_VERSION
    const version = session?.transport.protocolVersion ?? named
    const batch = Array.isArray(body)
    const parts: readonly unknown[] = batch ? body : [body]
    if (batch && version > LAST_WITH_BATCHES) {
      return { code: INVALID_REQUEST, fault: `Invalid request: protocol version ${version} has no batches.` }
    }
    if (parts.length > limits.batch) {
      return { code: INVALID_REQUEST, fault: `Invalid request: a batch holds at most ${limits.batch} messages.` }
    }
    const messages = parts.filter(isMessage)
    if (messages.length !== parts.length || messages.length === 0) {
      return { code: INVALID_REQUEST, fault: 'Invalid request: this is no JSON-RPC 2.0 message.' }
    }
    const ids = messages.flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []))
    if (new Set(ids).size !== ids.length) {
      return { code: INVALID_REQUEST, fault: 'Invalid request: an id occurs twice in the batch.' }
    }
    return { messages, batch, version, takesStream: acceptsEventStream(request), id: requestId(body) }
  }
}

interface Parsed {
  readonly messages: readonly JSONRPCMessage[]
  readonly batch: boolean
  readonly version: string
  readonly takesStream: boolean
  readonly id: RpcId
}

interface Fault {
  readonly code: number
  readonly fault: string
}

export function sessionIdOf(request: IncomingMessage): string | null {
  return headerOf(request, 'mcp-session-id')
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Before 2025-06-18 there was no such header; a client that sends none is taken as one of those. */
function versionFault(request: IncomingMessage): string | null {
  const version = headerOf(request, 'mcp-protocol-version')
  if (version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return null
  return `Unsupported protocol version (supported: ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}).`
}

function acceptsEventStream({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/event-stream') ?? false
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return (
    isJSONRPCRequest(value) ||
    isJSONRPCNotification(value) ||
    isJSONRPCResultResponse(value) ||
    isJSONRPCErrorResponse(value)
  )
}

function messagesInclude(messages: readonly JSONRPCMessage[], method: string): boolean {
  return messages.some((message) => 'method' in message && message.method === method)
}

function asksForProgress(message: JSONRPCMessage): boolean {
  const params = 'params' in message ? message.params : undefined
  const meta = isObject(params) ? params._meta : undefined
  return isObject(meta) && meta.progressToken !== undefined
}
