/** The time limits of one request: silence, started anew by progress and halted by questions, and a hard cap. */

export type ClockEnd = 'silence' | 'cap'

export interface CallClock {
  /** Aborts when a limit is reached, or `abort` says so. */
  readonly signal: AbortSignal
  /** Which limit it was. */
  readonly ended: ClockEnd | null
  /** A sign of life. */
  touch(): void
  /** While somebody is asked a question, the server waits for us. */
  pause(): void
  resume(): void
  abort(reason: unknown): void
  /** It is over: nothing fires any more. */
  done(): void
}

export interface CallClockOptions {
  readonly silenceMs: number
  readonly capMs: number
}

export function startClock({ silenceMs, capMs }: CallClockOptions): CallClock {
  const controller = new AbortController()
  let ended: ClockEnd | null = null
  let paused = 0
  const end = (which: ClockEnd) => {
    ended = which
    finish(new Error(which))
  }
  const cap = setTimeout(() => end('cap'), capMs)
  let silence: NodeJS.Timeout | undefined = setTimeout(() => end('silence'), silenceMs)

  let over = false
  function done(): void {
    over = true
    clearTimeout(cap)
    clearTimeout(silence)
    silence = undefined
  }
  function finish(reason: unknown): void {
    if (over) return
    done()
    controller.abort(reason)
  }

  return {
    signal: controller.signal,
    get ended() {
      return ended
    },
    touch: () => void silence?.refresh(),
    pause() {
      paused += 1
      clearTimeout(silence)
      silence = undefined
    },
    resume() {
      paused -= 1
      if (paused > 0 || over) return
      silence = setTimeout(() => end('silence'), silenceMs)
    },
    abort: finish,
    done,
  }
}
