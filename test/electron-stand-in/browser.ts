/** The Chromium whose pages are the app's windows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'

let context: BrowserContext | null = null
let firstPage: Page | null = null

/** Switches for a test machine: no GPU, no first-run pages, nothing that talks to a server. */
const switches = [
  '--no-sandbox',
  '--remote-debugging-port=0',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts it and says where on stderr, in the words that Playwright waits for. */
export async function openBrowser(profileDir: string, onGone: () => void): Promise<void> {
  const executablePath = process.env.STAND_IN_CHROMIUM
  if (executablePath === undefined) throw new Error('STAND_IN_CHROMIUM names no browser')
  context = await chromium.launchPersistentContext(profileDir, {
    executablePath,
    headless: process.env.STAND_IN_HEADFUL === undefined,
    viewport: null,
    args: switches,
  })
  firstPage = context.pages()[0] ?? null
  context.on('close', onGone)
  const [port, path] = readFileSync(join(profileDir, 'DevToolsActivePort'), 'utf8').split('\n')
  process.stderr.write(`DevTools listening on ws://127.0.0.1:${port}${path}\n`)
}

export function browserContext(): BrowserContext {
  if (context === null) throw new Error('Cannot create BrowserWindow before app is ready')
  return context
}

/** A page for a window; the first one is there already. */
export async function newPage(): Promise<Page> {
  const page = firstPage ?? (await browserContext().newPage())
  firstPage = null
  return page
}

export async function closeBrowser(): Promise<void> {
  await context?.close().catch(() => {})
}
