/** A tool as the deep agent offers it to a model, whatever stands behind it: the registry, files, code, a sub-agent. */
import type { JsonSchema } from '../../../registry/types.ts'
import type { AgentEvent } from '../../events.ts'

export interface ToolRunning {
  /** The id of its `tool_call` event. */
  readonly callId: string
  /** Of this call: the run's, and the person's cancel of this very call. */
  readonly signal: AbortSignal
  emit(event: AgentEvent): void
}

/** A picture or document that is handed to a model natively, beside the text. */
export interface NativePart {
  readonly mime: string
  readonly base64: string
}

export interface ToolFailure {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** What a call came to. Failure is data. */
export type ToolReply =
  | {
      readonly ok: true
      /** For the model. */
      readonly text: string
      /** For the page. */
      readonly preview: unknown
      readonly truncated?: boolean
      readonly native?: readonly NativePart[]
    }
  | {
      readonly ok: false
      readonly error: ToolFailure
      /** Whose words the message is, where they are a stranger's: they are marked for the model. */
      readonly source?: string
      /** What it answered all the same, for the page. */
      readonly preview?: unknown
      /** Another try with the same arguments cannot end otherwise. */
      readonly isFinal?: boolean
    }

export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  /** The external server that it belongs to. */
  readonly server?: string
  /** It changes nothing: it may run again after a crash. */
  readonly isReadOnly: boolean
  /** May throw: the door (tools/tool-door.ts) makes an answer of it. */
  run(args: Readonly<Record<string, unknown>>, running: ToolRunning): Promise<ToolReply>
}

export function failed(code: string, message: string, hint = '', isFinal = false): ToolReply {
  return { ok: false, error: { code, message, hint }, ...(isFinal ? { isFinal } : {}) }
}
