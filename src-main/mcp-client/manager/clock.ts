/** Time as the manager of servers takes it, so that a test can hand in its own. */

export interface Clock {
  /** For what is shown. */
  now(): Date
  /** Milliseconds that no change of the computer's clock moves. */
  monotonicMs(): number
  /** Runs `work` once, later; the answer takes it back. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
