/** Gemini over Google's generative language API. */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ChatModelStreamEvent } from '@langchain/core/language_models/event'
import type { ModelProfile } from '@langchain/core/language_models/profile'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import { ChatGoogle } from '@langchain/google'
import { estimatedTokens } from '../token-estimate.ts'
import type { ResolvedModel } from '../types.ts'
import { untilEnd } from './broken-stream.ts'
import { countedText, modelProfile } from './model-profile.ts'

/** The whole of LangChain's client: its own looks for credentials in the environment and on Google's network. */
class KeyedClient {
  readonly #key: string | null
  constructor(key: string | null) {
    this.#key = key
  }
  hasApiKey(): boolean {
    return true
  }
  getProjectId(): Promise<string> {
    return Promise.resolve('')
  }
  fetch(request: Request): Promise<Response> {
    if (this.#key !== null) request.headers.set('x-goog-api-key', this.#key)
    return fetch(request)
  }
}

class GoogleChat extends ChatGoogle {
  readonly #model: ResolvedModel

  constructor(model: ResolvedModel) {
    const { temperature, maxTokens, headers, reasoningEffort } = model.options
    super({
      model: model.ref.model,
      platformType: 'gai',
      // Never used; the client adds the key. Its place must not be filled from the environment.
      apiKey: 'none',
      apiClient: new KeyedClient(model.apiKey),
      endpoint: model.baseUrl,
      apiVersion: 'v1beta',
      maxRetries: 0,
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      ...(headers === undefined ? {} : { customHeaders: { ...headers } }),
      ...(model.info.reasons === true ? { reasoningEffort: reasoningEffort ?? 'medium' } : {}),
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
    yield* untilEnd(super._streamResponseChunks(messages, options, runManager), options.signal, hasEnded)
  }

  override _streamChatModelEvents(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatModelStreamEvent> {
    return BaseChatModel.prototype._streamChatModelEvents.call(this, messages, options, runManager)
  }
}

const hasEnded = ({ generationInfo }: ChatGenerationChunk): boolean => generationInfo?.finishReason != null

export const googleChat = (model: ResolvedModel): ChatGoogle => new GoogleChat(model)
