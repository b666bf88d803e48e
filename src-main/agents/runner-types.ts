/** What is asked of the runner, and what it needs. */
import type { AgentId, ChatEvent } from '../api/contract/chat.ts'
import type { ChatStore } from '../chat/chat-types.ts'
import type { Logger } from '../log/logger.ts'
import type { Approvals } from '../registry/approval/approvals.ts'
import type { CallControls } from './call-controls.ts'
import type { Agent, AgentEvent, AgentUser, ModelRef } from './events.ts'
import type { Subjects } from './subjects.ts'

export interface Asking {
  readonly user: AgentUser
  /** Whether the person is there to be asked. Absent: whether a window or page is open somewhere. */
  readonly isAttended?: boolean
  /** Aborting stops the run. Leaving the stream does not. */
  readonly signal?: AbortSignal
}

export interface Question extends Asking {
  readonly question: string
  readonly agent: AgentId
  readonly model?: ModelRef | null
  /** Public id of the person it is about; null is oneself. Absent: as the conversation is, else oneself. */
  readonly subject?: string | null
}

export interface ChatQuestion extends Question {
  readonly conversationId: string | null
  /** Ids of attachments. */
  readonly attachments?: readonly string[]
  /** The message that it follows: null before everything, absent after the branch that is shown. */
  readonly parentId?: string | null
}

/** One message of a conversation, for another answer or for going on. */
export interface MessageAsking extends Asking {
  readonly conversationId: string
  readonly messageId: string
}

export interface Runner {
  /**
   * Starts at once. Yields the ids first, then what the agent says, and ends after `end`. Never throws. One run a
   * conversation: a second question gets the error `busy`, and nothing is stored.
   */
  send(question: ChatQuestion): AsyncIterable<ChatEvent>
  /** Another answer to the same question. As `send`. */
  regenerate(
    asking: MessageAsking & { readonly agent?: AgentId; readonly model?: ModelRef | null },
  ): AsyncIterable<ChatEvent>
  /** Goes on with an interrupted answer: yields the ids, then what is new. As `send`. */
  resume(asking: MessageAsking): AsyncIterable<ChatEvent>
  /** The ids, all that a run has said so far, then the rest as it comes. Ends at once when no such run is going on. */
  follow(userId: number, runId: string): AsyncIterable<ChatEvent>
  /** One run that nothing keeps, for the command line. Leaving the stream stops it. */
  ask(question: Question): AsyncIterable<AgentEvent>
  /** Resolves when the answer is stored; false when no such run is going on. */
  stop(userId: number, runId: string): Promise<boolean>
  /** Stops what runs in a conversation, or with null everything of the person. */
  stopAll(userId: number, conversationId: string | null): Promise<void>
  /** Ends one call of a run, which goes on; false when there is none. */
  cancelCall(userId: number, runId: string, callId: string): boolean
  /** Conversations in which something is going on. */
  activity(userId: number): ReadonlyMap<string, 'running' | 'waiting'>
  /** Ends what still runs as interrupted and waits until it is stored. */
  close(): Promise<void>
}

export interface RunnerOptions {
  readonly agents: Readonly<Partial<Record<AgentId, Agent>>>
  readonly chat: Pick<ChatStore, 'begin' | 'beginAgain' | 'beginResume' | 'task' | 'append' | 'finish' | 'saveTaint'>
  readonly approvals: Pick<Approvals, 'openRun' | 'pending'>
  readonly subjects: Subjects
  readonly calls: Pick<CallControls, 'cancelCall'>
  readonly log: Logger
  /** Whether anybody could see a question now: a window or a page is open. */
  readonly isAttended: () => boolean
  readonly onConversationsChanged?: () => void
}
