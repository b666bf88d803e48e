/** What a person is told about providers where no request was made, in both languages. Pure. */
import { type Bilingual, inLanguage } from '../../../config/bilingual.ts'
import { ModelFault, type ProviderFaultCode } from '../types.ts'

type Name = string
interface Words {
  readonly message: string
  readonly hint: string
}

const words = {
  local_only: {
    en: (name: Name) => ({
      message: `You chose to use only models on this computer, and ${name} is not on it.`,
      hint: 'Choose a model on this computer, or allow others in Settings.',
    }),
    zh: (name: Name) => ({
      message: `你选择了只用本机模型，而 ${name} 不在本机上。`,
      hint: '选择本机模型，或在设置中允许其他模型。',
    }),
  },
  no_model: {
    en: () => ({
      message: 'No model is set up yet.',
      hint: 'Add one in Settings, under Models. It takes two minutes.',
    }),
    zh: () => ({ message: '还没有设置模型。', hint: '到设置的"模型"里添加，只需两分钟。' }),
  },
  gone: {
    en: () => ({ message: 'The provider of this model is not there any more.', hint: 'Choose another model.' }),
    zh: () => ({ message: '这个模型的服务商已经不在了。', hint: '换一个模型。' }),
  },
  no_models: {
    en: (name: Name) => ({
      message: `${name} has no model to chat with.`,
      hint: 'Add the name of a model, or load one there.',
    }),
    zh: (name: Name) => ({ message: `${name} 没有可用于对话的模型。`, hint: '添加模型名称，或先在那里加载一个。' }),
  },
  other_agent: {
    en: (name: Name) => ({
      message: `${name} cannot be used by this agent.`,
      hint: 'Choose another model, or another agent.',
    }),
    zh: (name: Name) => ({ message: `这个智能体不能使用 ${name}。`, hint: '换一个模型，或换一个智能体。' }),
  },
  not_yours: {
    en: (name: Name) => ({
      message: `${name} is not kept here, so it cannot be changed here.`,
      hint: 'Add a provider of your own instead.',
    }),
    zh: (name: Name) => ({
      message: `${name} 不是在这里添加的，无法在这里修改。`,
      hint: '可以另外添加一个自己的服务商。',
    }),
  },
  too_many: {
    en: () => ({ message: 'There are too many providers.', hint: 'Remove one that you do not use.' }),
    zh: () => ({ message: '服务商太多了。', hint: '删除一个不用的。' }),
  },
  secret_header: {
    en: (name: Name) => ({
      message: `The header ${name} would hold a secret where secrets are not kept.`,
      hint: 'Put the key into the field for keys.',
    }),
    zh: (name: Name) => ({ message: `请求头 ${name} 会把密钥存到不该存的地方。`, hint: '请把密钥填到密钥栏里。' }),
  },
  bad_header: {
    en: (name: Name) => ({
      message: `${name} cannot be a header.`,
      hint: 'A header has a name without spaces, and a text in one line.',
    }),
    zh: (name: Name) => ({ message: `${name} 不能作为请求头。`, hint: '请求头名称不能有空格，内容只有一行。' }),
  },
  keys_closed: {
    en: (name: Name) => ({
      message: `The key of ${name} is in a store that is not open.`,
      hint: 'Unlock the keychain, then try again.',
    }),
    zh: (name: Name) => ({ message: `${name} 的密钥所在的钥匙串没有打开。`, hint: '解锁钥匙串后再试。' }),
  },
} as const satisfies Record<string, Bilingual<(name: Name) => Words>>

const codes: Readonly<Record<keyof typeof words, ProviderFaultCode>> = {
  local_only: 'refused',
  no_model: 'no_key',
  gone: 'unknown_model',
  no_models: 'unknown_model',
  other_agent: 'bad_request',
  not_yours: 'bad_request',
  too_many: 'bad_request',
  secret_header: 'bad_request',
  bad_header: 'bad_request',
  keys_closed: 'no_key',
}

/** @param name What it is about: a provider, a header. */
export function providerFault(what: keyof typeof words, language: string, name = ''): ModelFault {
  const { message, hint } = inLanguage<(name: Name) => Words>(words[what], language)(name)
  return new ModelFault(codes[what], message, hint)
}

/** "Answered in 0.4 s with 23 models". */
export function answeredWords(durationMs: number, modelCount: number, model: string, language: string): Words {
  const seconds = (durationMs / 1000).toFixed(1)
  return inLanguage(
    {
      en: {
        message: `${model} answered in ${seconds} s. There ${modelCount === 1 ? 'is 1 model' : `are ${modelCount} models`}.`,
        hint: '',
      },
      zh: { message: `${model} 在 ${seconds} 秒内作答，共有 ${modelCount} 个模型。`, hint: '' },
    },
    language,
  )
}
