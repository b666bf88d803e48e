/** The hub's events of the hub that exists only in this page: what one fake changes, every store hears. */
import { AsyncIteratorClass } from '@orpc/client'
import type { HubEvent } from '../../src-main/api/contract/app.ts'

const listeners = new Set<(event: HubEvent) => void>()

export function emit(type: HubEvent['type']): void {
  for (const listener of listeners) listener({ type })
}

/** A stream as `app.events` gives it; it never ends. */
export function hubEvents(): AsyncIteratorClass<HubEvent, unknown, void> {
  const waiting: HubEvent[] = []
  let wake: ((event: HubEvent) => void) | null = null
  const listener = (event: HubEvent) => {
    if (wake) wake(event)
    else waiting.push(event)
    wake = null
  }
  listeners.add(listener)
  return new AsyncIteratorClass<HubEvent, unknown, void>(
    async () => {
      const value = waiting.shift() ?? (await new Promise<HubEvent>((resolve) => (wake = resolve)))
      return { done: false, value }
    },
    async () => {
      listeners.delete(listener)
    },
  )
}
