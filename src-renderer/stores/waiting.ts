/** Approvals and questions of runs that wait for the person, in whichever conversation. */
import { create } from 'zustand'
import type { WaitingView } from '../../src-main/api/contract/chat.ts'
import { client } from '../rpc/client.ts'

interface WaitingStore {
  /** Oldest first. */
  items: readonly WaitingView[]
  load: () => Promise<void>
  /** Takes what was answered away at once; the hub's event brings the rest. */
  forget: (id: string) => void
}

/** The id by which an approval or question is answered; null for any other event. */
export function waitingId({ event }: WaitingView): string | null {
  return event.type === 'approval' || event.type === 'question' ? event.id : null
}

let reading = 0

export const useWaiting = create<WaitingStore>()((set) => ({
  items: [],
  load: async () => {
    const mine = ++reading
    try {
      const items = await client.chat.waiting()
      // An older answer must not bring back what was answered meanwhile.
      if (mine === reading) set({ items })
    } catch {
      // The banner tells that the hub is away. What waits ends by itself; silence never allows anything.
    }
  },
  forget: (id) => set((state) => ({ items: state.items.filter((item) => waitingId(item) !== id) })),
}))
