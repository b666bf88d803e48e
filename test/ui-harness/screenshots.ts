/**
 * Pictures of every page and state, to be looked at: `npx vite --config test/ui-harness/vite.config.ts` in one
 * terminal, `npx node test/ui-harness/screenshots.ts OUT [name…]` in another.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.ts'

interface Shot {
  name: string
  query?: string
  hash: string
  act?: (page: Page) => Promise<void>
}

const openSheet = async (page: Page) => {
  await page.locator('nav button').first().click()
  await page.waitForTimeout(250)
}

const shots: Shot[] = [
  { name: 'welcome', query: 'state=empty', hash: '/chat' },
  { name: 'importing', query: 'state=importing', hash: '/chat', act: openSheet },
  {
    name: 'import-done',
    query: 'state=full&jobs',
    hash: '/chat',
    act: async (page) => {
      await openSheet(page)
      for (const fold of await page.locator('[role=dialog] details').all()) await fold.locator('summary').click()
    },
  },
  { name: 'empty-chat', hash: '/chat' },
  { name: 'chat', hash: '/chat/c1' },
  {
    name: 'tool-open',
    hash: '/chat/c1',
    act: async (page) => {
      await page.locator('article button[aria-expanded]').first().click()
    },
  },
  { name: 'declined', hash: '/chat/c2' },
  { name: 'interrupted', hash: '/chat/c5' },
  { name: 'failed', hash: '/chat/c6' },
  { name: 'settings', query: 'state=sample', hash: '/settings' },
  {
    name: 'palette',
    hash: '/chat/c1',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.waitForTimeout(200)
    },
  },
  { name: 'broken', query: 'state=broken', hash: '/chat/c1' },
  { name: 'away', query: 'state=away', hash: '/chat/c3' },
  { name: 'health', hash: '/health' },
  { name: 'indicator', hash: '/health/resting_heart_rate' },
  { name: 'tools', hash: '/tools' },
]

const looks = [
  { name: 'light', query: 'theme=light&lang=en', size: { width: 1280, height: 860 } },
  { name: 'dark', query: 'theme=dark&lang=en', size: { width: 1280, height: 860 } },
  { name: 'zh', query: 'theme=light&lang=zh-CN', size: { width: 1280, height: 860 } },
  { name: 'small', query: 'theme=light&lang=en', size: { width: 800, height: 560 } },
]

const [out = 'screenshots', ...wanted] = process.argv.slice(2)
const base = process.env.HARNESS_URL ?? 'http://127.0.0.1:5199/'
await mkdir(out, { recursive: true })
const browser = await chromium.launch({
  executablePath: await findBrowser((line) => process.stderr.write(`${line}\n`)),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  for (const look of looks.filter(
    (one) => !wanted.some((name) => looks.some((known) => known.name === name)) || wanted.includes(one.name),
  )) {
    const page = await browser.newPage({ viewport: look.size })
    page.on('console', (message) => {
      if (message.type() === 'error') process.stderr.write(`${look.name}: ${message.text()}\n`)
    })
    page.on('pageerror', (error) => process.stderr.write(`${look.name}: ${error.message}\n`))
    for (const shot of shots) {
      const named = wanted.filter((name) => shots.some((known) => known.name === name))
      if (named.length > 0 && !named.includes(shot.name)) continue
      await page.goto(`${base}?${look.query}&${shot.query ?? ''}#${shot.hash}`)
      await page.waitForTimeout(700)
      await shot.act?.(page)
      await page.waitForTimeout(250)
      await page.screenshot({ path: join(out, `${shot.name}-${look.name}.png`) })
    }
    await page.close()
  }
} finally {
  await browser.close()
}
