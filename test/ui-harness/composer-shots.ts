/** Pictures of the composer: who answers, files, the queue, what leaves, what is gone; and of the list and what waits. */
import type { Page } from 'playwright-core'

const write = async (page: Page, text: string) => {
  await page.locator('#composer').fill(text)
}

const openPicker = async (page: Page) => {
  await page.keyboard.press('Control+j')
  await page.waitForTimeout(300)
}

/** Two files that are dropped: one to read, one that could be either. */
const paste = (names: readonly string[]) => async (page: Page) => {
  await page.locator('#composer').evaluate((field, all) => {
    const data = new DataTransfer()
    for (const name of all) data.items.add(new File([`of ${name}\n`.repeat(900)], name, { type: '' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, names)
  await page.waitForTimeout(900)
}

const ask = async (page: Page, question: string) => {
  await write(page, question)
  await page.keyboard.press('Enter')
  await page.waitForTimeout(120)
}

export const composerShots = [
  { name: 'composer-picker-quick', hash: '/chat/c2', act: openPicker },
  { name: 'composer-picker', query: 'agent=deep', hash: '/chat/c1', act: openPicker },
  { name: 'composer-picker-none', query: 'agent=deep&models=none', hash: '/chat/c1', act: openPicker },
  { name: 'composer-leaves', query: 'agent=deep&household', hash: '/chat/c1' },
  {
    name: 'composer-leaves-open',
    query: 'agent=deep',
    hash: '/chat/c1',
    act: async (page: Page) => {
      await page.locator('form button[aria-haspopup=dialog]').last().click()
      await page.waitForTimeout(300)
    },
  },
  { name: 'composer-gone', query: 'models=gone', hash: '/chat/c1' },
  { name: 'composer-no-model', query: 'agent=deep&models=none', hash: '/chat/c1' },
  { name: 'composer-files', hash: '/chat/c2', act: paste(['report-2026-11.pdf', 'notes.md', 'blood.docx']) },
  { name: 'composer-files-failed', query: 'attach=fail', hash: '/chat/c2', act: paste(['report-2026-11.pdf']) },
  { name: 'composer-either', hash: '/chat/c2', act: paste(['values.csv']) },
  {
    name: 'composer-queue',
    hash: '/chat/c2',
    act: async (page: Page) => {
      await ask(page, 'slow: steps per day in July')
      await ask(page, 'And how did I sleep in July?')
      await ask(page, '上个月的平均静息心率是多少？和去年同月相比呢？')
      await write(page, 'One more, still being written')
    },
  },
  {
    name: 'composer-queue-edit',
    hash: '/chat/c2',
    act: async (page: Page) => {
      await ask(page, 'slow: steps per day in July')
      await ask(page, 'And how did I sleep in July?')
      await page.locator('main ol button').first().click()
    },
  },
  {
    name: 'composer-long',
    hash: '/chat/c2',
    act: async (page: Page) => write(page, Array.from({ length: 40 }, (_, line) => `Line ${line + 1}`).join('\n')),
  },
  {
    name: 'composer-about',
    query: 'household',
    hash: '/chat/c3',
    act: async (page: Page) => {
      await page.locator('form button[aria-haspopup=menu]').nth(1).click()
      await page.waitForTimeout(250)
    },
  },
  { name: 'composer-waiting', query: 'waiting', hash: '/chat/c1' },
  {
    name: 'composer-export',
    hash: '/chat/c1',
    act: async (page: Page) => {
      await page.locator('main header button[aria-haspopup=menu]').last().click()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'composer-shortcuts',
    hash: '/health',
    act: async (page: Page) => {
      await page.keyboard.press('?')
      await page.waitForTimeout(250)
    },
  },
]
