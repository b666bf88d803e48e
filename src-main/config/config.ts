import type { DeclaredProvider } from './declared-providers.ts'

/** The resolved configuration of one hub. Layers: built-in < config.yaml in the data directory < environment < flags. */
export interface Config {
  /** Absolute. Holds `db/`, `hub.json`, `config.yaml`, `uploads/`, `logs/`, `tools/`. */
  readonly dataDir: string
  /** PostgreSQL address; null means the embedded engine in `dataDir`. */
  readonly databaseUrl: string | null
  readonly http: {
    readonly host: string
    readonly port: number
    readonly uriPrefix: string
    readonly serverName: string
  }
  readonly mcpPublicUrl: string | null
  /** Whether MCP clients are offered the skills as prompts. */
  readonly mcpPrompts: boolean
  /** Whether a call that needs a person and names none yields an address to log in at, as a result. */
  readonly mcpLoginResult: boolean
  /** Absolute. A person's own directory comes before the packaged one. */
  readonly toolDirs: readonly string[]
  readonly resourceDirs: readonly string[]
  readonly skillDirs: readonly string[]
  /** Absolute. Directories with a file for each declared external server. */
  readonly serverDirs: readonly string[]
  /** Sites that fetching tools keep away from: hosts, or hosts with the beginning of a path. */
  readonly blockedSites: readonly string[]
  /** By upper-case agent name, from ALLOWED_TOOLS_{AGENT}. */
  readonly allowedTools: Readonly<Record<string, readonly string[]>>
  readonly disallowedTools: Readonly<Record<string, readonly string[]>>
  /** By upper-case agent name, from ALLOWED_SKILLS_{AGENT}; MCP stands for connected apps. */
  readonly allowedSkills: Readonly<Record<string, readonly string[]>>
  readonly disallowedSkills: Readonly<Record<string, readonly string[]>>
  /** How agents are told of skills, in place of the built-in words; null: those. */
  readonly skillPrompt: { readonly instruction: string | null; readonly template: string | null }
  /** By upper-case agent name, from PROVIDERS_{AGENT}, in the order of the file. */
  readonly providers: Readonly<Record<string, readonly DeclaredProvider[]>>
  /** By upper-case agent name, from DEFAULT_PROVIDER_{AGENT}: the name of one of its declared providers. */
  readonly defaultProviders: Readonly<Record<string, string>>
  /** By upper-case agent name, from PROMPTS_{AGENT}: templates of its prompt, the first is its default. */
  readonly prompts: Readonly<Record<string, readonly PromptFile[]>>
  /** Calls of the model that the deep agent makes for one answer at most. */
  readonly modelCallLimit: number
  /** IANA zone of a profile when it is made; null means the system's. */
  readonly defaultTimeZone: string | null
  readonly secrets: 'keychain' | 'memory' | 'file'
  /** MIROHUB_SECRETS stands in the environment, so Settings cannot choose. */
  readonly isSecretsFixed: boolean
  /** The clock of everything that answers; fixed by MIROHUB_NOW. */
  readonly now: () => Date
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error'
}

/** A prompt template, written `path` or `path@name` in the configuration. */
export interface PromptFile {
  /** Absolute. */
  readonly path: string
  /** The file's name without its ending where none is given. */
  readonly name: string
}

/** What a start may override before files and environment are read. */
export interface ConfigFlags {
  dataDir?: string
  port?: number
}

/** Raised for a bad value; names the key, where it came from and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
