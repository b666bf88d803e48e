/** What a line of a server's stdout is: JSON-RPC messages, or something else. Pure; throws for nothing. */

import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isObject } from '../model/json-value.ts'

/**
 * The messages of a line; null when it is no JSON-RPC. A batch (an array, as in the version of 2025-03-26) counts when
 * every part of it does.
 */
export function wireMessages(line: string): readonly JSONRPCMessage[] | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  if (!Array.isArray(value)) return isMessage(value) ? [value] : null
  return value.length > 0 && value.every(isMessage) ? value : null
}

/** The shapes of JSON-RPC 2.0 as MCP narrows them: ids are text or numbers, params and results are objects. */
function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false
  const { id, method, params, result, error } = value
  const hasId = typeof id === 'string' || typeof id === 'number'
  if (method !== undefined) {
    return typeof method === 'string' && (id === undefined || hasId) && (params === undefined || isObject(params))
  }
  if (!hasId || (result === undefined) === (error === undefined)) return false
  if (error === undefined) return isObject(result)
  return isObject(error) && Number.isInteger(error.code) && typeof error.message === 'string'
}
