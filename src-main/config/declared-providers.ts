/** PROVIDERS_{AGENT}: model providers that the configuration declares for an agent, as a map of names to settings. */
import { parse } from 'yaml'
import { ConfigError } from './config.ts'
import type { RawValue } from './values.ts'

/** How a declared provider is spoken to; LangChain's other names for the same are taken too. */
export type DeclaredLlmType =
  | 'openai'
  | 'anthropic'
  | 'gemini'
  | 'ollama'
  | 'lmstudio'
  | 'deepseek'
  | 'qwen'
  | 'openrouter'

export interface DeclaredProvider {
  readonly name: string
  readonly llmType: DeclaredLlmType
  readonly model: string
  /** Null: the one of its kind. */
  readonly baseUrl: string | null
  /** The NAME of the key that holds the secret; null where none is named. */
  readonly keyName: string | null
  /** Its value now. A function, so that no listing or log of the configuration carries it. */
  readonly readKey: () => string | null
  readonly temperature: number | null
  readonly maxTokens: number | null
  readonly reasoningEffort: 'low' | 'medium' | 'high' | null
  /** Tokens that the model reads at most. */
  readonly contextWindow: number | null
  readonly supportsPdf: boolean | null
  readonly supportsImage: boolean | null
}

const types: Readonly<Record<string, DeclaredLlmType>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
  google: 'gemini',
  'google-genai': 'gemini',
  google_genai: 'gemini',
  ollama: 'ollama',
  lmstudio: 'lmstudio',
  deepseek: 'deepseek',
  qwen: 'qwen',
  dashscope: 'qwen',
  openrouter: 'openrouter',
}

const fields = [
  'llm_type',
  'api_key',
  'base_url',
  'model',
  'temperature',
  'max_tokens',
  'reasoning_effort',
  'context_window',
  'supports_pdf',
  'supports_image',
]

export interface DeclaredProviders {
  readonly providers: readonly DeclaredProvider[]
  readonly warnings: readonly string[]
}

/**
 * Reads the value of one PROVIDERS_{AGENT} key: a map in the file, JSON or YAML text in the environment.
 *
 * @param secretOf The value of a key of the environment or the file, by its name.
 * @throws ConfigError naming key, origin, provider and field. A value that could be a secret is not repeated.
 */
export function declaredProviders(raw: RawValue, secretOf: (name: string) => string | null): DeclaredProviders {
  const entries = Object.entries(mapOf(raw))
  const warnings: string[] = []
  const providers = entries.map(([name, settings]) => {
    const at = `${raw.key} (from ${raw.origin}), provider ${name}`
    if (!isRecord(settings)) throw new ConfigError(`${at}: allowed: settings such as model: gpt-5-mini.`)
    for (const field of Object.keys(settings))
      if (!fields.includes(field)) warnings.push(`${at}: unknown setting ${field} is ignored.`)
    return providerOf(name, settings, at, secretOf)
  })
  return { providers, warnings }
}

/** The names of keys that hold a secret of some provider, so that they do not count as unknown. */
export const keyNames = (providers: readonly DeclaredProvider[]): string[] =>
  providers.flatMap(({ keyName }) => (keyName === null ? [] : [keyName]))

function mapOf(raw: RawValue): Record<string, unknown> {
  let value = raw.value
  if (typeof value === 'string') {
    try {
      value = parse(value)
    } catch {
      value = null
    }
  }
  if (isRecord(value)) return value
  throw new ConfigError(
    `${raw.key} (from ${raw.origin}) cannot be used; allowed: a map of names to settings, such as {gpt: {model: gpt-5-mini, api_key: OPENAI_API_KEY}}.`,
  )
}

function providerOf(
  name: string,
  settings: Record<string, unknown>,
  at: string,
  secretOf: (name: string) => string | null,
): DeclaredProvider {
  const bad = (field: string, allowed: string) =>
    new ConfigError(`${at}: ${field} cannot be used; allowed: ${allowed}.`)
  const text = (field: string): string | null => {
    const value = settings[field]
    if (value === undefined || value === null || value === '') return null
    if (typeof value !== 'string') throw bad(field, 'a text')
    return value.trim()
  }
  const number = (field: string, from: number, to: number, isWhole: boolean): number | null => {
    const value = settings[field]
    if (value === undefined || value === null) return null
    const read = typeof value === 'string' ? Number(value) : value
    if (typeof read !== 'number' || !(read >= from && read <= to) || (isWhole && !Number.isInteger(read)))
      throw bad(field, `a ${isWhole ? 'whole ' : ''}number from ${from} to ${to}`)
    return read
  }
  const boolean = (field: string): boolean | null => {
    const value = settings[field]
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean') return value
    if (value === 'true' || value === 'false') return value === 'true'
    throw bad(field, 'true or false')
  }

  const model = text('model')
  if (model === null) throw bad('model', 'the name of a model')
  const llmType = types[(text('llm_type') ?? 'openai').toLowerCase()]
  if (llmType === undefined) throw bad('llm_type', `one of ${Object.keys(types).join(', ')}`)
  const baseUrl = text('base_url')
  if (baseUrl !== null && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw bad('base_url', 'an address that begins with https:// or http://')
  const keyName = text('api_key')
  if (keyName !== null && !/^[A-Za-z_]\w*$/.test(keyName))
    throw bad('api_key', 'the NAME of a key of the environment or this file that holds the secret, not the secret')
  const effort = text('reasoning_effort')?.toLowerCase() ?? null
  if (effort !== null && effort !== 'low' && effort !== 'medium' && effort !== 'high')
    throw bad('reasoning_effort', 'one of low, medium, high')
  return {
    name,
    llmType,
    model,
    baseUrl: baseUrl === null ? null : baseUrl.replace(/\/+$/, ''),
    keyName,
    readKey: () => (keyName === null ? null : secretOf(keyName)),
    temperature: number('temperature', 0, 2, false),
    maxTokens: number('max_tokens', 1, 1_000_000, true),
    reasoningEffort: effort,
    contextWindow: number('context_window', 1_000, 100_000_000, true),
    supportsPdf: boolean('supports_pdf'),
    supportsImage: boolean('supports_image'),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
