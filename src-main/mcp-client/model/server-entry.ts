/**
 * An external MCP server as a person registered it. What is a secret (values of environment variables and headers,
 * tokens) is apart, in ServerValues: an entry can be shown, logged and exported as it is.
 */
import type { ServerFault } from './server-status.ts'

/** A program that is started and speaks over its stdin and stdout. */
export interface StdioTarget {
  readonly kind: 'stdio'
  /** As the person wrote it: a name to be looked up, or a path. Never a line for a shell. */
  readonly command: string
  readonly args: readonly string[]
  /** Absolute; null: the person's home directory. */
  readonly cwd: string | null
  /** Names of environment variables; the values are in ServerValues. */
  readonly envNames: readonly string[]
  /** Of its stdin and stdout; a label that TextDecoder knows. MCP wants utf-8. */
  readonly encoding: string
  /** What to do with bytes that are no text in that encoding. */
  readonly encodingErrors: 'strict' | 'replace' | 'ignore'
}

/** A server that is reached over HTTP. `sse` is the transport of 2024-11-05, which some servers still speak. */
export interface RemoteTarget {
  readonly kind: 'http' | 'sse'
  /** As it is: nothing in it is replaced by anything. */
  readonly url: string
  /** Names of headers; the values are in ServerValues. */
  readonly headerNames: readonly string[]
  readonly auth: 'none' | 'bearer' | 'oauth'
  readonly oauth: OauthSettings
}

export interface OauthSettings {
  /** A client that the person registered with the authorization server by hand; null: we register ourselves. */
  readonly clientId: string | null
  /** Null: what the server asks for. */
  readonly scopes: readonly string[] | null
  /** Port of the address that the login returns to; null: any free one. */
  readonly redirectPort: number | null
}

export type ServerTarget = StdioTarget | RemoteTarget

/** The secret half of an entry. Sealed in the database; never sent to a page. */
export interface ServerValues {
  readonly env: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly bearer: string | null
  /** Of the client in OauthSettings.clientId. */
  readonly clientSecret: string | null
}

export const noValues: ServerValues = { env: {}, headers: {}, bearer: null, clientSecret: null }

export type ToolPolicy = 'allow' | 'ask' | 'block'

/** Milliseconds. */
export interface ServerLimits {
  /** From the start to a finished handshake. */
  readonly connectMs: number
  /** A request without a sign of life; progress starts it anew. */
  readonly requestMs: number
  /** Silence on an HTTP response that has begun. */
  readonly streamMs: number
  /** A request, whatever progress it makes. */
  readonly hardCapMs: number
}

/** What stands where no target could be read: nothing can be started from it. */
export const noTarget: Extract<ServerTarget, { kind: 'stdio' }> = {
  kind: 'stdio',
  command: '',
  args: [],
  cwd: null,
  envNames: [],
  encoding: 'utf-8',
  encodingErrors: 'replace',
}

export interface ServerSettings {
  /** One kept session, or a session (and for stdio a process) a call. The old SSE transport always keeps one. */
  readonly stateful: boolean
  readonly limits: ServerLimits
  /** Connected apps see its tools at the hub's own endpoint. */
  readonly shared: boolean
  /** For tools without a policy of their own. */
  readonly policy: ToolPolicy
  /** When a tool's name is taken: give it another, leave it out, put it in the other's place, or refuse the server. */
  readonly clash: 'rename' | 'skip' | 'override' | 'refuse'
  /** Tools are offered as `<slug>__<tool>`; without, under their own names, and `clash` decides. */
  readonly prefix: boolean
  /** What the server may ask the person during a call. */
  readonly asks: { readonly sampling: boolean; readonly elicitation: boolean; readonly roots: boolean }
  /** Folders told to a server that asks for roots; file paths. */
  readonly roots: readonly string[]
  /** `system`: what the environment says (HTTPS_PROXY, NO_PROXY). A proxy is never asked for loopback. */
  readonly proxy: 'system' | 'none' | { readonly url: string }
  /** A file with certificates (PEM) to trust besides the system's. */
  readonly caFile: string | null
  /** Ids of result processors (toolkit/processors.ts), in order. */
  readonly processors: readonly string[]
}

export const defaultSettings: ServerSettings = {
  stateful: true,
  limits: { connectMs: 20_000, requestMs: 900_000, streamMs: 300_000, hardCapMs: 3_600_000 },
  shared: false,
  policy: 'allow',
  clash: 'rename',
  prefix: true,
  asks: { sampling: false, elicitation: true, roots: false },
  roots: [],
  proxy: 'system',
  caFile: null,
  processors: [],
}

/** Where an entry came from; told in the review. */
export type ServerOrigin =
  | { readonly kind: 'form' | 'paste' | 'link' | 'api' }
  /** Settings of another program on this computer. */
  | { readonly kind: 'client'; readonly client: string; readonly file: string }
  | { readonly kind: 'bundle'; readonly name: string; readonly version: string; readonly dir: string }
  | { readonly kind: 'companion'; readonly companion: string }
  /** A declared server: the file is the truth, the entry follows it. */
  | { readonly kind: 'file'; readonly file: string }

export interface ServerEntry {
  readonly id: string
  readonly userId: number
  /** Before the tools' names: `[a-z0-9-]`, at most 24 characters, unique for the person, without `__`. */
  readonly slug: string
  readonly name: string
  readonly origin: ServerOrigin
  readonly target: ServerTarget
  readonly settings: ServerSettings
  readonly enabled: boolean
  readonly position: number
  /** What the person agreed to (trust/fingerprint.ts); null: nothing yet. It runs only while this is its own. */
  readonly approved: { readonly fingerprint: string; readonly target: ServerTarget; readonly at: Date } | null
  readonly createdAt: Date
  readonly changedAt: Date
  /** Its row cannot be read whole: it is listed with what could be, and does not run. */
  readonly damage?: ServerFault
}
