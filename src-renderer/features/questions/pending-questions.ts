/** Questions of servers and tools that wait for the person. */
import { create } from 'zustand'
import type { QuestionAnswer, QuestionView } from '../../../src-main/api/contract/questions.ts'
import { client } from '../../rpc/client.ts'
import { oldestFirst, type WaitingList, waitingList } from '../../stores/waiting-list.ts'

interface PendingQuestions extends WaitingList<QuestionView> {
  /** False when it does not wait any more. Rejects when the hub could not be asked. */
  answer: (id: string, answer: QuestionAnswer) => Promise<boolean>
}

export function inOrderOfAsking(items: readonly QuestionView[]): QuestionView[] {
  return oldestFirst(items, (one) => one.askedAt)
}

export const usePendingQuestions = create<PendingQuestions>()((set, get) => ({
  ...waitingList<QuestionView>(set, () => client.questions.list(), inOrderOfAsking),
  answer: async (id, answer) => {
    const { taken } = await client.questions.answer({ id, answer })
    get().forget(id)
    // A reading that is under way may have begun before the answer; this one takes its place.
    void get().load()
    return taken
  },
}))
