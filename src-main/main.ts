/** The Electron entry: the hub with a window around it; or, with a command's name, the command line of an installed app. */
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { ConfigError } from './config/config.ts'
import { rendererDir } from './config/entries.ts'
import { loadConfig } from './config/load.ts'
import { createHub } from './hub.ts'
import { commandWords, shellArguments } from './shell/arguments.ts'
import { runDesktop } from './shell/desktop.ts'
import { electronSafeStorage, startUtilityProcess } from './shell/safe-storage.ts'

/** A sentence for a person: what went wrong, and the way out where the error knows one. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const hint = 'hint' in error && typeof error.hint === 'string' ? `\n\n${error.hint}` : ''
  return `${error.message}${hint}`
}

function fail(error: unknown): void {
  process.stderr.write(`${explain(error)}\n`)
  app.exit(error instanceof ConfigError ? 2 : 1)
}

async function start(): Promise<void> {
  const config = loadConfig({
    env: process.env,
    flags: shellArguments(process.argv.slice(1)),
    platform: process.platform,
    homedir: homedir(),
  })
  await runDesktop({
    dataDir: config.dataDir,
    pageDir: rendererDir(),
    preload: fileURLToPath(new URL('../preload/index.cjs', import.meta.url)),
    explain,
    async startHub(shell) {
      const desktop = { safeStorage: electronSafeStorage, startKeychain: startUtilityProcess }
      const hub = await createHub(config, { host: 'electron', shell, desktop })
      await hub.listen('configured')
      return hub
    },
  })
}

/** `Mirohub stdio`, as a client's settings start it: no window, no icon, and an end of its own. */
async function runCommand(words: readonly string[]): Promise<void> {
  app.dock?.hide()
  const { runCommandLine } = await import('./cli/run.ts')
  const status = await runCommandLine(words)
  process.stdout.write('', () => app.exit(status))
}

const words = commandWords(process.argv, app.isPackaged)
// Not awaited: Electron becomes ready only after this file has run to its end.
if (words === null) start().catch(fail)
else runCommand(words).catch(fail)
