/**
 * Requests of callers that are no MCP client, such as a person with curl: a JSON body and nothing else, neither
 * session, `Accept` nor `_meta`. What the protocol wants and they left out is filled in here.
 */

import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LATEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { isObject } from './json-rpc.ts'

/** The revision whose first method `server/discover` is. */
export const FIRST_MODERN_VERSION = '2026-07-28'

export interface FilledRequest {
  readonly body: unknown
  /** Headers to set, in node's lower-case spelling. */
  readonly headers: Readonly<Record<string, string>>
}

/** Bodies that need nothing come back as they are. Never changes what a client did say. */
export function fillBareRequest(body: unknown, headers: IncomingHttpHeaders): FilledRequest {
  if (!isObject(body) || typeof body.method !== 'string' || !('id' in body)) return { body, headers: {} }
  const params = body.params === undefined ? {} : body.params
  const isClient = headers['mcp-protocol-version'] !== undefined || headers['mcp-session-id'] !== undefined
  if (!isObject(params) || params._meta !== undefined || isClient) return { body, headers: {} }
  if (body.method === 'initialize') {
    const defaults = {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'unnamed client', version: '0' },
    }
    return { body: { ...body, params: { ...defaults, ...params } }, headers: {} }
  }
  if (body.method === 'server/discover') {
    const _meta = {
      [PROTOCOL_VERSION_META_KEY]: FIRST_MODERN_VERSION,
      [CLIENT_CAPABILITIES_META_KEY]: {},
      [CLIENT_INFO_META_KEY]: { name: 'unnamed client', version: '0' },
    }
    return {
      body: { ...body, params: { ...params, _meta } },
      headers: { 'mcp-protocol-version': FIRST_MODERN_VERSION, 'mcp-method': body.method },
    }
  }
  return { body, headers: {} }
}
