/** No page has a fault that axe knows, in either theme, empty and with data. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from './harness.ts'

const pages = [
  'chat',
  'health',
  'health/resting_heart_rate',
  'tools',
  'settings',
  'settings/people',
  'settings/addresses',
  'settings/secrets',
  'settings/audit',
] as const

async function faults(page: Page): Promise<string[]> {
  // Legacy mode checks in the page itself: a window of the app cannot open another one for axe.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

async function open(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${route}`)
  await page.waitForTimeout(700)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the welcome, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Try it' }).waitFor()
    expect(await faults(page)).toEqual([])
  })

  test(`every page with data, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Try it' }).click()
    const sheet = page.getByRole('dialog', { name: 'Import' })
    await expect(sheet.getByText('Done').first()).toBeVisible({ timeout: 60_000 })
    expect(await faults(page), 'import sheet').toEqual([])
    await page.keyboard.press('Escape')
    for (const route of pages) {
      await open(page, route)
      expect(await faults(page), route).toEqual([])
    }
  })
}
