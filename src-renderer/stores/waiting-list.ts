/** What waits for the person: in the order it was asked, the same in every window, and put off when they wish. */

export interface WaitingList<Item> {
  items: readonly Item[]
  /** Put off by the person: these wait at the side instead of standing over the page. */
  later: ReadonlySet<string>
  load: () => Promise<void>
  putOff: (id: string) => void
  bringBack: () => void
  /** Takes what was answered or ended away at once; the hub's event brings the rest. */
  forget: (id: string) => void
}

type Change<Item> = (before: WaitingList<Item>) => Partial<WaitingList<Item>>

/** The part of a store that holds them. `read` asks the hub for all that waits now. */
export function waitingList<Item extends { readonly id: string }>(
  set: (change: Change<Item>) => void,
  read: () => Promise<readonly Item[]>,
  inOrder: (items: readonly Item[]) => Item[],
): WaitingList<Item> {
  /** Of two readings the later one counts: an older answer must not bring back what was answered meanwhile. */
  let latestReading = 0
  return {
    items: [],
    later: new Set(),
    load: async () => {
      const reading = ++latestReading
      try {
        const items = inOrder(await read())
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
    bringBack: () => set(() => ({ later: new Set() })),
    forget: (id) => set((before) => ({ items: before.items.filter((item) => item.id !== id) })),
  }
}

/** Oldest first, so that a late one never pushes aside the one that is being read. */
export function oldestFirst<Item extends { readonly id: string }>(
  items: readonly Item[],
  askedAt: (item: Item) => string,
): Item[] {
  return [...items].sort((a, b) => Date.parse(askedAt(a)) - Date.parse(askedAt(b)) || a.id.localeCompare(b.id))
}
