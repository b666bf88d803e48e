/** Waits that end: by a limit, by a signal, whatever the other side does. */
import type { Clock } from './clock.ts'

export interface Bounds {
  readonly clock: Clock
  readonly ms: number
  readonly signal?: AbortSignal
  /** What it rejects with after `ms`. */
  readonly onLimit: () => Error
  /** Told when the limit has come, e.g. to cancel the work. */
  readonly onLimitReached?: () => void
}

/** As `work`, unless the limit or the signal is sooner; the work then goes on unheard. */
export async function bounded<T>(work: Promise<T>, { clock, ms, signal, onLimit, onLimitReached }: Bounds): Promise<T> {
  // A late rejection has nobody to hear it.
  work.catch(() => {})
  signal?.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stopWaiting = clock.after(ms, () => {
    reject(onLimit())
    onLimitReached?.()
  })
  const giveUp = () => reject(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    stopWaiting()
    signal?.removeEventListener('abort', giveUp)
  }
}

/** Aborts with whichever of the signals does first; `unlink` when it is not needed any more. */
export function linkedAbort(signals: readonly (AbortSignal | undefined)[]): {
  readonly controller: AbortController
  unlink(): void
} {
  const controller = new AbortController()
  const links = signals.flatMap((signal) => {
    if (signal === undefined) return []
    const follow = () => controller.abort(signal.reason)
    if (signal.aborted) follow()
    signal.addEventListener('abort', follow, { once: true })
    return [() => signal.removeEventListener('abort', follow)]
  })
  return {
    controller,
    unlink() {
      for (const unlink of links) unlink()
    },
  }
}
