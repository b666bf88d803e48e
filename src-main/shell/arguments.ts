/** The few arguments that the desktop app takes; everything else on its command line is Electron's own. */
export interface ShellArguments {
  readonly dataDir?: string
}

/** Reads `--data-dir D` and `--data-dir=D`; the last one counts. */
export function shellArguments(argv: readonly string[]): ShellArguments {
  let dataDir: string | undefined
  argv.forEach((argument, index) => {
    if (argument.startsWith('--data-dir=')) dataDir = argument.slice('--data-dir='.length)
    else if (argument === '--data-dir') dataDir = argv[index + 1]
  })
  return dataDir === undefined || dataDir === '' ? {} : { dataDir }
}
