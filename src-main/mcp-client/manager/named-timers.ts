/** Timers by name: arming one again takes the one before back. */
import type { Clock } from './clock.ts'

export interface NamedTimers<Name extends string> {
  /** `ms` null only takes back. */
  arm(name: Name, ms: number | null, work: () => void): void
  isArmed(name: Name): boolean
  close(): void
}

export function createNamedTimers<Name extends string>(clock: Clock): NamedTimers<Name> {
  const stops = new Map<Name, () => void>()
  let isClosed = false
  return {
    arm(name, ms, work) {
      stops.get(name)?.()
      stops.delete(name)
      if (ms === null || isClosed) return
      const stop = clock.after(Math.max(0, ms), () => {
        stops.delete(name)
        work()
      })
      stops.set(name, stop)
    },
    isArmed: (name) => stops.has(name),
    close() {
      isClosed = true
      for (const stop of stops.values()) stop()
      stops.clear()
    },
  }
}
