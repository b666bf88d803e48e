/** The conversation around a message, and what a person can do in it. */
import { createContext, useContext, useMemo } from 'react'
import type { ApprovalChoice, ModelRef } from '../../../src-main/agents/events.ts'
import type { AgentId } from '../../../src-main/api/contract/chat.ts'
import { useChat } from '../../stores/chat.ts'

export interface ThreadScope {
  /** Null for a conversation that the hub has not named yet. */
  readonly conversationId: string | null
  /** An answer is being written: nothing else is asked, edited or branched meanwhile. */
  readonly isBusy: boolean
}

export const ThreadContext = createContext<ThreadScope>({ conversationId: null, isBusy: false })

export interface ThreadActions {
  regenerate(messageId: string, choice?: { agent?: AgentId; model?: ModelRef | null }): void
  resume(messageId: string): void
  editAndAsk(messageId: string, question: string): void
  showVersion(messageId: string): Promise<void>
  /** Resolves with the id of the new conversation. */
  branch(messageId: string): Promise<string>
  cancelCall(callId: string): Promise<boolean>
}

/** Null while the conversation has no name: none of this can be asked of it then. */
export function useThreadActions(): ThreadActions | null {
  const { conversationId } = useContext(ThreadContext)
  return useMemo(() => {
    if (conversationId === null) return null
    const store = () => useChat.getState()
    return {
      regenerate: (messageId, choice) => store().regenerate(conversationId, messageId, choice),
      resume: (messageId) => store().resume(conversationId, messageId),
      editAndAsk: (messageId, question) => store().editAndAsk(conversationId, messageId, question),
      showVersion: (messageId) => store().showVersion(conversationId, messageId),
      branch: (messageId) => store().branch(conversationId, messageId),
      cancelCall: (callId) => store().cancelCall(conversationId, callId),
    }
  }, [conversationId])
}

/** Resolves with whether it still waited. */
export function decide(approvalId: string, decision: ApprovalChoice | 'rejected', reason?: string): Promise<boolean> {
  return useChat.getState().decide(approvalId, decision, reason)
}

/** Resolves with whether it still waited. */
export function answerQuestion(questionId: string, answer: string): Promise<boolean> {
  return useChat.getState().answerQuestion(questionId, answer)
}
