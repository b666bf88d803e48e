/** The JavaScript REPL of agents: code that runs in a thread of its own, with the hub's read-only tools and nothing else. */
import type { ToolDefinition, ToolOutcome } from '../../registry/types.ts'
import type { AgentCall } from '../agent-tools.ts'

/** A call that code made; `parent` is the `eval` call inside which it was made. */
export type ReplCall = AgentCall & { readonly parent: string }

export interface ReplLimits {
  /** Time that the code itself may take, without waiting for tools. */
  readonly computeMs: number
  /** Time from start to end, tools included. */
  readonly wallMs: number
  /** Calls of tools in one evaluation. */
  readonly calls: number
  /** Characters of the console, and of the result, each. */
  readonly chars: number
}

export const replLimits: ReplLimits = { computeMs: 5_000, wallMs: 120_000, calls: 8, chars: 4_000 }

export type ReplFaultCode =
  /** The code threw, or cannot be parsed. What it had defined stays. */
  | 'code_failed'
  /** These end the engine: what earlier code had defined is gone. */
  | 'too_long'
  | 'out_of_memory'
  | 'engine_failed'
  | 'cancelled'

export type ReplOutcome =
  | {
      readonly ok: true
      /** The value of the last expression as text; 'undefined' where there is none. */
      readonly result: string
      readonly console: string
      readonly isCut: boolean
      /** For the model: that earlier state was lost, that calls were left unfinished. */
      readonly note?: string
      readonly durationMs: number
    }
  | {
      readonly ok: false
      readonly error: { readonly code: ReplFaultCode; readonly message: string; readonly hint: string }
      readonly console: string
      readonly durationMs: number
    }

export interface ReplSession {
  /** TypeScript or JavaScript, top-level await included. One evaluation at a time; later ones wait. Never throws. */
  eval(code: string, call: { readonly callId: string; readonly signal?: AbortSignal }): Promise<ReplOutcome>
  /** Ends what runs. What the code defined is kept for the next run of the same thread, for a while. */
  close(): Promise<void>
}

export interface ReplOpening {
  /** Person and conversation, `<user>:<conversation>`; null keeps nothing after `close`. */
  readonly thread: string | null
  /** The run's tools; only read-only ones of the hub itself are offered to code. */
  readonly tools: readonly ToolDefinition[]
  /** The run's way to the registry. Must not throw. */
  invoke(call: ReplCall): Promise<ToolOutcome>
  /** The run's. */
  readonly signal: AbortSignal
  readonly limits?: Partial<ReplLimits>
}

export interface ReplHost {
  open(opening: ReplOpening): ReplSession
  /** Forgets what code of a conversation that is gone had defined. */
  forget(thread: string): Promise<void>
  close(): Promise<void>
}

/** Lines for the tool's description: what can be called from code, by which names. */
export interface ReplTool {
  /** As in code: `queryHealthIndicators`. */
  readonly name: string
  /** As in the registry: `query_health_indicators`. */
  readonly tool: string
  readonly definition: ToolDefinition
}
