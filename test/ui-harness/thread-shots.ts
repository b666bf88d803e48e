/** Pictures of what a thread shows: calls, cards, charts, sources, versions, errors, a terminal. */
import type { Page } from 'playwright-core'

const at = (name: string) => `/chat/scene-${name}`

const scrollBy = (share: number) => async (page: Page) => {
  await page
    .locator('main section')
    .first()
    .evaluate((element, part) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    }, share)
  await page.waitForTimeout(400)
}

export const threadShots = [
  { name: 'thread-citations', hash: at('citations') },
  {
    name: 'thread-source',
    hash: at('citations'),
    act: async (page: Page) => {
      await page.locator('article button[aria-haspopup=dialog]').first().click()
      await page.waitForTimeout(300)
    },
  },
  { name: 'thread-tools', hash: at('tools') },
  {
    name: 'thread-tool-open',
    hash: at('tools'),
    act: async (page: Page) => {
      await page.locator('article button[aria-expanded]').nth(0).click()
    },
  },
  { name: 'thread-approvals', hash: at('approvals'), act: scrollBy(0) },
  { name: 'thread-approvals-2', hash: at('approvals'), act: scrollBy(0.5) },
  { name: 'thread-approvals-3', hash: at('approvals'), act: scrollBy(1) },
  { name: 'thread-approvals-done', hash: at('approvals-done') },
  { name: 'thread-question', hash: at('question'), act: scrollBy(0) },
  { name: 'thread-terminal', hash: at('terminal') },
  ...[0, 0.2, 0.4, 0.6, 0.8, 1].map((share, index) => ({
    name: `thread-charts-${index + 1}`,
    hash: at('charts'),
    act: scrollBy(share),
  })),
  { name: 'thread-errors', hash: at('errors') },
  { name: 'thread-versions', hash: at('versions') },
  {
    name: 'thread-edit',
    hash: at('versions'),
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(Edit and|修改后)/ }).focus()
      await page.keyboard.press('Enter')
    },
  },
  {
    name: 'thread-file',
    hash: at('versions'),
    act: async (page: Page) => {
      await page.locator('main ul button').nth(1).click()
      await page.waitForTimeout(300)
    },
  },
  { name: 'thread-long', hash: at('long'), act: scrollBy(0.5) },
  { name: 'thread-streaming', hash: at('streaming') },
]
