/** What the browser shows when a login returns. Fixed texts: nothing of the request is ever in them. */
import { type Bilingual, inLanguage } from '../../config/bilingual.ts'

export type CallbackOutcome = 'done' | 'failed' | 'unknown'

const words: Readonly<Record<CallbackOutcome, Bilingual<{ title: string; text: string }>>> = {
  done: {
    en: { title: 'Logged in', text: 'You can close this page and go back to Mirohub.' },
    zh: { title: '登录成功', text: '您可以关闭此页面，返回 Mirohub。' },
  },
  failed: {
    en: { title: 'Not logged in', text: 'Mirohub says what happened. You can close this page.' },
    zh: { title: '登录未完成', text: '请在 Mirohub 中查看原因。您可以关闭此页面。' },
  },
  unknown: {
    en: { title: 'Nothing to see here', text: 'This is not the answer to a login that Mirohub waits for.' },
    zh: { title: '这里没有内容', text: '这不是 Mirohub 正在等待的登录应答。' },
  },
}

const statuses: Readonly<Record<CallbackOutcome, number>> = { done: 200, failed: 400, unknown: 404 }

/** A page without scripts, links or resources, for the language that the browser asks for. */
export function callbackPage(
  outcome: CallbackOutcome,
  acceptLanguage: string,
): { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const language = acceptLanguage.trim().toLowerCase().startsWith('zh') ? 'zh' : 'en'
  const { title, text } = inLanguage(words[outcome], language)
  return {
    status: statuses[outcome],
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      Connection: 'close',
    },
    body: `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`,
  }
}
