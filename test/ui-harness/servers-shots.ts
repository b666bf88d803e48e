/** Pictures of the Servers page and of adding a server. */
import type { Page } from 'playwright-core'

const add = async (page: Page) => {
  await page.locator('main header button').last().click()
  await page.waitForTimeout(500)
}

const openTab = async (page: Page, index: number) => {
  await add(page)
  await page.getByRole('tab').nth(index).click()
  await page.waitForTimeout(200)
}

/** Goes on to the look at what will run. */
const goOn = async (page: Page) => {
  await page.locator('[role=dialog] button[type=submit]').click()
  await page.waitForTimeout(700)
}

const lookAtLink = async (page: Page) => {
  await openTab(page, 3)
  await page.getByRole('dialog').locator('input').first().fill('mirohub://mcp/install?name=helpful-tool')
  await goOn(page)
}

const toEnd = (page: Page) =>
  page.locator('[role=alertdialog] > div').evaluate((element) => element.scrollTo(0, element.scrollHeight))

const lookAtFound = async (page: Page) => {
  await add(page)
  await page.locator('[role=dialog] input[type=checkbox]').first().click()
  await goOn(page)
}

const paste = (text: string) => async (page: Page) => {
  await openTab(page, 1)
  await page.locator('[role=dialog] textarea').fill(text)
  await page.waitForTimeout(900)
}

const pasted = JSON.stringify(
  {
    mcpServers: {
      library: { url: 'https://library.example.org/mcp' },
      notes: { command: 'npx', args: ['-y', 'notes-mcp'], env: { NOTES_TOKEN: 'secret' } },
      empty: { type: 'stdio' },
    },
  },
  null,
  2,
)

const fillProgram = async (page: Page) => {
  await openTab(page, 2)
  const inputs = page.locator('[role=dialog] input')
  await inputs.nth(0).fill('Notes')
  await inputs.nth(1).fill('npx -y notes-mcp --root "/home/ada/My notes"')
}

export const serversShots = [
  { name: 'servers', hash: '/servers' },
  {
    name: 'servers-fault',
    query: 'files=broken',
    hash: '/servers',
    act: async (page: Page) => page.locator('td button[aria-expanded]').first().click(),
  },
  {
    name: 'servers-menu',
    hash: '/servers',
    act: async (page: Page) => {
      await page.locator('tbody tr').nth(5).locator('button').last().click()
      await page.waitForTimeout(200)
    },
  },
  {
    name: 'servers-chosen',
    hash: '/servers',
    act: async (page: Page) => {
      for (const row of [1, 3, 9]) await page.locator('tbody tr').nth(row).locator('input').click()
    },
  },
  {
    name: 'servers-remove',
    hash: '/servers',
    act: async (page: Page) => {
      for (const row of [1, 3, 9]) await page.locator('tbody tr').nth(row).locator('input').click()
      await page
        .getByRole('button', { name: /^(Remove…|移除…)$/ })
        .first()
        .click()
    },
  },
  {
    name: 'servers-groups',
    hash: '/servers',
    act: async (page: Page) =>
      page.locator('#servers-companions').evaluate((element) => element.scrollIntoView({ block: 'end' })),
  },
  {
    name: 'servers-companions',
    hash: '/servers',
    act: async (page: Page) =>
      page.locator('#servers-companions').evaluate((element) => element.scrollIntoView({ block: 'start' })),
  },
  {
    name: 'servers-group',
    hash: '/servers',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(Edit On the web|编辑 上网)$/ }).click()
      await page.waitForTimeout(500)
    },
  },
  { name: 'servers-many', query: 'servers=many', hash: '/servers' },
  { name: 'servers-none', query: 'servers=none', hash: '/servers' },
  { name: 'servers-loading', query: 'state=loading', hash: '/servers' },
  { name: 'servers-broken', query: 'state=broken', hash: '/servers' },
  { name: 'servers-add-find', hash: '/servers', act: add },
  { name: 'servers-add-paste', hash: '/servers', act: paste(pasted) },
  { name: 'servers-add-paste-bad', hash: '/servers', act: paste('{\n  "mcpServers": {\n    "a" 1\n') },
  { name: 'servers-add-form', hash: '/servers', act: fillProgram },
  {
    name: 'servers-add-form-split',
    hash: '/servers',
    act: async (page: Page) => {
      await fillProgram(page)
      await page.getByRole('button', { name: /^(Split into|拆分为)/ }).click()
      await page.getByRole('button', { name: /^(Add variable|添加变量)$/ }).click()
      await page.waitForTimeout(100)
      await page.keyboard.type('NOTES_TOKEN')
    },
  },
  {
    name: 'servers-add-form-address',
    hash: '/servers',
    act: async (page: Page) => {
      await openTab(page, 2)
      await page.getByRole('radio').nth(1).click()
      const inputs = page.locator('[role=dialog] input')
      await inputs.nth(1).fill('htp:/calendar.example.org')
      await page.getByRole('combobox').click()
      await page.waitForTimeout(300)
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.waitForTimeout(300)
      await page.locator('[role=dialog] summary').click()
    },
  },
  { name: 'servers-add-link', hash: '/servers', act: async (page: Page) => openTab(page, 3) },
  {
    name: 'servers-add-link-bad',
    query: 'propose=bad',
    hash: '/servers',
    act: lookAtLink,
  },
  { name: 'servers-review', hash: '/servers', act: lookAtLink },
  { name: 'servers-review-hostile', query: 'propose=hostile', hash: '/servers', act: lookAtLink },
  {
    name: 'servers-review-hostile-end',
    query: 'propose=hostile',
    hash: '/servers',
    act: async (page: Page) => {
      await lookAtLink(page)
      await toEnd(page)
    },
  },
  { name: 'servers-review-several', hash: '/servers', act: lookAtFound },
  {
    name: 'servers-review-missing',
    hash: '/servers',
    act: async (page: Page) => {
      await lookAtFound(page)
      await page.getByRole('button', { name: /^(Skip|跳过)$/ }).click()
      await page.waitForTimeout(300)
      await page.locator('[role=alertdialog] footer button').last().click()
      await page.waitForTimeout(200)
    },
  },
  {
    name: 'servers-review-problem',
    hash: '/servers',
    act: async (page: Page) => {
      await lookAtFound(page)
      for (let count = 0; count < 3; count++) {
        await page.getByRole('button', { name: /^(Skip|跳过)$/ }).click()
        await page.waitForTimeout(200)
      }
    },
  },
  {
    name: 'servers-review-bundle',
    hash: '/servers',
    act: async (page: Page) => {
      await page.route('**/api/upload', (route) => route.fulfill({ json: { upload: 'u1' } }))
      await openTab(page, 3)
      await page.locator('[role=dialog] input[type=file]').setInputFiles({
        name: 'lab-notes.mcpb',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('PK'),
      })
      await page.waitForTimeout(900)
      await toEnd(page)
    },
  },
  {
    name: 'servers-companion',
    hash: '/servers',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^(Set up Searching|设置 搜索)$/ }).click()
      await page.waitForTimeout(700)
    },
  },
  {
    name: 'servers-add-failed',
    query: 'act=fail',
    hash: '/servers',
    act: async (page: Page) => {
      await lookAtLink(page)
      await page.locator('[role=alertdialog] footer button').last().click()
      await page.waitForTimeout(700)
    },
  },
  {
    name: 'servers-added',
    hash: '/servers',
    act: async (page: Page) => {
      await lookAtLink(page)
      await page.locator('[role=alertdialog] footer button').last().click()
      await page.waitForTimeout(700)
    },
  },
]
