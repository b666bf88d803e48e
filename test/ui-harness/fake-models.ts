/** Model providers of the made-up hub: `&models=none|keys|gone|problems`; some of each without. */
import type { Client } from '../../src-renderer/rpc/client.ts'
import { answer, asked, failure, wait, wordsLanguage } from './fake-answer.ts'
import { answeringProviders } from './fake-answer-models.ts'
import { emit } from './fake-events.ts'

type Models = Client['models']
type Provider = Awaited<ReturnType<Models['providers']>>[number]
type Preset = Awaited<ReturnType<Models['presets']>>[number]

const scene = asked('models')
const zh = wordsLanguage === 'zh'
const say = (en: string, chinese: string) => (zh ? chinese : en)

const presets: Preset[] = [
  ['openai', 'OpenAI', 'https://api.openai.com/v1', 'https://platform.openai.com/api-keys'],
  ['anthropic', 'Anthropic', 'https://api.anthropic.com', 'https://console.anthropic.com/settings/keys'],
  ['gemini', 'Google Gemini', 'https://generativelanguage.googleapis.com', 'https://aistudio.google.com/apikey'],
  ['deepseek', 'DeepSeek', 'https://api.deepseek.com', 'https://platform.deepseek.com/api_keys'],
  [
    'qwen',
    say('Qwen (DashScope)', '通义千问（百炼）'),
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
    'https://bailian.console.aliyun.com/',
  ],
  ['openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/keys'],
  ['ollama', 'Ollama', 'http://127.0.0.1:11434', null],
  ['lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1', null],
  ['custom', 'Custom', '', null],
].map(([id, name, baseUrl, keyUrl]) => presetOf(String(id), String(name), String(baseUrl), keyUrl ?? null))

function presetOf(id: string, name: string, baseUrl: string, keyUrl: string | null): Preset {
  const isLocal = id === 'ollama' || id === 'lmstudio'
  const known = (
    ['openai', 'anthropic', 'gemini', 'deepseek', 'qwen', 'openrouter', 'ollama', 'lmstudio'] as const
  ).find((one) => one === id)
  return {
    id: known ?? 'custom',
    name,
    baseUrl,
    needsKey: keyUrl !== null,
    isLocal,
    keyUrl,
    agents: ['openai', 'anthropic', 'gemini'].includes(id) ? ['deep', 'base'] : ['deep'],
  }
}

const model = (id: string, name = id, contextWindow: number | null = 131_072, isManual = false) => ({
  id,
  name,
  contextWindow,
  supportsTools: true,
  supportsImages: false,
  supportsPdf: false,
  reasons: true,
  isManual,
})

function added(id: string, preset: Preset['id'], patch: Partial<Provider> = {}): Provider {
  const { name, baseUrl, isLocal, needsKey } =
    presets.find((one) => one.id === preset) ?? presetOf(preset, preset, '', '')
  return {
    id,
    preset,
    name,
    wire: preset === 'anthropic' ? 'anthropic' : 'openai-compatible',
    baseUrl,
    host: URL.canParse(baseUrl) ? new URL(baseUrl).host : '',
    isLocal,
    needsKey,
    hasKey: needsKey,
    origin: 'person',
    agents: null,
    models: [],
    listedAt: '2026-11-28T09:00:00Z',
    options: {},
    manual: [],
    problem: null,
    ...patch,
  }
}

const deepseek = added('p-deepseek', 'deepseek', {
  models: [model('deepseek-chat', 'DeepSeek V3'), model('deepseek-reasoner', 'DeepSeek R1', 65_536)],
})

const broken = [
  added('p-openai', 'openai', {
    problem: {
      code: 'bad_key',
      message: say('OpenAI refused the key.', 'OpenAI 拒绝了这个密钥。'),
      hint: say('Make a new one and paste it here.', '请创建新的密钥并粘贴到这里。'),
    },
  }),
  added('p-work', 'custom', {
    name: say('vLLM at work', '公司的 vLLM'),
    baseUrl: 'https://models.example.org/v1',
    host: 'models.example.org',
    origin: 'config',
    agents: ['DEEP'],
    models: [model('llama-3.3-70b', 'llama-3.3-70b', 32_768, true)],
  }),
]

let providers: Provider[] =
  scene === 'none'
    ? []
    : scene === 'keys'
      ? [deepseek]
      : scene === 'problems'
        ? [deepseek, ...broken]
        : [...answeringProviders, deepseek, ...broken]
let isLocalOnly = asked('localonly') !== null
let promptText = say('Answer briefly, in metric units.', '简短回答，使用公制单位。')
let abilities = { shell: false, subagents: false }
let consents = [
  {
    provider: 'p-deepseek',
    name: 'DeepSeek',
    host: 'api.deepseek.com',
    way: 'sends' as const,
    grantedAt: '2026-11-12T09:00:00Z',
    expiresAt: '2027-02-10T09:00:00Z',
  },
]
const chosen: Record<'deep' | 'base', { provider: string; model: string } | null> = { deep: null, base: null }

const firstUsable = () => {
  const one = providers.find((provider) => !provider.problem && provider.models.length > 0)
  return one?.models[0] ? { provider: one.id, model: one.models[0].id } : null
}

let next = 1

export const fakeModels: Models = {
  presets: async () => presets,
  providers: () => answer(() => providers),
  save: async ({ id, preset, name, baseUrl, models, options }) => {
    await wait(300)
    if (baseUrl?.includes('wrong'))
      throw failure(
        say('This is not the address of a model server.', '这不是模型服务的地址。'),
        say('It usually ends with /v1.', '地址通常以 /v1 结尾。'),
        'wrong_address',
      )
    const before = providers.find((provider) => provider.id === id)
    const made = added(before?.id ?? `p${next++}`, preset, {
      ...before,
      hasKey: before?.hasKey ?? false,
      ...(name ? { name } : {}),
      ...(options ? { options } : {}),
      manual: models ?? [],
      ...(baseUrl ? { baseUrl, host: new URL(baseUrl).host } : {}),
      models: [
        ...(before?.models.filter((one) => !one.isManual) ?? []),
        ...(models ?? []).map((one) => model(one, one, null, true)),
      ],
    })
    providers = before ? providers.map((one) => (one === before ? made : one)) : [...providers, made]
    return { id: made.id }
  },
  remove: async ({ id }) => {
    await wait(200)
    providers = providers.filter((provider) => provider.id !== id)
    emit('models-changed')
    return { removed: true }
  },
  setKey: async ({ id, key }) => {
    providers = providers.map((one) => (one.id === id ? { ...one, hasKey: key !== null } : one))
    return {}
  },
  test: async ({ id }) => {
    await wait(700)
    const provider = providers.find((one) => one.id === id)
    if (asked('test') === 'fail' || provider?.problem) {
      return {
        ok: false,
        message: say('The key was refused.', '密钥被拒绝。'),
        hint: say('Check that it was copied whole, or make a new one.', '请确认复制完整，或创建新的密钥。'),
        code: 'bad_key',
        durationMs: 212,
      }
    }
    providers = providers.map((one) =>
      one.id === id && one.models.length === 0
        ? { ...one, models: [model('first-model', 'First model'), model('second-model', 'Second model', 32_768)] }
        : one,
    )
    const count = providers.find((one) => one.id === id)?.models.length ?? 0
    return {
      ok: true,
      message: say(`Answered in 0.4 s with ${count} models.`, `0.4 秒内回答，共 ${count} 个模型。`),
      hint: '',
      code: null,
      durationMs: 412,
    }
  },
  refresh: async ({ id }) => {
    await wait(300)
    return providers.find((one) => one.id === id)?.models ?? []
  },
  discover: async () => {
    await wait(900)
    return providers
  },
  agents: async () => {
    const deep = chosen.deep ?? firstUsable()
    const none = {
      message: say('No model is set up for this agent yet.', '这个智能体还没有模型。'),
      hint: say('Set one up; it takes two minutes.', '设置一个模型，大约两分钟。'),
    }
    return [
      { id: 'quick', model: null, problem: null, way: null },
      { id: 'deep', model: deep, problem: deep ? null : none, way: null },
      { id: 'base', model: chosen.base, problem: chosen.base ? null : none, way: 'local' },
    ]
  },
  setDefault: async ({ agent, model: ref }) => {
    chosen[agent] = ref
    return {}
  },
  consents: () => answer(() => consents),
  revokeConsent: async ({ provider }) => {
    consents = consents.filter((one) => one.provider !== provider)
    return { revoked: true }
  },
  prompt: () => answer(() => ({ text: promptText })),
  setPrompt: async ({ text }) => {
    await wait(200)
    promptText = text
    return {}
  },
  localOnly: async () => ({ isOn: isLocalOnly }),
  setLocalOnly: async ({ isOn }) => {
    isLocalOnly = isOn
    return {}
  },
  abilities: () => answer(() => abilities),
  setAbilities: async (patch) => {
    abilities = { ...abilities, ...patch }
    return {}
  },
}
