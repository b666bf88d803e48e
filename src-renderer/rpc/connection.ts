/** Whether the hub answers, for the banner and for stores that read again after it came back. */
import { create } from 'zustand'

/**
 * - connecting: first try, nothing to say yet
 * - open: answers
 * - away: was there and is not; being tried again
 * - locked: there, but it does not know this page (the one-time code was used elsewhere or the hub restarted)
 */
export type ConnectionState = 'connecting' | 'open' | 'away' | 'locked'

export const useConnection = create<{ state: ConnectionState }>()(() => ({ state: 'connecting' }))

const listeners = new Set<() => void>()

/** Runs after every return of the hub, never for the first connection. Returns the unsubscribe function. */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setConnection(state: ConnectionState): void {
  const before = useConnection.getState().state
  if (before === state) return
  useConnection.setState({ state })
  if (state === 'open' && before !== 'connecting') for (const listener of listeners) listener()
}
