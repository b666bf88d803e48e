/** Anthropic's models over the Messages API, with their thinking where they can. */
import { ChatAnthropic } from '@langchain/anthropic'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ChatModelStreamEvent } from '@langchain/core/language_models/event'
import type { ModelProfile } from '@langchain/core/language_models/profile'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import { estimatedTokens } from '../token-estimate.ts'
import type { ResolvedModel } from '../types.ts'
import { untilEnd } from './broken-stream.ts'
import { countedText, modelProfile } from './model-profile.ts'

/** Tokens to think in, for models that take a number. */
const THINKING_TOKENS = { low: 2_048, medium: 4_096, high: 12_000 } as const
const ANSWER_TOKENS = 8_192

type Thinking = NonNullable<NonNullable<ConstructorParameters<typeof ChatAnthropic>[0]>['thinking']>

class AnthropicChat extends ChatAnthropic {
  readonly #model: ResolvedModel

  constructor(model: ResolvedModel) {
    const { temperature, maxTokens, headers, reasoningEffort = 'medium' } = model.options
    const thinking = thinkingOf(model)
    const budget = thinking.type === 'enabled' ? thinking.budget_tokens : 0
    super({
      model: model.ref.model,
      apiKey: model.apiKey ?? 'none',
      anthropicApiUrl: model.baseUrl,
      maxRetries: 0,
      maxTokens: budget === 0 ? (maxTokens ?? ANSWER_TOKENS) : Math.max(maxTokens ?? ANSWER_TOKENS, budget + 1_024),
      thinking,
      ...(thinking.type === 'adaptive' ? { outputConfig: { effort: reasoningEffort } } : {}),
      // With thinking only the default is taken.
      ...(temperature === undefined || thinking.type !== 'disabled' ? {} : { temperature }),
      clientOptions: {
        // ANTHROPIC_AUTH_TOKEN of the environment is for somebody else.
        authToken: null,
        logLevel: 'off',
        defaultHeaders: { ...headers, ...(model.apiKey === null ? { 'x-api-key': null } : {}) },
      },
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

const hasEnded = ({ message }: ChatGenerationChunk): boolean => message.additional_kwargs.stop_reason != null

export const anthropicChat = (model: ResolvedModel): ChatAnthropic => new AnthropicChat(model)

/** Newer models decide themselves how long to think and refuse a number; the oldest cannot think at all. */
function thinkingOf({ ref, info, options }: ResolvedModel): Thinking {
  const version = /claude-(?:[a-z]+-)*(\d+)(?:-(\d{1,2}))?(?!\d)/.exec(ref.model)
  const [major, minor] = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)]
  const canThink = info.reasons ?? (major >= 4 || (major === 3 && minor === 7))
  if (!canThink) return { type: 'disabled' }
  if (major >= 5 || (major === 4 && minor >= 6)) return { type: 'adaptive' }
  return { type: 'enabled', budget_tokens: THINKING_TOKENS[options.reasoningEffort ?? 'medium'] }
}
