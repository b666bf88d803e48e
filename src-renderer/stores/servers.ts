/** The external servers, for their page and the line at the foot of the rail. */
import { create } from 'zustand'
import type { ServerRow } from '../../src-main/api/contract/servers.ts'
import { client } from '../rpc/client.ts'

export interface FileProblem {
  readonly file: string
  readonly problem: string
}

interface ServersStore {
  /** Null until the first answer. As the hub told them, in the person's order. */
  servers: ServerRow[] | null
  fileProblems: readonly FileProblem[]
  error: unknown
  /** What a person has just asked for and the hub has not confirmed: it stands over what the hub told. */
  wishes: Readonly<Record<string, Partial<ServerRow>>>
  load: () => Promise<void>
  /** Shows `wish` at once, acts, reads again, and takes the wish back, also when it failed. Throws what `act` threw. */
  wish: (ids: readonly string[], wish: Partial<ServerRow>, act: () => Promise<unknown>) => Promise<void>
}

let request = 0

export const useServers = create<ServersStore>()((set, get) => ({
  servers: null,
  fileProblems: [],
  error: null,
  wishes: {},
  load: async () => {
    const mine = ++request
    try {
      const { servers, fileProblems } = await client.servers.list()
      // A slow answer must not replace a later one's.
      if (mine === request) set({ servers, fileProblems, error: null })
    } catch (error) {
      // What was known stays on screen; the page says that it could not be read again.
      if (mine === request) set({ error })
    }
  },
  wish: async (ids, wish, act) => {
    set((state) => ({ wishes: { ...state.wishes, ...Object.fromEntries(ids.map((id) => [id, wish])) } }))
    try {
      await act()
      await get().load()
    } finally {
      set((state) => ({
        // A later wish for the same server is not this one's to take back.
        wishes: Object.fromEntries(Object.entries(state.wishes).filter(([, one]) => one !== wish)),
      }))
    }
  },
}))

/** Runs `act` at most once in `everyMs`, and once after the last call: a server that starts changes several times. */
export function atMostEvery(everyMs: number, act: () => void): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      act()
    }, everyMs)
  }
}
