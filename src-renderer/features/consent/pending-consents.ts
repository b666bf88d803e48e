/** Apps that wait to be let in: in the order they asked, the same in every window, answered once. */
import { create } from 'zustand'
import type { ConsentView } from '../../../src-main/api/contract/consents.ts'
import { client } from '../../rpc/client.ts'

interface PendingConsents {
  items: readonly ConsentView[]
  /** Put off by the person: these wait in the banner instead of standing over the page. */
  later: ReadonlySet<string>
  load: () => Promise<void>
  putOff: (id: string) => void
  bringBack: () => void
  /** Takes an answered or ended request away at once; the hub's event brings the rest. */
  forget: (id: string) => void
}

/** Oldest first, so that a late request never pushes aside the one that is being read. */
function inOrderOfAsking(items: readonly ConsentView[]): ConsentView[] {
  return [...items].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id.localeCompare(b.id))
}

/** Of two readings the later one counts: an older answer must not bring back what was answered meanwhile. */
let latestReading = 0

export const usePendingConsents = create<PendingConsents>()((set) => ({
  items: [],
  later: new Set(),
  load: async () => {
    const reading = ++latestReading
    try {
      const items = inOrderOfAsking(await client.consents.pending())
      if (reading !== latestReading) return
      set((before) => ({
        items,
        later: new Set([...before.later].filter((id) => items.some((item) => item.id === id))),
      }))
    } catch {
      // The banner tells that the hub is away. What was asked ends by itself; nothing is ever allowed by silence.
    }
  },
  putOff: (id) => set((before) => ({ later: new Set(before.later).add(id) })),
  bringBack: () => set({ later: new Set() }),
  forget: (id) => set((before) => ({ items: before.items.filter((item) => item.id !== id) })),
}))
