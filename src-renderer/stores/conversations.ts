/** The list of conversations and its search. */
import { create } from 'zustand'
import type { AgentId, ConversationView } from '../../src-main/api/contract/chat.ts'
import { client } from '../rpc/client.ts'

/** Who answers in a conversation, and about whom. */
export interface Choice {
  readonly agent: AgentId
  /** Null: the agent's default. */
  readonly model: { readonly provider: string; readonly model: string } | null
  /** Public id of the person it is about; null is oneself. */
  readonly subject: string | null
}

interface ConversationsStore {
  /** What the search finds; null until the first answer. */
  items: ConversationView[] | null
  /** Every conversation that was ever listed, also while a search leaves it out. */
  known: Readonly<Record<string, ConversationView>>
  error: unknown
  search: string
  /** Hidden while their deletion can still be undone. */
  hidden: ReadonlySet<string>
  load: () => Promise<void>
  setSearch: (search: string) => void
  rename: (id: string, title: string) => Promise<void>
  /** Shows the choice at once, and takes it back and throws when the hub refuses it. */
  configure: (id: string, patch: Partial<Choice>) => Promise<void>
  hide: (id: string) => void
  unhide: (id: string) => void
  /** Deletes for good; brings the line back when that fails. */
  remove: (id: string) => Promise<void>
}

let request = 0

export const useConversations = create<ConversationsStore>()((set, get) => {
  const put = (view: ConversationView) =>
    set((state) => ({
      // A line that a search found keeps what it matched.
      items: state.items?.map((item) => (item.id === view.id ? { ...view, snippet: item.snippet } : item)) ?? null,
      known: { ...state.known, [view.id]: view },
    }))
  return {
    items: null,
    known: {},
    error: null,
    search: '',
    hidden: new Set(),
    load: async () => {
      const mine = ++request
      try {
        const search = get().search.trim()
        const items = await client.chat.conversations(search ? { search } : {})
        // A slow answer to an earlier search must not replace the later one's.
        if (mine !== request) return
        const listed = Object.fromEntries(items.map((item) => [item.id, item]))
        set((state) => ({ items, error: null, known: search ? { ...state.known, ...listed } : listed }))
      } catch (error) {
        if (mine === request) set({ error })
      }
    },
    setSearch: (search) => {
      set({ search })
      void get().load()
    },
    rename: async (conversationId, title) => put(await client.chat.rename({ conversationId, title })),
    configure: async (conversationId, patch) => {
      const before = get().known[conversationId]
      if (before) put({ ...before, ...patch })
      try {
        put(await client.chat.configure({ conversationId, ...patch }))
      } catch (error) {
        if (before) put(before)
        throw error
      }
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
  }
})
