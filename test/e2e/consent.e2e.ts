/** An app asks to be let in: what the person sees, what their answer does, and what no key press can do for them. */
import type { Browser } from '@playwright/test'
import { expect, goTo, type Page, takeSampleData, test } from './harness.ts'
import { createSigningApp, restingHeartRate, statusOf } from './mcp-clients.ts'

// What was just now is told by the page's clock, so the hub's is the same.
test.use({ settings: { now: null, timeZone: 'Europe/Berlin' } })

/** Another browser, which has no session of the app: the one that the asking app opens. */
async function openElsewhere(browser: Browser, url: string): Promise<{ page: Page; code: string }> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Answer in Mirohub' })).toBeVisible()
  return { page, code: (await page.locator('#code').textContent()) ?? '' }
}

test('an app is let in, seen at work and shut out again', async ({ page, hub, browser }) => {
  await takeSampleData(page)
  const app = await createSigningApp('Notebook', hub.mcpUrl, 'mcp:read mcp:write')
  const elsewhere = await openElsewhere(browser, await app.ask())
  expect(elsewhere.code).toMatch(/^\d\d \d\d$/)

  const dialog = page.getByRole('alertdialog', { name: 'Let “Notebook” use Mirohub?' })
  await expect(dialog).toContainText(elsewhere.code)
  await expect(dialog).toContainText('a program on this computer (127.0.0.1)')
  await expect(dialog.getByRole('switch', { name: /^Read your data/ })).toBeChecked()
  await expect(dialog.getByRole('switch', { name: /^Change your data/ })).toBeChecked()
  await expect(dialog.getByRole('switch')).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Deny' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Allow' }).click()
  await expect(dialog).toBeHidden()

  const client = await app.enter(await app.answer())
  await expect(elsewhere.page.getByText('You can close this page.')).toBeVisible()
  const { structuredContent } = await client.callTool(restingHeartRate)
  expect(structuredContent).toMatchObject({ success: true, indicators: { resting_heart_rate: { unit: 'bpm' } } })
  const { access_token: token } = app.tokens()
  expect(await statusOf(hub.mcpUrl, restingHeartRate, token)).toBe(200)

  await goTo(page, 'connect')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Revoke Notebook' }) })
  await expect(row).toContainText('127.0.0.1')
  await expect(row).toContainText('last call just now: query_health_indicators')
  await row.getByRole('button', { name: 'Revoke Notebook' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No app has been let in')).toBeVisible()
  expect(await statusOf(hub.mcpUrl, restingHeartRate, token)).toBe(401)
  await expect(client.callTool(restingHeartRate)).rejects.toThrow()

  await client.close()
  app.close()
  await elsewhere.page.context().close()
})

test('two apps wait in turn: one is denied, the other gets less than it asked for', async ({ page, hub, browser }) => {
  const early = await createSigningApp('Early', hub.mcpUrl, 'mcp:read')
  const late = await createSigningApp('Late', hub.mcpUrl, 'mcp:read mcp:write')
  const atEarly = await openElsewhere(browser, await early.ask())
  const atLate = await openElsewhere(browser, await late.ask())
  expect(atLate.code).not.toBe(atEarly.code)

  const first = page.getByRole('alertdialog', { name: 'Let “Early” use Mirohub?' })
  const second = page.getByRole('alertdialog', { name: 'Let “Late” use Mirohub?' })
  await expect(first).toContainText(atEarly.code)
  await expect(first).toContainText('1 more waits')
  await expect(second).toHaveCount(0)
  const allow = first.getByRole('button', { name: 'Allow' })
  await expect(allow).toBeEnabled()
  await allow.press('Enter')
  await expect(first.getByRole('alert')).toHaveText('Enter never allows. Press the space bar, or click.')
  await expect(atEarly.page.locator('#code')).toHaveText(atEarly.code)
  await first.getByRole('button', { name: 'Deny' }).press('Enter')
  const denied = await early.answer()
  expect([denied.get('error'), denied.get('code')]).toEqual(['access_denied', null])

  await expect(second).toContainText(atLate.code)
  await second.getByRole('switch', { name: /^Change your data/ }).click()
  await second.getByRole('button', { name: 'Allow' }).click()
  const client = await late.enter(await late.answer())
  expect(late.tokens().scope).toBe('mcp:read')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await client.close()
  for (const app of [early, late]) app.close()
  for (const there of [atEarly, atLate]) await there.page.context().close()
})
