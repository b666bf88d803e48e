/** What the base agent says itself, in the person's language. */
import { type Bilingual, inLanguage } from '../../config/bilingual.ts'

export interface BaseWords {
  /** The provider calls the tools itself. */
  routeMcp(provider: string, host: string): string
  routeLocal(reason: string): string
  readonly noPublicUrl: string
  unreachable(why: string): string
  noMcp(provider: string): string
  readonly nothingToFetch: string
  unlisted(provider: string, why: string): string
  notAllowed(provider: string, why: 'rejected' | 'expired' | 'unattended'): string
  retry(seconds: number, attempt: number, of: number, why: string): string
  leftOut(turns: number): string
  readonly shortened: string
  readonly tooLong: string
  steps(limit: number): string
  readonly empty: string
  readonly refused: string
  readonly cutByLength: string
  readonly brokeOff: { readonly message: string; readonly hint: string }
  readonly failed: { readonly message: string; readonly hint: string }
  setAside(names: readonly string[]): string
  unreadable(name: string): string
}

const words: Bilingual<BaseWords> = {
  en: {
    routeMcp: (provider, host) =>
      `${provider} (${host}) reads your data itself in this answer, through the address of this Mirohub.`,
    routeLocal: (reason) => `Mirohub runs the tools on this computer and sends the results. ${reason}`,
    noPublicUrl: 'MCP_PUBLIC_URL is not set, so a provider cannot reach this Mirohub.',
    unreachable: (why) => `This Mirohub is not reached under MCP_PUBLIC_URL now: ${why}`,
    noMcp: (provider) => `${provider} cannot call MCP servers by itself.`,
    nothingToFetch: 'There is no tool that a provider may call by itself.',
    unlisted: (provider, why) =>
      `${provider} could not read the list of tools from this Mirohub${why === '' ? '' : ` (${why})`}. Mirohub now runs the tools on this computer and sends the results.`,
    notAllowed: (provider, why) =>
      why === 'rejected'
        ? `You did not allow ${provider}, so nothing was sent.`
        : why === 'expired'
          ? `Nobody allowed ${provider} in time, so nothing was sent. Ask again to be asked again.`
          : `${provider} was not allowed to have this conversation yet, and nobody is here to be asked, so nothing was sent. Ask once in the Mirohub window and allow it there.`,
    retry: (seconds, attempt, of, why) => `${why} Trying again in ${seconds} s (${attempt} of ${of}).`,
    leftOut: (turns) =>
      `The ${turns === 1 ? 'oldest question was' : `${turns} oldest questions were`} left out: the conversation is longer than the model can take.`,
    shortened: 'Long results were shortened: they are more than the model can take.',
    tooLong:
      'The question and what was found for it are more than this model can take. Ask for less at once, or choose a model with a larger context.',
    steps: (limit) =>
      `I stopped after ${limit} rounds of tool calls without a final answer. What was found so far is above. Ask a narrower question to go on.`,
    empty: 'The model gave an empty answer. Ask again, or choose another model.',
    refused: 'The model declined to answer this.',
    cutByLength:
      'The answer ends here because the model reached its longest answer. Ask it to go on, or raise the limit in the settings of the provider.',
    brokeOff: { message: 'The answer broke off.', hint: 'What came is kept. Ask again for the rest.' },
    failed: { message: 'The answer could not be finished.', hint: 'Ask again. The log of Mirohub has the details.' },
    setAside: (names) => `The model cannot take these tools, so it goes without them: ${names.join(', ')}.`,
    unreadable: (name) => `${name} could not be read, so the model has not seen it.`,
  },
  zh: {
    routeMcp: (provider, host) => `本次回答由 ${provider}（${host}）通过此 Mirohub 的公开地址自行读取您的数据。`,
    routeLocal: (reason) => `工具在本机运行，结果由 Mirohub 发送给模型。${reason}`,
    noPublicUrl: '未设置 MCP_PUBLIC_URL，服务商无法访问此 Mirohub。',
    unreachable: (why) => `目前无法通过 MCP_PUBLIC_URL 访问此 Mirohub：${why}`,
    noMcp: (provider) => `${provider} 不能自行调用 MCP 服务器。`,
    nothingToFetch: '没有可供服务商自行调用的工具。',
    unlisted: (provider, why) =>
      `${provider} 无法从此 Mirohub 读取工具列表${why === '' ? '' : `（${why}）`}。现改为在本机运行工具，并由 Mirohub 发送结果。`,
    notAllowed: (provider, why) =>
      why === 'rejected'
        ? `您没有允许 ${provider}，因此没有发送任何内容。`
        : why === 'expired'
          ? `未在时限内得到对 ${provider} 的允许，因此没有发送任何内容。再次提问即可重新询问。`
          : `${provider} 尚未获准接收这段对话，而现在没有人可以确认，因此没有发送任何内容。请在 Mirohub 窗口中提问一次并予以允许。`,
    retry: (seconds, attempt, of, why) => `${why} ${seconds} 秒后重试（第 ${attempt} 次，共 ${of} 次）。`,
    leftOut: (turns) => `对话超出了模型的容量，最早的 ${turns} 个问题未发送。`,
    shortened: '结果超出了模型的容量，较长的内容已截短。',
    tooLong: '问题及查到的内容超出了该模型的容量。请缩小范围，或选择上下文更大的模型。',
    steps: (limit) =>
      `已进行 ${limit} 轮工具调用，仍未得出最终回答，就此停止。目前查到的内容见上文。请缩小问题范围后继续。`,
    empty: '模型返回了空的回答。请重新提问，或换一个模型。',
    refused: '模型拒绝回答这个问题。',
    cutByLength: '已达到模型单次回答的最大长度，回答到此为止。可以让它继续，或在服务商设置中调高上限。',
    brokeOff: { message: '回答中断了。', hint: '已收到的内容会保留。请重新提问以获取其余部分。' },
    failed: { message: '未能完成回答。', hint: '请重新提问。详情见 Mirohub 日志。' },
    setAside: (names) => `模型无法使用以下工具，因此未提供：${names.join('、')}。`,
    unreadable: (name) => `无法读取 ${name}，模型没有看到它。`,
  },
}

export const baseWords = (language: string): BaseWords => inLanguage(words, language)
