/** The registry as the backend of an endpoint: seen by one caller, with the resources and prompts that all may read. */
import type { Caller, Registry, ToolOutcome } from '../registry/types.ts'
import type { McpBackend, ToolAnswer } from './backend.ts'

export type Offers = Pick<McpBackend, 'resources' | 'prompts' | 'logging' | 'listTtlMs'>

/** The actor is filled in call by call. Who comes without being an agent of the person's own is a connected app. */
export function registryBackend(registry: Registry, from: Omit<Caller, 'actor'>, offers: Offers = {}): McpBackend {
  const caller = { isClient: from.agent === undefined, ...from }
  return {
    ...offers,
    list: () => registry.list({ ...caller, actor: 'mcp' }),
    invoke: async ({ actor, ...call }) => answerOf(await registry.invoke({ ...call, caller: { ...caller, actor } })),
    onListChanged: (listener) => registry.onListChanged(listener),
  }
}

/** What an external server answered goes on as it is; its questions go to the client that called. */
export function answerOf(outcome: ToolOutcome): ToolAnswer {
  if (!outcome.ok) return outcome.ask === undefined ? outcome : { ask: outcome.ask }
  const { mcpResult, notice } = outcome
  if (mcpResult === undefined) return outcome
  if (notice === undefined) return { ready: mcpResult }
  return { ready: { ...mcpResult, content: [...mcpResult.content, { type: 'text', text: notice }] } }
}
