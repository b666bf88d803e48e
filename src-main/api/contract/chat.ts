/** Conversations and runs. */
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'
import type { AgentEvent } from '../../agents/events.ts'

export const conversationView = z.object({
  id: z.string(),
  title: z.string(),
  agent: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Where a search matched, when the list was searched. */
  snippet: z.string().optional(),
})
export type ConversationView = z.infer<typeof conversationView>

const agentEvent = z.custom<AgentEvent>((value) => typeof value === 'object' && value !== null && 'type' in value)

export const messageView = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  events: z.array(agentEvent),
  createdAt: z.string(),
  /** The run's state for assistant messages. */
  state: z.enum(['running', 'done', 'declined', 'stopped', 'failed', 'interrupted']).nullable(),
})
export type MessageView = z.infer<typeof messageView>

/** What `send` streams: first the ids, then the agent's events. */
export const chatEvent = z.union([
  z.object({
    type: z.literal('started'),
    conversationId: z.string(),
    userMessageId: z.string(),
    messageId: z.string(),
    runId: z.string(),
    title: z.string(),
  }),
  agentEvent,
])
export type ChatEvent =
  | { type: 'started'; conversationId: string; userMessageId: string; messageId: string; runId: string; title: string }
  | AgentEvent

export const chatContract = {
  conversations: oc.input(z.object({ search: z.string().max(200).optional() })).output(z.array(conversationView)),
  messages: oc.input(z.object({ conversationId: z.string() })).output(z.array(messageView)),
  /** conversationId null starts a new conversation. Leaving the stream does not stop the run. */
  send: oc
    .input(
      z.object({
        conversationId: z.string().nullable(),
        question: z.string().trim().min(1).max(8000),
        agent: z.enum(['quick']).default('quick'),
      }),
    )
    .output(eventIterator(chatEvent)),
  stop: oc.input(z.object({ runId: z.string() })).output(z.object({ stopped: z.boolean() })),
  rename: oc
    .input(z.object({ conversationId: z.string(), title: z.string().trim().min(1).max(120) }))
    .output(conversationView),
  remove: oc.input(z.object({ conversationId: z.string() })).output(z.object({ removed: z.boolean() })),
  /** Questions that this person's data can answer, in the person's language. */
  suggestions: oc.output(z.array(z.string())),
}
