/**
 * Which browser the end-to-end specs drive: an installed Chromium, Chrome or Edge; else Playwright's own download; else,
 * as root on Debian or Ubuntu, the distribution's package.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { onPath, packageProgram, run } from './project.ts'

const commands = [
  // The same engine without a window of its own: a page costs a fifth less.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const macApplications = ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

const windowsPrograms = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
]

/** Path of an installed browser, or of one that Playwright fetched before; null when there is none. */
export function installedBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  const named = env.MIROHUB_TEST_BROWSER
  if (named !== undefined && named !== '') return named
  const places =
    process.platform === 'darwin'
      ? macApplications
      : process.platform === 'win32'
        ? [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
            .filter((folder) => folder !== undefined)
            .flatMap((folder) => windowsPrograms.map((parts) => join(folder, ...parts)))
        : []
  for (const path of places) if (existsSync(path)) return path
  for (const command of commands) {
    const path = onPath(command)
    if (path !== null) return path
  }
  return fetchedByPlaywright()
}

/** A browser to test with; fetches or installs one where it has to, and tells `say` about it. */
export async function findBrowser(say: (line: string) => void): Promise<string> {
  const present = installedBrowser()
  if (present !== null) return present

  say('No Chromium, Chrome or Edge is installed: trying the download of Playwright.')
  const download = await run(process.execPath, [packageProgram('playwright-core'), 'install', 'chromium'], {
    timeoutMs: 240_000,
    // Each of its hosts is asked once: where the first cannot be reached, neither can the others.
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '8000' },
  })
  const fetched = fetchedByPlaywright()
  if (download.status === 0 && fetched !== null) return fetched

  if (process.getuid?.() === 0 && onPath('apt-get') !== null) {
    say(
      'It cannot be fetched: installing the chromium-headless-shell package with apt-get, since this is root on Debian or Ubuntu.',
    )
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env, timeoutMs: 300_000 })
    const packages = ['chromium-headless-shell', 'fonts-noto-cjk']
    const install = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      env,
      timeoutMs: 900_000,
    })
    const installed = installedBrowser()
    if (installed !== null) return installed
    throw new Error(`apt-get could not install a browser:\n${install.output.slice(-2000)}`)
  }
  throw new Error(
    'The end-to-end tests need a browser, and none was found or could be fetched. Install Chromium, Google Chrome or ' +
      'Microsoft Edge, or name one in MIROHUB_TEST_BROWSER.',
  )
}

/** Path of the real Electron's executable where its binary is there; never fetches it. */
export function installedElectron(env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH ?? join(import.meta.dirname, '..', 'node_modules', 'electron', 'dist')
  const name =
    process.platform === 'darwin'
      ? join('Electron.app', 'Contents', 'MacOS', 'Electron')
      : process.platform === 'win32'
        ? 'electron.exe'
        : 'electron'
  const path = join(folder, name)
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : null
}

function fetchedByPlaywright(): string | null {
  const path = chromium.executablePath()
  return existsSync(path) ? path : null
}
