/** JSON-RPC 2.0 words that the endpoint itself says, outside the SDK's dispatch. */
import type { ServerResponse } from 'node:http'

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
/** Refusals of this server that JSON-RPC has no code for: no identity, not allowed, too large. */
export const REFUSED = -32000

export type RpcId = string | number | null

export interface RpcErrorBody {
  readonly jsonrpc: '2.0'
  readonly error: { readonly code: number; readonly message: string }
  readonly id: RpcId
}

export function rpcError(code: number, message: string, id: RpcId = null): RpcErrorBody {
  return { jsonrpc: '2.0', error: { code, message }, id }
}

/** The id of a single request, to be echoed in an answer; null where the body has none that can be read. */
export function requestId(body: unknown): RpcId {
  if (!isObject(body) || typeof body.method !== 'string') return null
  return typeof body.id === 'string' || typeof body.id === 'number' ? body.id : null
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Answers with a JSON body and nothing else; does nothing when an answer has already begun. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}
