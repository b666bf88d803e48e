/** Messages in LangChain's form: made from ours, and what is read of them. */
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { isObject } from '../../../mcp-client/model/json-value.ts'
import type { PlainMessage } from '../history.ts'
import type { NativePart } from '../tools/offered-tool.ts'

export function toBaseMessages(messages: readonly PlainMessage[]): BaseMessage[] {
  return messages.map((message) => {
    if (message.role === 'user')
      return message.native === undefined || message.native.length === 0
        ? new HumanMessage(message.text)
        : new HumanMessage({ contentBlocks: [{ type: 'text', text: message.text }, ...message.native.map(block)] })
    if (message.role === 'assistant')
      return new AIMessage({
        content: message.text,
        tool_calls: message.calls.map(({ id, name, args }) => ({ id, name, args: { ...args }, type: 'tool_call' })),
      })
    return new ToolMessage({
      content: message.text,
      tool_call_id: message.callId,
      name: message.name,
      status: message.ok ? 'success' : 'error',
    })
  })
}

function block({ mime, base64 }: NativePart) {
  return mime.startsWith('image/')
    ? ({ type: 'image', mimeType: mime, data: base64 } as const)
    : ({ type: 'file', mimeType: mime, data: base64 } as const)
}

/** What a model thought, in whichever field its provider puts that. */
export function reasoningText(message: BaseMessage): string {
  const { reasoning_content: content, reasoning } = message.additional_kwargs
  if (typeof content === 'string' && content !== '') return content
  if (isObject(reasoning) && Array.isArray(reasoning.summary)) return joined(reasoning.summary)
  return Array.isArray(message.content) ? joined(message.content) : ''
}

function joined(parts: readonly unknown[]): string {
  return parts
    .map((part) => {
      if (!isObject(part)) return ''
      if (part.type === 'thinking' && typeof part.thinking === 'string') return part.thinking
      if (part.type === 'reasoning' && typeof part.reasoning === 'string') return part.reasoning
      if (part.type === 'summary_text' && typeof part.text === 'string') return part.text
      return ''
    })
    .join('')
}

/**
 * Pictures and documents that tools read go behind the results of their step, as the person's message: no provider takes
 * them inside a result in every form of its protocol.
 */
export function withNativeParts(messages: readonly BaseMessage[]): BaseMessage[] {
  const out: BaseMessage[] = []
  let waiting: NativePart[] = []
  const flush = () => {
    if (waiting.length > 0)
      out.push(
        new HumanMessage({
          contentBlocks: [{ type: 'text', text: '[What read_file read:]' }, ...waiting.map(block)],
        }),
      )
    waiting = []
  }
  for (const message of messages) {
    if (!ToolMessage.isInstance(message)) flush()
    out.push(message)
    if (ToolMessage.isInstance(message)) waiting = [...waiting, ...nativeOf(message.artifact)]
  }
  flush()
  return out
}

function nativeOf(artifact: unknown): NativePart[] {
  if (!isObject(artifact) || !Array.isArray(artifact.native)) return []
  return artifact.native.filter(
    (part: unknown): part is NativePart =>
      isObject(part) && typeof part.mime === 'string' && typeof part.base64 === 'string',
  )
}
