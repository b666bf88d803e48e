/** What is known of a server just now. A state comes from a real handshake and a real tools/list, never from a setting. */
import type {
  Implementation,
  Prompt,
  Resource,
  ResourceTemplateType,
  ServerCapabilities,
  Tool,
} from '@modelcontextprotocol/client'
import type { Bilingual } from '../../config/bilingual.ts'

export type ServerState = 'starting' | 'ready' | 'needs-login' | 'needs-approval' | 'failed' | 'stopped' | 'parked'

export type ServerFaultCode =
  /** Launching. */
  | 'command_missing'
  | 'command_not_executable'
  | 'directory_missing'
  | 'exited'
  | 'not_mcp'
  | 'line_too_long'
  /** Reaching. */
  | 'unreachable'
  | 'refused_address'
  | 'certificate'
  | 'http_status'
  | 'unauthorized'
  | 'login_failed'
  | 'port_busy'
  /** Speaking. */
  | 'timeout'
  | 'protocol'
  | 'too_large'
  /** Here. */
  | 'values_missing'
  | 'values_sealed'
  | 'bad_entry'
  | 'name_taken'
  /** It is off, stopped, parked or waits for approval. */
  | 'not_running'
  /** More calls at once than are taken. */
  | 'busy'
  /** By whoever called. */
  | 'cancelled'
  | 'internal'

/** Why a server is not ready, for the person and for what a model sees. */
export interface ServerFault {
  readonly code: ServerFaultCode
  /** One sentence: what happened, to what. */
  readonly message: Bilingual<string>
  /** What to do. */
  readonly hint: Bilingual<string>
  /** Facts to fold out and copy: where it was looked for, working directory, last lines of stderr. No secrets. */
  readonly details: readonly string[]
}

export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: ServerFaultCode
  readonly fault: ServerFault
  get hint(): string {
    return this.fault.hint.en
  }
  constructor(fault: ServerFault, options?: ErrorOptions) {
    super(fault.message.en, options)
    this.code = fault.code
    this.fault = fault
  }
}

export interface ServerStatus {
  readonly state: ServerState
  /** ISO instants. */
  readonly since: string
  /** The last time that the server answered anything. */
  readonly lastAnswerAt: string | null
  readonly fault: ServerFault | null
  readonly era: 'modern' | 'legacy' | null
  readonly protocolVersion: string | null
  /** Next try by itself, while it is failed. */
  readonly retryAt: string | null
  /** Of the child process; null for remote servers and while none runs. */
  readonly pid: number | null
}

/** Everything a server offers, as it was listed. */
export interface ServerListing {
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  readonly templates: readonly ResourceTemplateType[]
  readonly prompts: readonly Prompt[]
  readonly serverInfo: Implementation | null
  readonly instructions: string | null
  readonly capabilities: ServerCapabilities
  /** ISO instant. */
  readonly listedAt: string
  /** How long it may be passed on without asking again, and to whom; null where the server said nothing. */
  readonly cache: { readonly ttlMs: number; readonly scope: 'public' | 'private' } | null
}

export interface LogLine {
  readonly at: string
  /** stderr of the child; stdout that was no JSON-RPC; what the hub noticed; log messages of the server. */
  readonly from: 'stderr' | 'stdout' | 'hub' | 'server'
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly text: string
}
