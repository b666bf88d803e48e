/** Who a request says it is from, for "heard from just now". Self-reported: shown, and nothing is decided by it. */
import type { IncomingMessage } from 'node:http'
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY, type Server } from '@modelcontextprotocol/server'
import type { HeardRequest } from './client-activity.ts'
import type { ExchangeCall } from './exchange-call.ts'
import { isObject } from './json-rpc.ts'

/** How a client names itself and the protocol it speaks, as far as one message tells. */
export interface SaidOfItself {
  readonly name: string | null
  readonly version: string | null
  readonly protocol: string | null
}

/** From `_meta` of any modern request, from `initialize` of an older one; nulls from every other message. */
export function saidOfItself(message: unknown): SaidOfItself {
  const params = isObject(message) && isObject(message.params) ? message.params : {}
  const meta = isObject(params._meta) ? params._meta : {}
  const info = meta[CLIENT_INFO_META_KEY] ?? params.clientInfo
  const { name, version } = isObject(info) ? info : {}
  const protocol = textOf(meta[PROTOCOL_VERSION_META_KEY] ?? params.protocolVersion)
  return { name: textOf(name), version: textOf(version), protocol }
}

/** `session` is the server of the session that the request belongs to, which was told at `initialize`. */
export function heardRequest(
  { headers }: IncomingMessage,
  body: unknown,
  { who, product }: ExchangeCall,
  session: Server | null,
): HeardRequest {
  const said = saidOfItself(body)
  const known = said.name === null ? session?.getClientVersion() : undefined
  return {
    name: said.name ?? known?.name ?? product ?? 'unnamed client',
    version: said.name === null ? textOf(known?.version) : said.version,
    via: 'http',
    userId: who.holderId ?? who.caller.user?.id ?? null,
    credential: who.caller.credential ?? null,
    label: who.label,
    protocol: said.protocol ?? textOf(session?.getNegotiatedProtocolVersion() ?? headers['mcp-protocol-version']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
