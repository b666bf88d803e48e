/**
 * No page has a fault that axe knows: in either theme and language, empty and with data, and with what opens over it. The
 * specs share an app: it is empty for the first two, and Chinese from the last one on.
 */
import { faults } from './axe.ts'
import { expect, fontsReady, goTo, once, type Page, runCommand, test } from './harness.ts'
import { connectClient, createSigningApp, restingHeartRate } from './mcp-clients.ts'
import { addPasted, fakeServer, openServer } from './server-steps.ts'

test.use({
  sharesHub: true,
  homeFiles: { '.cursor/mcp.json': '{ "mcpServers": { "files": { "command": "npx" } } }\n' },
})

const pages = [
  'chat',
  'health',
  'health/resting_heart_rate',
  'tools',
  'connect',
  'settings/person',
  'settings/units',
  'settings/people',
  'settings/models',
  'settings/agents',
  'settings/data',
  'settings/secrets',
  'settings/tokens',
  'settings/addresses',
  'settings/about',
  'settings/audit',
] as const

/** The dark theme is looked at in Chinese, the light one in English: colours and words do not depend on each other. */
const looks = [
  { colorScheme: 'light', language: 'English', words: { add: 'Add server', run: 'Run' } },
  { colorScheme: 'dark', language: '简体中文', words: { add: '添加服务器', run: '运行' } },
] as const

async function speak(page: Page, language: string): Promise<void> {
  await goTo(page, 'settings/person')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: language }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'English' ? 'en' : 'zh-CN')
}

/** A server's tabs, the dialog that adds one in each of its ways, the look before it runs, and a question of a server. */
async function faultsOfServers(page: Page, words: (typeof looks)[number]['words'], server: string) {
  const found: Record<string, string[]> = {}
  const look = async (what: string) => {
    const here = await faults(page)
    if (here.length > 0) found[what] = here
  }
  for (const tab of ['', '/resources', '/prompts', '/logs', '/settings']) {
    await goTo(page, `${server}${tab}`)
    await look(`server${tab}`)
  }
  await goTo(page, server)
  await page.getByRole('button').filter({ hasText: 'ask_form' }).first().click()
  await page.getByRole('button', { name: words.run, exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button').last()).toBeEnabled()
  await look('question of a server')
  await question.getByRole('button').first().click()
  await expect(question).toBeHidden()

  await goTo(page, 'servers')
  await look('servers')
  await page.getByRole('button', { name: words.add, exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  for (const way of [0, 2, 3, 1]) {
    await dialog.getByRole('tab').nth(way).click()
    await look(`adding, tab ${way + 1}`)
  }
  const hostile = { command: 'sh', args: ['-c', 'a\nb', 'safe\u202Etxt'], env: { TOKEN: '' } }
  await dialog.getByRole('textbox').fill(JSON.stringify({ mcpServers: { odd: hostile } }))
  await dialog.locator('button[type=submit]').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('review')
  await page.keyboard.press('Escape')
  return found
}

test('the welcome in either theme', async ({ page }) => {
  await page.getByRole('button', { name: 'Try it' }).waitFor()
  for (const { colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await faults(page), colorScheme).toEqual([])
  }
})

for (const { colorScheme, language, words } of looks) {
  test(`every page with data, ${colorScheme}, ${language}`, async ({ page, hub, browser }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const sheet = page.getByRole('dialog', { name: 'Import' })
    if (hub.prepared.has('sample data')) {
      await goTo(page, 'health')
      await page.getByRole('button', { name: 'Import', exact: true }).click()
    }
    await once(hub, 'sample data', async () => {
      await fontsReady(page)
      await page.getByRole('button', { name: 'Try it' }).click()
    })
    await expect(sheet.getByText('Done').first()).toBeVisible({ timeout: 60_000 })
    expect(await faults(page), 'import sheet').toEqual([])
    await page.keyboard.press('Escape')
    await once(hub, 'a server', () =>
      addPasted(page, { asking: { command: process.execPath, args: fakeServer('stdio-asking.mjs') } }),
    )
    await openServer(page, 'asking')
    const server = new URL(page.url()).hash.replace(/^#\//, '')
    await speak(page, language)
    const { client } = await connectClient('reader', hub.mcpUrl, { token: await runCommand(hub, 'token') })
    await client.callTool(restingHeartRate)
    await client.close()
    for (const route of pages) {
      await goTo(page, route)
      expect(await faults(page), route).toEqual([])
    }
    expect(await faultsOfServers(page, words, server)).toEqual({})

    await goTo(page, 'connect')
    await page.getByRole('button', { name: /Cursor$/ }).click()
    await page.getByRole('dialog').getByRole('region').last().waitFor()
    expect(await faults(page), 'what would be written').toEqual([])
    await page.keyboard.press('Escape')

    const app = await createSigningApp('Notebook', hub.mcpUrl, 'mcp:read mcp:admin')
    const elsewhere = await browser.newContext({ colorScheme })
    const waiting = await elsewhere.newPage()
    await waiting.goto(await app.ask())
    expect(await faults(waiting), 'the page that waits').toEqual([])
    const question = page.getByRole('alertdialog')
    // Before that it takes no answer, and looks like it.
    await expect(question.getByRole('button').last()).toBeEnabled()
    expect(await faults(page), 'the question of an app').toEqual([])
    // Unanswered it would wait for the next look.
    await question.getByRole('button').first().click()
    await expect(question).toBeHidden()
    app.close()
    await elsewhere.close()
  })
}
