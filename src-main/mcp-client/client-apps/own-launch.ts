/** How a client starts our stdio endpoint: an absolute command, so that no PATH of a desktop session matters. */
import { existsSync } from 'node:fs'
import { resourcePath } from '../../config/entries.ts'
import type { Launch } from './clients.ts'

/** The program that runs now, as far as it matters for starting it again. */
export interface RunningProgram {
  readonly kind: 'node' | 'electron' | 'packaged'
  /** Absolute path of what runs: Node, Electron or the packaged app. */
  readonly execPath: string
  /** Absolute path of our command line's script; not used by the packaged app. */
  readonly cli: string
  /** A Node beside the code that is the one it was built for, or null. */
  readonly node: string | null
  /** The AppImage file: `execPath` is inside a mount that is gone with the app. */
  readonly appImage: string | null
}

/**
 * The stdio entry for a data directory and, where it is not the default one, a person (by public id, which a new name
 * does not change). Never carries a secret: whoever can read the settings file and start a program
 * is the person themself, and the endpoint finds the running hub through its own 0600 file.
 *
 * The packaged form starts the app itself with `stdio` as its first argument. It is written down here and tested as a
 * value; no packaged app has been started by a client yet.
 */
export function ownLaunch(program: RunningProgram, dataDir: string, person: string | null): Launch {
  return ownCommand(program, ['stdio', '--data-dir', dataDir, ...(person === null ? [] : ['--profile', person])])
}

/** How this program is started with words of its command line. */
export function ownCommand(program: RunningProgram, words: readonly string[]): Launch {
  if (program.kind === 'packaged') return { command: program.appImage ?? program.execPath, args: words, env: {} }
  const args = [program.cli, ...words]
  if (program.kind === 'node') return { command: program.execPath, args, env: {} }
  if (program.node !== null) return { command: program.node, args, env: {} }
  // Electron from a clone is a Node too when it is told so; a packaged app has that fuse off.
  return { command: program.execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } }
}

export function runningProgram(moduleUrl: string = import.meta.url): RunningProgram {
  const electron = process.versions.electron !== undefined
  const packaged = electron && moduleUrl.includes('/app.asar/')
  const built = resourcePath('out/main/cli.js')
  const node = resourcePath(
    process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node',
  )
  return {
    kind: packaged ? 'packaged' : electron ? 'electron' : 'node',
    execPath: process.execPath,
    cli: existsSync(built) ? built : resourcePath('src-main/cli.ts'),
    node: existsSync(node) ? node : null,
    appImage: process.env.APPIMAGE || null,
  }
}
