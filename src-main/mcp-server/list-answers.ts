/**
 * Answers of `tools/list`, kept as bytes for as long as the list stays the same array (Registry.list). A thousand tools
 * are a few hundred kilobytes: making, checking and writing that anew for each of fifty clients would hold up everybody.
 */
import type { ServerResponse } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import type { ToolDefinition } from '../registry/types.ts'
import { isObject } from './json-rpc.ts'

export type Era = 'modern' | 'legacy'

export interface ListAnswers {
  /** The result as JSON in UTF-8; null when it has not been kept yet. */
  find(tools: readonly ToolDefinition[], era: Era): Buffer | null
  keep(tools: readonly ToolDefinition[], era: Era, result: unknown): Buffer
}

export function createListAnswers(): ListAnswers {
  const kept = new WeakMap<readonly ToolDefinition[], Map<Era, Buffer>>()
  return {
    find: (tools, era) => kept.get(tools)?.get(era) ?? null,
    keep(tools, era, result) {
      const bytes = Buffer.from(JSON.stringify(result))
      const eras = kept.get(tools) ?? new Map<Era, Buffer>()
      kept.set(tools, eras.set(era, bytes))
      return bytes
    },
  }
}

export interface PlainList {
  readonly id: string | number
}

/**
 * A `tools/list` that asks for nothing but the list: no cursor, no progress, no key that is not known here. Everything
 * else, and everything that is not exactly right, is left to the SDK to answer or to refuse.
 */
export function plainList(body: unknown, era: Era, version: string): PlainList | null {
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/list') return null
  const { id, params } = body
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isSafeInteger(id))) return null
  if (Object.keys(body).some((key) => !['jsonrpc', 'id', 'method', 'params'].includes(key))) return null
  if (era === 'legacy') return params === undefined || (isObject(params) && isEmpty(params)) ? { id } : null
  if (!isObject(params) || Object.keys(params).some((key) => key !== '_meta') || !isObject(params._meta)) return null
  const {
    [PROTOCOL_VERSION_META_KEY]: named,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    [CLIENT_INFO_META_KEY]: client,
    ...more
  } = params._meta
  if (named !== version || !isObject(capabilities) || !isEmpty(more)) return null
  return client === undefined || isClient(client) ? { id } : null
}

/** Writes `result` as the answer to `id`. */
export function sendKept(
  response: ServerResponse,
  { id }: PlainList,
  result: Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`)
  const length = head.length + result.length + 1
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length, ...headers })
  response.cork()
  response.write(head)
  response.write(result)
  response.end('}')
  response.uncork()
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function isClient(value: unknown): boolean {
  return isObject(value) && typeof value.name === 'string' && typeof value.version === 'string'
}
