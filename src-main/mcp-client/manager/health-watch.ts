/** Asks a server that has long been silent whether it is there: a dead one must not look ready. */
import type { Clock } from './clock.ts'

const SILENCE_MS = 300_000
const PING_LIMIT_MS = 20_000

export interface HealthWatch {
  /** Asks now, however lately it answered. */
  check(limitMs?: number): void
  stop(): void
}

export interface HealthOptions {
  readonly clock: Clock
  /** Monotonic milliseconds of the last answer of any kind. */
  readonly answeredAtMs: () => number
  /** How many there were. */
  readonly answers: () => number
  /** Whether it may be asked after a silence: not while a call runs, which a server may not answer beside. */
  readonly isQuiet: () => boolean
  /** Silence alone says nothing of a child process, whose end is seen. */
  readonly afterSilence: boolean
  readonly ping: (limitMs: number) => Promise<void>
  readonly onDead: (error: unknown) => void
}

export function watchHealth(options: HealthOptions): HealthWatch {
  const { clock, answeredAtMs, answers, isQuiet, ping, onDead } = options
  let stopWaiting = () => {}
  let isStopped = false
  let isAsking = false

  function wait(): void {
    if (isStopped || !options.afterSilence) return
    const silentMs = clock.monotonicMs() - answeredAtMs()
    stopWaiting = clock.after(Math.max(1_000, SILENCE_MS - silentMs), () => {
      const isSilent = clock.monotonicMs() - answeredAtMs() >= SILENCE_MS
      if (isSilent && isQuiet()) void ask(PING_LIMIT_MS)
      else if (isSilent) stopWaiting = clock.after(SILENCE_MS, wait)
      else wait()
    })
  }

  async function ask(limitMs: number): Promise<void> {
    if (isAsking || isStopped) return
    isAsking = true
    stopWaiting()
    const before = answers()
    try {
      await ping(limitMs)
    } catch (error) {
      // A refusal is an answer too.
      if (!isStopped && answers() === before) onDead(error)
    } finally {
      isAsking = false
      if (!isStopped) wait()
    }
  }

  wait()
  return {
    check: (limitMs = PING_LIMIT_MS) => void ask(limitMs),
    stop() {
      isStopped = true
      stopWaiting()
    },
  }
}
