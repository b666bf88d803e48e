/**
 * Pictures of every page and state, to be looked at: `npx vite --config test/ui-harness/vite.config.ts` in one
 * terminal, `npx node test/ui-harness/screenshots.ts OUT [name…]` in another.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.ts'
import { composerShots } from './composer-shots.ts'
import { connectShots } from './connect-shots.ts'
import { modelsShots } from './models-shots.ts'
import { serverShots } from './server-shots.ts'
import { serversShots } from './servers-shots.ts'
import { skillsShots } from './skills-shots.ts'
import { threadShots } from './thread-shots.ts'

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

const clickNth = (page: Page, selector: string, index: number) => page.locator(selector).nth(index).click()

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
  { name: 'units', hash: '/settings/units' },
  { name: 'tokens', hash: '/settings/tokens' },
  { name: 'data', hash: '/settings/data' },
  { name: 'about', hash: '/settings/about' },
  { name: 'people', hash: '/settings/people' },
  { name: 'people-asked', query: 'household=asked', hash: '/settings/people' },
  { name: 'people-one', query: 'household=one', hash: '/settings/people' },
  { name: 'people-broken', query: 'state=broken', hash: '/settings/people' },
  { name: 'people-banner', query: 'household=asked', hash: '/health' },
  {
    name: 'person-menu',
    hash: '/health',
    act: async (page) => {
      await page.locator('nav button[aria-haspopup=menu]').first().click()
      await page.waitForTimeout(200)
    },
  },
  { name: 'person-add', hash: '/settings/people', act: async (page) => clickNth(page, 'main button', 1) },
  {
    name: 'person-remove',
    hash: '/settings/people',
    act: async (page) => page.locator('main div > ul > li').nth(1).locator('button').last().click(),
  },
  {
    name: 'share-ask',
    hash: '/settings/people',
    act: async (page) => page.locator('main section').nth(1).locator('button').last().click(),
  },
  { name: 'urls-off', query: 'urls=off', hash: '/settings/addresses' },
  { name: 'urls', query: 'urls=on', hash: '/settings/addresses' },
  {
    name: 'urls-shown',
    query: 'urls=on',
    hash: '/settings/addresses',
    act: async (page) => {
      await page.locator('main summary').click()
      await page.locator('main li button').nth(2).click()
      await page.waitForTimeout(400)
    },
  },
  { name: 'urls-broken', query: 'urls=on&state=broken', hash: '/settings/addresses' },
  { name: 'secrets', hash: '/settings/secrets' },
  { name: 'secrets-memory', query: 'secrets=memory', hash: '/settings/secrets' },
  { name: 'secrets-fixed', query: 'secrets=fixed', hash: '/settings/secrets' },
  { name: 'audit', hash: '/settings/audit' },
  {
    name: 'audit-end',
    hash: '/settings/audit',
    act: async (page) => {
      await page.locator('main [role=region]').hover()
      await page.mouse.wheel(0, 6_500)
      await page.waitForTimeout(500)
    },
  },
  { name: 'audit-none', query: 'audit=none', hash: '/settings/audit' },
  { name: 'audit-broken', query: 'state=broken', hash: '/settings/audit' },
  {
    name: 'audit-verify',
    query: 'audit=broken',
    hash: '/settings/audit',
    act: async (page) => {
      await page.locator('header button').nth(1).click()
      await page.waitForTimeout(1_000)
    },
  },
  {
    name: 'audit-export',
    hash: '/settings/audit',
    act: async (page) => {
      await page.locator('header button').nth(2).click()
      await page.keyboard.press('Enter')
      await page.waitForTimeout(900)
    },
  },
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
  ...connectShots,
  ...composerShots,
  ...modelsShots,
  ...serversShots,
  ...skillsShots,
  ...serverShots,
  ...threadShots,
]

const looks = [
  { name: 'light', query: 'theme=light&lang=en', size: { width: 1280, height: 860 } },
  { name: 'dark', query: 'theme=dark&lang=en', size: { width: 1280, height: 860 } },
  { name: 'zh', query: 'theme=light&lang=zh-CN', size: { width: 1280, height: 860 } },
  { name: 'zh-dark', query: 'theme=dark&lang=zh-CN', size: { width: 1280, height: 860 } },
  { name: 'zh-small', query: 'theme=light&lang=zh-CN', size: { width: 800, height: 560 } },
  { name: 'zh-small-dark', query: 'theme=dark&lang=zh-CN', size: { width: 800, height: 560 } },
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
      // The name makes each address another one: a change of the hash alone would keep the last shot's open menu.
      await page.goto(`${base}?${look.query}&${shot.query ?? ''}&shot=${shot.name}#${shot.hash}`, {})
      // A page whose code is still on its way has no header yet; the welcome never has one.
      await page
        .locator('main header h1')
        .first()
        .waitFor({ timeout: 6_000 })
        .catch(() => {})
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
