/**
 * One chat model for every endpoint that speaks OpenAI's chat completions: OpenAI's own, DeepSeek, Qwen, OpenRouter,
 * LM Studio, vLLM, llama.cpp and others. Mends what LangChain's leaves open for those that are not OpenAI.
 */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ChatModelStreamEvent } from '@langchain/core/language_models/event'
import type { ModelProfile } from '@langchain/core/language_models/profile'
import { AIMessageChunk, type BaseMessage, type BaseMessageChunk } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { ChatOpenAICompletions, type OpenAIClient } from '@langchain/openai'
import { estimatedTokens } from '../token-estimate.ts'
import type { ResolvedModel } from '../types.ts'
import { BrokenStreamError } from './broken-stream.ts'
import { countedText, modelProfile } from './model-profile.ts'
import { openAiFields } from './openai-fields.ts'
import {
  keptDetails,
  REASONING_FIELDS,
  type ReasoningFields,
  reasoningOfTurn,
  withReasoning,
} from './reasoning-round-trip.ts'
import { type Refusal, refusalIn, withoutRefused } from './refused-fields.ts'
import { type SplitText, thinkTags } from './think-tags.ts'

type Chunk = OpenAIClient.Chat.Completions.ChatCompletionChunk
type Completion = OpenAIClient.Chat.Completions.ChatCompletion
/** Travels with one call's options into its request. A symbol never becomes JSON. */
const REASONING = Symbol('reasoning of this turn')
/** Enough for every field that can be refused; a loop without end would hide a fault. */
const MAX_REFUSALS = 8

export class CompatibleChat extends ChatOpenAICompletions {
  readonly #model: ResolvedModel
  readonly #refusals: Refusal[] = []

  constructor(model: ResolvedModel) {
    super(openAiFields(model))
    this.#model = model
  }

  override get profile(): ModelProfile {
    return modelProfile(this.#model)
  }

  override getNumTokens(content: unknown): Promise<number> {
    return Promise.resolve(estimatedTokens(countedText(content)))
  }

  override invocationParams(options?: this['ParsedCallOptions'], extra?: { streaming?: boolean }) {
    const params = super.invocationParams(options, extra)
    const { reasoningEffort } = this.#model.options
    if (reasoningEffort !== undefined) {
      if (this.#model.preset === 'openrouter') Object.assign(params, { reasoning: { effort: reasoningEffort } })
      else params.reasoning_effort = reasoningEffort
    }
    return Object.assign(params, { [REASONING]: options === undefined ? undefined : Reflect.get(options, REASONING) })
  }

  override _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    return super._generate(messages, this.#carrying(options, messages), runManager)
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const tags = this.#model.wire === 'openai' ? null : thinkTags()
    let isEmpty = true
    let hasEnded = false
    let id: string | undefined
    const told = async (chunk: ChatGenerationChunk): Promise<ChatGenerationChunk> => {
      await runManager?.handleLLMNewToken(chunk.text, { prompt: 0, completion: 0 }, undefined, undefined, undefined, {
        chunk,
      })
      return chunk
    }
    for await (const chunk of super._streamResponseChunks(messages, this.#carrying(options, messages))) {
      isEmpty = false
      id ??= chunk.message.id
      if (chunk.generationInfo?.finish_reason != null) {
        hasEnded = true
        const rest = tags?.end()
        if (rest !== undefined && (rest.text !== '' || rest.reasoning !== '')) yield await told(chunkOf(rest, id))
      }
      yield await told(tags === null ? chunk : splitChunk(chunk, (text) => tags.split(text)))
    }
    if (!hasEnded && !options.signal?.aborted) throw new BrokenStreamError(isEmpty)
  }

  override _streamChatModelEvents(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatModelStreamEvent> {
    return BaseChatModel.prototype._streamChatModelEvents.call(this, messages, options, runManager)
  }

  override completionWithRetry(
    request: OpenAIClient.Chat.ChatCompletionCreateParamsStreaming,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<Chunk>>
  override completionWithRetry(
    request: OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<Completion>
  override async completionWithRetry(
    request: OpenAIClient.Chat.ChatCompletionCreateParams,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<Chunk> | Completion> {
    const reasoning: unknown = Reflect.get(request, REASONING)
    const messages = isReasoning(reasoning) ? withReasoning(request.messages, reasoning) : request.messages
    for (;;) {
      const taken = withoutRefused({ ...request, messages }, this.#refusals)
      try {
        return taken.stream
          ? await super.completionWithRetry({ ...taken, stream: true }, requestOptions)
          : await super.completionWithRetry({ ...taken, stream: false }, requestOptions)
      } catch (error) {
        const refusal = this.#refusals.length < MAX_REFUSALS ? refusalIn(error, taken) : null
        if (refusal === null) throw error
        this.#refusals.push(refusal)
      }
    }
  }

  protected override _convertCompletionsDeltaToBaseMessageChunk(
    delta: Record<string, unknown>,
    rawResponse: Chunk,
  ): BaseMessageChunk {
    const { reasoning, reasoning_details, content, ...rest } = delta
    const field = typeof delta.reasoning_content === 'string' ? 'reasoning_content' : 'reasoning'
    const text = delta.reasoning_content ?? reasoning
    const chunk = super._convertCompletionsDeltaToBaseMessageChunk(
      {
        ...rest,
        content: countedText(content),
        ...(typeof text === 'string' && text !== '' ? { reasoning_content: text } : { reasoning_content: undefined }),
        // Some leave it out, some send it empty; without it the chunk would not count as an answer's.
        role: 'assistant',
      },
      rawResponse,
    )
    if (typeof text === 'string' && text !== '') chunk.additional_kwargs[REASONING_FIELDS] = [field]
    const details = keptDetails(reasoning_details)
    if (details.length > 0) chunk.additional_kwargs.reasoning_details = details
    return chunk
  }

  protected override _convertCompletionsMessageToBaseMessage(
    message: OpenAIClient.ChatCompletionMessage,
    rawResponse: OpenAIClient.ChatCompletion,
  ): BaseMessage {
    const converted = super._convertCompletionsMessageToBaseMessage(message, rawResponse)
    const text = Reflect.get(message, 'reasoning_content') ?? Reflect.get(message, 'reasoning')
    if (typeof text === 'string' && text !== '') {
      converted.additional_kwargs.reasoning_content = text
      const field = typeof Reflect.get(message, 'reasoning_content') === 'string' ? 'reasoning_content' : 'reasoning'
      converted.additional_kwargs[REASONING_FIELDS] = [field]
    }
    const details = keptDetails(Reflect.get(message, 'reasoning_details'))
    if (details.length > 0) converted.additional_kwargs.reasoning_details = details
    return converted
  }

  /** OpenAI itself neither sends its reasoning this way nor takes it. */
  #carrying(options: this['ParsedCallOptions'], messages: readonly BaseMessage[]): this['ParsedCallOptions'] {
    return this.#model.wire === 'openai' ? options : { ...options, [REASONING]: reasoningOfTurn(messages) }
  }
}

function isReasoning(value: unknown): value is ReadonlyMap<string, ReasoningFields> {
  return value instanceof Map
}

function chunkOf({ text, reasoning }: SplitText, id: string | undefined): ChatGenerationChunk {
  const message = new AIMessageChunk({
    content: text,
    additional_kwargs: reasoning === '' ? {} : { reasoning_content: reasoning },
    ...(id === undefined ? {} : { id }),
  })
  return new ChatGenerationChunk({ message, text })
}

/** The chunk with its text parted; everything else of it stays. */
function splitChunk(chunk: ChatGenerationChunk, split: (text: string) => SplitText): ChatGenerationChunk {
  const { text, reasoning } = split(chunk.text)
  if (text === chunk.text && reasoning === '') return chunk
  chunk.message.content = text
  chunk.text = text
  if (reasoning !== '') {
    const before: unknown = chunk.message.additional_kwargs.reasoning_content
    chunk.message.additional_kwargs.reasoning_content = (typeof before === 'string' ? before : '') + reasoning
  }
  return chunk
}
