/** Conversations, runs, what waits for the person in them, and files that come with questions. */
import { eventIterator, oc } from '@orpc/contract'
import * as z from 'zod'
import type { AgentEvent } from '../../agents/events.ts'

export const agentId = z.enum(['quick', 'deep', 'base'])
export type AgentId = z.infer<typeof agentId>

export const modelRef = z.object({ provider: z.string(), model: z.string() })

export const conversationView = z.object({
  id: z.string(),
  title: z.string(),
  agent: agentId,
  /** Null: the agent's default. */
  model: modelRef.nullable(),
  /** Public id of the person it is about; null is oneself. */
  subject: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** A run of it is going on, or waits for the person. */
  activity: z.enum(['running', 'waiting']).nullable(),
  /** Where a search matched, when the list was searched. */
  snippet: z.string().optional(),
})
export type ConversationView = z.infer<typeof conversationView>

export const attachmentView = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.number(),
})
export type AttachmentView = z.infer<typeof attachmentView>

const agentEvent = z.custom<AgentEvent>((value) => typeof value === 'object' && value !== null && 'type' in value)

export const messageView = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  events: z.array(agentEvent),
  createdAt: z.string(),
  /** The run's state for assistant messages. */
  state: z.enum(['running', 'done', 'declined', 'stopped', 'failed', 'interrupted']).nullable(),
  /** The run of an assistant message. */
  runId: z.string().nullable(),
  /** The message before it; null for the first. */
  parentId: z.string().nullable(),
  /** Other versions of it at the same place, itself included, oldest first. */
  versions: z.array(z.string()),
  attachments: z.array(attachmentView),
  /** For assistant messages: who answered. */
  agent: agentId.nullable(),
  model: modelRef.nullable(),
  /** An interrupted run that can go on: see `resume`. */
  canResume: z.boolean(),
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

/** An approval or a question of a run that waits, in whichever conversation. */
export const waitingView = z.object({
  conversationId: z.string().nullable(),
  title: z.string(),
  runId: z.string(),
  event: agentEvent,
})
export type WaitingView = z.infer<typeof waitingView>

const inConversation = z.object({ conversationId: z.string() })
const atMessage = inConversation.extend({ messageId: z.string() })

export const chatContract = {
  conversations: oc.input(z.object({ search: z.string().max(200).optional() })).output(z.array(conversationView)),
  /** The shown branch, in order. */
  messages: oc.input(inConversation).output(z.array(messageView)),
  /**
   * conversationId null starts a new conversation. Leaving the stream does not stop the run. `parentId` asks at another
   * place of the conversation (edit and resend): null before everything, absent after the shown branch.
   */
  send: oc
    .input(
      z.object({
        conversationId: z.string().nullable(),
        question: z.string().trim().min(1).max(32_000),
        agent: agentId.default('quick'),
        model: modelRef.nullable().default(null),
        /** Public id of the person it is about; null is oneself; absent as the conversation is. */
        subject: z.string().nullable().optional(),
        attachments: z.array(z.string()).max(50).default([]),
        parentId: z.string().nullable().optional(),
      }),
    )
    .output(eventIterator(chatEvent)),
  /** Another answer to the same question; the first one stays as a version. */
  regenerate: oc
    .input(atMessage.extend({ agent: agentId.optional(), model: modelRef.nullable().optional() }))
    .output(eventIterator(chatEvent)),
  /** Goes on with an interrupted answer. What had begun to write is not run again: its outcome counts as unknown. */
  resume: oc.input(atMessage).output(eventIterator(chatEvent)),
  /** What a run has said so far and what it goes on to say, for a page that comes later. Ends at once for one that is over. */
  follow: oc.input(z.object({ runId: z.string() })).output(eventIterator(chatEvent)),
  stop: oc.input(z.object({ runId: z.string() })).output(z.object({ stopped: z.boolean() })),
  /** Ends one call of a run; the run goes on with "cancelled" as its result. */
  cancelCall: oc
    .input(z.object({ runId: z.string(), callId: z.string() }))
    .output(z.object({ cancelled: z.boolean() })),
  /** Shows the branch that leads to this message and on to its newest end. */
  showVersion: oc.input(atMessage).output(z.array(messageView)),
  /** A new conversation that holds the branch up to this message. */
  branch: oc.input(atMessage).output(conversationView),
  rename: oc
    .input(z.object({ conversationId: z.string(), title: z.string().trim().min(1).max(120) }))
    .output(conversationView),
  /** Agent, model and subject for the next question. */
  configure: oc
    .input(
      inConversation.extend({
        agent: agentId.optional(),
        model: modelRef.nullable().optional(),
        subject: z.string().nullable().optional(),
      }),
    )
    .output(conversationView),
  remove: oc.input(inConversation).output(z.object({ removed: z.boolean() })),
  /** The shown branch, as a document or with everything. */
  export: oc
    .input(inConversation.extend({ format: z.enum(['markdown', 'json']) }))
    .output(z.object({ fileName: z.string(), mime: z.string(), text: z.string() })),
  /** Questions that this person's data can answer, in the person's language. */
  suggestions: oc.output(z.array(z.string())),
  /** People whom a conversation can be about: oneself first, then those who share with one. */
  subjects: oc.output(z.array(z.object({ id: z.string(), name: z.string(), isSelf: z.boolean() }))),

  /** Approvals and questions that wait, of every conversation. */
  waiting: oc.output(z.array(waitingView)),
  /** False: it does not wait any more. */
  decide: oc
    .input(
      z.object({
        id: z.string(),
        decision: z.enum(['once', 'conversation', 'always', 'rejected']),
        reason: z.string().max(1000).optional(),
      }),
    )
    .output(z.object({ taken: z.boolean() })),
  answerQuestion: oc
    .input(z.object({ id: z.string(), answer: z.string().trim().min(1).max(4000) }))
    .output(z.object({ taken: z.boolean() })),
  /** What was approved for longer than one call, to be taken back. */
  grants: oc.output(
    z.array(
      z.object({
        id: z.string(),
        tool: z.string(),
        server: z.string().nullable(),
        conversation: z.string().nullable(),
        grantedAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  ),
  revokeGrant: oc.input(z.object({ id: z.string() })).output(z.object({ revoked: z.boolean() })),

  /**
   * Keeps a file for the next question: one that was uploaded (api/uploads.ts), a path of this computer (the desktop), or
   * the file itself, which a pasted picture is: it has no path.
   */
  attach: oc
    .input(
      z.object({
        upload: z.string().optional(),
        path: z.string().optional(),
        file: z.file().max(20_000_000).optional(),
      }),
    )
    .output(attachmentView),
  detach: oc.input(z.object({ id: z.string() })).output(z.object({ removed: z.boolean() })),
  /** A file of a question, or one that an agent wrote, for looking at it: `/uploads/…`, `/draft.md`. */
  file: oc
    .input(inConversation.extend({ path: z.string() }))
    .output(z.object({ mime: z.string(), text: z.string().nullable(), base64: z.string().nullable() })),
  files: oc
    .input(inConversation)
    .output(z.array(z.object({ path: z.string(), bytes: z.number(), changedAt: z.string().nullable() }))),

  /** What agents keep about the person, with where it came from. */
  notes: oc.output(
    z.array(
      z.object({
        path: z.string(),
        text: z.string(),
        changedAt: z.string(),
        conversationId: z.string().nullable(),
        agent: z.string().nullable(),
        untrusted: z.array(z.string()),
      }),
    ),
  ),
  writeNote: oc
    .input(z.object({ path: z.string(), text: z.string().max(64_000) }))
    .output(z.object({ path: z.string() })),
  removeNote: oc.input(z.object({ path: z.string() })).output(z.object({ removed: z.boolean() })),
}
