/**
 * Ollama over its own API, which lets one say how long the context is. What LangChain's adapter does with the stream is
 * replaced: it hears a Stop only at the next token, runs parallel calls into each other, and loses what was thought.
 */

import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ChatModelStreamEvent } from '@langchain/core/language_models/event'
import type { ModelProfile } from '@langchain/core/language_models/profile'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { ChatOllama } from '@langchain/ollama'
import { isObject } from '../../../mcp-client/model/json-value.ts'
import { estimatedTokens } from '../token-estimate.ts'
import type { ResolvedModel } from '../types.ts'
import { BrokenStreamError } from './broken-stream.ts'
import { countedText, modelProfile } from './model-profile.ts'
import { ollamaMessages } from './ollama-messages.ts'

/** An error that Ollama answered with, before or in the middle of a stream. */
export class OllamaError extends Error {
  override readonly name = 'OllamaError'
  /** Null in the middle of a stream. */
  readonly status: number | null
  constructor(message: string, status: number | null) {
    super(message)
    this.status = status
  }
}

interface Line {
  readonly error?: unknown
  readonly message?: { readonly content?: unknown; readonly thinking?: unknown; readonly tool_calls?: unknown }
  readonly done?: unknown
  readonly done_reason?: unknown
  readonly prompt_eval_count?: unknown
  readonly eval_count?: unknown
}

export class OllamaChat extends ChatOllama {
  readonly #model: ResolvedModel

  constructor(model: ResolvedModel) {
    const { temperature, maxTokens } = model.options
    super({
      model: model.ref.model,
      baseUrl: model.baseUrl,
      maxRetries: 0,
      // Left alone, Ollama takes a few thousand tokens and cuts off the beginning of what is longer, without a word.
      numCtx: model.contextWindow,
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { numPredict: maxTokens }),
      ...(model.info.reasons === true ? { think: true } : {}),
    })
    this.#model = model
  }

  override get profile(): ModelProfile {
    return modelProfile(this.#model)
  }

  override getNumTokens(content: unknown): Promise<number> {
    return Promise.resolve(estimatedTokens(countedText(content)))
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const body = { ...this.invocationParams(options), messages: ollamaMessages(messages), stream: true }
    const { apiKey, options: settings } = this.#model
    const response = await fetch(`${this.#model.baseUrl}/api/chat`, {
      method: 'POST',
      headers: {
        ...settings.headers,
        'content-type': 'application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      signal: options.signal ?? null,
    })
    if (!response.ok) throw new OllamaError(errorText(await response.text()), response.status)
    let callCount = 0
    let isEmpty = true
    for await (const line of linesOf(response)) {
      if (typeof line.error === 'string') throw new OllamaError(line.error, null)
      isEmpty = false
      const calls = callsOf(line.message?.tool_calls)
      const chunk = chunkOf(line, calls, callCount)
      callCount += calls.length
      yield chunk
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk })
      if (line.done === true) return
    }
    if (!options.signal?.aborted) throw new BrokenStreamError(isEmpty)
  }

  override _streamChatModelEvents(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatModelStreamEvent> {
    return BaseChatModel.prototype._streamChatModelEvents.call(this, messages, options, runManager)
  }
}

interface Call {
  readonly name: string
  readonly args: string
}

function callsOf(value: unknown): Call[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((call: unknown) => {
    const made = isObject(call) && isObject(call.function) ? call.function : null
    if (made === null || typeof made.name !== 'string') return []
    return [{ name: made.name, args: JSON.stringify(made.arguments ?? {}) }]
  })
}

function chunkOf(line: Line, calls: readonly Call[], firstIndex: number): ChatGenerationChunk {
  const text = textOr(line.message?.content)
  const thinking = textOr(line.message?.thinking)
  const isLast = line.done === true
  const input = numberOr(line.prompt_eval_count)
  const output = numberOr(line.eval_count)
  const message = new AIMessageChunk({
    content: text,
    additional_kwargs: thinking === '' ? {} : { reasoning_content: thinking },
    tool_call_chunks: calls.map(({ name, args }, index) => ({
      type: 'tool_call_chunk',
      // Ollama names none; each call of the answer needs a place of its own.
      id: `call_${crypto.randomUUID()}`,
      index: firstIndex + index,
      name,
      args,
    })),
    response_metadata: { model_provider: 'ollama', ...(isLast ? { done_reason: line.done_reason } : {}) },
    ...(isLast && input !== null && output !== null
      ? { usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output } }
      : {}),
  })
  return new ChatGenerationChunk({
    message,
    text,
    ...(isLast ? { generationInfo: { finish_reason: line.done_reason } } : {}),
  })
}

/** The objects of a stream of lines; a line that is none says what is at the address instead. */
async function* linesOf(response: Response): AsyncGenerator<Line> {
  if (response.body === null) return
  let rest = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield lineOf(line)
  }
  if (rest.trim() !== '') yield lineOf(rest)
}

function lineOf(text: string): Line {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Told below: the same as JSON of another kind.
  }
  throw new BrokenStreamError(true)
}

function errorText(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (isObject(value) && typeof value.error === 'string') return value.error
  } catch {
    // No JSON: the text itself says the most there is.
  }
  return body.slice(0, 300)
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null)
