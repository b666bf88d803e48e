/**
 * One fixture for every way the app can be shown. A spec gets a page of a fresh app with its own data directory; which host
 * shows it (stand-in, browser, real Electron) is the Playwright project's business.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test'

export type { Page }
export { expect }

const projectRoot = resolve(import.meta.dirname, '..', '..')
const standInExecutable = join(projectRoot, 'test', 'electron-stand-in', 'electron')

export type HostName = 'stand-in' | 'browser' | 'electron'

export interface TestHub {
  readonly host: HostName
  readonly dataDir: string
  /** Origin of the hub's HTTP server. */
  readonly url: string
  readonly mcpUrl: string
  /** The Electron side; null in the browser. */
  readonly app: ElectronApplication | null
}

export interface HubSettings {
  /** The clock of everything that answers, an ISO instant. */
  readonly now: string
  readonly timeZone: string
}

interface Fixtures {
  settings: HubSettings
  hub: TestHub
  page: Page
  /** Chooses a file as a person would, through the page's own button; answers when it was chosen, not when it is read. */
  importFile: (path: string) => Promise<void>
}

interface HostOptions {
  hostName: HostName
}

/** What a running app tells of itself in its data directory. */
async function runtimeFile(dataDir: string): Promise<{ url: string; mcp: string }> {
  const file = join(dataDir, 'hub.json')
  const end = Date.now() + 60_000
  for (;;) {
    try {
      const found: unknown = JSON.parse(await readFile(file, 'utf8'))
      if (typeof found === 'object' && found !== null && 'url' in found && 'mcp' in found) {
        return { url: String(found.url), mcp: String(found.mcp) }
      }
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((done) => setTimeout(done, 50))
  }
}

function hubEnvironment(dataDir: string, settings: HubSettings): Record<string, string> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return {
    ...inherited,
    MIROHUB_DATA_DIR: dataDir,
    MIROHUB_SECRETS: 'memory',
    MIROHUB_NOW: settings.now,
    DEFAULT_TIMEZONE: settings.timeZone,
    HTTP_PORT: '0',
    LOG_LEVEL: 'warn',
  }
}

/** Starts `serve` and answers the page's address with its one-time code. */
async function serve(environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(projectRoot, 'out', 'main', 'cli.js'), 'serve', '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((found, failed) => {
    child.once('exit', (status) => failed(new Error(`serve ended with ${status} before it was ready`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line)
      if (typeof message === 'object' && message !== null && 'url' in message) found(String(message.url))
    })
  })
  return { child, url }
}

async function stopServing(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}

async function openElectron(host: HostName, environment: Record<string, string>): Promise<ElectronApplication> {
  const isStandIn = host === 'stand-in'
  return electron.launch({
    args: [projectRoot],
    cwd: projectRoot,
    ...(isStandIn ? { executablePath: standInExecutable } : {}),
    env: isStandIn ? { ...environment, STAND_IN_NODE: process.execPath } : environment,
    timeout: 60_000,
  })
}

export const test = base.extend<Fixtures & HostOptions>({
  hostName: ['stand-in', { option: true }],
  settings: [{ now: '2026-06-15T10:00:00Z', timeZone: 'Europe/Berlin' }, { option: true }],

  hub: async ({ hostName, settings, browser: _browser }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'mirohub-e2e-'))
    const environment = hubEnvironment(dataDir, settings)
    try {
      if (hostName === 'browser') {
        const { child, url } = await serve(environment)
        try {
          const { mcp } = await runtimeFile(dataDir)
          await use({ host: hostName, dataDir, url, mcpUrl: mcp, app: null })
        } finally {
          await stopServing(child)
        }
      } else {
        const app = await openElectron(hostName, environment)
        try {
          const { url, mcp } = await runtimeFile(dataDir)
          await use({ host: hostName, dataDir, url, mcpUrl: mcp, app })
        } finally {
          await app.close()
        }
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },

  page: async ({ hub, hostName, browser }, use) => {
    if (hub.app !== null) {
      const page = await hub.app.firstWindow()
      await page.waitForURL(hostName === 'stand-in' ? /^https:\/\/mirohub\.app-scheme\.invalid\// : /^app:/)
      await use(page)
      return
    }
    const context = await browser.newContext({ locale: 'en-US' })
    const page = await context.newPage()
    await page.goto(hub.url)
    await use(page)
    await context.close()
  },

  importFile: async ({ page, hub }, use) => {
    await use(async (path) => {
      if (hub.app !== null) {
        await hub.app.evaluate(({ dialog }, chosen) => {
          dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
        }, path)
      }
      // The welcome page has the first, the import sheet the second.
      const button = page.getByRole('button', { name: /^(Choose a file|Add files)$/ }).first()
      if (hub.app !== null) return button.click()
      const chooser = page.waitForEvent('filechooser')
      await button.click()
      await (await chooser).setFiles(path)
    })
  },
})
