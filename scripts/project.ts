/** Where things lie in this project and how its scripts start other programs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const projectRoot = resolve(import.meta.dirname, '..')

/** Absolute path of something in the project. */
export const inProject = (...parts: string[]): string => join(projectRoot, ...parts)

/** Newest change, in epoch milliseconds, of the files that match; 0 when there are none. */
export function newestChange(patterns: readonly string[]): number {
  let newest = 0
  for (const path of globSync(patterns, { cwd: projectRoot })) {
    const info = statSync(inProject(path), { throwIfNoEntry: false })
    if (info?.isFile()) newest = Math.max(newest, info.mtimeMs)
  }
  return newest
}

/** The first file of this name on PATH, or null. `extensions` are tried in order (Windows wants `.exe`). */
export function onPath(
  name: string,
  extensions: readonly string[] = process.platform === 'win32' ? ['.exe', '.cmd'] : [''],
): string | null {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    if (directory === '') continue
    for (const extension of extensions) {
      const path = join(directory, name + extension)
      if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
    }
  }
  return null
}

/** The JavaScript entry of a package's program, to run with this Node: no shell, no `.cmd` shims. */
export function packageProgram(packageName: string, program = packageName): string {
  const folder = inProject('node_modules', packageName)
  let manifest: unknown
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    throw new Error(`The package ${packageName} is not installed. Run \`npm ci\` first.`)
  }
  const bin = typeof manifest === 'object' && manifest !== null && 'bin' in manifest ? manifest.bin : undefined
  const entry = typeof bin === 'object' && bin !== null ? Reflect.get(bin, program) : bin
  if (typeof entry !== 'string') throw new Error(`The package ${packageName} has no program named ${program}.`)
  return join(folder, entry)
}

export interface RunResult {
  /** Exit status; null when a signal or the time limit ended it. */
  readonly status: number | null
  readonly output: string
  readonly timedOut: boolean
}

export interface RunOptions {
  readonly timeoutMs?: number
  readonly env?: NodeJS.ProcessEnv
  /** `inherit`: show the output as it comes and collect nothing. */
  readonly stdio?: 'inherit' | 'collect'
  readonly cwd?: string
}

/** Ends a program and what it started, where they share a process group. */
function endTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}

/** For output that is still on its way when a program has ended. */
const HELD_OUTPUT_MS = 3_000
/** From being asked to end to being killed: for a program to end what it started in groups of their own. */
const END_MS = 3_000

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const running = new Set<ChildProcess>()

/** A key press in the terminal reaches this process alone, since each program has a group of its own. */
function endAll(signal: NodeJS.Signals): void {
  for (const child of running) endTree(child, signal)
  process.exit(1)
}

function keep(child: ChildProcess): void {
  if (running.size === 0) for (const signal of endingSignals) process.on(signal, endAll)
  running.add(child)
}

function forget(child: ChildProcess): void {
  running.delete(child)
  if (running.size === 0) for (const signal of endingSignals) process.off(signal, endAll)
}

/**
 * Runs one program to its end, or to its time limit: then it is asked to end and soon killed with its whole process group,
 * and what still holds its output is not waited for. Never throws for a bad exit; a program that cannot start is status 127.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? projectRoot,
      env: options.env ?? process.env,
      stdio: options.stdio === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    keep(child)
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    let timedOut = false
    let timer: NodeJS.Timeout | undefined
    const finish = (status: number | null, extra = ''): void => {
      clearTimeout(timer)
      forget(child)
      done({ status: timedOut ? null : status, output: Buffer.concat(chunks).toString('utf8') + extra, timedOut })
    }
    const letGo = (): void => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const end = (): void => {
      timedOut = true
      endTree(child, 'SIGTERM')
      timer = setTimeout(() => {
        endTree(child, 'SIGKILL')
        letGo()
        finish(null)
      }, END_MS)
    }
    if (options.timeoutMs !== undefined) timer = setTimeout(end, options.timeoutMs)
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (status) => finish(status))
    // Something that it left running may hold its output open for good.
    child.on('exit', () => setTimeout(letGo, HELD_OUTPUT_MS).unref())
  })
}
