/** The LangChain model for a resolved one. Each wire is loaded when it is first used: none of them costs a start anything. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ResolvedModel } from '../types.ts'
import { withoutTracing } from './without-tracing.ts'

/**
 * The key goes into headers only. There are no retries here: who runs the loop decides about them. `streaming` is left
 * unset, since with it LangChain counts tokens by a vocabulary that it fetches.
 */
export async function createChatModel(model: ResolvedModel): Promise<BaseChatModel> {
  withoutTracing(process.env)
  switch (model.wire) {
    case 'anthropic':
      return (await import('./anthropic-chat.ts')).anthropicChat(model)
    case 'google':
      return (await import('./google-chat.ts')).googleChat(model)
    case 'ollama':
      return new (await import('./ollama-chat.ts')).OllamaChat(model)
    case 'openai':
      if (model.info.reasons !== false) return new (await import('./responses-chat.ts')).ResponsesChat(model)
      return new (await import('./compatible-chat.ts')).CompatibleChat(model)
    case 'openai-compatible':
      return new (await import('./compatible-chat.ts')).CompatibleChat(model)
  }
}
