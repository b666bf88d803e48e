/** CORS of the OAuth routes and documents: pages under our own origins may read them, and no others. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The guard let only our own origins through, so the one that asks is one of them. Never a star. */
export function allowOwnOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('Access-Control-Allow-Origin', headers.origin)
  response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate')
  response.setHeader('Vary', 'Origin')
}

export function preflight({ headers }: IncomingMessage, response: ServerResponse, methods: string): void {
  const allowed = 'Authorization, Content-Type, Mcp-Protocol-Version'
  const cors = { 'Access-Control-Allow-Methods': methods, 'Access-Control-Allow-Headers': allowed }
  response.writeHead(204, { Allow: `${methods}, OPTIONS`, ...(headers.origin === undefined ? {} : cors) })
  response.end()
}
