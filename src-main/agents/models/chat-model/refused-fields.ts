/**
 * Endpoints that call themselves compatible refuse fields that others need. What the refusal names is left out once, so
 * that the person gets an answer instead of a lesson in protocols. Pure.
 */

/** Fields of a request that may go, and of its messages. */
const optional = [
  'stream_options',
  'parallel_tool_calls',
  'reasoning_effort',
  'reasoning',
  'temperature',
  'tool_choice',
] as const
const ofMessages = ['reasoning_content', 'reasoning_details', 'reasoning'] as const

/** What is left out, or takes another name, for an endpoint from now on. */
export type Refusal = { readonly field: string; readonly where: 'request' | 'messages'; readonly renamedTo?: string }

/** What a 400 or 422 objects to; null when it is nothing that can be left out of this request. */
export function refusalIn(error: unknown, request: object): Refusal | null {
  if (!(error instanceof Error) || !('status' in error) || (error.status !== 400 && error.status !== 422)) return null
  const text = error.message
  if ('max_tokens' in request && /max_tokens/.test(text) && /max_completion_tokens/.test(text))
    return { field: 'max_tokens', where: 'request', renamedTo: 'max_completion_tokens' }
  const names = (field: string) => new RegExp(`(^|[^a-z_])${field}($|[^a-z_])`).test(text)
  const messages: unknown = Reflect.get(request, 'messages')
  const inMessages = ofMessages.find(
    (field) => names(field) && Array.isArray(messages) && messages.some((message) => hasOwn(message, field)),
  )
  if (inMessages !== undefined) return { field: inMessages, where: 'messages' }
  const inRequest = optional.find((field) => names(field) && Reflect.get(request, field) !== undefined)
  return inRequest === undefined ? null : { field: inRequest, where: 'request' }
}

/** The request as this endpoint takes it. */
export function withoutRefused<R extends object>(request: R, refusals: readonly Refusal[]): R {
  const out = { ...request }
  for (const { field, where, renamedTo } of refusals) {
    if (where === 'request') {
      const value: unknown = Reflect.get(out, field)
      Reflect.deleteProperty(out, field)
      if (renamedTo !== undefined && value !== undefined) Reflect.set(out, renamedTo, value)
      continue
    }
    const messages: unknown = Reflect.get(out, 'messages')
    if (!Array.isArray(messages)) continue
    const without = messages.map((message: unknown) => {
      if (!hasOwn(message, field)) return message
      const { [field]: _, ...rest } = message
      return rest
    })
    Reflect.set(out, 'messages', without)
  }
  return out
}

function hasOwn(value: unknown, field: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
}
