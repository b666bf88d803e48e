/** Where an endpoint's tools come from: a registry in this process, or a running hub that the stdio endpoint bridges to. */
import type { Caller, Registry, ToolCall, ToolDefinition, ToolOutcome } from '../registry/types.ts'

/** One call as an MCP client made it. Who it is for is the backend's business, never the client's. */
export interface BackendCall {
  readonly tool: string
  readonly args: unknown
  /** For the audit log: 'mcp:<client name>'. Self-reported, so nothing is decided by it. */
  readonly actor: string
  readonly signal?: AbortSignal
  readonly onProgress?: ToolCall['onProgress']
}

export interface ToolBackend {
  /** Sorted by name and gated for the caller that the backend stands for. */
  list(): Promise<ToolDefinition[]>
  invoke(call: BackendCall): Promise<ToolOutcome>
  /** Returns the unsubscribe function. */
  onListChanged(listener: () => void): () => void
}

/** A registry seen by one caller; the actor is filled in call by call. */
export function registryBackend(registry: Registry, caller: Omit<Caller, 'actor'>): ToolBackend {
  return {
    list: () => registry.list({ ...caller, actor: 'mcp' }),
    invoke: ({ actor, ...call }) => registry.invoke({ ...call, caller: { ...caller, actor } }),
    onListChanged: (listener) => registry.onListChanged(listener),
  }
}
