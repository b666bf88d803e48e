/** Runs one question through a chat model and gathers what streamed. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AIMessageChunk, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { answerText, reasoningText } from '../../../src-main/agents/models/chat-model/reasoning-text.ts'

export interface Streamed {
  readonly text: string
  readonly reasoning: string
  readonly pieces: number
  readonly calls: readonly { readonly name: string; readonly args: unknown; readonly id: string | undefined }[]
  readonly invalid: number
  readonly message: AIMessageChunk
}

export const weatherTool = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
} as const

export async function streamed(
  model: BaseChatModel,
  messages: readonly BaseMessage[] = [new HumanMessage('Hello')],
  options: { readonly tools?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Streamed> {
  const bound = options.tools && model.bindTools !== undefined ? model.bindTools([weatherTool]) : model
  let whole: AIMessageChunk | null = null
  let text = ''
  let reasoning = ''
  let pieces = 0
  for await (const chunk of await bound.stream([...messages], options.signal ? { signal: options.signal } : {})) {
    pieces++
    text += answerText(chunk)
    reasoning += reasoningText(chunk)
    whole = whole === null ? chunk : whole.concat(chunk)
  }
  if (whole === null) throw new Error('the stream said nothing')
  return {
    text,
    reasoning,
    pieces,
    calls: (whole.tool_calls ?? []).map(({ name, args, id }) => ({ name, args, id })),
    invalid: whole.invalid_tool_calls?.length ?? 0,
    message: whole,
  }
}
