/** No page has a fault that axe knows: in either theme and language, empty and with data, and with what opens over it. */
import AxeBuilder from '@axe-core/playwright'
import { expect, fontsReady, goTo, type Page, runCommand, test } from './harness.ts'
import { connectClient, createSigningApp, restingHeartRate } from './mcp-clients.ts'

test.use({ homeFiles: { '.cursor/mcp.json': '{ "mcpServers": { "files": { "command": "npx" } } }\n' } })

// The window shows the same pages as the browser; axe reads them once.
test.skip(({ hostName }) => hostName === 'stand-in', 'axe reads the pages in the browser')

const pages = [
  'chat',
  'health',
  'health/resting_heart_rate',
  'tools',
  'connect',
  'settings/person',
  'settings/units',
  'settings/people',
  'settings/data',
  'settings/secrets',
  'settings/tokens',
  'settings/addresses',
  'settings/about',
  'settings/audit',
] as const

/** The dark theme is looked at in Chinese, the light one in English: colours and words do not depend on each other. */
const looks = [
  { colorScheme: 'light', language: 'English' },
  { colorScheme: 'dark', language: '简体中文' },
] as const

async function faults(page: Page): Promise<string[]> {
  // Legacy mode checks in the page itself: a window of the app cannot open another one for axe.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

async function open(page: Page, route: string): Promise<void> {
  await goTo(page, route)
  await page.waitForTimeout(700)
}

async function speak(page: Page, language: string): Promise<void> {
  await goTo(page, 'settings/person')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: language }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'English' ? 'en' : 'zh-CN')
}

for (const { colorScheme, language } of looks) {
  test(`the welcome, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Try it' }).waitFor()
    expect(await faults(page)).toEqual([])
  })

  test(`every page with data, ${colorScheme}, ${language}`, async ({ page, hub, browser }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await fontsReady(page)
    await page.getByRole('button', { name: 'Try it' }).click()
    const sheet = page.getByRole('dialog', { name: 'Import' })
    await expect(sheet.getByText('Done').first()).toBeVisible({ timeout: 60_000 })
    expect(await faults(page), 'import sheet').toEqual([])
    await page.keyboard.press('Escape')
    await speak(page, language)
    const { client } = await connectClient('reader', hub.mcpUrl, { token: await runCommand(hub, 'token') })
    await client.callTool(restingHeartRate)
    await client.close()
    for (const route of pages) {
      await open(page, route)
      expect(await faults(page), route).toEqual([])
    }

    await open(page, 'connect')
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
    app.close()
    await elsewhere.close()
  })
}
