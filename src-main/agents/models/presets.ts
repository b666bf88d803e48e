/** The providers that a person can choose from, and what is known of each before it is asked. */
import type { PresetId, Wire } from './types.ts'

export interface Preset {
  readonly id: PresetId
  readonly name: string
  readonly wire: Wire
  /** '' where the person types it. */
  readonly baseUrl: string
  readonly needsKey: boolean
  readonly isLocal: boolean
  /** Where its keys are made; null where there are none. */
  readonly keyUrl: string | null
  readonly agents: readonly ('deep' | 'base')[]
  /** Models to take when the person chose none, best first. */
  readonly preferred: readonly RegExp[]
}

export const presets: readonly Preset[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    wire: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    isLocal: false,
    keyUrl: 'https://platform.openai.com/api-keys',
    agents: ['deep', 'base'],
    preferred: [/^gpt-[5-9](\.\d+)?-mini$/, /^gpt-[5-9](\.\d+)?$/, /^gpt-4\.1$/],
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    needsKey: true,
    isLocal: false,
    keyUrl: 'https://console.anthropic.com/settings/keys',
    agents: ['deep', 'base'],
    preferred: [/^claude-sonnet-/, /^claude-opus-/],
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    wire: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com',
    needsKey: true,
    isLocal: false,
    keyUrl: 'https://aistudio.google.com/apikey',
    agents: ['deep', 'base'],
    preferred: [/^gemini-[\d.]+-flash$/, /^gemini-[\d.]+-pro$/],
  },
  {
    id: 'ollama',
    name: 'Ollama',
    wire: 'ollama',
    baseUrl: 'http://127.0.0.1:11434',
    needsKey: false,
    isLocal: true,
    keyUrl: null,
    agents: ['deep', 'base'],
    preferred: [],
  },
  {
    id: 'lmstudio',
    name: 'LM Studio',
    wire: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    isLocal: true,
    keyUrl: null,
    agents: ['deep', 'base'],
    preferred: [],
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    wire: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    needsKey: true,
    isLocal: false,
    keyUrl: 'https://platform.deepseek.com/api_keys',
    agents: ['deep', 'base'],
    preferred: [/^deepseek-chat$/],
  },
  {
    id: 'qwen',
    name: 'Qwen (DashScope)',
    wire: 'openai-compatible',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    needsKey: true,
    isLocal: false,
    keyUrl: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
    agents: ['deep', 'base'],
    preferred: [/^qwen[\d.]*-plus$/, /^qwen[\d.]*-max$/],
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    wire: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    isLocal: false,
    keyUrl: 'https://openrouter.ai/settings/keys',
    agents: ['deep', 'base'],
    preferred: [/^anthropic\/claude-sonnet/, /^openai\/gpt-[5-9][^/]*$/, /^qwen\//],
  },
  {
    id: 'custom',
    name: 'OpenAI-compatible',
    wire: 'openai-compatible',
    baseUrl: '',
    needsKey: false,
    isLocal: false,
    keyUrl: null,
    agents: ['deep', 'base'],
    preferred: [],
  },
]

const custom = presets.at(-1)

/** The preset of an id; one that is not known any more is any compatible address. */
export function presetOf(id: string): Preset {
  const found = presets.find((preset) => preset.id === id) ?? custom
  if (found === undefined) throw new Error('there are presets')
  return found
}
