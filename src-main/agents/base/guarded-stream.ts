/** A stream that ends when the run is stopped or the other side falls silent, whatever its source does about it. */

/** A provider that sends nothing for this long has left; long thoughts of models that show none take minutes. */
export const SILENCE_MS = 10 * 60_000

/** The other side sent nothing for too long. */
export class SilenceError extends Error {
  override readonly name = 'TimeoutError'
  readonly code = 'ETIMEDOUT'
  constructor(ms: number) {
    super(`Nothing came for ${Math.round(ms / 1000)} s.`)
  }
}

/** Throws the signal's reason, SilenceError, or what the source throws. `open` gets a signal that follows both. */
export async function* guarded<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
  silenceMs = SILENCE_MS,
): AsyncGenerator<T> {
  signal.throwIfAborted()
  const own = new AbortController()
  const both = AbortSignal.any([signal, own.signal])
  let timer: NodeJS.Timeout | undefined
  let onAbort = () => {}
  const ended = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(both.reason)
    both.addEventListener('abort', onAbort, { once: true })
  })
  // Nobody may be waiting when it ends.
  ended.catch(() => {})
  const iterator = open(both)[Symbol.asyncIterator]()
  try {
    for (;;) {
      timer = setTimeout(() => own.abort(new SilenceError(silenceMs)), silenceMs)
      const next = iterator.next()
      next.catch(() => {})
      const step = await Promise.race([next, ended])
      clearTimeout(timer)
      if (step.done) return
      yield step.value
    }
  } finally {
    clearTimeout(timer)
    both.removeEventListener('abort', onAbort)
    // Closes the connection where the reader left early; not waited for, since a source may be stuck.
    own.abort()
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
}
