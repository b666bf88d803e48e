/** What the model says and thinks, told while it comes in; one a run. Inner calls (summaries) are not listened to. */
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import { BaseMessage } from '@langchain/core/messages'
import { isObject } from '../../../mcp-client/model/json-value.ts'
import type { AgentEvent } from '../../events.ts'
import { reasoningText } from './messages.ts'

export class AnswerStream extends BaseCallbackHandler {
  override readonly name = 'AnswerStream'
  /** Makes the model stream although it is not asked to (`streaming: true` would count tokens by a fetched table). */
  readonly lc_prefer_streaming = true
  /** In order with what tools tell. */
  override readonly awaitHandlers = true
  readonly #emit: (event: AgentEvent) => void
  readonly #isQuiet: boolean
  #said = ''
  #thought = ''
  #breaks = false
  #hasSpoken = false

  /** @param isQuiet For sub-agents: what they say is their result. */
  constructor(emit: (event: AgentEvent) => void, isQuiet: boolean) {
    super()
    this.#emit = emit
    this.#isQuiet = isQuiet
  }

  /** A call of the model begins. */
  begin(): void {
    this.#breaks = this.#hasSpoken
    this.#said = ''
    this.#thought = ''
  }

  /** Whether the person has read some of this call's answer, so that it cannot be had again. */
  get hasSpoken(): boolean {
    return this.#said !== ''
  }

  /** Words of ours or of an answer that did not stream, each on its own. */
  say(text: string): void {
    this.#text(text)
  }

  /** Tells what of a whole answer did not stream. */
  finish(text: string, reasoning: string): void {
    if (this.#thought === '' && reasoning !== '') this.#emitReasoning(reasoning)
    if (this.#said === '' && text.trim() !== '') this.#text(text)
  }

  override handleLLMNewToken(
    token: string,
    _at: unknown,
    _runId: string,
    _parentRunId?: string,
    _tags?: string[],
    fields?: unknown,
  ): void {
    const message = isObject(fields) && isObject(fields.chunk) ? fields.chunk.message : undefined
    if (message instanceof BaseMessage) {
      const reasoning = reasoningText(message)
      if (reasoning !== '') this.#emitReasoning(reasoning)
    }
    const text = message instanceof BaseMessage ? message.text : token
    if (text !== '') this.#text(text)
  }

  #emitReasoning(text: string): void {
    this.#thought += text
    if (!this.#isQuiet) this.#emit({ type: 'reasoning', text })
  }

  #text(text: string): void {
    // White space before the first word says nothing, and would break a paragraph for nothing.
    const words = this.#said === '' ? text.trimStart() : text
    if (words === '') return
    if (!this.#isQuiet) this.#emit({ type: 'text', text: this.#breaks ? `\n\n${words}` : words })
    this.#breaks = false
    this.#said += words
    this.#hasSpoken = true
  }
}
