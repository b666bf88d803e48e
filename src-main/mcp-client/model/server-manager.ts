/** What the manager of connections answers (manager/server-manager.ts): it starts, watches, calls and ends servers. */
import type {
  CallToolResult,
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client'
import type { Upstream, UpstreamCall, UpstreamRequest } from './connection.ts'
import type { ServerEntry } from './server-entry.ts'
import type { LogLine, ServerFault, ServerListing, ServerStatus } from './server-status.ts'

/** Failure is data. */
export type Answered<T> =
  | { readonly ok: true; readonly answer: Upstream<T> }
  | { readonly ok: false; readonly fault: ServerFault }

/** By server id; ids are unique over all people. */
export interface ServerManager {
  /** Starts what is enabled and approved, at most eight at a time. Returns at once. */
  startAll(entries: readonly ServerEntry[]): void
  /** The entry was added or is another now: what runs is replaced when what is run has changed. */
  entryChanged(entry: ServerEntry): void
  /** Ends it and forgets everything about it. */
  entryRemoved(id: string): Promise<void>
  /** A person asks; also takes it out of `parked`. Resolves when it is ready or not. Never rejects. */
  start(id: string): Promise<ServerStatus>
  stop(id: string): Promise<ServerStatus>
  restart(id: string): Promise<ServerStatus>
  status(id: string): ServerStatus
  /** The last good list; `stale` when the server could not be asked since. */
  listing(id: string): { readonly listing: ServerListing; readonly stale: boolean } | null
  /** Lists again now. Never rejects. */
  refresh(id: string): Promise<ServerStatus>
  /** Waits for a server that starts or is due for another try; what a person stopped stays stopped. Never rejects. */
  call(id: string, call: UpstreamCall): Promise<Answered<CallToolResult>>
  readResource(id: string, uri: string, request?: UpstreamRequest): Promise<Answered<ReadResourceResult>>
  getPrompt(
    id: string,
    name: string,
    args: Readonly<Record<string, string>>,
    request?: UpstreamRequest,
  ): Promise<Answered<GetPromptResult>>
  complete(id: string, params: CompleteRequest['params'], signal?: AbortSignal): Promise<CompleteResult | null>
  /** The newest lines, oldest first. */
  logs(id: string): readonly LogLine[]
  onLog(id: string, listener: (line: LogLine) => void): () => void
  /** A status or a listing is another. */
  onChanged(listener: (id: string, what: 'status' | 'listing') => void): () => void
  onResourceUpdated(listener: (id: string, uri: string) => void): () => void
  /** The computer wakes, or the network is another: dead connections are dropped and made again, spread out. */
  reconnectAll(): void
  /** Drains for a moment, then ends everything; nothing survives. */
  close(): Promise<void>
}
