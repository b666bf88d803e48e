/** Progress of a call, passed on at a pace that a page can draw: a server may send thousands a second. */
import type { UpstreamRequest } from '../model/connection.ts'
import type { Clock } from './clock.ts'

const STEP_MS = 50

type OnProgress = NonNullable<UpstreamRequest['onProgress']>

export interface CalmProgress {
  /** Undefined when nobody listens. */
  readonly onProgress: OnProgress | undefined
  /** Passes on what waits; nothing comes after. */
  end(): void
}

export function calmProgress(listener: OnProgress | undefined, clock: Clock): CalmProgress {
  if (listener === undefined) return { onProgress: undefined, end: () => {} }
  let waiting: Parameters<OnProgress>[0] | null = null
  let stopWaiting: (() => void) | null = null
  let isOver = false
  const tell = (progress: Parameters<OnProgress>[0]) => {
    try {
      listener(progress)
    } catch {
      // Whoever watches must not break the call.
    }
  }
  const pass = () => {
    stopWaiting = null
    if (waiting === null) return
    const progress = waiting
    waiting = null
    stopWaiting = clock.after(STEP_MS, pass)
    tell(progress)
  }
  return {
    onProgress(progress) {
      if (isOver) return
      waiting = progress
      if (stopWaiting === null) pass()
    },
    end() {
      isOver = true
      stopWaiting?.()
      if (waiting !== null) tell(waiting)
      waiting = null
    },
  }
}
