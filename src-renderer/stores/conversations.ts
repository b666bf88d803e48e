/** The list of conversations and its search. */
import { create } from 'zustand'
import type { ConversationView } from '../../src-main/api/contract/chat.ts'
import { client } from '../rpc/client.ts'

interface ConversationsStore {
  /** Null until the first answer. */
  items: ConversationView[] | null
  error: unknown
  search: string
  /** Hidden while their deletion can still be undone. */
  hidden: ReadonlySet<string>
  load: () => Promise<void>
  setSearch: (search: string) => void
  rename: (id: string, title: string) => Promise<void>
  hide: (id: string) => void
  unhide: (id: string) => void
  /** Deletes for good; brings the line back when that fails. */
  remove: (id: string) => Promise<void>
}

let request = 0

export const useConversations = create<ConversationsStore>()((set, get) => ({
  items: null,
  error: null,
  search: '',
  hidden: new Set(),
  load: async () => {
    const mine = ++request
    try {
      const search = get().search.trim()
      const items = await client.chat.conversations(search ? { search } : {})
      // A slow answer to an earlier search must not replace the later one's.
      if (mine === request) set({ items, error: null })
    } catch (error) {
      if (mine === request) set({ error })
    }
  },
  setSearch: (search) => {
    set({ search })
    void get().load()
  },
  rename: async (conversationId, title) => {
    const renamed = await client.chat.rename({ conversationId, title })
    set((state) => ({ items: state.items?.map((item) => (item.id === renamed.id ? renamed : item)) ?? null }))
  },
  hide: (id) => set((state) => ({ hidden: new Set(state.hidden).add(id) })),
  unhide: (id) => set((state) => ({ hidden: new Set([...state.hidden].filter((other) => other !== id)) })),
  remove: async (conversationId) => {
    try {
      await client.chat.remove({ conversationId })
      set((state) => ({ items: state.items?.filter((item) => item.id !== conversationId) ?? null }))
    } finally {
      get().unhide(conversationId)
    }
  },
}))
