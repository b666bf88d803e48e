/** Model providers and models, as agents and pages know them. */
import type { DeclaredLlmType } from '../../config/declared-providers.ts'
import type { ModelRef } from '../events.ts'

/** How a provider is spoken to. */
export type Wire = 'openai' | 'anthropic' | 'google' | 'ollama' | 'openai-compatible'

/** What the configuration can declare, and any other address. */
export type PresetId = DeclaredLlmType | 'custom'

export interface ModelInfo {
  readonly id: string
  readonly name: string
  /** Tokens; null where the provider does not say. */
  readonly contextWindow: number | null
  readonly supportsTools: boolean | null
  readonly supportsImages: boolean | null
  readonly supportsPdf: boolean | null
  readonly reasons: boolean | null
  /** Added by hand, or declared in the configuration. */
  readonly isManual: boolean
}

export interface ProviderView {
  readonly id: string
  readonly preset: PresetId
  readonly name: string
  readonly wire: Wire
  readonly baseUrl: string
  readonly host: string
  /** On this computer: nothing leaves it. */
  readonly isLocal: boolean
  readonly needsKey: boolean
  readonly hasKey: boolean
  /** Added by the person, declared as PROVIDERS_{AGENT}, or found running on this computer. */
  readonly origin: 'person' | 'config' | 'found'
  /** For 'config': the agents it is declared for, upper case; else null = all. */
  readonly agents: readonly string[] | null
  /** What can be chosen now; empty with the reason in `problem`. */
  readonly models: readonly ModelInfo[]
  readonly listedAt: string | null
  /** What its models are asked with, as far as the person may see it: headers stay here. */
  readonly options: Omit<ResolvedModel['options'], 'headers'>
  /** Names of models added by hand, also while there is a problem. */
  readonly manual: readonly string[]
  /** Why it cannot be used now, in the person's language; null when it can. */
  readonly problem: { readonly code: ProviderFaultCode; readonly message: string; readonly hint: string } | null
}

export type ProviderFaultCode =
  | 'no_key'
  | 'bad_key'
  | 'no_credit'
  | 'rate_limited'
  | 'unreachable'
  | 'wrong_address'
  | 'unknown_model'
  | 'context_overflow'
  | 'refused'
  | 'overloaded'
  | 'bad_request'
  | 'timeout'
  | 'bad_answer'

/** All that is needed to talk to one model. Never shown, stored or logged: it holds the key. */
export interface ResolvedModel {
  readonly ref: ModelRef
  readonly providerName: string
  readonly wire: Wire
  readonly preset: PresetId
  readonly baseUrl: string
  readonly host: string
  readonly isLocal: boolean
  readonly apiKey: string | null
  readonly info: ModelInfo
  /** Tokens; a careful guess where the provider does not say. */
  readonly contextWindow: number
  /** From PROVIDERS_{AGENT} or the provider's settings: temperature, max_tokens, … */
  readonly options: {
    readonly temperature?: number
    readonly maxTokens?: number
    readonly reasoningEffort?: 'low' | 'medium' | 'high'
    readonly headers?: Readonly<Record<string, string>>
  }
}

export interface TestVerdict {
  readonly ok: boolean
  /** Plain words in the person's language: "Answered in 0.4 s with 23 models", "The key was refused". */
  readonly message: string
  readonly hint: string
  readonly code: ProviderFaultCode | null
  readonly durationMs: number
}

export interface ProviderInput {
  readonly preset: PresetId
  readonly name?: string
  readonly baseUrl?: string
  readonly options?: ResolvedModel['options']
  /** Names of models added by hand. */
  readonly models?: readonly string[]
}

/** Raised where a model cannot be used; the page and the agents show it as it is. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'
  readonly code: ProviderFaultCode
  readonly hint: string
  /** What the provider asks to wait before the next try; null where it says nothing. */
  readonly retryAfterMs: number | null
  constructor(
    code: ProviderFaultCode,
    message: string,
    hint: string,
    options: ErrorOptions & { readonly retryAfterMs?: number | null } = {},
  ) {
    super(message, options)
    this.code = code
    this.hint = hint
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

export interface ModelProviders {
  /** Those of the person, of the configuration and those found on this computer. `language` decides the words. */
  list(userId: number, language: string): Promise<readonly ProviderView[]>
  /** Adds (id null) or changes one. Throws ModelFault 'wrong_address' and the like; nothing is stored then. */
  save(userId: number, id: string | null, input: ProviderInput): Promise<string>
  /** Its key goes with it. */
  remove(userId: number, id: string): Promise<boolean>
  /** Null takes the key away. */
  setKey(userId: number, id: string, key: string | null): Promise<void>
  /** A real request with a real answer, within 15 s. Never throws. */
  test(userId: number, id: string, language: string): Promise<TestVerdict>
  /** Asks the provider again what models it has. Throws ModelFault. */
  refresh(userId: number, id: string): Promise<readonly ModelInfo[]>
  /** Looks for local ones (Ollama, LM Studio) again. Never throws. */
  discover(): Promise<void>
  /** What is chosen when nothing is: the person's default, DEFAULT_PROVIDER_{AGENT}, else the first usable. */
  defaultFor(userId: number, agent: 'deep' | 'base'): Promise<ModelRef | null>
  setDefault(userId: number, agent: 'deep' | 'base', model: ModelRef | null): Promise<void>
  /** Throws ModelFault with what to do; `null` is the default. */
  resolve(userId: number, agent: 'deep' | 'base', ref: ModelRef | null): Promise<ResolvedModel>
  /** After a person was removed: their keys go too. */
  forgetPerson(userId: number): Promise<void>
  onChanged(listener: () => void): () => void
  close(): Promise<void>
}
