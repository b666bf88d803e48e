/**
 * What stands behind an MCP endpoint: tools, and where they are given, resources and prompts. A registry in this
 * process, a running hub that the stdio endpoint bridges to, or external servers whose answers pass through unchanged.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ToolCall, ToolDefinition, ToolOutcome } from '../registry/types.ts'
import type { Asking, ClientChannel } from './client-channel.ts'
import type { PromptProvider } from './prompt-provider.ts'
import type { ResourceProvider } from './resource-provider.ts'

/** One call as an MCP client made it. Who it is for is the backend's business, never the client's. */
export interface BackendCall {
  readonly tool: string
  readonly args: unknown
  /** For the audit log: 'mcp:<client name>'. Self-reported, so nothing is decided by it. */
  readonly actor: string
  readonly signal?: AbortSignal
  readonly onProgress?: ToolCall['onProgress']
  /** The way back to who called. */
  readonly client?: ClientChannel
}

/** The registry's outcome, a result that is in MCP's words already, or questions to the client. */
export type ToolAnswer = ToolOutcome | { readonly ready: CallToolResult } | Asking

export interface ToolBackend {
  /** Sorted by name and gated for the caller that the backend stands for. */
  list(): Promise<ToolDefinition[]>
  invoke(call: BackendCall): Promise<ToolAnswer>
  /** Returns the unsubscribe function. */
  onListChanged(listener: () => void): () => void
}

export interface McpBackend extends ToolBackend {
  readonly resources?: ResourceProvider
  readonly prompts?: PromptProvider
  /** Whether calls may send log messages (ClientChannel.log). */
  readonly logging?: boolean
  /** Milliseconds that lists may be kept at most, where an external server said so; null: as long as ours. */
  readonly listTtlMs?: () => Promise<number | null>
}
