/** The few arguments that the desktop app takes; everything else on its command line is Electron's own. */
import { isAppLink } from '../config/link-scheme.ts'

export interface ShellArguments {
  readonly dataDir?: string
}

/**
 * Reads `--data-dir D` and `--data-dir=D`; the last one counts. What stands behind a link came with the link, which
 * anybody may have written (CVE-2018-1000006): it is not read.
 */
export function shellArguments(argv: readonly string[]): ShellArguments {
  let dataDir: string | undefined
  const link = argv.findIndex(isAppLink)
  const own = link < 0 ? argv : argv.slice(0, link)
  own.forEach((argument, index) => {
    if (argument.startsWith('--data-dir=')) dataDir = argument.slice('--data-dir='.length)
    else if (argument === '--data-dir') dataDir = own[index + 1]
  })
  return dataDir === undefined || dataDir === '' ? {} : { dataDir }
}

/** The commands that an installed app takes as its first word, in place of a `mirohub` program of their own. */
const COMMANDS = new Set(['stdio', 'serve', 'import', 'call', 'ask', 'tools', 'token', 'doctor', 'help'])

/**
 * The command line in `argv`, from the command's name on; null when the desktop is meant. Outside a package the first
 * word is the app's own path.
 */
export function commandWords(argv: readonly string[], isPackaged: boolean): string[] | null {
  const words = argv.slice(isPackaged ? 1 : 2)
  const [first] = words
  return first !== undefined && COMMANDS.has(first) ? words : null
}
