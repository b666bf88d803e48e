/** What a chat model tells LangChain's middleware of itself: from its provider's list, not from a table in a package. */
import type { ModelProfile } from '@langchain/core/language_models/profile'
import type { ResolvedModel } from '../types.ts'

export function modelProfile({ info, contextWindow, options }: ResolvedModel): ModelProfile {
  return {
    maxInputTokens: contextWindow,
    ...(options.maxTokens === undefined ? {} : { maxOutputTokens: options.maxTokens }),
    toolCalling: info.supportsTools ?? true,
    imageInputs: info.supportsImages ?? false,
    pdfInputs: info.supportsPdf ?? false,
    reasoningOutput: info.reasons ?? false,
  }
}

/** The text of what a model is asked to count, for the local estimate. */
export function countedText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => {
      if (typeof part === 'string') return part
      const text: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'text') : undefined
      return typeof text === 'string' ? text : ''
    })
    .join('')
}
