/** Passes on that resources are others now: each once in half a second, however often the server says it. */
import type { Clock } from './clock.ts'

const STEP_MS = 500
/** Of one server, waiting; more are left out, and whoever watches them asks again by themselves. */
const MAX_WAITING = 1_000

export interface ResourceNews {
  add(id: string, uri: string): void
  forget(id: string): void
  close(): void
}

export function createResourceNews(clock: Clock, tell: (id: string, uri: string) => void): ResourceNews {
  const waiting = new Map<string, Set<string>>()
  let stopWaiting: (() => void) | null = null

  function pass(): void {
    stopWaiting = null
    const all = [...waiting]
    waiting.clear()
    for (const [id, uris] of all) for (const uri of uris) tell(id, uri)
  }

  return {
    add(id, uri) {
      const uris = waiting.get(id) ?? new Set()
      waiting.set(id, uris)
      if (uris.size < MAX_WAITING) uris.add(uri)
      stopWaiting ??= clock.after(STEP_MS, pass)
    },
    forget: (id) => void waiting.delete(id),
    close() {
      stopWaiting?.()
      waiting.clear()
    },
  }
}
