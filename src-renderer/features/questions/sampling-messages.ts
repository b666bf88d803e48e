/** What a server wants a model to be asked (sampling/createMessage), as far as a person can read it. Pure. */
import { type ContentPart, contentPart } from '../server/content-parts.ts'
import { isJson, type Json } from '../tools/schema-parameters.ts'

export interface SamplingRequest {
  readonly system: string | null
  readonly messages: readonly { readonly role: string; readonly parts: readonly ContentPart[] }[]
  readonly maxTokens: number | null
}

export function samplingRequest(params: Json): SamplingRequest {
  const messages = Array.isArray(params.messages) ? params.messages.filter(isJson) : []
  return {
    system: typeof params.systemPrompt === 'string' ? params.systemPrompt : null,
    messages: messages.map((message) => ({
      role: typeof message.role === 'string' ? message.role : '',
      // One block, or since 2025-11-25 a list of them.
      parts: (Array.isArray(message.content) ? message.content : [message.content]).map(contentPart),
    })),
    maxTokens: typeof params.maxTokens === 'number' ? params.maxTokens : null,
  }
}
