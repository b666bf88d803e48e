/** Conversations, messages and runs as the store gives and takes them. */
import type { AgentEvent, Attachment, ModelRef, Turn } from '../agents/events.ts'
import type { AgentId, ConversationView, MessageView } from '../api/contract/chat.ts'
import type { Transaction } from '../db/database.ts'

export type RunState = NonNullable<MessageView['state']>

/** Where a run's answer goes. */
export interface RunPlace {
  readonly userId: number
  readonly conversationId: string
  readonly userMessageId: string
  readonly messageId: string
  readonly runId: string
  readonly title: string
}

/** What has been read in a conversation: a `Taint` of the registry. */
export interface ConversationTaint {
  readonly hasPrivate: boolean
  readonly untrusted: readonly string[]
}

/** What a run is to answer. */
export interface RunTask {
  readonly question: string
  readonly attachments: readonly Attachment[]
  readonly agent: AgentId
  readonly model: ModelRef | null
  /** Whose data it is about; null is the person themself. */
  readonly subjectId: number | null
  /** The branch before the question, oldest first. */
  readonly history: readonly Turn[]
  readonly taint: ConversationTaint
  /** What the answer held already: of a run that goes on. */
  readonly said: readonly AgentEvent[]
}

export interface NewQuestion {
  readonly userId: number
  /** Null begins a conversation. */
  readonly conversationId: string | null
  readonly text: string
  readonly agent: AgentId
  readonly model?: ModelRef | null
  /** Absent: as the conversation is; a new one is about oneself. */
  readonly subjectId?: number | null
  /** Ids of attachments. */
  readonly attachments?: readonly string[]
  /** The message that it follows: null before everything, absent after the branch that is shown. */
  readonly parentId?: string | null
}

/** Names one message of one person. */
export interface MessagePlace {
  readonly userId: number
  readonly conversationId: string
  readonly messageId: string
}

export interface ConversationChange {
  readonly agent?: AgentId
  readonly model?: ModelRef | null
  readonly subjectId?: number | null
}

/** What the files of agents do with a conversation's (AgentFiles of agents/files). */
export interface ConversationFiles {
  /**
   * Gives files to a conversation, with names that are unique in it, in the order of `ids`. Ids that are not this
   * person's, or belong to another conversation, are left out. Those of the conversation already stay as they are.
   */
  bind(tx: Transaction, userId: number, ids: readonly string[], conversationId: string): Promise<readonly Attachment[]>
  /** For a branch: copies scratch files and these attachments; the new id of each. */
  copyConversation(
    tx: Transaction,
    userId: number,
    from: string,
    to: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  /** Removes what came into a conversation and what agents wrote in it. Notes that came out of it stay. */
  removeConversation(tx: Transaction, userId: number, conversationId: string): Promise<void>
}

export interface ChatStore {
  /** Newest first. With a search, those whose title or messages hold the words as written, with where they do. */
  conversations(userId: number, search?: string): Promise<ConversationView[]>
  conversation(userId: number, conversationId: string): Promise<ConversationView | null>
  /** The shown branch in order; empty for a conversation that is not this person's. */
  messages(userId: number, conversationId: string): Promise<MessageView[]>
  /** Null when there is no such conversation. */
  rename(userId: number, conversationId: string, title: string): Promise<ConversationView | null>
  /** For the next question. Null when there is no such conversation. */
  configure(userId: number, conversationId: string, change: ConversationChange): Promise<ConversationView | null>
  remove(userId: number, conversationId: string): Promise<boolean>
  /** Shows the branch that leads to this message and on to its newest end. Null when there is no such message. */
  showVersion(place: MessagePlace): Promise<MessageView[] | null>
  /** A conversation that holds the branch up to this message, with its files. Null when there is no such message. */
  branch(place: MessagePlace): Promise<ConversationView | null>

  /** Stores the question and an empty answer, and opens the run. Null when the conversation, or the message it is to follow, is not there. */
  begin(question: NewQuestion): Promise<RunPlace | null>
  /** Opens a run for another answer to the same question: of an answer, or of a question. Null when there is none. */
  beginAgain(place: MessagePlace, choice: { agent?: AgentId; model?: ModelRef | null }): Promise<RunPlace | null>
  /** Opens an interrupted run again. Null when it cannot go on. */
  beginResume(place: MessagePlace): Promise<RunPlace | null>
  task(place: RunPlace): Promise<RunTask>
  /** Keeps what has arrived since the last time; `seq` counts up from 0 in each run. */
  append(place: RunPlace, seq: number, events: readonly AgentEvent[]): Promise<void>
  /** Stores the whole answer and the run's end in one step. */
  finish(place: RunPlace, events: readonly AgentEvent[], state: Exclude<RunState, 'running'>): Promise<void>
  saveTaint(userId: number, conversationId: string, taint: ConversationTaint): Promise<void>
}
