/** What a person is told when a run cannot begin or go on. */
import { type Bilingual, inLanguage } from '../config/bilingual.ts'
import type { AgentEvent } from './events.ts'

interface Words {
  readonly message: Bilingual<string>
  readonly hint: Bilingual<string>
}

const words = {
  unknown_agent: {
    message: { en: 'This agent is not here.', zh: '这里没有这个代理。' },
    hint: { en: 'Choose another one under the question.', zh: '请在提问框下方选择其他代理。' },
  },
  agent_failed: {
    message: { en: 'The answer could not be finished.', zh: '回答未能完成。' },
    hint: { en: 'Ask again; the log of the hub has the details.', zh: '请再问一次；详情见程序日志。' },
  },
  unknown_conversation: {
    message: { en: 'This conversation is gone.', zh: '这个对话已不存在。' },
    hint: { en: 'Start a new one.', zh: '请新建一个对话。' },
  },
  unknown_message: {
    message: { en: 'This message is not in the conversation any more.', zh: '这条消息已不在对话中。' },
    hint: { en: 'Open the conversation again.', zh: '请重新打开该对话。' },
  },
  cannot_resume: {
    message: { en: 'This answer cannot go on from where it broke off.', zh: '这个回答无法从中断处继续。' },
    hint: { en: 'Ask for another answer to the question instead.', zh: '可以改为重新生成一个回答。' },
  },
  busy: {
    message: { en: 'An answer is still being written here.', zh: '这里还有一个回答正在生成。' },
    hint: { en: 'Wait for it, or stop it first.', zh: '请等它完成，或先停止它。' },
  },
  not_stored: {
    message: { en: 'This could not be stored.', zh: '内容无法保存。' },
    hint: { en: 'Check free disk space, then ask again.', zh: '请检查磁盘剩余空间，然后再问一次。' },
  },
  not_shared: {
    message: { en: 'This person does not share their data with you.', zh: '此人没有与你共享数据。' },
    hint: {
      en: 'Ask them for a share on the People page, or choose yourself.',
      zh: '可在“人员”页面向对方申请共享，或改为选择自己。',
    },
  },
} as const satisfies Readonly<Record<string, Words>>

export type RunFailure = keyof typeof words

export function failure(code: RunFailure, language: string): AgentEvent {
  const { message, hint } = words[code]
  return { type: 'error', code, message: inLanguage(message, language), hint: inLanguage(hint, language) }
}
