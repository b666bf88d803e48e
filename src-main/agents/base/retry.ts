/** Whether and when a failed request is sent again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts } from '../models/fault/error-facts.ts'
import type { ModelFault } from '../models/types.ts'

export const MAX_RETRIES = 3
/** A provider that wants more patience than this is told of instead of waited for. */
const MAX_WAIT_MS = 60_000

/** Milliseconds until the next try; null where there is no sense in one. `attempt` begins at 1. */
export function waitBefore(attempt: number, fault: ModelFault, error: unknown, random = Math.random): number | null {
  const isPassing = fault.code === 'rate_limited' || fault.code === 'overloaded' || isBrokenOff(error)
  if (!isPassing || attempt > MAX_RETRIES) return null
  const asked = fault.retryAfterMs
  if (asked !== null) return asked > MAX_WAIT_MS ? null : asked
  // 1, 2 and 4 seconds, a quarter more or less so that two runs do not come back together.
  return Math.round(1_000 * 2 ** (attempt - 1) * (0.75 + random() / 2))
}

/** A connection that was there and went, as an idle one does that is used again; not one that nobody takes. */
function isBrokenOff(error: unknown): boolean {
  const { status, codes, text } = errorFacts(error)
  const isCut = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE'].some((code) => codes.has(code))
  return status === null && (isCut || /\bterminated\b|socket hang up|other side closed/.test(text))
}

/** Ends early, and without an error, when the run is stopped. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
