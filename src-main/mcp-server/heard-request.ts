/** Who a request says it is from, for "heard from just now". Self-reported: shown, and nothing is decided by it. */
import type { IncomingMessage } from 'node:http'
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY, type Server } from '@modelcontextprotocol/server'
import type { HeardRequest } from './client-activity.ts'
import type { ExchangeCall } from './exchange-call.ts'
import { isObject } from './json-rpc.ts'

/** `session` is the server of the session that the request belongs to, which was told at `initialize`. */
export function heardRequest(
  { headers }: IncomingMessage,
  body: unknown,
  { who, product }: ExchangeCall,
  session: Server | null,
): HeardRequest {
  const params = isObject(body) && isObject(body.params) ? body.params : {}
  const meta = isObject(params._meta) ? params._meta : {}
  const info = meta[CLIENT_INFO_META_KEY] ?? params.clientInfo ?? session?.getClientVersion()
  const { name, version } = isObject(info) ? info : {}
  const protocol =
    meta[PROTOCOL_VERSION_META_KEY] ??
    session?.getNegotiatedProtocolVersion() ??
    headers['mcp-protocol-version'] ??
    params.protocolVersion
  return {
    name: textOf(name) ?? product ?? 'unnamed client',
    version: textOf(version),
    via: 'http',
    userId: who.holderId ?? who.caller.user?.id ?? null,
    credential: who.caller.credential ?? null,
    label: who.label,
    protocol: textOf(protocol),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
