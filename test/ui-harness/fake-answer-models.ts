/** Who can answer in the made-up hub: a model of this computer and one that is far away. */
import type { ProviderView } from '../../src-main/api/contract/models.ts'
import type { Client } from '../../src-renderer/rpc/client.ts'

const model = (id: string, name: string) => ({
  id,
  name,
  contextWindow: 32_768,
  supportsTools: true,
  supportsImages: false,
  supportsPdf: false,
  reasons: true,
  isManual: false,
})

const provider = (
  id: string,
  preset: ProviderView['preset'],
  name: string,
  more: Partial<ProviderView>,
): ProviderView => ({
  id,
  preset,
  name,
  wire: 'openai-compatible',
  baseUrl: 'http://127.0.0.1:11434',
  host: '127.0.0.1:11434',
  isLocal: true,
  needsKey: false,
  hasKey: false,
  origin: 'found',
  agents: null,
  models: [],
  listedAt: '2026-11-28T09:00:00Z',
  options: {},
  manual: [],
  problem: null,
  ...more,
})

export const answeringProviders: ProviderView[] = [
  provider('ollama', 'ollama', 'Ollama', { wire: 'ollama', models: [model('qwen3:14b', 'qwen3:14b')] }),
  provider('openrouter', 'openrouter', 'OpenRouter', {
    baseUrl: 'https://openrouter.ai/api/v1',
    host: 'openrouter.ai',
    isLocal: false,
    needsKey: true,
    hasKey: true,
    origin: 'person',
    models: [model('claude-sonnet-5', 'Claude Sonnet 5'), model('gpt-5-mini', 'GPT-5 mini')],
  }),
]

/** What the thread and the composer read of them. */
export const answeringModels: Pick<Client['models'], 'providers' | 'agents' | 'presets' | 'localOnly' | 'discover'> = {
  providers: async () => answeringProviders,
  discover: async () => answeringProviders,
  presets: async () => [],
  localOnly: async () => ({ isOn: false }),
  agents: async () => [
    { id: 'quick', model: null, problem: null, way: null },
    { id: 'deep', model: { provider: 'ollama', model: 'qwen3:14b' }, problem: null, way: null },
    { id: 'base', model: null, problem: { message: 'No provider yet.', hint: 'Add one.' }, way: 'local' },
  ],
}
