/** Reads a command and its arguments as its programs would: who runs in the end, and what they are told to run. Pure. */

export interface Program {
  /** File name without directory and ending, in lower case: `C:\Windows\System32\CMD.EXE` is `cmd`. */
  readonly name: string
  readonly args: readonly string[]
  /** Where the program stands: `command`, or the argument of a wrapper such as `env` or `sudo`. */
  readonly place: string
  /** Index of `args[0]` in the whole list, to name places by. */
  readonly offset: number
}

/** Programs that only start another one. Value: options of theirs that take the next word. */
const wrappers: Readonly<Record<string, readonly string[]>> = {
  env: ['-u', '--unset', '-C', '--chdir'],
  sudo: ['-u', '--user', '-g', '--group', '-h', '-p', '-D', '-C'],
  doas: ['-u', '-C'],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n'],
  nohup: [],
  setsid: [],
  stdbuf: ['-i', '-o', '-e'],
  time: ['-f', '-o'],
  timeout: ['-s', '-k', '--signal', '--kill-after'],
  xargs: ['-I', '-n', '-P', '-L', '-d'],
  busybox: [],
  command: [],
  exec: ['-a'],
}

/** The program itself, and each that it is only a wrapper of. */
export function programsOf(command: string, args: readonly string[]): Program[] {
  const programs: Program[] = [{ name: programName(command), args, place: 'command', offset: 0 }]
  for (let depth = 0; depth < 8; depth++) {
    const last = programs.at(-1)
    const taking = last === undefined || !Object.hasOwn(wrappers, last.name) ? undefined : wrappers[last.name]
    if (last === undefined || taking === undefined) return programs
    let at = firstOperand(last.args, taking)
    // `env A=1 program`, `timeout 5 program`.
    while (at < last.args.length && /^(\w+=|\d+[smhd]?$)/.test(last.args[at] ?? '')) at++
    const next = last.args[at]
    if (next === undefined) return programs
    programs.push({
      name: programName(next),
      args: last.args.slice(at + 1),
      place: `args[${last.offset + at}]`,
      offset: last.offset + at + 1,
    })
  }
  return programs
}

export function programName(command: string): string {
  const file = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1)
  return file.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1)$/, '')
}

/** Index of the first word that is no option and no value of one; the length where there is none. */
export function firstOperand(args: readonly string[], takingValue: readonly string[]): number {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') return at + 1
    if (!word.startsWith('-') || word === '-') return at
    if (takingValue.includes(word)) at++
  }
  return args.length
}

/** Values of an option in all its spellings: `--package x`, `--package=x`. */
export function optionValues(args: readonly string[], names: readonly string[]): string[] {
  return args.flatMap((word, at) => {
    if (names.includes(word)) return args[at + 1] === undefined ? [] : [args[at + 1] ?? '']
    const name = names.find((candidate) => candidate.startsWith('--') && word.startsWith(`${candidate}=`))
    return name === undefined ? [] : [word.slice(name.length + 1)]
  })
}
