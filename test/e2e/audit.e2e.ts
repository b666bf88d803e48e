/** The audit log: who called what and what came of it, filtered, taken along as a file, and checked to be whole. */
import { readFile } from 'node:fs/promises'
import { expect, goTo, type Page, runCommand, type TestHub, takeSampleData, test } from './harness.ts'
import { connectClient, restingHeartRate, statusOf } from './mcp-clients.ts'

test.use({ settings: { now: null, timeZone: 'Europe/Berlin' } })

/** What the page hands over as a file. A window of the app tells no one of its downloads, so there it is caught on the way. */
async function savedFile(page: Page, hub: TestHub, save: () => Promise<void>): Promise<{ name: string; text: string }> {
  if (hub.app === null) {
    const [download] = await Promise.all([page.waitForEvent('download'), save()])
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const saved = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<{ name: string; text: string }>()
    const { createObjectURL } = URL
    let content = new Blob()
    URL.createObjectURL = (object) => {
      if (object instanceof Blob) content = object
      return createObjectURL(object)
    }
    HTMLAnchorElement.prototype.click = function click() {
      void content.text().then((text) => resolve({ name: this.download, text }))
    }
    return { promise }
  })
  await save()
  return saved.evaluate(({ promise }) => promise)
}

test('calls are listed, filtered, exported and found whole', async ({ page, hub }) => {
  await takeSampleData(page)
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
