/**
 * `npm start`: the app, as good as this machine can show it. The desktop window where Electron is there or can be fetched,
 * else the same app in the browser; one line says which.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { npmEnded } from '../src-main/cli/starter.ts'
import { isBuildStale } from './build-state.ts'
import { installedElectron } from './find-browser.ts'
import { inProject, packageProgram, projectRoot, run } from './project.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** An Electron that ends with an error this soon never showed a window. */
const earlyExitMs = 20_000
const fetchLimitMs = 600_000

/** How the desktop window fared: shown and closed by the person, or why there was none. */
type DesktopOutcome = { shown: true; status: number } | { shown: false; reason: string }

async function build(): Promise<void> {
  if (!isBuildStale()) return
  say('Building Mirohub …')
  const result = await run(process.execPath, [inProject('scripts', 'build.ts')], { stdio: 'inherit' })
  if (result.status !== 0) process.exit(1)
}

/** Where Electron's files come from; a mirror may be set, as its own installer knows it. */
async function canFetchElectron(): Promise<boolean> {
  const { env } = process
  // Behind a proxy only the installer itself can find out.
  if (env.HTTPS_PROXY ?? env.https_proxy ?? env.ALL_PROXY) return true
  const source =
    env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? 'https://github.com/electron/electron/releases/'
  try {
    await fetch(source, { method: 'HEAD', signal: AbortSignal.timeout(5000) })
    return true
  } catch {
    return false
  }
}

/** The Electron executable, fetched when it can be, or why there is none. */
async function electronExecutable(): Promise<{ path: string } | { reason: string }> {
  const present = installedElectron()
  if (present !== null) return { path: present }
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { reason: 'there is no display for a desktop window' }
  }
  if (!(await canFetchElectron())) return { reason: "Electron's binary is not here and cannot be fetched" }
  say("Fetching Electron's binary (about 110 MB, once) …")
  await run(process.execPath, [packageProgram('electron', 'install-electron')], {
    stdio: 'inherit',
    timeoutMs: fetchLimitMs,
  })
  const fetched = installedElectron()
  return fetched === null ? { reason: "fetching Electron's binary failed" } : { path: fetched }
}

/** Ctrl+C and a closed terminal reach the child too; this process only has to wait for it. */
function passSignals(child: ChildProcess): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  void npmEnded().then(() => child.kill('SIGTERM'))
}

async function openDesktop(args: readonly string[]): Promise<DesktopOutcome> {
  const electron = await electronExecutable()
  if ('reason' in electron) return { shown: false, reason: electron.reason }
  const startedAt = Date.now()
  const child = spawn(electron.path, [projectRoot, ...args], { stdio: 'inherit' })
  passSignals(child)
  return new Promise((done) => {
    child.on('error', (error) => done({ shown: false, reason: `Electron cannot run here (${error.message})` }))
    child.on('exit', (status, signal) => {
      const isEarly = Date.now() - startedAt < earlyExitMs
      const failed = status !== 0 && signal !== 'SIGINT' && signal !== 'SIGTERM'
      // 2 is a wrong configuration, which the browser would refuse as well.
      if (failed && isEarly && status !== 2) done({ shown: false, reason: 'Electron cannot run here' })
      else done({ shown: true, status: status ?? 0 })
    })
  })
}

function openInBrowser(args: readonly string[]): void {
  const child = spawn(process.execPath, [inProject('out', 'main', 'cli.js'), 'serve', '--open', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  passSignals(child)
  createInterface({ input: child.stdout }).on('line', (line) => {
    process.stdout.write(`${line}\n`)
    const url = readyUrl(line)
    if (url !== null) say(`Mirohub is open at ${url}\nCtrl+C stops it.`)
  })
  child.on('exit', (status) => process.exit(status ?? 0))
}

function readyUrl(line: string): string | null {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null && 'url' in message ? String(message.url) : null
  } catch {
    return null
  }
}

await build()
const args = process.argv.slice(2)
const desktop = await openDesktop(args)
if (desktop.shown) process.exit(desktop.status)
say(`Mirohub opens in the browser: ${desktop.reason}.`)
openInBrowser(args)
