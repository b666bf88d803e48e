/** What a shared server answered, in the words of an endpoint. */
import { ProtocolError } from '@modelcontextprotocol/server'
import type { Answered } from '../../mcp-client/model/server-manager.ts'
import type { Asking } from '../client-channel.ts'
import { REFUSED } from '../json-rpc.ts'

/** As long as a client may keep what is read, where the server says that it may be kept at all. */
const MOST_TTL_MS = 60_000

/**
 * The result, or questions to whoever asked. What was read is the person's own, whatever the server says of who may
 * see it, and is kept only where the server said so.
 *
 * @throws ProtocolError for a failure, and the signal's reason once it was aborted.
 */
export function answerOf<T extends object>(answered: Answered<T>, signal: AbortSignal): T | Asking {
  signal.throwIfAborted()
  if (!answered.ok) {
    const { message, hint } = answered.fault
    throw new ProtocolError(REFUSED, `${message.en} ${hint.en}`.trim())
  }
  const { answer } = answered
  return 'ask' in answer ? { ask: answer.ask } : answer.result
}

/** Merged from what the server said and what this endpoint allows; nothing said is not kept. */
export function withHint<T extends object>(result: T): T {
  const ttlMs = 'ttlMs' in result && typeof result.ttlMs === 'number' ? result.ttlMs : 0
  return { ...result, ttlMs: Math.max(0, Math.min(MOST_TTL_MS, ttlMs)), cacheScope: 'private' }
}
