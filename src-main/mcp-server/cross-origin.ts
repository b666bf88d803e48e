/** CORS for `/mcp`. The guard let only our own origins through, so whoever asks is one of them. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** `Allow` without a session, and with one. */
export const METHODS = 'POST, OPTIONS'
export const SESSION_METHODS = 'POST, GET, DELETE, OPTIONS'

/** What a page of ours may send; there is no Access-Control-Allow-Private-Network and never a star. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'

/** 127.0.0.1 may read localhost, and the reverse. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('Access-Control-Allow-Origin', headers.origin)
  response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate, Mcp-Session-Id')
  response.setHeader('Vary', 'Origin')
}

export function preflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const cors = {
    'Access-Control-Allow-Methods': 'POST, GET, DELETE',
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
  }
  response.writeHead(204, { Allow: METHODS, ...(headers.origin === undefined ? {} : cors) })
  response.end()
}
