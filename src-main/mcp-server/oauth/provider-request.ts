/**
 * A request as oidc-provider gets it: read whole under our limits, with the headers that it needs and no others, under
 * the origin that we found. What a client says about proxies never reaches it.
 */
import { IncomingMessage } from 'node:http'

export interface ProviderRequest {
  readonly origin: string
  /** Path and query. */
  readonly url: string
  readonly body?: string
  readonly contentType?: string
  readonly accept: 'application/json' | 'text/html'
}

const PASSED_HEADERS = ['cookie', 'authorization', 'origin', 'user-agent'] as const

export function providerRequest(request: IncomingMessage, what: ProviderRequest): IncomingMessage {
  const { origin, url, body, contentType, accept } = what
  const inner = new IncomingMessage(request.socket)
  inner.method = request.method ?? 'GET'
  inner.url = url
  inner.httpVersion = request.httpVersion
  inner.httpVersionMajor = request.httpVersionMajor
  inner.httpVersionMinor = request.httpVersionMinor
  const at = new URL(origin)
  inner.headers = { host: at.host, accept, 'x-forwarded-proto': at.protocol.slice(0, -1) }
  for (const name of PASSED_HEADERS) {
    const value = request.headers[name]
    if (value !== undefined) inner.headers[name] = value
  }
  if (body !== undefined) {
    inner.headers['content-type'] = contentType
    inner.headers['content-length'] = String(Buffer.byteLength(body))
    inner.push(body)
  }
  inner.push(null)
  // It is complete: the stream's end must not be taken for a client that went away, which would cut the socket.
  inner.complete = true
  return inner
}
