/** Asks a running server for its lists again: when it says that they are others, and when a person wants to know. */
import type { Clock } from './clock.ts'
import { refreshAt, retryRefreshAt } from './refresh-plan.ts'

export interface Refresher {
  /** The server said that a list is another now. */
  changed(): void
  /** Now; shares a refresh that runs already. Resolves when it is over, however it went. */
  now(): Promise<void>
  stop(): void
}

export interface RefresherOptions {
  readonly clock: Clock
  /** Lists and keeps the answer. A rejection keeps the old list. */
  readonly list: () => Promise<void>
  readonly onFailed: (error: unknown) => void
}

export function createRefresher({ clock, list, onFailed }: RefresherOptions): Refresher {
  let running: Promise<void> | null = null
  let stopWaiting: (() => void) | null = null
  let lastAtMs: number | null = null
  let isChangedMeanwhile = false
  let failures = 0
  let isStopped = false

  function plan(atMs: number | null): void {
    if (isStopped || stopWaiting !== null || atMs === null) return
    stopWaiting = clock.after(Math.max(0, atMs - clock.monotonicMs()), () => {
      stopWaiting = null
      void refresh()
    })
  }

  async function run(): Promise<void> {
    lastAtMs = clock.monotonicMs()
    isChangedMeanwhile = false
    try {
      await list()
      failures = 0
    } catch (error) {
      if (isStopped) return
      failures++
      onFailed(error)
      plan(retryRefreshAt(clock.monotonicMs(), failures))
    } finally {
      running = null
      if (isChangedMeanwhile) plan(refreshAt(clock.monotonicMs(), lastAtMs))
    }
  }

  function refresh(): Promise<void> {
    running ??= run()
    return running
  }

  return {
    changed() {
      failures = 0
      if (running === null) plan(refreshAt(clock.monotonicMs(), lastAtMs))
      else isChangedMeanwhile = true
    },
    now: () => (isStopped ? Promise.resolve() : refresh()),
    stop() {
      isStopped = true
      stopWaiting?.()
    },
  }
}
