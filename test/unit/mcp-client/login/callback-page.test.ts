/** The page after a login speaks the browser's language and loads nothing. */
import { expect, it } from 'vitest'
import { callbackPage } from '../../../../src-main/mcp-client/login/callback-page.ts'

it.each([
  ['done', 'zh-CN,zh;q=0.9', 200, '登录成功'],
  ['done', 'de-DE,en;q=0.5', 200, 'Logged in'],
  ['failed', '', 400, 'Not logged in'],
  ['unknown', 'zh', 404, '这里没有内容'],
] as const)('%s for "%s" is %i: %s', (outcome, language, status, title) => {
  const page = callbackPage(outcome, language)
  expect(page.status).toBe(status)
  expect(page.body).toContain(`<h1>${title}</h1>`)
  expect(page.body).not.toMatch(/<(script|img|link|a|style)|https?:/)
  expect(page.headers['Content-Security-Policy']).toMatch(/^default-src 'none'/)
})
