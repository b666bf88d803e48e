/** The audit log: who called what and what came of it, filtered, taken along as a file, and checked to be whole. */
import { expect, goTo, runCommand, takeSampleData, test } from './harness.ts'
import { connectClient, restingHeartRate, statusOf } from './mcp-clients.ts'
import { savedFile } from './saved-file.ts'

test.use({ settings: { now: null, timeZone: 'Europe/Berlin' } })

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
