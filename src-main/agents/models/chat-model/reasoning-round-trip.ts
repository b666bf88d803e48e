/**
 * What a model thought before it called tools goes back with their results: DeepSeek refuses the round without it, others
 * answer worse. Only within the turn that goes on; of earlier turns it is left out, as the providers ask. Pure.
 */

import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { isObject } from '../../../mcp-client/model/json-value.ts'

/** Fields of an assistant's message besides content and calls, as they came. */
export type ReasoningFields = Readonly<Record<string, unknown>>

/** Where a message keeps the name of the field its reasoning came in: a list, since texts of chunks are joined. */
export const REASONING_FIELDS = 'reasoning_fields'
const DETAILS = 'reasoning_details'

/** By the id of the first call of each message since the person's last one. */
export function reasoningOfTurn(messages: readonly BaseMessage[]): ReadonlyMap<string, ReasoningFields> {
  const from = messages.findLastIndex((message) => HumanMessage.isInstance(message))
  const found = new Map<string, ReasoningFields>()
  for (const message of messages.slice(from + 1)) {
    const id = AIMessage.isInstance(message) ? message.tool_calls?.[0]?.id : undefined
    if (id === undefined) continue
    const { reasoning_content: text, [REASONING_FIELDS]: fields, [DETAILS]: details } = message.additional_kwargs
    const names = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : []
    if (Array.isArray(details) && details.length > 0) found.set(id, { [DETAILS]: joinedDetails(details) })
    else if (typeof text === 'string' && text !== '') found.set(id, { [names[0] ?? 'reasoning_content']: text })
  }
  return found
}

/** A request's messages with what was thought before their calls. */
export function withReasoning<M>(messages: readonly M[], reasoning: ReadonlyMap<string, ReasoningFields>): M[] {
  return messages.map((message) => {
    const fields = reasoning.get(firstCallId(message) ?? '')
    return fields === undefined ? message : { ...message, ...fields }
  })
}

function firstCallId(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('tool_calls' in message)) return null
  const first: unknown = Array.isArray(message.tool_calls) ? message.tool_calls[0] : null
  return isObject(first) && typeof first.id === 'string' ? first.id : null
}

/**
 * What is kept of the parts of one chunk. `index` gets another name, or LangChain would join every text field of two
 * parts, their format's name too.
 */
export function keptDetails(details: unknown): Record<string, unknown>[] {
  if (!Array.isArray(details)) return []
  return details.filter(isObject).map(({ index, ...detail }) => ({ ...detail, place: index }))
}

/** The parts of a whole answer, as if it had come at once. */
export function joinedDetails(details: readonly unknown[]): Record<string, unknown>[] {
  const joined: Record<string, unknown>[] = []
  for (const { place, ...detail } of details.filter(isObject)) {
    const index = typeof place === 'number' ? { index: place } : {}
    const before = joined.find((entry) => entry.type === detail.type && entry.index === place && place !== undefined)
    if (before === undefined) joined.push({ ...detail, ...index })
    else {
      for (const [key, value] of Object.entries(detail)) {
        const isText = (key === 'text' || key === 'summary' || key === 'data') && typeof value === 'string'
        before[key] = isText && typeof before[key] === 'string' ? before[key] + value : (value ?? before[key])
      }
    }
  }
  return joined
}
