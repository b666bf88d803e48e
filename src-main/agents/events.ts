/** What every agent emits; also a line each in `ask --json`, and what chat stores. */

export interface ChartSeries {
  readonly key: string
  readonly name: string
  readonly unit: string
  readonly kind: 'line' | 'bar'
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
    }
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
      readonly expires: string
    }
  | { readonly type: 'chart'; readonly spec: ChartSpec }
  | {
      readonly type: 'notice'
      readonly text: string
      readonly code?: 'declined' | 'corrected' | 'suggestion'
      readonly suggestions?: readonly string[]
    }
  | {
      readonly type: 'usage'
      readonly model: string
      readonly inputTokens: number | null
      readonly outputTokens: number | null
    }
  | { readonly type: 'error'; readonly code: string; readonly message: string; readonly hint: string }
  | { readonly type: 'end'; readonly reason: 'done' | 'declined' | 'stopped' | 'failed' }

/** One question to an agent. */
export interface AgentInput {
  readonly question: string
  readonly conversationId: string | null
  readonly user: {
    readonly id: number
    readonly publicId: string
    readonly timeZone: string
    readonly language: string
  }
  readonly signal: AbortSignal
}

export interface Agent {
  readonly id: 'quick' | 'deep' | 'base'
  /** Yields events and always ends with `end`; never throws. */
  run(input: AgentInput): AsyncIterable<AgentEvent>
}
