/** The registry as the backend of an endpoint: seen by one caller, with the resources and prompts that all may read. */
import type { Caller, Registry } from '../registry/types.ts'
import type { McpBackend } from './backend.ts'

export type Offers = Pick<McpBackend, 'resources' | 'prompts'>

/** The actor is filled in call by call. */
export function registryBackend(registry: Registry, caller: Omit<Caller, 'actor'>, offers: Offers = {}): McpBackend {
  return {
    ...offers,
    list: () => registry.list({ ...caller, actor: 'mcp' }),
    invoke: ({ actor, client: _client, ...call }) => registry.invoke({ ...call, caller: { ...caller, actor } }),
    onListChanged: (listener) => registry.onListChanged(listener),
  }
}
