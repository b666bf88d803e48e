/** Circuit breaker of one server: a crash loop ends, and who ended it has one try at a time. Pure. */

const WINDOW_MS = 300_000
const MAX_FAILURES = 5

export interface Breaker {
  /** `half-open`: one failure opens it again. */
  readonly state: 'closed' | 'half-open' | 'open'
  /** Monotonic milliseconds of the failures that still count. */
  readonly failures: readonly number[]
}

export const closedBreaker: Breaker = { state: 'closed', failures: [] }

/** Open after five failures in five minutes. */
export function afterFailure(breaker: Breaker, atMs: number): Breaker {
  const failures = [...breaker.failures.filter((one) => atMs - one < WINDOW_MS), atMs].slice(-MAX_FAILURES)
  const isOpen = breaker.state !== 'closed' || failures.length >= MAX_FAILURES
  return { state: isOpen ? 'open' : 'closed', failures }
}

/** Somebody asks for a try. */
export function forProbe(breaker: Breaker): Breaker {
  return breaker.state === 'open' ? { ...breaker, state: 'half-open' } : breaker
}

/** The probe has held for a while. */
export function afterProbe(breaker: Breaker): Breaker {
  return breaker.state === 'half-open' ? closedBreaker : breaker
}
