/** Requests that wait for the answers of whoever called, under names that cannot be guessed. */
import { randomUUID } from 'node:crypto'

export interface SuspendedCalls<Call> {
  /** The name under which `take` gives it back, once. Past the limit the oldest is ended. */
  add(call: Call): string
  /** Null: unknown, taken before, or ended after waiting too long. */
  take(id: string): Call | null
  /** Ends all. */
  close(): void
}

export interface SuspendedCallsOptions<Call> {
  readonly end: (call: Call) => void
  readonly ttlMs?: number
  readonly limit?: number
}

const TTL_MS = 10 * 60_000
const LIMIT = 64

export function createSuspendedCalls<Call>(options: SuspendedCallsOptions<Call>): SuspendedCalls<Call> {
  const { end, ttlMs = TTL_MS, limit = LIMIT } = options
  const waiting = new Map<string, { readonly call: Call; readonly timer: NodeJS.Timeout }>()

  function take(id: string): Call | null {
    const found = waiting.get(id)
    if (!found) return null
    waiting.delete(id)
    clearTimeout(found.timer)
    return found.call
  }
  function drop(id: string): void {
    const call = take(id)
    if (call !== null) end(call)
  }

  return {
    add(call) {
      const id = randomUUID()
      const timer = setTimeout(() => drop(id), ttlMs)
      timer.unref()
      waiting.set(id, { call, timer })
      const [oldest] = waiting.keys()
      if (waiting.size > limit && oldest !== undefined) drop(oldest)
      return id
    },
    take,
    close: () => {
      for (const id of [...waiting.keys()]) drop(id)
    },
  }
}
