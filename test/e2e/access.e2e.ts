/**
 * Who reads: apps that are let in and shut out, personal addresses, the people at one computer, and the log of all calls.
 * The specs share an app. The log comes first, since it counts every call; a second person comes last.
 */
import { resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { expect, goTo, once, type Page, runCommand, takeSampleData, test } from './harness.ts'
import { connectClient, createSigningApp, restingHeartRate, statusOf } from './mcp-clients.ts'
import { savedFile } from './saved-file.ts'

// What was just now is told by the page's clock, so the hub's is the same.
test.use({ sharesHub: true, settings: { now: null, timeZone: 'Europe/Berlin' } })

const sampleData = (page: Page, hub: Parameters<typeof once>[0]) => once(hub, 'sample data', () => takeSampleData(page))

/** Another browser, which has no session of the app: the one that the asking app opens. */
async function openElsewhere(browser: Browser, url: string): Promise<{ page: Page; code: string }> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Answer in Mirohub' })).toBeVisible()
  return { page, code: (await page.locator('#code').textContent()) ?? '' }
}

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

test('calls are listed, filtered, exported and found whole', { tag: '@page' }, async ({ page, hub }) => {
  await sampleData(page, hub)
  const token = await runCommand(hub, 'token', '--days', '1')
  const { client } = await connectClient('recorder', hub.mcpUrl, { token })
  await client.callTool(restingHeartRate)
  await client.callTool({ name: 'normalize_unit', arguments: { units: ['mg/dl'] } })
  const wrong = { ...restingHeartRate, arguments: { aggregate: 'fortnight' } }
  await client.callTool(wrong).catch(() => {})
  await client.close()
  // A call without an identity stands in the log of the first person, whose computer it is.
  expect(await statusOf(hub.mcpUrl, restingHeartRate)).toBe(401)

  await goTo(page, 'settings/audit')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Not signed in')
  await expect(rows.first()).toContainText('No identity')
  await expect(rows.filter({ hasText: 'recorder' })).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('Wrong arguments')
  await expect(rows.last()).toContainText('Answered')
  await expect(rows.last()).toContainText('Token')
  await expect(page.getByRole('table')).not.toContainText('fortnight')

  await page.getByRole('radio', { name: 'Not answered' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByText('2 of 2 calls')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Tool' }).click()
  await page.getByRole('option', { name: 'normalize_unit' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(4)

  const { name, text: csv } = await savedFile(page, hub, async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'As CSV, for spreadsheets' }).click()
  })
  const [, ...lines] = csv.trimEnd().split(/\r?\n/)
  expect(name).toMatch(/^mirohub.*\.csv$/)
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => line.includes('query_health_indicators'))).toHaveLength(3)
  expect(lines.filter((line) => line.includes('invalid_arguments'))).toHaveLength(1)
  expect(csv).not.toContain('fortnight')
  await expect(page.getByText('4 calls saved.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Check the log' }).click()
  await expect(page.getByText('All 4 rows are as they were written.')).toBeVisible()
})

test('a personal address is made, read, used and revoked', { tag: '@page' }, async ({ page, hub }) => {
  await sampleData(page, hub)
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

test('an app is let in, seen at work and shut out again', async ({ page, hub, browser }) => {
  await sampleData(page, hub)
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

test('what one person lets another read, and nothing more, answers over their address', { tag: '@page' }, async ({
  page,
  hub,
}) => {
  await sampleData(page, hub)
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
  await page.getByRole('switch', { name: 'Personal addresses' }).setChecked(true)
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
