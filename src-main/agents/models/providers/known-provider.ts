/** A provider as the hub knows it, whoever told of it: the person, the configuration, or this computer. Pure. */

import { isLoopback } from '../address.ts'
import type { FaultSource } from '../fault/model-fault.ts'
import type { ProviderAccess } from '../listing/ask.ts'
import { modelInfo } from '../model-facts.ts'
import type { Preset } from '../presets.ts'
import type { ModelInfo, ProviderView, ResolvedModel, Wire } from '../types.ts'

export interface KnownProvider {
  readonly id: string
  readonly preset: Preset
  readonly name: string
  readonly wire: Wire
  readonly baseUrl: string
  readonly origin: ProviderView['origin']
  /** Upper case; null: all. */
  readonly agents: readonly string[] | null
  readonly options: ResolvedModel['options']
  readonly models: ProviderModels
  /** @throws SecretError where the store does not open. */
  readonly readKey: () => Promise<string | null>
  /** The configuration names a key, or the preset wants one. */
  readonly needsKey: boolean
}

export interface ProviderModels {
  readonly listed: readonly ModelInfo[]
  /** Names added by hand. */
  readonly manual: readonly string[]
  /** ISO time; null: never. */
  readonly listedAt: string | null
}

/** OpenAI's own protocol is for OpenAI's own address: whoever copies it speaks chat completions at most. */
export function wireOf(preset: Preset, baseUrl: string): Wire {
  return preset.wire === 'openai' && hostOf(baseUrl) !== 'api.openai.com' ? 'openai-compatible' : preset.wire
}

export const hostOf = (baseUrl: string): string => URL.parse(baseUrl)?.host ?? baseUrl

/** What can be asked for: what was listed, then what was added by hand and is not in the list. */
export function offeredModels({ models, wire }: KnownProvider): ModelInfo[] {
  const listed = new Set(models.listed.map(({ id }) => id))
  const manual = models.manual.filter((id) => !listed.has(id))
  return [...models.listed, ...manual.map((id) => modelInfo(id, { isManual: true }, wire))]
}

export function accessOf(provider: KnownProvider, apiKey: string | null): ProviderAccess {
  return {
    providerName: provider.name,
    wire: provider.wire,
    preset: provider.preset.id,
    baseUrl: provider.baseUrl,
    host: hostOf(provider.baseUrl),
    isLocal: isLoopback(provider.baseUrl),
    apiKey,
    options: provider.options,
  }
}

/** The model to take when none was chosen: one the preset prefers, else the first that can use tools. */
export function preferredModel(provider: KnownProvider): ModelInfo | null {
  const models = offeredModels(provider)
  const usable = models.filter(({ supportsTools }) => supportsTools !== false)
  for (const pattern of provider.preset.preferred) {
    // The list is in the order of names: the last match is the newest of its kind.
    const found = usable.findLast(({ id }) => pattern.test(id))
    if (found !== undefined) return found
  }
  return usable[0] ?? models[0] ?? null
}

export const wantsKey = (provider: KnownProvider): boolean => provider.needsKey && !isLoopback(provider.baseUrl)

/** What names a provider among those of everybody. */
export const placeOf = (userId: number, { origin, id }: Pick<KnownProvider, 'origin' | 'id'>): string =>
  origin === 'person' ? `${userId}/${id}` : id

/** Where a fault happened that is of no model in particular. */
export const sourceOf = (provider: KnownProvider, key: string | null): FaultSource => ({
  ...accessOf(provider, key),
  ref: { provider: provider.id, model: preferredModel(provider)?.id ?? '' },
})
