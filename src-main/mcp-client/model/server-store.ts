/** What the store of servers answers (store/server-store.ts). Every row is a person's own. */
import type { Tool } from '@modelcontextprotocol/client'
import type { EraVerdict } from './connection.ts'
import type {
  ServerEntry,
  ServerOrigin,
  ServerSettings,
  ServerTarget,
  ServerValues,
  ToolPolicy,
} from './server-entry.ts'
import type { ServerListing } from './server-status.ts'

/** What is stored of one tool; a tool without a row is new: never approved, on, without a policy. */
export interface ToolRecord {
  /** As the server calls it. */
  readonly name: string
  /** As it is offered once it has been given. */
  readonly alias: string | null
  /** The definition that the person approved. */
  readonly pinned: Tool | null
  readonly enabled: boolean
  /** Null: the server's. */
  readonly policy: ToolPolicy | null
  readonly preset: Readonly<Record<string, unknown>>
}

export interface NewServer {
  readonly slug: string
  readonly name: string
  readonly origin: ServerOrigin
  readonly target: ServerTarget
  readonly settings: ServerSettings
  readonly values: ServerValues
}

export interface ServerStore {
  /** Of one person, or of all; in the person's order. */
  list(userId?: number): Promise<ServerEntry[]>
  get(userId: number, id: string): Promise<ServerEntry | null>
  /** Not enabled, not approved. The slug is made unique. Throws ServerStoreError. */
  add(userId: number, server: NewServer): Promise<ServerEntry>
  update(
    userId: number,
    id: string,
    change: Partial<
      Pick<NewServer, 'name' | 'target' | 'settings' | 'values'> & { enabled: boolean; position: number }
    >,
  ): Promise<ServerEntry>
  /** With its tools, logins and blocks. False when there is none. */
  remove(userId: number, id: string): Promise<boolean>
  /** The person agrees to what `fingerprint` stands for; throws `changed` when that is not what is stored. */
  approve(userId: number, id: string, fingerprint: string): Promise<ServerEntry>
  /** Throws ServerError `values_sealed` when the key of the secret store is away. */
  values(entry: ServerEntry): Promise<ServerValues>
  era(entry: ServerEntry): Promise<EraVerdict | null>
  setEra(entry: ServerEntry, era: EraVerdict): Promise<void>
  listing(entry: ServerEntry): Promise<ServerListing | null>
  setListing(entry: ServerEntry, listing: ServerListing): Promise<void>
  tools(userId: number, serverId: string): Promise<ToolRecord[]>
  /** Makes or changes the records of some tools. */
  setTools(userId: number, serverId: string, tools: readonly (Partial<ToolRecord> & { name: string })[]): Promise<void>
  /**
   * Pins the tools of the first list after the server was approved, once; false when that was done before. A person who
   * approves a server approves what it does then, and nothing that it adds or changes later.
   */
  approveFirstTools(entry: ServerEntry, tools: readonly Tool[]): Promise<boolean>
  forgetAll(): void
}

export type ServerStoreErrorCode = 'unknown_server' | 'bad_entry' | 'too_many' | 'changed' | 'declared_in_file'

export class ServerStoreError extends Error {
  override readonly name = 'ServerStoreError'
  readonly code: ServerStoreErrorCode
  readonly hint: string
  constructor(code: ServerStoreErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}
