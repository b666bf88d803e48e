/** What every agent emits; also a line each in `ask --json`, and what chat stores. */
import type { ApprovalChoice, ApprovalReason, ProviderConsent, RunGate } from '../registry/approval/run-gate.ts'
import type { Caller, DataClass } from '../registry/types.ts'

export type { ApprovalChoice, ApprovalReason, ProviderConsent }

export interface ChartSeries {
  readonly key: string
  readonly name: string
  readonly unit: string
  readonly kind: 'line' | 'bar' | 'points'
  /** [local date or ISO time, value]; null where nothing was recorded. */
  readonly points: readonly (readonly [string, number | null])[]
}

export interface ChartSpec {
  readonly title: string
  readonly subtitle?: string
  readonly xKind: 'day' | 'week' | 'month' | 'time'
  readonly series: readonly ChartSeries[]
  /** Bars of one unit that add up: stages of a night stand on each other, the first at the bottom. */
  readonly stacked?: boolean
}

/** A provider (its id) and one of its models. */
export interface ModelRef {
  readonly provider: string
  readonly model: string
}

export type AgentEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool_call'
      readonly id: string
      readonly tool: string
      readonly server?: string
      readonly args: unknown
      /** What the call does in the person's words and language: "Read resting heart rate, June 2025". */
      readonly label?: string
      /** The call inside which this one was made: code that ran, a sub-agent. */
      readonly parent?: string
      /** ISO time, for the time that has passed in a page that opens later. */
      readonly at?: string
    }
  | {
      readonly type: 'tool_progress'
      readonly id: string
      readonly done: number
      readonly total: number | null
      readonly message?: string
    }
  /** What a running command has written, the whole screen so far, cleaned and capped. Each replaces the one before. */
  | { readonly type: 'tool_output'; readonly id: string; readonly text: string }
  | {
      readonly type: 'tool_result'
      readonly id: string
      readonly ok: boolean
      /** The result object, whole when small; see `truncated`. */
      readonly preview: unknown
      readonly truncated?: boolean
      readonly durationMs?: number
      readonly error?: { readonly code: string; readonly message: string; readonly hint: string }
    }
  | {
      readonly type: 'approval'
      readonly id: string
      readonly tool: string
      readonly server?: string
      readonly args: unknown
      /** ISO time; unanswered it then counts as not approved. */
      readonly expires: string
      /** The `tool_call` that waits; absent for a provider. */
      readonly callId?: string
      readonly reason?: ApprovalReason
      readonly choices?: readonly ApprovalChoice[]
      /** For reason `provider`: whom it names and how the data get there. */
      readonly provider?: ProviderConsent
    }
  | {
      readonly type: 'approval_answer'
      readonly id: string
      readonly decision: ApprovalChoice | 'rejected' | 'expired' | 'stopped'
      /** What the person wrote when they rejected it. */
      readonly reason?: string
    }
  /** The agent asks the person; the run waits. */
  | {
      readonly type: 'question'
      readonly id: string
      readonly callId: string
      readonly question: string
      readonly options: readonly string[]
      readonly expires: string
    }
  /** Null: nobody answered in time, or the run was stopped. */
  | { readonly type: 'question_answer'; readonly id: string; readonly answer: string | null }
  /** The agent's plan, whole each time. */
  | {
      readonly type: 'todos'
      readonly items: readonly { readonly text: string; readonly state: 'pending' | 'in_progress' | 'completed' }[]
    }
  | { readonly type: 'chart'; readonly spec: ChartSpec }
  | {
      readonly type: 'notice'
      readonly text: string
      readonly code?: 'declined' | 'corrected' | 'suggestion' | 'route' | 'limit' | 'retry' | 'compacted' | 'fallback'
      readonly suggestions?: readonly string[]
    }
  /** One call of the model. Null is not known, which is never 0. */
  | {
      readonly type: 'usage'
      readonly model: string
      readonly provider?: string
      readonly inputTokens: number | null
      readonly outputTokens: number | null
      readonly cachedTokens?: number | null
      readonly reasoningTokens?: number | null
      readonly costUsd?: number | null
    }
  | { readonly type: 'error'; readonly code: string; readonly message: string; readonly hint: string }
  | { readonly type: 'end'; readonly reason: 'done' | 'declined' | 'stopped' | 'failed' }

export type AgentUser = NonNullable<Caller['user']>

/** Whose data a conversation is about: the person themself, or somebody who shares with them. */
export interface Subject {
  readonly user: AgentUser
  readonly name: string
  /** Null for the person themself: everything. */
  readonly dataClasses: readonly DataClass[] | null
}

/** A file that came with a question, read by agents under `/uploads/<name>`. */
export interface Attachment {
  readonly id: string
  /** Unique within its conversation. */
  readonly name: string
  readonly mime: string
  readonly bytes: number
}

/** One earlier question of the same branch with its answer. */
export interface Turn {
  readonly question: string
  readonly attachments: readonly Attachment[]
  readonly events: readonly AgentEvent[]
}

/** One question to an agent. */
export interface AgentInput {
  readonly question: string
  /** Null for a run that nothing keeps. */
  readonly conversationId: string | null
  readonly runId: string | null
  /** Who asks; their servers, skills, approvals and consents count. */
  readonly user: AgentUser
  /** Whose data is read. */
  readonly subject: Subject
  /** Files of this question. */
  readonly attachments: readonly Attachment[]
  /** The branch before this question, oldest first. */
  readonly history: readonly Turn[]
  /** Null: the agent's default. */
  readonly model: ModelRef | null
  readonly gate: RunGate
  /** What the run had said before the hub went away, when it goes on after that; the checkpoint is `runId`'s. */
  readonly resumed: readonly AgentEvent[] | null
  readonly signal: AbortSignal
}

export interface Agent {
  readonly id: 'quick' | 'deep' | 'base'
  /** Yields events and always ends with `end`; never throws. */
  run(input: AgentInput): AsyncIterable<AgentEvent>
}
