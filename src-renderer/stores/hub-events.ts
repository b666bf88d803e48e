/** Follows what changes in the hub for as long as the window lives, and tells the stores. */
import type { HubEvent } from '../../src-main/api/contract/app.ts'
import { client } from '../rpc/client.ts'

type Listener = () => void
const listeners = new Map<HubEvent['type'], Set<Listener>>()

/** Runs `listener` after each event of that type. Returns the unsubscribe function. */
export function onHubEvent(type: HubEvent['type'], listener: Listener): () => void {
  const set = listeners.get(type) ?? new Set()
  listeners.set(type, set.add(listener))
  return () => set.delete(listener)
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads the stream and opens it again when it breaks; ends only with `signal`. */
export async function followHubEvents(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of await client.app.events(undefined, { signal })) {
        for (const listener of listeners.get(event.type) ?? []) listener()
      }
    } catch {
      // The connection banner tells a person; here it is enough to listen again.
    }
    await pause(1_500, signal)
  }
}
