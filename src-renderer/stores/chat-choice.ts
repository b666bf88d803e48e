/** Who answers the next question: what a conversation says of itself, or what was chosen last for a new one. */
import { create } from 'zustand'
import { actingPerson } from '../rpc/acting-person.ts'
import { type Choice, useConversations } from './conversations.ts'

export type { Choice }

/** Without a model everything works at once, so that is where a person starts. */
const start: Choice = { agent: 'quick', model: null, subject: null }

const storageKey = `mirohub.choice.${actingPerson() ?? ''}`

function remembered(): Choice {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof read !== 'object' || read === null || !('agent' in read)) return start
    const agent = read.agent === 'deep' || read.agent === 'base' ? read.agent : 'quick'
    const model = 'model' in read ? read.model : null
    const isModel =
      typeof model === 'object' &&
      model !== null &&
      'provider' in model &&
      'model' in model &&
      typeof model.provider === 'string' &&
      typeof model.model === 'string'
    return {
      agent,
      model: isModel ? { provider: String(model.provider), model: String(model.model) } : null,
      subject: null,
    }
  } catch {
    return start
  }
}

interface ChoiceStore {
  /** For the conversation that has not begun yet. */
  fresh: Choice
  /** Chooses for a conversation, or with null for the next new one. Throws when the hub refuses it. */
  choose: (conversationId: string | null, patch: Partial<Choice>) => Promise<void>
  /** The next new conversation is about oneself again. */
  startNew: () => void
}

export const useChoice = create<ChoiceStore>()((set, get) => ({
  fresh: remembered(),
  choose: async (conversationId, patch) => {
    if (conversationId !== null) await useConversations.getState().configure(conversationId, patch)
    // Who answered last answers in the next new chat too; whom it was about stays with the conversation.
    const { subject, ...lasting } = patch
    const fresh = {
      ...get().fresh,
      ...lasting,
      ...(conversationId === null && subject !== undefined ? { subject } : {}),
    }
    set({ fresh })
    try {
      localStorage.setItem(storageKey, JSON.stringify({ agent: fresh.agent, model: fresh.model }))
    } catch {
      // Storage refused: the choice lives as long as the page.
    }
  },
  startNew: () => set((state) => ({ fresh: { ...state.fresh, subject: null } })),
}))

/**
 * What counts for a conversation now; with null for a new one. One that the list does not have yet has just begun here,
 * with what was chosen for it.
 */
export function choiceOf(conversationId: string | null): Choice {
  const known = conversationId === null ? undefined : useConversations.getState().known[conversationId]
  return known ? { agent: known.agent, model: known.model, subject: known.subject } : useChoice.getState().fresh
}

/** The same for a component, which follows it. */
export function useChoiceOf(conversationId: string | null): Choice {
  const fresh = useChoice((state) => state.fresh)
  const known = useConversations((state) => (conversationId === null ? undefined : state.known[conversationId]))
  return known ?? fresh
}
