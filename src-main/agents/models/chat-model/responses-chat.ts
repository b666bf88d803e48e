/** OpenAI's own models that reason, over its Responses API: only there they say what they thought between tool calls. */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ChatModelStreamEvent } from '@langchain/core/language_models/event'
import type { ModelProfile } from '@langchain/core/language_models/profile'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import { ChatOpenAIResponses, type OpenAIClient } from '@langchain/openai'
import { estimatedTokens } from '../token-estimate.ts'
import type { ResolvedModel } from '../types.ts'
import { BrokenStreamError } from './broken-stream.ts'
import { countedText, modelProfile } from './model-profile.ts'
import { openAiFields } from './openai-fields.ts'

export class ResponsesChat extends ChatOpenAIResponses {
  readonly #model: ResolvedModel
  /** Summaries of reasoning are for verified organizations only; the others get answers without. */
  #wantsSummary = true

  constructor(model: ResolvedModel) {
    super({
      ...openAiFields(model),
      // Nothing is kept at OpenAI; what a model thought travels with the conversation, encrypted.
      zdrEnabled: true,
    })
    this.#model = model
  }

  override get profile(): ModelProfile {
    return modelProfile(this.#model)
  }

  override getNumTokens(content: unknown): Promise<number> {
    return Promise.resolve(estimatedTokens(countedText(content)))
  }

  override invocationParams(options?: this['ParsedCallOptions']) {
    const params = super.invocationParams(options)
    if (this.#model.info.reasons !== true && params.reasoning === undefined && !namesReasoner(this.model)) return params
    const effort = this.#model.options.reasoningEffort
    params.reasoning = {
      ...params.reasoning,
      ...(effort === undefined ? {} : { effort }),
      ...(this.#wantsSummary ? { summary: 'auto' } : {}),
    }
    params.include = ['reasoning.encrypted_content']
    // They refuse it.
    delete params.temperature
    return params
  }

  override completionWithRetry(
    request: OpenAIClient.Responses.ResponseCreateParamsStreaming,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<OpenAIClient.Responses.ResponseStreamEvent>>
  override completionWithRetry(
    request: OpenAIClient.Responses.ResponseCreateParamsNonStreaming,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<OpenAIClient.Responses.Response>
  override async completionWithRetry(
    request: OpenAIClient.Responses.ResponseCreateParams,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<OpenAIClient.Responses.ResponseStreamEvent> | OpenAIClient.Responses.Response> {
    if (request.stream) return failing(await super.completionWithRetry({ ...request, stream: true }, requestOptions))
    return super.completionWithRetry({ ...request, stream: false }, requestOptions)
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    let last: ChatGenerationChunk | null = null
    try {
      for await (const chunk of super._streamResponseChunks(messages, options, runManager)) {
        last = chunk
        yield chunk
      }
    } catch (error) {
      if (last !== null || !this.#wantsSummary || !isAboutSummaries(error)) throw error
      this.#wantsSummary = false
      yield* this._streamResponseChunks(messages, options, runManager)
      return
    }
    if (options.signal?.aborted) return
    // The closing event is the one that counts the tokens.
    if (last === null) throw new BrokenStreamError(true)
    if (!('usage_metadata' in last.message) || last.message.usage_metadata === undefined)
      throw new BrokenStreamError(false)
  }

  override _streamChatModelEvents(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatModelStreamEvent> {
    return BaseChatModel.prototype._streamChatModelEvents.call(this, messages, options, runManager)
  }
}

/** A run that failed at OpenAI ends the stream like any other; what it says of it would be passed over. */
async function* failing(
  events: AsyncIterable<OpenAIClient.Responses.ResponseStreamEvent>,
): AsyncGenerator<OpenAIClient.Responses.ResponseStreamEvent> {
  for await (const event of events) {
    if (event.type === 'response.failed') {
      const { code, message } = event.response.error ?? { code: 'server_error', message: 'The run failed.' }
      throw Object.assign(new Error(message), { code })
    }
    yield event
  }
}

/** OpenAI's list does not say which models reason; their names do. */
export const namesReasoner = (model: string): boolean => /^(o\d|gpt-[5-9](?!.*-chat))/.test(model)

function isAboutSummaries(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 400 && /reasoning.?summar/i.test(error.message)
}
