/**
 * Lets few servers start at a time. Starting is work for the computer at first and then mostly waiting, so that a place
 * is given on after a moment: a server that hangs in its start must not keep those behind it out.
 */
import type { Clock } from './clock.ts'

const PLACES = 8
/** After this a starter counts as waiting for something else than this computer. */
const PATIENCE_MS = 750
/** Starters beyond the places; when there are as many, places are kept to the end. */
const MAX_OVERDUE = 24

export type StartPriority = 'retry' | 'first' | 'awaited'
const rank: Readonly<Record<StartPriority, number>> = { retry: 0, first: 1, awaited: 2 }

export interface StartTicket {
  /** Rejects with the signal's reason. */
  readonly entered: Promise<void>
  /** Somebody waits for it now. */
  raise(): void
  /** Idempotent, also before it has entered. */
  leave(): void
}

export interface StartPool {
  enter(priority: StartPriority, signal: AbortSignal): StartTicket
}

interface Waiting {
  priority: StartPriority
  admit(): void
}

interface Place {
  isRipe: boolean
  isOverdue: boolean
}

export function createStartPool(clock: Clock): StartPool {
  const queue: Waiting[] = []
  const places = new Set<Place>()

  function admitNext(): void {
    for (const place of places) {
      const overdue = [...places].filter((one) => one.isOverdue).length
      if (place.isRipe && !place.isOverdue && overdue < MAX_OVERDUE) place.isOverdue = true
    }
    while (queue.length > 0 && [...places].filter((one) => !one.isOverdue).length < PLACES) {
      // The first of the highest rank: `toSorted` is stable.
      const [next] = queue.toSorted((a, b) => rank[b.priority] - rank[a.priority])
      if (next === undefined) return
      queue.splice(queue.indexOf(next), 1)
      next.admit()
    }
  }

  return {
    enter(priority, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const place: Place = { isRipe: false, isOverdue: false }
      let stopWaiting = () => {}
      const waiting: Waiting = {
        priority,
        admit() {
          places.add(place)
          stopWaiting = clock.after(PATIENCE_MS, () => {
            place.isRipe = true
            admitNext()
          })
          resolve()
        },
      }
      const leave = () => {
        signal.removeEventListener('abort', giveUp)
        stopWaiting()
        const at = queue.indexOf(waiting)
        if (at >= 0) queue.splice(at, 1)
        if (places.delete(place)) admitNext()
      }
      const giveUp = () => {
        leave()
        reject(signal.reason)
      }
      if (signal.aborted) reject(signal.reason)
      else {
        signal.addEventListener('abort', giveUp, { once: true })
        queue.push(waiting)
        admitNext()
      }
      return {
        entered: promise,
        raise: () => {
          waiting.priority = 'awaited'
        },
        leave,
      }
    },
  }
}
