/** A remote MCP server by hand, in both eras and on the old transport, so that a test can bend every part of it. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export const MODERN = '2026-07-28'
const key = (name: string) => `io.modelcontextprotocol/${name}`

export type Json = Record<string, unknown>

export interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Json
  readonly modern: boolean
  readonly signal: AbortSignal
  readonly headers: IncomingMessage['headers']
  /** Sends a notification before the answer, on the response's own stream. */
  notify(method: string, params: Json): void
  progress(progress: number, total?: number, message?: string): void
  /** Older era: a request to the client on the response's own stream; resolves with its whole response. */
  ask(method: string, params: Json): Promise<Json>
}

export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export type Handler = (request: RpcRequest) => Json | Promise<Json>

export interface HttpServerOptions {
  readonly handlers: Readonly<Record<string, Handler>>
  readonly capabilities?: Json
  readonly eras?: 'both' | 'legacy' | 'modern'
  /** Older era: whether it hands out sessions. */
  readonly sessions?: boolean
  /** Answers as a stream of events, or as JSON where nothing was sent before the answer. */
  readonly reply?: 'sse' | 'json'
  /** With this certificate and key (PEM). */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Before anything else; true: it has answered. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean | Promise<boolean>
}

export interface HttpServer {
  readonly url: string
  /** Of the old transport. */
  readonly sseUrl: string
  readonly origin: string
  /** `METHOD rpc-method` of everything that came, in order. */
  readonly heard: string[]
  /** Headers of the last request of a method. */
  headersOf(method: string): IncomingMessage['headers'] | undefined
  /** How many requests were cancelled: a notification, or a closed stream. */
  cancelled(): number
  sessions(): number
  forgetSessions(): void
  /** On the streams that are open for that, in both eras. */
  announce(method: string): void
  openStreams(): number
  dropStreams(): void
  close(): Promise<void>
}

interface Running {
  readonly abort: AbortController
}

export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { handlers, capabilities = { tools: { listChanged: true } }, eras = 'both', sessions = true } = options
  const serverInfo = { name: 'http-fake', version: '1.0.0' }
  const heard: string[] = []
  const lastHeaders = new Map<string, IncomingMessage['headers']>()
  const known = new Set<string>()
  const running = new Map<string, Running>()
  const answersTo = new Map<string, (message: Json) => void>()
  const standing = new Set<{ response: ServerResponse; meta: Json; post: string | null }>()
  let cancelledCount = 0
  let asked = 0

  const event = (response: ServerResponse, message: unknown, name = 'message') =>
    response.write(`event: ${name}\ndata: ${typeof message === 'string' ? message : JSON.stringify(message)}\n\n`)
  const openEvents = (response: ServerResponse, headers: Record<string, string> = {}) => {
    if (response.headersSent) return
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...headers })
    response.flushHeaders()
  }

  const builtIn: Readonly<Record<string, Handler>> = {
    initialize({ params }) {
      if (eras === 'modern') throw new RpcError(-32601, 'Method not found')
      const wanted = params.protocolVersion
      const old = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
      const protocolVersion = typeof wanted === 'string' && old.includes(wanted) ? wanted : '2025-11-25'
      return { protocolVersion, capabilities, serverInfo }
    },
    ping: () => ({}),
    'server/discover': () => ({ supportedVersions: [MODERN], capabilities, ttlMs: 0, cacheScope: 'private' }),
  }

  async function answer(message: Json, raw: IncomingMessage, out: Outlet): Promise<void> {
    const id = message.id as string | number
    const method = String(message.method)
    const params = (message.params ?? {}) as Json
    const meta = (params._meta ?? {}) as Json
    const modern = meta[key('protocolVersion')] !== undefined
    const abort = new AbortController()
    running.set(String(id), { abort })
    out.onGone(() => {
      if (!running.has(String(id)) || abort.signal.aborted) return
      cancelledCount += 1
      abort.abort()
    })
    const request: RpcRequest = {
      id,
      method,
      params,
      modern,
      signal: abort.signal,
      headers: raw.headers,
      notify: (name, content) => out.before({ jsonrpc: '2.0', method: name, params: content }),
      progress(progress, total, text) {
        if (meta.progressToken === undefined) return
        const content = { progressToken: meta.progressToken, progress, total, message: text }
        out.before({ jsonrpc: '2.0', method: 'notifications/progress', params: content })
      },
      ask(name, content) {
        const askId = `ask-${++asked}`
        const answered = new Promise<Json>((resolve) => answersTo.set(askId, resolve))
        out.before({ jsonrpc: '2.0', id: askId, method: name, params: content })
        return answered
      },
    }
    try {
      if (modern && eras === 'legacy') throw new RpcError(-32601, `Method not found: ${method}`)
      const handler = handlers[method] ?? builtIn[method]
      if (!handler) throw new RpcError(-32601, `Method not found: ${method}`)
      const result = await handler(request)
      if (abort.signal.aborted) return
      const cached = modern && /\/(list|read)$/.test(method) ? { ttlMs: 0, cacheScope: 'private' } : {}
      const whole = modern
        ? { resultType: 'complete', ...cached, ...result, _meta: { [key('serverInfo')]: serverInfo } }
        : result
      out.last({ jsonrpc: '2.0', id, result: whole })
    } catch (error) {
      const { code = -32603, message: text, data } = error as RpcError
      out.last({ jsonrpc: '2.0', id, error: { code, message: text, ...(data !== undefined && { data }) } })
    } finally {
      running.delete(String(id))
    }
  }

  function take(message: Json): void {
    if (message.method === undefined) {
      answersTo.get(String(message.id))?.(message)
      answersTo.delete(String(message.id))
    } else if (message.method === 'notifications/cancelled') {
      const target = running.get(String((message.params as Json).requestId))
      if (!target || target.abort.signal.aborted) return
      cancelledCount += 1
      target.abort.abort()
    }
  }

  function listen(message: Json, response: ServerResponse): void {
    openEvents(response)
    const meta = { _meta: { [key('subscriptionId')]: message.id } }
    const notifications = (message.params as Json).notifications
    event(response, {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications, ...meta },
    })
    stand(response, meta, null)
  }
  function stand(response: ServerResponse, meta: Json, post: string | null): void {
    const stream = { response, meta, post }
    standing.add(stream)
    response.on('close', () => standing.delete(stream))
  }

  async function post(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const message = JSON.parse(body) as Json
    const method = typeof message.method === 'string' ? message.method : '(response)'
    heard.push(method)
    lastHeaders.set(method, request.headers)
    const modern = ((message.params as Json | undefined)?._meta as Json | undefined)?.[key('protocolVersion')]
    const session = request.headers['mcp-session-id']
    if (!modern && sessions && method !== 'initialize') {
      if (typeof session !== 'string') return void response.writeHead(400).end('Mcp-Session-Id is missing')
      if (!known.has(session)) return void response.writeHead(404).end('Session not found')
    }
    if (message.id === undefined || message.method === undefined) {
      take(message)
      return void response.writeHead(202).end()
    }
    if (modern && method === 'subscriptions/listen') return listen(message, response)
    const headers: Record<string, string> = {}
    if (method === 'initialize' && sessions) {
      const id = randomUUID()
      known.add(id)
      headers['mcp-session-id'] = id
    }
    await answer(message, request, {
      onGone: (gone) => response.on('close', () => !response.writableEnded && gone()),
      before(sent) {
        openEvents(response, headers)
        event(response, sent)
      },
      last(sent) {
        if (options.reply === 'sse' || response.headersSent) {
          openEvents(response, headers)
          event(response, sent)
          response.end()
        } else {
          const unknown = modern && (sent.error as Json | undefined)?.code === -32601
          response.writeHead(unknown ? 404 : 200, { 'content-type': 'application/json', ...headers })
          response.end(JSON.stringify(sent))
        }
      },
    })
  }

  /** 2024-11-05: one stream for everything that comes from the server. */
  async function oldTransport(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    if (request.method === 'GET') {
      openEvents(response)
      const id = randomUUID()
      event(response, `/messages?session=${id}`, 'endpoint')
      stand(response, {}, id)
      return
    }
    const id = new URL(request.url ?? '', 'http://fake').searchParams.get('session')
    const stream = [...standing].find(({ post: own }) => own === id)
    if (!stream) return void response.writeHead(404).end()
    const message = JSON.parse(body) as Json
    heard.push(String(message.method ?? '(response)'))
    lastHeaders.set(String(message.method), request.headers)
    response.writeHead(202).end()
    if (message.id === undefined || message.method === undefined) return take(message)
    const send = (sent: Json) => event(stream.response, sent)
    await answer(message, request, { onGone: () => {}, before: send, last: send })
  }

  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    if (await options.intercept?.(request, response, body)) return
    const path = new URL(request.url ?? '', 'http://fake').pathname
    if (path === '/sse' || path === '/messages') return oldTransport(request, response, body)
    if (path !== '/mcp') return void response.writeHead(404).end('no such page')
    if (request.method === 'POST') return post(request, response, body)
    const session = request.headers['mcp-session-id']
    heard.push(String(request.method))
    if (typeof session !== 'string') return void response.writeHead(405).end()
    if (!known.has(session)) return void response.writeHead(404).end()
    if (request.method === 'DELETE') {
      known.delete(session)
      return void response.writeHead(200).end()
    }
    openEvents(response)
    stand(response, {}, null)
  }
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `${options.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: `${origin}/mcp`,
    sseUrl: `${origin}/sse`,
    origin,
    heard,
    headersOf: (method) => lastHeaders.get(method),
    cancelled: () => cancelledCount,
    sessions: () => known.size,
    forgetSessions: () => known.clear(),
    announce(method) {
      for (const { response, meta } of standing) event(response, { jsonrpc: '2.0', method, params: meta })
    },
    openStreams: () => standing.size,
    dropStreams() {
      for (const { response } of standing) response.destroy()
      standing.clear()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Outlet {
  onGone(gone: () => void): void
  before(message: Json): void
  last(message: Json): void
}
