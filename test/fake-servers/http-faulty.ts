/** Remote servers that misbehave in one known way each. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startGoodHttpServer } from './http-good.ts'
import type { HttpServer, HttpServerOptions } from './http-rpc.ts'

export type HttpFault =
  /** 401 to the first so many requests, then all is well. */
  | { readonly kind: 'unauthorized'; readonly times: number }
  /** Takes requests of a method and never answers; null: of every method. */
  | { readonly kind: 'hangs'; readonly method: string | null }
  /** Begins a response to a method and says no more. */
  | { readonly kind: 'falls-silent'; readonly method: string }
  /** Ends the response to a method in the middle. */
  | { readonly kind: 'breaks-off'; readonly method: string }
  /** Sends progress of a method for ever. */
  | { readonly kind: 'dribbles'; readonly method: string; readonly everyMs: number }
  /** An answer of so many megabytes to a method. */
  | {
      readonly kind: 'floods'
      readonly method: string
      readonly megabytes: number
      readonly as: 'json' | 'sse'
      readonly onSent?: (megabytes: number) => void
    }
  | { readonly kind: 'status'; readonly status: number; readonly body: string }
  /** A page of HTML with status 200. */
  | { readonly kind: 'web-page' }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  /** Only with this header. */
  | { readonly kind: 'wants-header'; readonly name: string; readonly value: string }
  /** Only the old transport is there. */
  | { readonly kind: 'old-transport'; readonly status: number }

export function startFaultyHttpServer(fault: HttpFault, options: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  let requests = 0
  return startGoodHttpServer({
    ...options,
    intercept(request, response, body) {
      requests += 1
      return misbehave(fault, { request, response, body, nth: requests })
    },
  })
}

interface Moment {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: string
  readonly nth: number
}

async function misbehave(fault: HttpFault, { request, response, body, nth }: Moment): Promise<boolean> {
  const { id, method, params } = body ? JSON.parse(body) : {}
  const concerns = 'method' in fault && (fault.method === null || fault.method === method)
  switch (fault.kind) {
    case 'unauthorized':
      if (nth > fault.times) return false
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return true
    case 'hangs':
      return concerns
    case 'falls-silent':
      if (concerns) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': begun\n\n')
      return concerns
    case 'breaks-off':
      if (!concerns) return false
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': begun\n\n')
      await sleep(20)
      response.destroy()
      return true
    case 'dribbles':
      if (concerns) void dribble(response, params?._meta?.progressToken, fault.everyMs)
      return concerns
    case 'floods':
      if (concerns) void flood(response, id, fault)
      return concerns
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'text/html' }).end(fault.body)
      return true
    case 'web-page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Welcome</title><p>hello</html>')
      return true
    case 'redirect':
      response.writeHead(fault.status, { location: fault.to }).end()
      return true
    case 'wants-header':
      if (request.headers[fault.name] === fault.value) return false
      // Says what it was sent, as some do.
      response.writeHead(403).end(`no, not with ${JSON.stringify(request.headers)}`)
      return true
    case 'old-transport':
      if (request.url !== '/sse' || request.method === 'GET') return false
      response.writeHead(fault.status).end()
      return true
  }
}

async function dribble(response: ServerResponse, progressToken: unknown, everyMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let progress = 1; !response.destroyed; progress += 1) {
    const message = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress } }
    response.write(`data: ${JSON.stringify(message)}\n\n`)
    await sleep(everyMs)
  }
}

/** As fast as it is read. */
async function flood(
  response: ServerResponse,
  id: unknown,
  { megabytes, as, onSent }: Extract<HttpFault, { kind: 'floods' }>,
): Promise<void> {
  const [before, after] = JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { content: [{ type: 'text', text: '|' }] },
  }).split('|')
  response.writeHead(200, { 'content-type': as === 'sse' ? 'text/event-stream' : 'application/json' })
  response.write(`${as === 'sse' ? 'data: ' : ''}${before}`)
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const chunk = 'x'.repeat(1024 * 1024)
  for (let sent = 0; sent < megabytes && !response.destroyed; sent += 1) {
    onSent?.(sent)
    if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal }).catch(() => {})
  }
  response.end(`${after}${as === 'sse' ? '\n\n' : ''}`)
}
