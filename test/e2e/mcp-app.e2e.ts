/**
 * The health chart inside a client: the view as the hub serves it over MCP, in a sandboxed frame under a client's strict
 * policy, handed a real answer by the MCP Apps bridge. It draws it, and asks the network for nothing.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { build } from 'vite'
import { appleExport } from '../fixtures/apple-export.ts'
import { expect, type Page, test } from './harness.ts'

const root = resolve(import.meta.dirname, '..', '..')
const VIEW = 'ui://mirohub/health-chart'

test.use({ settings: { now: '2025-07-15T18:00:00Z', timeZone: 'America/New_York' } })

let hostScript = ''
test.beforeAll(async () => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, rolldownOptions: { input: join(root, 'test/fixtures/view-host/host.ts') } },
  })
  const outputs = (Array.isArray(result) ? result : 'output' in result ? [result] : []).flatMap(({ output }) => output)
  const [chunk] = outputs.flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
  hostScript = chunk ?? ''
})

async function cli(dataDir: string, ...args: string[]): Promise<string> {
  const program = join(root, 'out', 'main', 'cli.js')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--data-dir', dataDir])
  return stdout
}

async function importDays(dataDir: string, days: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'mirohub-view-'))
  await writeFile(join(directory, 'export.xml'), [...appleExport({ days, seed: 4 })].join(''))
  await cli(dataDir, 'import', join(directory, 'export.xml'))
  await rm(directory, { recursive: true })
}

async function show(page: Page, html: string, result: unknown, look: { theme: string; locale: string }) {
  await page.goto('about:blank')
  await page.addScriptTag({ content: hostScript, type: 'module' })
  await page.waitForFunction(() => 'showView' in window)
  await page.evaluate((shown) => window.showView(shown as Parameters<Window['showView']>[0]), { html, result, ...look })
  return page.frameLocator('iframe')
}

test('charts what the tool answered, and asks the network for nothing', async ({ hub, browser }, info) => {
  await importDays(hub.dataDir, 20)
  const client = new Client({ name: 'view-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const token = (await cli(hub.dataDir, 'token', '--days', '1')).trim()
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(hub.mcpUrl), { requestInit }))
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === 'query_health_indicators')
  expect(tool?._meta?.ui).toEqual({ resourceUri: VIEW })
  const { contents } = await client.readResource({ uri: VIEW })
  const [content] = contents
  const html = content !== undefined && 'text' in content ? content.text : ''
  expect(content?.mimeType).toBe('text/html;profile=mcp-app')

  const ask = async (args: Record<string, unknown>) =>
    (await client.callTool({ name: 'query_health_indicators', arguments: args })).structuredContent
  const days = await ask({ indicators: ['steps', 'resting_heart_rate'], aggregate: 'day' })
  const stats = await ask({ indicators: ['resting_heart_rate'], aggregate: 'stats' })
  const catalog = await ask({})
  const nothing = await ask({
    indicators: ['steps'],
    aggregate: 'day',
    start_time: '2020-01-01',
    end_time: '2020-01-31',
  })
  await client.close()

  const context = await browser.newContext({ viewport: { width: 700, height: 680 } })
  const page = await context.newPage()
  const requests: string[] = []
  const faults: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => faults.push(error.message))
  const light = { theme: 'light', locale: 'en' }

  const drawn = await show(page, html, days, light)
  await expect(drawn.locator('canvas')).toHaveCount(2)
  await expect(drawn.getByRole('heading', { name: 'Steps' })).toBeVisible()
  await page.screenshot({ path: info.outputPath('days-light.png') })
  const dark = await show(page, html, days, { theme: 'dark', locale: 'zh-CN' })
  await expect(dark.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.screenshot({ path: info.outputPath('days-dark.png') })

  const tiles = await show(page, html, stats, light)
  await expect(tiles.getByText('Average')).toBeVisible()
  await expect(tiles.getByText('Days with data')).toBeVisible()
  await page.screenshot({ path: info.outputPath('stats.png') })

  const list = await show(page, html, catalog, light)
  await expect(list.getByText('Recorded here')).toBeVisible()
  await page.screenshot({ path: info.outputPath('catalog.png') })

  const empty = await show(page, html, nothing, light)
  await expect(empty.locator('main')).toContainText(/recorded|found/i)
  await page.screenshot({ path: info.outputPath('nothing.png') })

  // A result with markup is text.
  const hostile = { success: true, message: '<img src=x onerror="document.title=1">', indicators: {} }
  const inert = await show(page, html, hostile, light)
  await expect(inert.getByText('<img src=x')).toBeVisible()

  expect(faults).toEqual([])
  expect(requests.filter((url) => /^(https?|wss?):/.test(url))).toEqual([])
  await context.close()
})
