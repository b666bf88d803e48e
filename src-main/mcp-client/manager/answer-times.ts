/** When a server answered last: what a green light stands on. */
import type { Clock } from './clock.ts'

export interface AnswerTimes {
  note(): void
  /** Of a run before this one, from its list. */
  remember(iso: string): void
  at(): Date | null
  /** Monotonic milliseconds. */
  atMs(): number
  /** How many answers there were. */
  count(): number
}

export function createAnswerTimes(clock: Clock): AnswerTimes {
  let at: Date | null = null
  let atMs = Number.NEGATIVE_INFINITY
  let count = 0
  return {
    note() {
      at = clock.now()
      atMs = clock.monotonicMs()
      count++
    },
    remember(iso) {
      at ??= new Date(iso)
    },
    at: () => at,
    atMs: () => atMs,
    count: () => count,
  }
}
