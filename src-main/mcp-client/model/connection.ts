/** One connection to one server: what the manager holds and calls. Made by connection/connect.ts. */
import type {
  CallToolResult,
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client'
import type { Ask, CallingClient } from './asking.ts'
import type { ServerEntry, ServerValues } from './server-entry.ts'
import type { LogLine, ServerFault, ServerListing } from './server-status.ts'

export interface UpstreamRequest {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: { done: number; total: number | null; message?: string }) => void
  /** Who called, where an MCP client did. */
  readonly client?: CallingClient
  /** Of the run that the call belongs to; goes to the server as `_meta["mirohub/run"]`. */
  readonly runId?: string
}

export interface UpstreamCall extends UpstreamRequest {
  /** As the server calls it. */
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** A result as the server gave it, or questions to the client that called. */
export type Upstream<T> = { readonly result: T } | { readonly ask: Ask }

/** Why a connection ended. `fault` null: it was closed by us. */
export interface ConnectionEnd {
  readonly fault: ServerFault | null
}

/** Every method rejects with ServerError, and with the signal's reason when it was aborted. */
export interface Connection {
  readonly era: 'modern' | 'legacy'
  readonly protocolVersion: string
  readonly pid: number | null
  /** Everything the server offers, all pages; what it does not declare is empty. */
  list(signal?: AbortSignal): Promise<ServerListing>
  callTool(call: UpstreamCall): Promise<Upstream<CallToolResult>>
  readResource(uri: string, request?: UpstreamRequest): Promise<Upstream<ReadResourceResult>>
  getPrompt(
    name: string,
    args: Readonly<Record<string, string>>,
    request?: UpstreamRequest,
  ): Promise<Upstream<GetPromptResult>>
  complete(params: CompleteRequest['params'], signal?: AbortSignal): Promise<CompleteResult>
  /** Whether the server still answers: ping, or server/discover in the modern era. */
  ping(signal?: AbortSignal): Promise<void>
  /** Settles once, when the connection is of no use any more. */
  readonly ended: Promise<ConnectionEnd>
  /** Waits for nothing that runs; ends the child with everything it started. Idempotent, never rejects. */
  close(): Promise<void>
}

/** What negotiation found out, kept in the store between starts. */
export type EraVerdict = Readonly<Record<string, unknown>>

export interface ConnectHooks {
  /** The server said that a list, or one resource, is another now. */
  onListChanged(what: 'tools' | 'resources' | 'prompts'): void
  onResourceUpdated(uri: string): void
  /** It answered something: for "last answer". */
  onAnswer(): void
  onLog(line: Omit<LogLine, 'at'>): void
  onEra(verdict: EraVerdict): void
  /** Questions that no MCP client can answer: for the person. Rejects when they are not allowed or not answered. */
  askPerson(question: PersonQuestion, signal: AbortSignal): Promise<unknown>
}

/** `params` as the protocol has them (elicitation/create, sampling/createMessage). */
export interface PersonQuestion {
  readonly kind: 'form' | 'url' | 'sampling'
  readonly params: Readonly<Record<string, unknown>>
}

export interface ConnectRequest {
  readonly entry: ServerEntry
  readonly values: ServerValues
  readonly hooks: ConnectHooks
  readonly era: EraVerdict | null
  readonly signal: AbortSignal
}

/** Settles within entry.settings.limits.connectMs. Rejects with ServerError; nothing is left running then. */
export type Connect = (request: ConnectRequest) => Promise<Connection>
