/** Two people at one computer: each has their own, one asks the other, gets a part, and loses it again. */
import { resolve } from 'node:path'
import { expect, goTo, type Page, runCommand, takeSampleData, test } from './harness.ts'
import { connectClient, restingHeartRate, statusOf } from './mcp-clients.ts'

test.use({ settings: { now: null, timeZone: 'Europe/Berlin' } })

const genotype = resolve(import.meta.dirname, '..', 'fixtures', 'genotype', '23andme.txt')
const oneMarker = { name: 'get_genetic_data', arguments: { rsid: 'rs1' } }

async function rename(page: Page, name: string): Promise<void> {
  await goTo(page, 'settings/person')
  const field = page.getByRole('textbox', { name: 'Name' })
  await field.fill(name)
  await field.press('Enter')
  await expect(page.getByRole('button', { name: `Person: ${name}` })).toBeVisible()
}

/** The page starts again as the other person's. */
async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Person:/ }).click()
  await page.getByRole('menuitemcheckbox', { name }).click()
  await expect(page.getByRole('button', { name: `Person: ${name}` })).toBeVisible()
}

const level = (page: Page, kind: string, name: string, value: 'None' | 'Read') =>
  page.getByRole('radiogroup', { name: `${kind}: what ${name} may read of you` }).getByRole('radio', { name: value })

test('what one person lets another read, and nothing more, answers over their address', async ({ page, hub }) => {
  await takeSampleData(page)
  await runCommand(hub, 'import', genotype)
  await rename(page, 'Ada')

  await goTo(page, 'settings/people')
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Bob')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch to Bob' }).click()
  await expect(page.getByRole('button', { name: 'Person: Bob' })).toBeVisible()
  await goTo(page, 'health')
  await expect(page.getByRole('heading', { name: 'Your health data, on this computer only' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Resting heart rate/ })).toHaveCount(0)

  // Bob asks for everything.
  await goTo(page, 'settings/people')
  await page.getByRole('button', { name: 'Ask to read…' }).click()
  const question = page.getByRole('dialog', { name: 'Ask Ada' })
  await question.getByRole('switch', { name: /^Genetics/ }).click()
  await question.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByText('asked, no answer yet')).toHaveCount(3)

  // Ada allows all but the genes.
  await switchTo(page, 'Ada')
  await goTo(page, 'health')
  await page.getByRole('status').filter({ hasText: 'Bob asks to read your data.' }).getByText('Look at it').click()
  await level(page, 'Genetics', 'Bob', 'None').click()
  await page.getByRole('button', { name: 'Allow only this' }).click()
  await expect(page.getByText('Bob may now read what you allowed.', { exact: true })).toBeVisible()

  await switchTo(page, 'Bob')
  await goTo(page, 'settings/addresses')
  await page.getByRole('switch', { name: 'Personal addresses' }).click()
  await page.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('menuitem', { name: 'For the data of Ada' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'data of Ada' })
  await expect(row.locator('code')).toHaveText(/\/mcp\/[\w-]{128}$/)
  const url = (await row.locator('code').textContent()) ?? ''

  const { client } = await connectClient('household', url)
  const health = await client.callTool(restingHeartRate)
  expect(health.structuredContent).toMatchObject({ success: true, indicators: { resting_heart_rate: { unit: 'bpm' } } })
  const genes = await client.callTool(oneMarker).catch((error: unknown) => ({ refused: String(error) }))
  expect(JSON.stringify(genes)).not.toContain('AA')
  expect(JSON.stringify(genes)).toMatch(/not shared|has not shared|not_shared/)
  await client.close()

  // Ada takes it back.
  await switchTo(page, 'Ada')
  await goTo(page, 'settings/people')
  await level(page, 'Chat', 'Bob', 'None').click()
  await expect.poll(() => statusOf(url, restingHeartRate)).toBe(404)
  await switchTo(page, 'Bob')
  await goTo(page, 'settings/addresses')
  await expect(row).toContainText('Blocked')
})
