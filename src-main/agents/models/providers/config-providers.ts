/** The providers that PROVIDERS_{AGENT} declares. They are there for everybody, and nobody changes them in the app. Pure. */
import type { Config } from '../../../config/config.ts'
import type { DeclaredProvider } from '../../../config/declared-providers.ts'
import { modelInfo } from '../model-facts.ts'
import { presetOf } from '../presets.ts'
import type { KnownProvider } from './known-provider.ts'
import { wireOf } from './known-provider.ts'

/** @param agent Upper case. */
export const configProviderId = (agent: string, name: string): string => `config:${agent}:${name}`

export function configProviders(config: Pick<Config, 'providers'>): KnownProvider[] {
  return Object.entries(config.providers).flatMap(([agent, declared]) => declared.map((one) => known(agent, one)))
}

function known(agent: string, declared: DeclaredProvider): KnownProvider {
  const preset = presetOf(declared.llmType)
  const baseUrl = declared.baseUrl ?? preset.baseUrl
  const wire = wireOf(preset, baseUrl)
  const model = modelInfo(
    declared.model,
    {
      contextWindow: declared.contextWindow,
      supportsPdf: declared.supportsPdf,
      supportsImages: declared.supportsImage,
      isManual: true,
    },
    wire,
  )
  return {
    id: configProviderId(agent, declared.name),
    // OpenAI's protocol at another address is that of everybody.
    preset: wire === preset.wire ? preset : presetOf('custom'),
    name: declared.name,
    wire,
    baseUrl,
    origin: 'config',
    agents: [agent],
    options: {
      ...(declared.temperature === null ? {} : { temperature: declared.temperature }),
      ...(declared.maxTokens === null ? {} : { maxTokens: declared.maxTokens }),
      ...(declared.reasoningEffort === null ? {} : { reasoningEffort: declared.reasoningEffort }),
    },
    models: { listed: [model], manual: [], listedAt: null },
    readKey: async () => declared.readKey(),
    needsKey: declared.keyName !== null || (preset.needsKey && wire === preset.wire),
  }
}
