/**
 * One fixture for every way the app can be shown. A spec gets a page of a fresh app with its own data directory, or, where its
 * file says `sharesHub`, a fresh page of the file's one app: starting one costs more than most specs. Which host shows it
 * (stand-in, browser, real Electron) is the Playwright project's business.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import {
  type BrowserContext,
  test as base,
  type ElectronApplication,
  _electron as electron,
  expect,
  type Page,
} from '@playwright/test'

export type { Page }
export { expect }

const projectRoot = resolve(import.meta.dirname, '..', '..')
const commandLine = join(projectRoot, 'out', 'main', 'cli.js')
const standInExecutable = join(projectRoot, 'test', 'electron-stand-in', 'electron')

export type HostName = 'stand-in' | 'browser' | 'electron'

export interface TestHub {
  readonly host: HostName
  readonly dataDir: string
  /** A home folder of its own: the Connect page looks for other programs' settings there, and writes them. */
  readonly home: string
  /** Origin of the hub's HTTP server. */
  readonly url: string
  readonly mcpUrl: string
  /** The Electron side; null in the browser. */
  readonly app: ElectronApplication | null
}

export interface HubSettings {
  /** The clock of everything that answers, an ISO instant; null for the computer's own, where "just now" is asked for. */
  readonly now: string | null
  readonly timeZone: string
}

/** An app that runs, and what was done with it. */
interface RunningHub extends TestHub {
  /** The cookies of its first page, with which later ones come in: the code in its address works once. Null before it. */
  session: Awaited<ReturnType<BrowserContext['cookies']>> | null
  wasShown: boolean
  /** What `once` has done. */
  readonly prepared: Set<string>
  stop(): Promise<void>
}

/** The app of the spec file that runs in this worker; another file ends it. */
interface HubKeeper {
  take(file: string, start: () => Promise<RunningHub>): Promise<RunningHub>
  end(): Promise<void>
}

interface Fixtures {
  settings: HubSettings
  /** What is in the home folder before the app starts: text by relative path. */
  homeFiles: Readonly<Record<string, string>>
  /** One app for the specs of the file, in their order, each with a page that remembers nothing. */
  sharesHub: boolean
  hub: RunningHub
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

/** Where the programs of the Connect page look besides the home folder; none of it may be the developer's own. */
const elsewhere = ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'APPDATA', 'LOCALAPPDATA']

function hubEnvironment(dataDir: string, home: string, settings: HubSettings): Record<string, string> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !elsewhere.includes(entry[0]),
    ),
  )
  return {
    ...inherited,
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    MIROHUB_DATA_DIR: dataDir,
    MIROHUB_SECRETS: 'memory',
    ...(settings.now === null ? {} : { MIROHUB_NOW: settings.now }),
    DEFAULT_TIMEZONE: settings.timeZone,
    HTTP_PORT: '0',
    LOG_LEVEL: 'warn',
  }
}

/** Starts `serve` and answers the page's address with its one-time code. */
async function serve(environment: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [commandLine, 'serve', '--port', '0'], {
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

/** Runs the command line beside the running app; answers what it printed. */
export async function runCommand({ dataDir }: TestHub, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...args, '--data-dir', dataDir])
  return stdout.trim()
}

/** Letters that come late move the first page's button between the press and the release of a mouse in a hurry. */
export async function fontsReady(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it' }).waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

export async function takeSampleData(page: Page): Promise<void> {
  await fontsReady(page)
  await page.getByRole('button', { name: 'Try it' }).click()
  const sheet = page.getByRole('dialog', { name: 'Import' })
  await expect(sheet.getByText('Done').first()).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
}

/** Goes to a page of the app as its links do. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${route}`)
}

/** Does `work` once for an app, whichever of the specs that share it comes first. */
export async function once(hub: RunningHub, what: string, work: () => Promise<void>): Promise<void> {
  if (hub.prepared.has(what)) return
  await work()
  hub.prepared.add(what)
}

async function startHub(
  host: HostName,
  settings: HubSettings,
  homeFiles: Readonly<Record<string, string>>,
): Promise<RunningHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mirohub-e2e-'))
  const home = await mkdtemp(join(tmpdir(), 'mirohub-home-'))
  const removeFolders = async () => {
    await rm(dataDir, { recursive: true, force: true })
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
  let end = async () => {}
  try {
    for (const [path, text] of Object.entries(homeFiles)) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), text)
    }
    const environment = hubEnvironment(dataDir, home, settings)
    let app: ElectronApplication | null = null
    let pageUrl: string | null = null
    if (host === 'browser') {
      const serving = await serve(environment)
      end = () => stopServing(serving.child)
      pageUrl = serving.url
    } else {
      const opened = await openElectron(host, environment)
      end = () => opened.close()
      app = opened
    }
    const { url, mcp } = await runtimeFile(dataDir)
    return {
      ...{ host, dataDir, home, url: pageUrl ?? url, mcpUrl: mcp, app },
      ...{ session: null, wasShown: false, prepared: new Set<string>() },
      stop: () => end().finally(removeFolders),
    }
  } catch (error) {
    await end().finally(removeFolders)
    throw error
  }
}

/** Leaves nothing in the window of what an earlier spec typed, chose or opened. */
async function startPageAnew(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    location.hash = '#/'
  })
  await page.reload()
}

export const test = base.extend<Fixtures & HostOptions, { hubs: HubKeeper }>({
  hostName: ['stand-in', { option: true }],
  settings: [{ now: '2026-06-15T10:00:00Z', timeZone: 'Europe/Berlin' }, { option: true }],
  homeFiles: [{}, { option: true }],
  sharesHub: [false, { option: true }],

  hubs: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture that needs no other
    async ({}, use) => {
      let kept: { file: string; hub: RunningHub } | null = null
      const end = async () => {
        const { hub } = kept ?? {}
        kept = null
        await hub?.stop()
      }
      await use({
        end,
        async take(file, start) {
          if (kept?.file === file) return kept.hub
          await end()
          const hub = await start()
          kept = { file, hub }
          return hub
        },
      })
      await end()
    },
    { scope: 'worker' },
  ],

  hub: async ({ hubs, hostName, settings, homeFiles, sharesHub }, use, { file }) => {
    const start = () => startHub(hostName, settings, homeFiles)
    if (sharesHub) return use(await hubs.take(file, start))
    await hubs.end()
    const hub = await start()
    try {
      await use(hub)
    } finally {
      await hub.stop()
    }
  },

  // Nothing that moves for its looks: it costs the time in which something else could be tested.
  page: async ({ hub, hostName, browser }, use) => {
    if (hub.app !== null) {
      const page = await hub.app.firstWindow()
      await page.waitForURL(hostName === 'stand-in' ? /^https:\/\/mirohub\.app-scheme\.invalid\// : /^app:/)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      if (hub.wasShown) await startPageAnew(page)
      hub.wasShown = true
      await use(page)
      return
    }
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
    if (hub.session !== null) await context.addCookies(hub.session)
    const page = await context.newPage()
    await page.goto(hub.url)
    hub.session ??= await context.cookies()
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
      // The welcome page has the first, the import sheet the second; the message box has one of that name too.
      const onSheet = page.getByRole('dialog').getByRole('button', { name: 'Add files' })
      const button = page.getByRole('button', { name: 'Choose a file' }).or(onSheet).first()
      if (hub.app !== null) return button.click()
      const chooser = page.waitForEvent('filechooser')
      await button.click()
      await (await chooser).setFiles(path)
    })
  },
})
