/** Pictures of the Connect page and of the question whether an app may come in. */
import type { Page } from 'playwright-core'

/** Scrolls a heading to the top of the page's own scroller. */
const to = (heading: string | RegExp) => async (page: Page) => {
  const found = page.getByRole('heading', { name: heading }).first()
  await found.evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

/** The button of a card, by its place: the words depend on the language. */
const openCard = (index: number) => async (page: Page) => {
  await page.locator('[aria-labelledby=connect-here] li > button').nth(index).click()
  await page.waitForTimeout(300)
}

/** The last button of the open dialog is the one that goes on. */
const goOn = async (page: Page) => {
  await page.locator('[role=dialog] footer button').last().click()
}

const openTab = (index: number) => async (page: Page) => {
  await page.getByRole('tab').nth(index).click()
  await page.getByRole('tablist').evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

export const connectShots = [
  { name: 'connect', hash: '/connect' },
  { name: 'connect-heard', hash: '/connect', act: to(/^(Heard from|收到的请求)$/) },
  { name: 'connect-access', hash: '/connect', act: to(/^(Who has access now|当前谁可以访问)$/) },
  { name: 'connect-remote', hash: '/connect', act: to(/^(Access from elsewhere|从别处访问)$/) },
  { name: 'connect-empty', query: 'state=empty', hash: '/connect' },
  {
    name: 'connect-empty-access',
    query: 'state=empty',
    hash: '/connect',
    act: to(/^(Who has access now|当前谁可以访问)$/),
  },
  { name: 'connect-loading', query: 'state=loading', hash: '/connect' },
  { name: 'connect-broken', query: 'state=broken', hash: '/connect' },
  { name: 'connect-tab-address', hash: '/connect', act: openTab(1) },
  { name: 'connect-tab-bridge', hash: '/connect', act: openTab(2) },
  { name: 'connect-tab-personal', query: 'urls=on', hash: '/connect', act: openTab(4) },
  { name: 'connect-review-new', hash: '/connect', act: openCard(1) },
  { name: 'connect-review-update', hash: '/connect', act: openCard(2) },
  { name: 'connect-review-folded', hash: '/connect', act: openCard(4) },
  {
    name: 'connect-written',
    hash: '/connect',
    act: async (page: Page) => {
      await openCard(1)(page)
      await goOn(page)
      await page.waitForTimeout(900)
    },
  },
  {
    name: 'connect-write-failed',
    query: 'write=fail',
    hash: '/connect',
    act: async (page: Page) => {
      await openCard(4)(page)
      await goOn(page)
      await page.waitForTimeout(900)
    },
  },
  {
    name: 'connect-verified',
    hash: '/connect',
    act: async (page: Page) => {
      await openCard(0)(page)
      await page.locator('[role=dialog] section button').first().click()
      await page.waitForTimeout(2_200)
    },
  },
  {
    name: 'connect-verify-failed',
    query: 'verify=fail',
    hash: '/connect',
    act: async (page: Page) => {
      await openCard(5)(page)
      await page.locator('[role=dialog] section button').first().click()
      await page.waitForTimeout(2_200)
    },
  },
  {
    name: 'connect-verify-no-tools',
    query: 'verify=none',
    hash: '/connect',
    act: async (page: Page) => {
      await openCard(0)(page)
      await page.locator('[role=dialog] section button').first().click()
      await page.waitForTimeout(2_200)
    },
  },
  {
    name: 'connect-remove',
    hash: '/connect',
    act: async (page: Page) => {
      await openCard(5)(page)
      await page.locator('[role=dialog] footer button').first().click()
    },
  },
  {
    name: 'connect-revoke',
    hash: '/connect',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(Revoke|撤销) Research/ }).click()
    },
  },
  {
    name: 'connect-own-new',
    hash: '/connect',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(New client|新建客户端)$/ }).click()
    },
  },
  {
    name: 'connect-own-made',
    hash: '/connect',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(New client|新建客户端)$/ }).click()
      await page.locator('[role=dialog] input').first().fill('Backup script')
      await goOn(page)
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'connect-reachable',
    query: 'public',
    hash: '/connect',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(Check that it can|检查能否访问)/ }).click()
      await page.waitForTimeout(1_900)
      await to(/^(Access from elsewhere|从别处访问)$/)(page)
    },
  },
  {
    name: 'connect-unreachable',
    query: 'public&reach=fail',
    hash: '/connect',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(Check that it can|检查能否访问)/ }).click()
      await page.waitForTimeout(1_900)
      await to(/^(Access from elsewhere|从别处访问)$/)(page)
    },
  },
  { name: 'consent', query: 'consent=3', hash: '/health' },
  { name: 'consent-document', query: 'consent=document', hash: '/chat/c1' },
  { name: 'consent-login', query: 'consent=login', hash: '/chat/c1' },
  {
    name: 'consent-later',
    query: 'consent=3',
    hash: '/chat/c1',
    act: async (page: Page) => {
      for (let count = 0; count < 3; count++) {
        await page.keyboard.press('Escape')
        await page.waitForTimeout(300)
      }
    },
  },
]
