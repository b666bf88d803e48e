/**
 * Tools of external servers, as the registry sees them. Made by toolkit/external-tools.ts; the registry merges them
 * with its own and stays the one door for every call.
 */
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Bilingual } from '../../config/bilingual.ts'
import type { Ask, CallingClient } from './asking.ts'
import type { UpstreamRequest } from './connection.ts'
import type { ToolPolicy } from './server-entry.ts'
import type { ServerState } from './server-status.ts'

export type Schema = { readonly [key: string]: unknown }

/** What callers are shown of a tool: normalised, cleaned, without preset arguments. A ToolDefinition of the registry. */
export interface OfferedDefinition {
  /** `[A-Za-z0-9_-]`, at most 64 characters. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** Root object. References are local, and no pattern in it can take long. */
  readonly inputSchema: Schema
  readonly outputSchema?: Schema
  readonly origin: { readonly kind: 'server'; readonly server: string }
  /** A server belongs to a person. */
  readonly needsIdentity: true
  /** What the server says, or what MCP takes for granted where it says nothing. Hints: nothing is allowed by them. */
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly openWorldHint: boolean
    readonly idempotentHint: boolean
  }
  readonly scope: 'mcp:read' | 'mcp:write'
}

export interface ExternalTool {
  readonly definition: OfferedDefinition
  readonly serverId: string
  readonly serverName: string
  readonly slug: string
  /** As the server calls it. */
  readonly upstreamName: string
  readonly policy: ToolPolicy
  /** Fingerprint of what is run or reached: a remembered approval ends with it. */
  readonly target?: string
  /** Connected apps may see and call it. */
  readonly shared: boolean
  /** In the place of a tool of the hub with the same name (clash: override). */
  readonly overrides: boolean
  /** A wrong name may be taken for this one: false where the server says that the tool destroys. */
  readonly mayBeGuessed: boolean
}

/** A server that a person has, for what a model is told. */
export interface ExternalServerNote {
  readonly slug: string
  readonly name: string
  readonly state: ServerState
  /** Why it is not ready or offers nothing, in English; null when there is nothing to say. */
  readonly problem: string | null
  /** How many tools of it are offered. */
  readonly tools: number
  readonly shared: boolean
}

export interface ToolGroup {
  readonly name: string
  readonly description: string
  readonly active: boolean
  /** Whether an agent may switch it by itself. */
  readonly byAgent: boolean
  /** Names that tools are offered under; of the hub's own tools too. */
  readonly members: readonly string[]
}

export interface ExternalCall extends Omit<UpstreamRequest, 'client'> {
  readonly client?: CallingClient
  /** Milliseconds; the server's own limits count besides. */
  readonly timeoutMs?: number
}

export type ExternalAnswer =
  | {
      readonly kind: 'result'
      readonly result: CallToolResult
      /** What a result processor could not do. */
      readonly notice?: string
    }
  | { readonly kind: 'ask'; readonly ask: Ask }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string; readonly hint: string; readonly isTimeout: boolean }

export interface ExternalTools {
  /** Of one person, by offered name, in name order; the same map until something changes. */
  tools(userId: number): ReadonlyMap<string, ExternalTool>
  /** By the name that they would have: tools that are not offered, and why. */
  setAside(userId: number): ReadonlyMap<string, Bilingual<string>>
  servers(userId: number): readonly ExternalServerNote[]
  /** Whether `agent` (upper case) may not use the tool. */
  isBlocked(userId: number, agent: string, tool: ExternalTool): boolean
  /** Whether a tool, of a server or of the hub, is off with a group that it is in. */
  isGroupOff(userId: number, name: string): boolean
  groups(userId: number): readonly ToolGroup[]
  /** Switches a group on or off as a unit; for the person, or for an agent where the group allows it. */
  switchGroup(
    userId: number,
    name: string,
    active: boolean,
    byAgent: boolean,
  ): Promise<'done' | 'unknown' | 'not_allowed'>
  /** Asks the person; true when they allow it. Remembers `always`. */
  approve(userId: number, tool: ExternalTool, args: unknown, actor: string, signal?: AbortSignal): Promise<boolean>
  /** Never rejects. Preset arguments are filled in, and the result goes through the server's processors. */
  call(
    userId: number,
    tool: ExternalTool,
    args: Readonly<Record<string, unknown>>,
    call: ExternalCall,
  ): Promise<ExternalAnswer>
  /** Names of the hub's own tools, which a server takes only where the person chose so. */
  setOwnNames(names: readonly string[]): void
  onChanged(listener: () => void): () => void
}
