/** Whether and when a request to a model is sent again, for every agent the same. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelFault, ProviderFaultCode } from '../types.ts'

/** How often each fault is tried again; the others heal by nothing that we could do. */
const retries: Partial<Record<ProviderFaultCode, number>> = {
  rate_limited: 3,
  overloaded: 3,
  timeout: 2,
  unreachable: 2,
  bad_answer: 1,
}
const FIRST_WAIT_MS = 1_000
/** Longer than this nobody should sit before a spinner: they are told when to ask again. */
const LONGEST_WAIT_MS = 60_000

export const retriesOf = (code: ProviderFaultCode): number => retries[code] ?? 0

/**
 * Milliseconds until the next try: what the provider asks for, else 1, 2 and 4 seconds, a quarter more or less so that two
 * runs do not come back together. Null where there is no sense in another.
 *
 * @param attempt Which try failed; the first is 1.
 */
export function waitBeforeRetry(
  { code, retryAfterMs }: Pick<ModelFault, 'code' | 'retryAfterMs'>,
  attempt: number,
  random = Math.random,
): number | null {
  if (attempt > retriesOf(code)) return null
  const waitMs = retryAfterMs ?? Math.round(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + random() / 2))
  return waitMs > LONGEST_WAIT_MS ? null : waitMs
}

/** As a person is told of it. */
export const waitSeconds = (ms: number): number => Math.max(1, Math.round(ms / 1_000))

/** Ends early, and without an error, when the run is stopped. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
