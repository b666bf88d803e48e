/** What a run tells the person of itself, in their language. */
import type { Bilingual } from '../../../config/bilingual.ts'

export interface LoopWords {
  readonly limitReached: (calls: number) => string
  readonly wentInCircles: string
  readonly retry: (reason: string, seconds: number) => string
  readonly compacted: string
  readonly dropped: string
  readonly cutAtLimit: string
  readonly broken: { readonly message: string; readonly hint: string }
  readonly empty: { readonly message: string; readonly hint: string }
  readonly emptyAtLimit: { readonly message: string; readonly hint: string }
  readonly unreadable: { readonly message: string; readonly hint: string }
  readonly tooLong: { readonly message: string; readonly hint: string }
  readonly failed: { readonly message: string; readonly hint: string }
  readonly declined: (provider: string) => string
  readonly setAside: (names: readonly string[]) => string
  readonly manyTools: (shown: number, hidden: number) => string
  readonly goesOn: string
  readonly fallback: string
}

export const loopWords: Bilingual<LoopWords> = {
  en: {
    limitReached: (calls) =>
      `I stopped here: one answer may take at most ${calls} calls of the model, and that limit is reached. Ask me to go on if something is missing.`,
    wentInCircles:
      'I stopped here: the same step came out the same again and again, so going on would not have helped. Ask in other words, or name what exactly you want to know.',
    retry: (reason, seconds) => `${reason} Trying again in ${seconds} s.`,
    compacted: 'The conversation had become long. Its earlier part is now kept as a summary.',
    dropped: 'The conversation had become long. Older results of tools were left out.',
    cutAtLimit: 'The answer was cut off: the model reached its limit for one answer. Ask it to go on.',
    broken: {
      message: 'The connection to the model broke while it was answering, so the answer ends in the middle.',
      hint: 'Ask for another answer.',
    },
    empty: {
      message: 'The model gave an empty answer, twice.',
      hint: 'Ask in other words, or choose another model.',
    },
    emptyAtLimit: {
      message: 'The model used up its limit for one answer before it said anything.',
      hint: 'Raise the limit in the settings of the provider, lower its effort of thinking, or choose another model.',
    },
    unreadable: {
      message: 'The model kept calling tools in a form that cannot be read, so the answer could not be finished.',
      hint: 'Ask again, or choose a model that is better with tools.',
    },
    tooLong: {
      message: 'The conversation is too long for this model, even shortened.',
      hint: 'Start a new conversation, attach less, or choose a model with a larger window.',
    },
    failed: {
      message: 'The answer could not be finished.',
      hint: 'Ask again. The log of the hub has the details.',
    },
    declined: (provider) => `Nothing was sent: you did not allow ${provider} to get this conversation.`,
    setAside: (names) => `This model cannot use these tools, so they were left out: ${names.join(', ')}.`,
    manyTools: (shown, hidden) =>
      `There are more tools than a model can keep apart: ${shown} are offered, ${hidden} more are found by searching.`,
    goesOn: 'The app was closed while this answer was being written. It goes on here.',
    fallback: 'The answer could not be saved as it went on, so it cannot be taken up again if the app is closed now.',
  },
  zh: {
    limitReached: (calls) => `我在这里停下：一次回答最多调用模型 ${calls} 次，已达到上限。如有遗漏，请让我继续。`,
    wentInCircles: '我在这里停下：同一步骤反复得到同样的结果，继续下去没有帮助。请换一种问法，或说明具体想了解什么。',
    retry: (reason, seconds) => `${reason}${seconds} 秒后重试。`,
    compacted: '对话已较长，较早的部分现以摘要保留。',
    dropped: '对话已较长，较早的工具结果已略去。',
    cutAtLimit: '回答被截断：模型达到了单次回答的上限。您可以让它继续。',
    broken: {
      message: '模型回答时连接中断，因此回答没有写完。',
      hint: '请重新生成回答。',
    },
    empty: {
      message: '模型两次给出了空回答。',
      hint: '请换一种问法，或选择其他模型。',
    },
    emptyAtLimit: {
      message: '模型还没有开始回答，就用完了单次回答的上限。',
      hint: '请在该服务商的设置中提高上限、降低思考强度，或选择其他模型。',
    },
    unreadable: {
      message: '模型多次以无法识别的格式调用工具，回答未能完成。',
      hint: '请重新提问，或选择更擅长使用工具的模型。',
    },
    tooLong: {
      message: '即使缩短后，对话对这个模型来说仍然太长。',
      hint: '请新建对话、减少附件，或选择上下文更大的模型。',
    },
    failed: {
      message: '回答未能完成。',
      hint: '请重新提问。详情见程序日志。',
    },
    declined: (provider) => `没有发送任何内容：您没有允许 ${provider} 获取这段对话。`,
    setAside: (names) => `这个模型无法使用以下工具，已略去：${names.join('、')}。`,
    manyTools: (shown, hidden) => `工具太多，模型难以分辨：已提供 ${shown} 个，另外 ${hidden} 个可通过搜索找到。`,
    goesOn: '写这个回答时应用被关闭，现在从这里继续。',
    fallback: '回答的进度未能保存，若此时关闭应用，将无法继续。',
  },
}
