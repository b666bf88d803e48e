/**
 * Tools of external servers, as the registry sees them. Made by mcp-client (toolkit/external-tools.ts); the registry
 * merges them with its own and stays the one door for every call.
 */
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Ask } from '../mcp-client/model/asking.ts'
import type { ToolPolicy } from '../mcp-client/model/server-entry.ts'
import type { ServerState } from '../mcp-client/model/server-status.ts'
import type { ToolCall, ToolDefinition } from './types.ts'

export interface ExternalTool {
  /** Under the name it is offered; origin kind 'server'. Normalised, cleaned, without preset arguments. */
  readonly definition: ToolDefinition
  readonly serverId: string
  readonly serverName: string
  readonly slug: string
  /** As the server calls it. */
  readonly upstreamName: string
  readonly policy: ToolPolicy
  /** Connected apps may see and call it. */
  readonly shared: boolean
  /** Switched off with its group. */
  readonly isGroupOff: boolean
  /** In the place of a tool of the same name (clash: override). */
  readonly overrides: boolean
}

/** A server that a person has, for what a model is told. */
export interface ExternalServerNote {
  readonly slug: string
  readonly name: string
  readonly state: ServerState
  /** Why it is not ready, in English; null when it is. */
  readonly problem: string | null
  readonly tools: number
}

export type ExternalAnswer =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'ask'; readonly ask: Ask }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string; readonly isTimeout: boolean }

export interface ExternalTools {
  /** Of one person, by offered name; the same map until something changes. */
  tools(userId: number): ReadonlyMap<string, ExternalTool>
  servers(userId: number): readonly ExternalServerNote[]
  /** Whether `agent` (upper case) may not use the tool. */
  isBlocked(userId: number, agent: string, tool: ExternalTool): boolean
  /** Asks the person; true when they allow it. Remembers `always`. */
  approve(userId: number, tool: ExternalTool, args: unknown, actor: string, signal?: AbortSignal): Promise<boolean>
  /** Never rejects. Preset arguments are filled in, and the result goes through the server's processors. */
  call(
    userId: number,
    tool: ExternalTool,
    args: Readonly<Record<string, unknown>>,
    call: Pick<ToolCall, 'signal' | 'onProgress' | 'client' | 'timeoutMs' | 'caller'>,
  ): Promise<ExternalAnswer>
  /** Switches a group on or off as a unit; for the person, or for an agent where the group allows it. */
  switchGroup(
    userId: number,
    name: string,
    active: boolean,
    byAgent: boolean,
  ): Promise<'done' | 'unknown' | 'not_allowed'>
  groups(userId: number): readonly {
    readonly name: string
    readonly description: string
    readonly active: boolean
    readonly byAgent: boolean
    readonly tools: number
  }[]
  onChanged(listener: () => void): () => void
}
