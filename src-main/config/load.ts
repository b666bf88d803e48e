/** Resolves the configuration of one hub from its layers: built-in < config.yaml < environment < flags. */

import { readFileSync } from 'node:fs'
import { basename, extname, isAbsolute, join, resolve, delimiter as systemDelimiter } from 'node:path'
import { parse } from 'yaml'
import { blockedSites, DEFAULT_BLOCKED_SITES } from './blocked-sites.ts'
import { type Config, ConfigError, type ConfigFlags, type PromptFile } from './config.ts'
import { defaultDataDir, type Environment } from './data-dir.ts'
import { type DeclaredProvider, declaredProviders, keyNames } from './declared-providers.ts'
import { resourcePath } from './entries.ts'
import {
  booleanValue,
  choiceValue,
  countValue,
  instantValue,
  listValue,
  loopbackValue,
  portValue,
  type RawValue,
  skillTemplateValue,
  textValue,
  timeZoneValue,
  uriPrefixValue,
  urlValue,
} from './values.ts'

export interface ConfigInput {
  readonly env: Environment
  readonly flags: ConfigFlags
  readonly platform: NodeJS.Platform
  readonly homedir: string
  /** What relative paths of flags and environment are relative to; the process's own by default. */
  readonly cwd?: string
}

export interface LoadedConfig extends Config {
  /** Things worth telling that stop nothing: keys of config.yaml that nobody reads. */
  readonly warnings: readonly string[]
}

const knownKeys = [
  'HTTP_HOST',
  'HTTP_PORT',
  'HTTP_URI_PREFIX',
  'HTTP_SERVER_NAME',
  'MCP_PUBLIC_URL',
  'MCP_PROMPTS',
  'MCP_LOGIN_RESULT',
  'MCP_TOOL_DIRS',
  'MCP_RESOURCE_DIRS',
  'SKILL_DIRS',
  'SKILL_PROMPT_INSTRUCTION',
  'SKILL_PROMPT_TEMPLATE',
  'MCP_SERVER_DIRS',
  'BLOCKED_SITES',
  'DEFAULT_TIMEZONE',
  'DATABASE_URL',
  'MIROHUB_NOW',
  'MIROHUB_SECRETS',
  'LOG_LEVEL',
  'MODEL_CALL_LIMIT',
] as const
type Key = (typeof knownKeys)[number]

/** Families of keys with the agent's name at the end. */
const agentLists = {
  allowedTools: 'ALLOWED_TOOLS_',
  disallowedTools: 'DISALLOWED_TOOLS_',
  allowedSkills: 'ALLOWED_SKILLS_',
  disallowedSkills: 'DISALLOWED_SKILLS_',
} as const
/** The same, with values of their own shape. */
const agentValues = { providers: 'PROVIDERS_', defaultProvider: 'DEFAULT_PROVIDER_', prompts: 'PROMPTS_' } as const

const commas = /,/

/**
 * Resolves the configuration.
 *
 * @throws ConfigError naming the key, where the value came from and what is allowed.
 */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const cwd = input.cwd ?? process.cwd()
  const chosen = input.flags.dataDir || input.env.MIROHUB_DATA_DIR
  const dataDir = chosen ? resolve(cwd, chosen) : defaultDataDir(input.platform, input.homedir, input.env)
  const file = readFile(join(dataDir, 'config.yaml'))

  const find = (key: string): RawValue | null => {
    const fromEnv = input.env[key]
    if (fromEnv !== undefined && fromEnv.trim() !== '') return { key, origin: 'the environment', value: fromEnv }
    const fromFile = file.values[key]
    return fromFile === undefined || fromFile === null || fromFile === ''
      ? null
      : { key, origin: file.path, value: fromFile }
  }
  const read = <T, F>(key: Key, reader: (raw: RawValue) => T, fallback: F): T | F => {
    const raw = find(key)
    return raw === null ? fallback : reader(raw)
  }
  const dirs = (key: Key, defaults: readonly string[]): string[] => {
    const given = read(key, (raw) => dirList(raw, raw.origin === file.path ? dataDir : cwd), [])
    return [...new Set([...given, ...defaults])]
  }
  const byAgent = <T>(prefix: string, reader: (raw: RawValue) => T): Record<string, T> => {
    const keys = [...Object.keys(input.env), ...Object.keys(file.values)].filter((key) => key.startsWith(prefix))
    const values: Record<string, T> = {}
    for (const key of keys) {
      const raw = find(key)
      if (raw !== null) values[key.slice(prefix.length).toUpperCase()] = reader(raw)
    }
    return values
  }
  const agents = (prefix: string) => byAgent(prefix, (raw) => listValue(raw, commas))
  const declared = byAgent(agentValues.providers, (raw) => declaredProviders(raw, (name) => secretOf(find(name))))
  const providers = Object.fromEntries(Object.entries(declared).map(([agent, { providers }]) => [agent, providers]))
  const defaultProviders = byAgent(agentValues.defaultProvider, (raw) => {
    const agent = raw.key.slice(agentValues.defaultProvider.length).toUpperCase()
    return declaredName(raw, providers[agent] ?? [], `${agentValues.providers}${agent}`)
  })

  const fixed = read('MIROHUB_NOW', instantValue, null)
  const port = input.flags.port
  return {
    dataDir,
    databaseUrl: read('DATABASE_URL', (raw) => urlValue(raw, ['postgres:', 'postgresql:']), null),
    http: {
      host: read('HTTP_HOST', loopbackValue, '127.0.0.1'),
      port: port === undefined ? read('HTTP_PORT', portValue, 18060) : flagPort(port),
      uriPrefix: read('HTTP_URI_PREFIX', uriPrefixValue, ''),
      serverName: read('HTTP_SERVER_NAME', textValue, 'Mirohub'),
    },
    mcpPublicUrl: read('MCP_PUBLIC_URL', (raw) => urlValue(raw, ['https:', 'http:']).replace(/\/+$/, ''), null),
    mcpPrompts: read('MCP_PROMPTS', booleanValue, true),
    mcpLoginResult: read('MCP_LOGIN_RESULT', booleanValue, false),
    toolDirs: dirs('MCP_TOOL_DIRS', [join(dataDir, 'tools'), resourcePath('tools')]),
    resourceDirs: dirs('MCP_RESOURCE_DIRS', [join(dataDir, 'resources')]),
    skillDirs: dirs('SKILL_DIRS', [join(dataDir, 'skills'), resourcePath('skills')]),
    serverDirs: dirs('MCP_SERVER_DIRS', [join(dataDir, 'servers')]),
    blockedSites: read('BLOCKED_SITES', (raw) => blockedSites(listValue(raw, commas).join(',')), DEFAULT_BLOCKED_SITES),
    allowedTools: agents(agentLists.allowedTools),
    disallowedTools: agents(agentLists.disallowedTools),
    allowedSkills: agents(agentLists.allowedSkills),
    disallowedSkills: agents(agentLists.disallowedSkills),
    skillPrompt: {
      instruction: read('SKILL_PROMPT_INSTRUCTION', textValue, null),
      template: read('SKILL_PROMPT_TEMPLATE', skillTemplateValue, null),
    },
    providers,
    defaultProviders,
    prompts: byAgent(agentValues.prompts, (raw) => promptFiles(raw, raw.origin === file.path ? dataDir : cwd)),
    defaultTimeZone: read('DEFAULT_TIMEZONE', timeZoneValue, null),
    secrets: read('MIROHUB_SECRETS', (raw) => choiceValue(raw, ['keychain', 'memory', 'file']), 'keychain' as const),
    isSecretsFixed: find('MIROHUB_SECRETS')?.origin === 'the environment',
    now: fixed === null ? () => new Date() : () => new Date(fixed),
    modelCallLimit: read('MODEL_CALL_LIMIT', (raw) => countValue(raw, 500), 50),
    logLevel: read('LOG_LEVEL', (raw) => choiceValue(raw, ['debug', 'info', 'warn', 'error']), 'info' as const),
    warnings: [
      ...unknownKeys(file, keyNames(Object.values(providers).flat())),
      ...Object.values(declared).flatMap(({ warnings }) => warnings),
    ],
  }
}

interface ConfigFile {
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
}

/** A missing file is an empty one; a file that cannot be read or understood is an error. */
function readFile(path: string): ConfigFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return { path, values: {} }
    }
    throw new ConfigError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  let values: unknown
  try {
    values = parse(text) ?? {}
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new ConfigError(`${path} is not valid YAML: ${reason}`)
  }
  if (!isRecord(values)) {
    throw new ConfigError(`${path} must hold KEY: value lines, such as HTTP_PORT: 18060; it holds something else.`)
  }
  return { path, values }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Directory lists take the system's path delimiter and commas; on Windows `C:\x` keeps its colon. */
function dirList(raw: RawValue, base: string): string[] {
  const divider = systemDelimiter === ';' ? /[;,]/ : /[:,]/
  return listValue(raw, divider).map((dir) => (isAbsolute(dir) ? dir : resolve(base, dir)))
}

function flagPort(port: number): number {
  return portValue({ key: '--port', origin: 'the command line', value: port })
}

/** The value of a key that holds a secret; null where there is none. */
function secretOf(raw: RawValue | null): string | null {
  return raw !== null && typeof raw.value === 'string' && raw.value.trim() !== '' ? raw.value.trim() : null
}

function declaredName(raw: RawValue, providers: readonly DeclaredProvider[], key: string): string {
  const name = textValue(raw)
  if (providers.some((provider) => provider.name === name)) return name
  const names = providers.map((provider) => provider.name).join(', ')
  throw new ConfigError(
    `${raw.key} (from ${raw.origin}) is ${JSON.stringify(name)}; allowed: a name of ${key}${names === '' ? ', which declares none' : ` (${names})`}.`,
  )
}

/** `path` or `path@name`; a path may hold an @ of its own before its last slash. */
function promptFiles(raw: RawValue, base: string): PromptFile[] {
  return listValue(raw, commas).map((entry) => {
    const [, written = entry, given] = /^(.+)@([^@/\\]+)$/.exec(entry) ?? []
    const path = isAbsolute(written) ? written : resolve(base, written)
    return { path, name: given ?? basename(path, extname(path)) }
  })
}

function unknownKeys(file: ConfigFile, secretNames: readonly string[]): string[] {
  const prefixes = [...Object.values(agentLists), ...Object.values(agentValues)]
  const known: readonly string[] = [...knownKeys, ...secretNames]
  return Object.keys(file.values)
    .filter((key) => !known.includes(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
    .map((key) =>
      key === 'MIROHUB_DATA_DIR'
        ? `${file.path}: MIROHUB_DATA_DIR has no effect here, because the file itself lies in the data directory.`
        : `${file.path}: unknown key ${key} is ignored.`,
    )
}
