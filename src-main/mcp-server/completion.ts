/** `completion/complete`: values for an argument of a prompt or a variable of a resource template. */
import { type CompleteRequest, type CompleteResult, INVALID_PARAMS, ProtocolError } from '@modelcontextprotocol/server'
import type { McpBackend } from './backend.ts'
import type { Completion } from './resource-provider.ts'

const NONE: Completion = { values: [], hasMore: false }

export function offersCompletion({ prompts, resources }: McpBackend): boolean {
  return prompts?.complete !== undefined || resources?.complete !== undefined
}

/** @throws ProtocolError where there is nothing of that name. */
export async function complete(backend: McpBackend, request: CompleteRequest): Promise<CompleteResult> {
  const { ref, argument: typed, context } = request.params
  const argument = { ...typed, others: context?.arguments ?? {} }
  const isPrompt = ref.type === 'ref/prompt'
  const answer = isPrompt
    ? backend.prompts?.complete?.(ref.name, argument)
    : backend.resources?.complete?.(ref.uri, argument)
  const completion = answer === undefined ? NONE : await answer
  if (completion === null) {
    const what = isPrompt ? `prompt "${ref.name}"` : `resource template "${ref.uri}"`
    throw new ProtocolError(INVALID_PARAMS, `There is no ${what}.`)
  }
  return { completion }
}
