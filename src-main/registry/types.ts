/** Tools, callers and outcomes. Every call of every kind passes `registry.invoke` and speaks these types. */

import type { CallToolResult } from '@modelcontextprotocol/client'
import type { VocabularyService } from '../health/catalogue/vocabulary.ts'
import type { GeneticService } from '../health/genetics/service.ts'
import type { HealthService } from '../health/service.ts'
import type { Ask, CallingClient } from '../mcp-client/model/asking.ts'
import type { RunGate } from './approval/run-gate.ts'

/** Injected as the `user_info` parameter; never part of a schema, never taken from a caller. */
export interface UserInfo {
  readonly success: true
  /** The profile's public id. */
  readonly user_id: string
  readonly session_id?: string
}

/** Injected as the `context` parameter: the hub's services, bound to the caller. */
export interface ToolContext {
  readonly user: {
    readonly id: number
    readonly publicId: string
    readonly timeZone: string
    readonly language: string
  } | null
  readonly health: HealthService
  readonly genetics: GeneticService
  readonly vocabulary: VocabularyService
  readonly now: () => Date
  readonly signal: AbortSignal
  /** Reports progress to whoever waits for the call. */
  progress(done: number, total: number | null, message?: string): void
}

/** Kinds of personal data that people share one by one. */
export type DataClass = 'health' | 'genetics'

export type JsonSchema = { readonly [key: string]: unknown }

export interface ToolDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema 2020-12, root object, `additionalProperties: false`. */
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  /** File, for built-in and personal tools; server name for external ones. */
  readonly origin:
    | { readonly kind: 'packaged' | 'personal'; readonly file: string }
    | { readonly kind: 'server'; readonly server: string }
  /** True when the function has a `user_info` parameter (or uses `context.user`): it needs an identity. */
  readonly needsIdentity: boolean
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly openWorldHint: boolean
    readonly idempotentHint: boolean
  }
  /** OAuth scope a caller must hold. */
  readonly scope: 'mcp:read' | 'mcp:write' | 'mcp:tools' | 'mcp:admin'
  /** Asked for at every call, in the words of that kind. */
  readonly approval?: 'shell'
  /** An MCP resource (`ui://…`) that draws this tool's result in clients that can show one. */
  readonly view?: string
}

/** Who calls. `user` null = anonymous. */
export interface Caller {
  /** Shown in the audit log: 'window', 'cli', 'agent:quick', 'mcp:Claude Desktop'. */
  readonly actor: string
  readonly user: {
    readonly id: number
    readonly publicId: string
    readonly timeZone: string
    readonly language: string
  } | null
  readonly sessionId?: string
  /** Upper-case agent name whose allow and deny lists apply. */
  readonly agent?: string
  /** Null = everything (the person themself). */
  readonly scopes?: readonly string[] | null
  /** Kinds of the user's data that this caller may read; null or absent = all. Set where one person acts for another. */
  readonly dataClasses?: readonly DataClass[] | null
  /** A connected app (MCP client): of external servers it sees only what the person shares with apps. */
  readonly isClient?: boolean
  /**
   * It reads and nobody can be asked for it: of the hub's own tools it has those that change nothing and reach nobody
   * else, of external servers nothing, whatever they say of their tools.
   */
  readonly readsOnly?: boolean
  /** Tools of the hub that are off until the person turns them on for their agents. */
  readonly abilities?: readonly 'shell'[]
  /** What let the caller in, for the audit log: 'token:<id>', 'oauth:<grant>', 'personal-url:<id>', 'agent-url'. */
  readonly credential?: string | null
}

export interface ToolCall {
  readonly tool: string
  readonly args: unknown
  readonly caller: Caller
  readonly signal?: AbortSignal
  /** Default 900 000. */
  readonly timeoutMs?: number
  readonly onProgress?: (progress: { done: number; total: number | null; message?: string }) => void
  /** What a command has written so far, the whole each time. */
  readonly onOutput?: (text: string) => void
  /** The MCP client that made the call, for questions of an external server; without, they go to the person. */
  readonly client?: CallingClient
  /** The person runs it by hand and has seen the arguments: policy `ask` is answered. */
  readonly approved?: boolean
  /** The run of an agent that makes the call. What is not read-only then waits for the person, by the run's rules. */
  readonly run?: RunGate
  /** The run's own name for this call, that of its `tool_call` event. */
  readonly callId?: string
}

export type ToolErrorCode =
  | 'unknown_tool'
  | 'not_allowed'
  | 'switched_off'
  | 'authorization_required'
  | 'insufficient_scope'
  /** The person whose data it is does not share this kind with the caller. */
  | 'not_shared'
  | 'invalid_arguments'
  /** The person did not allow this call of an external server's tool. */
  | 'not_approved'
  /** Questions to the client that called stand before a result; see `ask`. */
  | 'input_required'
  /** The external server could not be reached or did not answer as MCP wants. */
  | 'server_failed'
  | 'timeout'
  | 'cancelled'
  | 'tool_failed'
  | 'internal'

/** Never thrown: failure is data. */
export type ToolOutcome =
  | {
      readonly ok: true
      /** The tool's own result: what MCP carries as structuredContent (objects) and the CLI prints. */
      readonly result: unknown
      /** Text for a model: JSON with `rows` and `catalog` arrays as pipe tables, at most 128 KiB. */
      readonly text: string
      /** False when the result object says `success: false`. */
      readonly success: boolean
      /** E.g. that a wrong name was corrected. */
      readonly notice?: string
      /** What an external server answered, every type of content as it came. */
      readonly mcpResult?: CallToolResult
      readonly durationMs: number
    }
  | {
      readonly ok: false
      readonly error: { readonly code: ToolErrorCode; readonly message: string; readonly hint: string }
      /** With code `input_required`, to calls that have a `client`. */
      readonly ask?: Ask
      readonly durationMs: number
    }

export interface Registry {
  /** Tools this caller may see, sorted by name, gated by data. The same array while nothing has changed. */
  list(caller: Caller): Promise<ToolDefinition[]>
  /** Every tool, switched off ones too, with load warnings; for the Tools page. */
  inspect(
    caller: Caller,
  ): Promise<{ tools: (ToolDefinition & { enabled: boolean; hidden: string | null })[]; warnings: string[] }>
  invoke(call: ToolCall): Promise<ToolOutcome>
  setEnabled(userId: number, tool: string, enabled: boolean): Promise<void>
  /** What callers see listed may be another list now: data arrived or went, a share changed. */
  refresh(): void
  /** Fires after a tool file was added, changed or removed, a tool was switched, and at every `refresh`. Returns the unsubscribe function. */
  onListChanged(listener: () => void): () => void
  close(): Promise<void>
}
