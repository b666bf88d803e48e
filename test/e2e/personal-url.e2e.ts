/** A personal address: off until wanted, shown when asked for, used by a client, and dead once revoked. */
import { expect, goTo, takeSampleData, test } from './harness.ts'
import { connectClient, restingHeartRate, statusOf } from './mcp-clients.ts'

test.use({ settings: { now: null, timeZone: 'Europe/Berlin' } })

test.skip(
  ({ hostName }) => hostName === 'stand-in',
  'The window shows the same page as the browser; the address answers over the same server.',
)

test('a personal address is made, read, used and revoked', async ({ page }) => {
  await takeSampleData(page)
  await goTo(page, 'settings/addresses')
  const turn = page.getByRole('switch', { name: 'Personal addresses' })
  await expect(turn).not.toBeChecked()
  await expect(page.getByRole('button', { name: 'New address' })).toHaveCount(0)

  await turn.click()
  await page.getByRole('button', { name: 'New address' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Revoke/ }) })
  // Just made, it is shown; covered, it holds nothing of the key.
  await row.getByRole('button', { name: /^Cover the address/ }).click()
  await expect(row.locator('code')).toContainText('key covered')
  await row.getByRole('button', { name: /^Show the address/ }).click()
  await expect(row.locator('code')).toHaveText(/\/mcp\/[\w-]{128}$/)
  const url = (await row.locator('code').textContent()) ?? ''
  await expect(row).toContainText('never used')

  const { client } = await connectClient('old-recorder', url)
  const { structuredContent } = await client.callTool(restingHeartRate)
  expect(structuredContent).toMatchObject({ success: true, indicators: { resting_heart_rate: { unit: 'bpm' } } })
  await client.close()
  await page.reload()
  await expect(row).toContainText('by old-recorder')
  // After a reload nobody has asked to see it.
  await expect(row.locator('code')).toContainText('key covered')

  await turn.click()
  await expect(row).toContainText('Turned off')
  // The switch moves at once and the hub follows.
  await expect.poll(() => statusOf(url, restingHeartRate)).toBe(404)
  await turn.click()
  await expect(row).toContainText('Works')
  await expect.poll(() => statusOf(url, restingHeartRate)).toBe(200)

  await row.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('1 address that no longer works')).toBeVisible()
  expect(await statusOf(url, restingHeartRate)).toBe(404)
})
