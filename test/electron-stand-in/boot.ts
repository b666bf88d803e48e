/** Starts an app as Electron does: takes its own switches off the command line, runs the entry, then becomes ready. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, becomeReady } from './app.ts'

const ownSwitches = /^--(no-sandbox|inspect(=.*)?|remote-debugging-port(=.*)?)$/
const argv = process.argv.slice(2).filter((argument) => !ownSwitches.test(argument))
const appPath = resolve(argv[0] ?? '.')
process.argv = [process.execPath, ...argv]

const manifest: unknown = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))
if (typeof manifest !== 'object' || manifest === null || !('main' in manifest) || typeof manifest.main !== 'string') {
  throw new Error(`${appPath}/package.json names no main entry`)
}

// Real Electron runs the entry to its end before it becomes ready: an entry that waits for "ready" at its top level hangs.
let hasRun = false
setTimeout(() => {
  if (hasRun) return
  process.stderr.write('The app entry did not run to its end: does it await app.whenReady() at its top level?\n')
  process.exit(1)
}, 15_000).unref()

process.on('SIGTERM', () => app.quit())
process.on('SIGINT', () => app.quit())

await import(pathToFileURL(join(appPath, manifest.main)).href)
hasRun = true
await becomeReady()
