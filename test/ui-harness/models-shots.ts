/** Pictures of the guide to a model, of Settings' models and keys, and of what agents may do. */
import type { Page } from 'playwright-core'

const way = (index: number) => async (page: Page) => {
  await page.locator('main button:has(svg.lucide-sparkles)').first().click()
  await page.waitForTimeout(300)
  if (index >= 0) await page.locator('[role=dialog] button').nth(index).click()
  await page.waitForTimeout(1_200)
}

const choosePreset = async (page: Page, index: number) => {
  await way(1)(page)
  await page.locator('[role=dialog] fieldset label').nth(index).click()
  await page.waitForTimeout(200)
}

const row = (index: number) => (page: Page) => page.locator('main div > ul > li').nth(index)

const to = (heading: RegExp) => async (page: Page) => {
  await page.getByRole('heading', { name: heading }).evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.waitForTimeout(200)
}

const models = '/settings/models'
const agents = '/settings/agents'

export const modelsShots = [
  { name: 'guide', hash: models, act: way(-1) },
  { name: 'guide-local', hash: models, act: way(0) },
  { name: 'guide-local-none', query: 'models=none', hash: models, act: way(0) },
  { name: 'guide-key', query: 'models=none', hash: models, act: async (page: Page) => choosePreset(page, 3) },
  {
    name: 'guide-key-failed',
    query: 'models=none&test=fail',
    hash: models,
    act: async (page: Page) => {
      await choosePreset(page, 3)
      await page.locator('[role=dialog] input[type=password]').fill('sk-not-a-real-key')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(1_600)
    },
  },
  {
    name: 'guide-ready',
    query: 'models=none',
    hash: models,
    act: async (page: Page) => {
      await choosePreset(page, 3)
      await page.locator('[role=dialog] input[type=password]').fill('sk-not-a-real-key')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(1_600)
    },
  },
  { name: 'guide-welcome', query: 'state=empty&models=none', hash: '/chat' },
  { name: 'models', hash: models },
  { name: 'models-none', query: 'models=none', hash: models },
  { name: 'models-broken', query: 'state=broken', hash: models },
  {
    name: 'models-tested',
    hash: models,
    act: async (page: Page) => {
      await row(2)(page).locator('button').first().click()
      await page.waitForTimeout(1_300)
    },
  },
  {
    name: 'models-defaults',
    hash: models,
    act: async (page: Page) => {
      await page.getByRole('combobox').first().scrollIntoViewIfNeeded()
      await page.getByRole('combobox').first().click()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'models-add',
    hash: models,
    act: async (page: Page) => {
      await page.locator('main button:has(svg.lucide-plus)').first().click()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'models-edit',
    hash: models,
    act: async (page: Page) => {
      await row(2)(page).locator('button').last().click()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(400)
      await page.locator('[role=dialog] summary').click()
      await page.locator('[role=dialog] input').nth(3).fill('3')
    },
  },
  {
    name: 'models-remove',
    hash: models,
    act: async (page: Page) => {
      await row(2)(page).locator('button').last().click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(400)
    },
  },
  { name: 'agents', hash: agents },
  { name: 'agents-notes', hash: agents, act: to(/^(Kept about you|关于你的记录)$/) },
  { name: 'agents-broken', query: 'state=broken', hash: agents },
  {
    name: 'agents-note-edit',
    hash: agents,
    act: async (page: Page) => {
      await page.locator('main button:has(svg.lucide-pencil)').first().click()
      await page.waitForTimeout(250)
    },
  },
]
