/** How many calls of one connection run at once; the others wait their turn. */

const MAX_RUNNING = 64

export interface CallGate {
  /** Waits for a place among the running. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<() => void>
  /** Resolves at once when nothing runs, or when the last one has ended. */
  idle(): Promise<void>
  readonly running: number
}

export function createCallGate(): CallGate {
  let running = 0
  const queue: (() => void)[] = []
  const idlers: (() => void)[] = []

  function ended(): void {
    running--
    queue.shift()?.()
    if (running === 0) for (const tell of idlers.splice(0)) tell()
  }
  function exit(): () => void {
    running++
    let isOut = false
    return () => {
      if (!isOut) ended()
      isOut = true
    }
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (running < MAX_RUNNING) return exit()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const admit = () => resolve(exit())
      const giveUp = () => {
        const at = queue.indexOf(admit)
        if (at >= 0) queue.splice(at, 1)
        reject(signal.reason)
      }
      queue.push(admit)
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
    idle() {
      if (running === 0) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      idlers.push(resolve)
      return promise
    },
    get running() {
      return running
    },
  }
}
