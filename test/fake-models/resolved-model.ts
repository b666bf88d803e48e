/** A resolved model that points at a scripted server. */
import type { ResolvedModel } from '../../src-main/agents/models/types.ts'

export function resolvedModel(
  baseUrl: string,
  change: Partial<Omit<ResolvedModel, 'info'>> & { readonly info?: Partial<ResolvedModel['info']> } = {},
): ResolvedModel {
  const { info, ...rest } = change
  const model = rest.ref?.model ?? 'fake-model'
  return {
    ref: { provider: 'fake', model },
    providerName: 'Fake',
    wire: 'openai-compatible',
    preset: 'custom',
    baseUrl,
    host: new URL(baseUrl).host,
    isLocal: true,
    apiKey: 'sk-fake-0123456789abcdefghijkl',
    contextWindow: 32_000,
    options: {},
    ...rest,
    info: {
      id: model,
      name: model,
      contextWindow: 32_000,
      supportsTools: true,
      supportsImages: null,
      supportsPdf: null,
      reasons: null,
      isManual: false,
      ...info,
    },
  }
}
