/** LangChain's messages as Ollama's API takes them: images beside the text, results with their tool's name. Pure. */
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { countedText } from './model-profile.ts'

export interface OllamaMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly thinking?: string
  readonly images?: readonly string[]
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: unknown } }[]
  readonly tool_name?: string
}

export function ollamaMessages(messages: readonly BaseMessage[]): OllamaMessage[] {
  const toolNames = new Map<string, string>()
  return messages.map((message) => {
    const content = countedText(message.content)
    if (AIMessage.isInstance(message)) {
      const calls = message.tool_calls ?? []
      for (const call of calls) if (call.id !== undefined) toolNames.set(call.id, call.name)
      const thinking: unknown = message.additional_kwargs.reasoning_content
      return {
        role: 'assistant',
        content,
        // Only with calls, where the turn goes on; what was thought for an answer is over.
        ...(typeof thinking === 'string' && calls.length > 0 ? { thinking } : {}),
        ...(calls.length === 0
          ? {}
          : { tool_calls: calls.map(({ name, args }) => ({ function: { name, arguments: args } })) }),
      }
    }
    if (ToolMessage.isInstance(message)) {
      const name = message.name ?? toolNames.get(message.tool_call_id)
      return { role: 'tool', content, ...(name === undefined ? {} : { tool_name: name }) }
    }
    if (message.getType() === 'system') return { role: 'system', content }
    const images = imagesOf(message.content)
    return { role: 'user', content, ...(images.length === 0 ? {} : { images }) }
  })
}

/** The base64 of images, however LangChain writes them. */
function imagesOf(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null || !('type' in part)) return []
    if (part.type === 'image' && 'data' in part && typeof part.data === 'string') return [part.data]
    if (part.type !== 'image_url' || !('image_url' in part)) return []
    const { image_url: image } = part
    const url: unknown = typeof image === 'object' && image !== null ? Reflect.get(image, 'url') : image
    const base64 = typeof url === 'string' ? /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1] : undefined
    return base64 === undefined ? [] : [base64]
  })
}
