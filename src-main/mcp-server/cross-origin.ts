/** CORS of every route: pages under our own origins may read them, and no others. The guard let no other origin through. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** `Allow` of `/mcp` without a session, and with one. */
export const METHODS = 'POST, OPTIONS'
export const SESSION_METHODS = 'POST, GET, DELETE, OPTIONS'

export interface CrossOrigin {
  /** Response headers that a page may read. */
  readonly exposed: string
  /** Request headers that a page may send; there is no Access-Control-Allow-Private-Network. */
  readonly headers: string
}

export const MCP_CORS: CrossOrigin = {
  exposed: 'WWW-Authenticate, Mcp-Session-Id',
  headers: 'Authorization, Content-Type, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
}
export const OAUTH_CORS: CrossOrigin = {
  exposed: 'WWW-Authenticate',
  headers: 'Authorization, Content-Type, Mcp-Protocol-Version',
}

/** 127.0.0.1 may read localhost, and the reverse: the one that asks is named, never a star. */
export function allowOrigin({ headers }: IncomingMessage, response: ServerResponse, { exposed }: CrossOrigin): void {
  if (headers.origin === undefined) return
  response.setHeader('Access-Control-Allow-Origin', headers.origin)
  response.setHeader('Access-Control-Expose-Headers', exposed)
  response.setHeader('Vary', 'Origin')
}

export interface PreflightMethods {
  /** What a page may send. */
  readonly methods: string
  readonly allow: string
}

export function preflight(
  request: IncomingMessage,
  response: ServerResponse,
  cors: CrossOrigin,
  { methods, allow }: PreflightMethods,
): void {
  const allowed = { 'Access-Control-Allow-Methods': methods, 'Access-Control-Allow-Headers': cors.headers }
  response.writeHead(204, { Allow: allow, ...(request.headers.origin === undefined ? {} : allowed) })
  response.end()
}
