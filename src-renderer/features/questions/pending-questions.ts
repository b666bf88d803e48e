/** Questions of servers and tools that wait for the person: in the order they were asked, the same in every window. */
import { create } from 'zustand'
import type { QuestionAnswer, QuestionView } from '../../../src-main/api/contract/questions.ts'
import { client } from '../../rpc/client.ts'

interface PendingQuestions {
  items: readonly QuestionView[]
  /** Put off by the person: these wait at the foot of the rail instead of standing over the page. */
  later: ReadonlySet<string>
  load: () => Promise<void>
  putOff: (id: string) => void
  bringBack: () => void
  /** Takes an answered or ended question away at once; the hub's event brings the rest. */
  forget: (id: string) => void
  /** False when it does not wait any more. Rejects when the hub could not be asked. */
  answer: (id: string, answer: QuestionAnswer) => Promise<boolean>
}

/** Oldest first, so that a late question never pushes aside the one that is being read. */
export function inOrderOfAsking(items: readonly QuestionView[]): QuestionView[] {
  return [...items].sort((a, b) => Date.parse(a.askedAt) - Date.parse(b.askedAt) || a.id.localeCompare(b.id))
}

/** Of two readings the later one counts: an older answer must not bring back what was answered meanwhile. */
let latestReading = 0

export const usePendingQuestions = create<PendingQuestions>()((set) => ({
  items: [],
  later: new Set(),
  load: async () => {
    const reading = ++latestReading
    try {
      const items = inOrderOfAsking(await client.questions.list())
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
  answer: async (id, answer) => {
    const { taken } = await client.questions.answer({ id, answer })
    // A reading that is under way may have begun before the answer.
    latestReading++
    set((before) => ({ items: before.items.filter((item) => item.id !== id) }))
    return taken
  },
}))
