/** What the pages of an authorization say, in the language that the browser asks for. */

export interface PageWords {
  readonly language: 'en' | 'zh-CN'
  readonly waitTitle: string
  readonly waitText: string
  readonly codeText: string
  readonly strangerText: string
  readonly appLink: string
  readonly goneTitle: string
  readonly goneText: string
  readonly doneTitle: string
  readonly doneText: string
  readonly deniedTitle: string
  readonly deniedText: string
  readonly busyTitle: string
  readonly busyText: string
  readonly errorTitle: string
  readonly errorText: string
}

const english: PageWords = {
  language: 'en',
  waitTitle: 'Answer in Mirohub',
  waitText: 'An app asks to be let in. Open the Mirohub window and say yes or no there.',
  codeText: 'Mirohub shows the same code:',
  strangerText: 'If you did not start this, say no in Mirohub, or close this page.',
  appLink: 'Open Mirohub in this browser',
  goneTitle: 'This question is over',
  goneText:
    'It was answered, nobody answered in time, or a newer one took its place. Start again in the app that sent you here.',
  doneTitle: 'Done',
  doneText: 'You can close this page and go back to the app.',
  deniedTitle: 'Not let in',
  deniedText: 'You said no. You can close this page.',
  busyTitle: 'Too many questions are open',
  busyText: 'Answer the ones that wait in Mirohub, then try again.',
  errorTitle: 'This does not work',
  errorText: 'The app sent a request that Mirohub does not accept, so nothing was sent back to it.',
}

const chinese: PageWords = {
  language: 'zh-CN',
  waitTitle: '请在 Mirohub 中确认',
  waitText: '有应用请求访问。请打开 Mirohub 窗口，在那里选择允许或拒绝。',
  codeText: 'Mirohub 中会显示同样的数字：',
  strangerText: '如果这不是您发起的，请在 Mirohub 中拒绝，或直接关闭此页面。',
  appLink: '在此浏览器中打开 Mirohub',
  goneTitle: '该请求已结束',
  goneText: '它已被处理、长时间无人确认，或已被较新的请求取代。请回到原来的应用重新开始。',
  doneTitle: '已完成',
  doneText: '可以关闭此页面，回到应用。',
  deniedTitle: '未允许访问',
  deniedText: '您已拒绝。可以关闭此页面。',
  busyTitle: '待确认的请求过多',
  busyText: '请先在 Mirohub 中处理等待中的请求，然后再试。',
  errorTitle: '无法继续',
  errorText: 'Mirohub 不接受该应用发来的请求，因此没有向它返回任何内容。',
}

/** By the first language of `Accept-Language` that is one of the two; English otherwise. */
export function pageWords(acceptLanguage: string | undefined): PageWords {
  for (const entry of (acceptLanguage ?? '').slice(0, 200).split(',')) {
    const tag = entry.trim().toLowerCase()
    if (tag.startsWith('zh')) return chinese
    if (tag.startsWith('en')) return english
  }
  return english
}
