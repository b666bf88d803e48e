/** What a person is told of each situation, in both languages, with the way out. Pure. */
import type { Bilingual } from '../../../config/bilingual.ts'
import type { PresetId } from '../types.ts'
import type { Situation } from './situation.ts'

export interface FaultPlace {
  readonly provider: string
  readonly host: string
  readonly preset: PresetId
  readonly isLocal: boolean
  readonly model: string
  /** The provider's own words, cleaned; '' for none. */
  readonly detail: string
  /** Whole seconds; null where the provider says nothing. */
  readonly waitSeconds: number | null
}

interface Words {
  readonly message: string
  readonly hint: string
}
type Telling = Bilingual<(place: FaultPlace) => Words>

const says = (en: Telling['en'], zh: Telling['zh']): Telling => ({ en, zh })
const starts = { ollama: 'ollama serve', lmstudio: 'LM Studio' } as const

export const faultWords: Readonly<Record<Situation, Telling>> = {
  stopped: says(
    () => ({ message: 'The request was stopped.', hint: 'Ask again when you want to.' }),
    () => ({ message: '请求已停止。', hint: '需要时再问一次即可。' }),
  ),
  context_overflow: says(
    ({ model }) => ({
      message: `The conversation is too long for ${model}.`,
      hint: 'Start a new conversation, or choose a model that reads longer texts.',
    }),
    ({ model }) => ({ message: `对话太长，${model} 读不下了。`, hint: '开始新的对话，或换一个能读更长内容的模型。' }),
  ),
  no_credit: says(
    ({ provider }) => ({
      message: `Your account at ${provider} has no credit left.`,
      hint: `Add credit on the website of ${provider}, or choose another model.`,
    }),
    ({ provider }) => ({
      message: `你在 ${provider} 的账户余额不足。`,
      hint: `到 ${provider} 网站充值，或换一个模型。`,
    }),
  ),
  bad_key: says(
    ({ provider }) => ({
      message: `${provider} did not accept the key.`,
      hint: 'Check in Settings that the whole key was pasted and that it still exists.',
    }),
    ({ provider }) => ({ message: `${provider} 不接受这个密钥。`, hint: '到设置里检查密钥是否完整、是否仍然有效。' }),
  ),
  no_key: says(
    ({ provider }) => ({ message: `${provider} needs a key.`, hint: 'Add one in Settings, under Models.' }),
    ({ provider }) => ({ message: `${provider} 需要密钥。`, hint: '到设置的"模型"里添加。' }),
  ),
  region: says(
    ({ provider }) => ({
      message: `${provider} does not serve the place you are in.`,
      hint: 'Choose another provider, or a model on this computer.',
    }),
    ({ provider }) => ({ message: `${provider} 不在你所在的地区提供服务。`, hint: '换一个服务商，或使用本机模型。' }),
  ),
  content: says(
    ({ provider }) => ({
      message: `${provider} declined to answer this because of its content rules.`,
      hint: 'Word the question differently, or choose another model.',
    }),
    ({ provider }) => ({ message: `${provider} 按其内容规则拒绝回答。`, hint: '换一种问法，或换一个模型。' }),
  ),
  no_tools: says(
    ({ model }) => ({
      message: `${model} cannot use tools, so it cannot read your data.`,
      hint: 'Choose a model that supports tools.',
    }),
    ({ model }) => ({ message: `${model} 不支持工具，无法读取你的数据。`, hint: '换一个支持工具的模型。' }),
  ),
  unknown_model: says(
    ({ provider, model, preset }) => ({
      message: `${provider} has no model called ${model}.`,
      hint:
        preset === 'ollama' ? `Fetch it with: ollama pull ${model}` : 'Choose one from the list, or refresh the list.',
    }),
    ({ provider, model, preset }) => ({
      message: `${provider} 没有名为 ${model} 的模型。`,
      hint: preset === 'ollama' ? `可以用 ollama pull ${model} 下载。` : '从列表中选一个，或刷新列表。',
    }),
  ),
  wrong_address: says(
    ({ host }) => ({
      message: `There is no model service at this address of ${host}.`,
      hint: 'Check the address. Most end in /v1.',
    }),
    ({ host }) => ({ message: `${host} 的这个地址上没有模型服务。`, hint: '检查地址，大多数以 /v1 结尾。' }),
  ),
  not_an_api: says(
    ({ host }) => ({
      message: `${host} answered with a web page, not as a model service.`,
      hint: 'Check the address. A login page of a network can also be the reason.',
    }),
    ({ host }) => ({ message: `${host} 返回的是网页，而不是模型服务。`, hint: '检查地址，也可能是网络的登录页面。' }),
  ),
  rate_limited: says(
    ({ provider, waitSeconds }) => ({
      message: `${provider} gets too many requests from your account just now.`,
      hint: waitSeconds === null ? 'Wait a minute and try again.' : `Try again in ${waitSeconds} s.`,
    }),
    ({ provider, waitSeconds }) => ({
      message: `你的账户对 ${provider} 的请求过于频繁。`,
      hint: waitSeconds === null ? '等一分钟再试。' : `请在 ${waitSeconds} 秒后再试。`,
    }),
  ),
  no_memory: says(
    ({ model, isLocal }) => ({
      message: isLocal ? `This computer has too little memory for ${model}.` : `${model} could not be loaded.`,
      hint: 'Close other programs, or choose a smaller model.',
    }),
    ({ model, isLocal }) => ({
      message: isLocal ? `本机内存不足，无法运行 ${model}。` : `无法加载 ${model}。`,
      hint: '关闭其他程序，或换一个更小的模型。',
    }),
  ),
  overloaded: says(
    ({ provider }) => ({
      message: `${provider} has trouble or is overloaded just now.`,
      hint: 'Try again in a few minutes, or choose another model.',
    }),
    ({ provider }) => ({ message: `${provider} 目前出现故障或过载。`, hint: '几分钟后再试，或换一个模型。' }),
  ),
  timeout: says(
    ({ provider }) => ({
      message: `${provider} did not answer in time.`,
      hint: 'Try again. A model on this computer can need a while for its first answer.',
    }),
    ({ provider }) => ({ message: `${provider} 没有及时回答。`, hint: '再试一次。本机模型第一次回答可能较慢。' }),
  ),
  not_running: says(
    ({ provider, preset }) => ({
      message: `${provider} is not running on this computer.`,
      hint:
        preset === 'lmstudio'
          ? 'Open LM Studio and start its server, under Developer.'
          : `Start it${preset === 'ollama' ? `, for example with: ${starts.ollama}` : ''}, then try again.`,
    }),
    ({ provider, preset }) => ({
      message: `${provider} 没有在本机运行。`,
      hint:
        preset === 'lmstudio'
          ? '打开 LM Studio，在 Developer 中启动服务。'
          : `请先启动它${preset === 'ollama' ? `（例如运行 ${starts.ollama}）` : ''}，再试一次。`,
    }),
  ),
  no_such_host: says(
    ({ host }) => ({
      message: `${host} could not be found.`,
      hint: 'Check the address and whether this computer is online.',
    }),
    ({ host }) => ({ message: `找不到 ${host}。`, hint: '检查地址，以及本机是否已联网。' }),
  ),
  not_tls: says(
    ({ host }) => ({
      message: `${host} does not speak https at this address.`,
      hint: 'Check the address: http or https, and the port.',
    }),
    ({ host }) => ({
      message: `${host} 在这个地址上不支持 https。`,
      hint: '检查地址：http 还是 https，端口是否正确。',
    }),
  ),
  certificate: says(
    ({ host }) => ({
      message: `The certificate of ${host} is not trusted, so nothing was sent.`,
      hint: 'Check the address and the date of this computer. A program that inspects traffic can be the reason too.',
    }),
    ({ host }) => ({
      message: `${host} 的证书不受信任，没有发送任何内容。`,
      hint: '检查地址和本机日期，也可能是某个检查流量的程序造成的。',
    }),
  ),
  unreachable: says(
    ({ host }) => ({ message: `${host} could not be reached.`, hint: 'Check your connection, then try again.' }),
    ({ host }) => ({ message: `无法连接 ${host}。`, hint: '检查网络连接后再试。' }),
  ),
  cut: says(
    ({ provider }) => ({
      message: `The connection to ${provider} broke off in the middle of the answer.`,
      hint: 'What came before is kept. Ask again to get the rest.',
    }),
    ({ provider }) => ({
      message: `与 ${provider} 的连接在回答途中断开。`,
      hint: '已收到的内容保留着，再问一次可得到其余部分。',
    }),
  ),
  bad_request: says(
    ({ provider, detail }) => ({
      message: `${provider} did not take the request${detail === '' ? '.' : `: ${detail}`}`,
      hint: 'Choose another model, or check the settings of this provider.',
    }),
    ({ provider, detail }) => ({
      message: `${provider} 没有接受请求${detail === '' ? '。' : `：${detail}`}`,
      hint: '换一个模型，或检查这个服务商的设置。',
    }),
  ),
  bad_answer: says(
    ({ provider, detail }) => ({
      message: `The answer of ${provider} could not be understood${detail === '' ? '.' : `: ${detail}`}`,
      hint: 'Try again, or choose another model.',
    }),
    ({ provider, detail }) => ({
      message: `无法理解 ${provider} 的回答${detail === '' ? '。' : `：${detail}`}`,
      hint: '再试一次，或换一个模型。',
    }),
  ),
}
