/**
 * A phone's export.zip through the app's own button: read, summed up, asked about, the same over MCP, taken back. The specs
 * share an app, which has read the file once.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { appleExport, type Truth } from '../fixtures/apple-export.ts'
import { expect, goTo, once, type Page, test } from './harness.ts'

// The phone was in New York and exported on 15 July 2025; the hub's clock stands on the same day.
test.use({ sharesHub: true, settings: { now: '2025-07-15T18:00:00Z', timeZone: 'America/New_York' } })

let directory: string
let zipPath: string
let truth: Truth

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mirohub-export-'))
  zipPath = join(directory, 'export.zip')
  const parts: string[] = []
  const pieces = appleExport({ days: 20, dtd: 'broken', seed: 4 })
  for (;;) {
    const next = pieces.next()
    if (next.done) {
      truth = next.value
      break
    }
    parts.push(next.value)
  }
  const zip = new yazl.ZipFile()
  // Named as a Spanish phone names it, beside the clinical double that must not be taken.
  zip.addBuffer(Buffer.from(parts.join('')), 'apple_health_export/exportar.xml')
  zip.addBuffer(Buffer.from('<?xml version="1.0"?><ClinicalDocument/>'), 'apple_health_export/export_cda.xml')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(zipPath))
})

test.afterAll(() => rm(directory, { recursive: true, force: true }))

const importSheet = (page: Page) => page.getByRole('dialog', { name: 'Import' })

async function readIn(page: Page, importFile: (path: string) => Promise<void>): Promise<void> {
  await importFile(zipPath)
  await expect(importSheet(page).getByText('Done').first()).toBeVisible({ timeout: 60_000 })
}

test('from an export.zip to an answer that equals what the phone recorded, here and over MCP', async ({
  page,
  hub,
  importFile,
}) => {
  await once(hub, 'export.zip', () => readIn(page, importFile))
  const sheet = importSheet(page)
  await expect(sheet.getByText('Apple Health export').first()).toBeVisible()
  await expect(sheet).toContainText('2025')
  await sheet.getByText('See the data').click()
  await expect(sheet).toBeHidden()
  await goTo(page, 'chat')

  const composer = page.getByRole('textbox', { name: 'Ask about your health' })
  await composer.fill('average resting heart rate last 7 days')
  await composer.press('Enter')
  const lastSeven = Array.from(
    { length: 7 },
    (_, day) => truth.restingRate[`2025-07-${String(8 + day).padStart(2, '0')}`] ?? 0,
  )
  const mean = lastSeven.reduce((sum, value) => sum + value, 0) / 7
  const answer = page.getByRole('article').last()
  await expect(answer).toContainText(`${mean.toFixed(1)} bpm`)
  await expect(answer.locator('canvas').first()).toBeVisible()

  // Nobody without a token; the vocabulary for everybody.
  const call = (name: string, args: unknown) =>
    fetch(hub.mcpUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
  expect((await call('query_health_indicators', { indicators: ['steps'] })).status).toBe(401)
  expect((await call('normalize_unit', { units: ['mg/dl'] })).status).toBe(200)
})

test('the same file again brings nothing new; taking the older import back keeps what the newer holds too', {
  tag: '@page',
}, async ({ page, hub, importFile }) => {
  await once(hub, 'export.zip', () => readIn(page, importFile))
  await page.keyboard.press('Escape')
  await goTo(page, 'health')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await importFile(zipPath)
  await expect(importSheet(page).getByText('Done')).toHaveCount(2, { timeout: 60_000 })
  await expect(importSheet(page)).toContainText(/Imported\s*0\s*Already there\s*[1-9]/)
  await page.keyboard.press('Escape')

  const remove = page.getByRole('button', { name: 'Remove the import export.zip' })
  await expect(remove).toHaveCount(2)
  const takeBack = async (which: 'older' | 'only') => {
    await (which === 'older' ? remove.last() : remove.first()).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click()
  }
  await takeBack('older')
  await expect(remove).toHaveCount(1, { timeout: 30_000 })
  // Every record of the older file is in the newer one: nothing of what is shown may change.
  await expect(page.getByRole('link', { name: /Resting heart rate/ }).first()).toBeVisible()
  await takeBack('only')
  await expect(page.getByRole('link', { name: /Resting heart rate/ })).toHaveCount(0, { timeout: 30_000 })
})
