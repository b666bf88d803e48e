/** What the parts of one run of the loop share. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { Logger } from '../../../log/logger.ts'
import type { AgentEvent } from '../../events.ts'
import type { ModelFault, ResolvedModel } from '../../models/types.ts'
import type { OfferedTool } from '../tools/offered-tool.ts'
import type { ToolDoor } from '../tools/tool-door.ts'
import type { AnswerStream } from './answer-stream.ts'
import type { LoopWords } from './loop-words.ts'

export interface LoopState {
  readonly model: BaseChatModel
  readonly resolved: ResolvedModel
  readonly door: ToolDoor
  readonly stream: AnswerStream
  readonly emit: (event: AgentEvent) => void
  readonly signal: AbortSignal
  readonly words: LoopWords
  readonly log: Logger
  /** Asked before each call of the model. */
  readonly tools: () => readonly OfferedTool[]
  /** Calls of the model that this run may make. */
  readonly callLimit: number
  readonly fault: (error: unknown) => ModelFault
  /** Waits of retries; the clock's own by default. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Ends the run with an explanation; thrown through the library and caught by who started it. */
export class LoopEnded extends Error {
  override readonly name = 'LoopEnded'
  readonly event: Extract<AgentEvent, { type: 'error' }>
  constructor(code: string, message: string, hint: string) {
    super(message)
    this.event = { type: 'error', code, message, hint }
  }
}

/** The library wraps what its parts throw. */
export function endingIn(error: unknown): LoopEnded | null {
  for (let layer = error, depth = 0; layer instanceof Error && depth < 10; layer = layer.cause, depth++)
    if (layer instanceof LoopEnded) return layer
  return null
}
