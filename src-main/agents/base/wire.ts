/** One model, spoken to in its provider's own words; what comes back is the same for all. */
import type { ResolvedModel } from '../models/types.ts'
import type { Message } from './transcript.ts'

export interface WireTool {
  readonly name: string
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** The hub's own MCP endpoint, handed to the provider. */
export interface RemoteHub {
  /** Holds the secret: never logged, shown or stored. */
  readonly url: string
  readonly tools: readonly string[]
}

export interface WireRequest {
  readonly model: ResolvedModel
  readonly system: string
  /** Ends with the question. */
  readonly messages: readonly Message[]
  /** Run here; empty where the provider runs them. */
  readonly tools: readonly WireTool[]
  readonly remote: RemoteHub | null
}

export type WireEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** The model wants a tool run here. `args` as it wrote them: JSON text, mostly. */
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly args: string }
  /** The provider runs a tool of the hub by itself. */
  | { readonly type: 'remote_call'; readonly id: string; readonly name: string; readonly args: string }
  | { readonly type: 'remote_result'; readonly id: string; readonly ok: boolean; readonly text: string }
  /** The provider waits for a yes before it runs one. */
  | { readonly type: 'remote_approval'; readonly id: string; readonly name: string; readonly args: string }
  /** The provider could not list the tools of the hub. */
  | { readonly type: 'unlisted'; readonly message: string }
  | ({ readonly type: 'usage' } & WireUsage)
  /** Exactly one, at the end of an answer that came whole. */
  | { readonly type: 'stop'; readonly reason: StopReason }

/** Null is not known. */
export interface WireUsage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly cachedTokens: number | null
  readonly reasoningTokens: number | null
}

/** `more`: the provider paused and goes on when it is asked again. */
export type StopReason = 'done' | 'length' | 'refused' | 'more'

export interface CallResult {
  /** The id of the `call`. */
  readonly id: string
  readonly name: string
  readonly ok: boolean
  readonly text: string
}

export interface WireSession {
  /** One request. Ends early, without `stop`, where the provider broke off; throws what its SDK throws. */
  step(signal: AbortSignal): AsyncIterable<WireEvent>
  /** Results of the calls of the last step, in their order. */
  answer(results: readonly CallResult[]): void
  /** Answer to a `remote_approval`; providers without one are never asked. */
  approve(id: string, isAllowed: boolean, reason?: string): void
  /** After the model's context was too small: leaves out the oldest turns and shortens results. Null: nothing is left to leave out. */
  shrink(): { readonly turns: number } | null
}

export type OpenWire = (request: WireRequest) => Promise<WireSession>

/** A failure that a provider told inside an answer, in the shape of its SDK's errors. */
export class WireError extends Error {
  override readonly name = 'WireError'
  readonly status: number | undefined
  readonly code: string | undefined
  constructor(message: string, status?: number, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
