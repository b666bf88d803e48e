/**
 * Which file a command stands for, found without a shell, on three systems. Pure but for the questions to the disk,
 * which are handed in.
 */
import { posix, win32 } from 'node:path'
import type { ServerFault } from '../model/server-status.ts'
import { readCmdShim, type ShimTarget } from './cmd-shim.ts'
import {
  badEntry,
  batchFileRefused,
  commandIsDirectory,
  commandMissing,
  commandNotExecutable,
  directoryMissing,
} from './launch-fault.ts'
import { type Surroundings, searchDirectories, variable } from './search-path.ts'

/** What the disk answers. */
export interface Disk {
  /** `program`: a file that this account may execute; on Windows any file. Links are followed. */
  kind(path: string): Promise<'program' | 'file' | 'directory' | null>
  /** The beginning of a small text file; null when it cannot be read. */
  text(path: string): Promise<string | null>
}

/** A node that comes with the app, and the scripts of its npm; for a person who has none. */
export interface BundledRuntime {
  readonly node: string
  readonly npxScript: string | null
  readonly npmScript: string | null
}

export interface CommandRequest {
  readonly command: string
  /** Absolute; null: home. */
  readonly cwd: string | null
  /** PATH that the entry sets for the child. */
  readonly entryPath?: string
}

export interface ResolvedCommand {
  /** Absolute. */
  readonly file: string
  /** Before the entry's own. */
  readonly argsBefore: readonly string[]
  /** PATH for the child: the found program's directory first, so that it finds its siblings (npx its node). */
  readonly pathForChild: string
  readonly cwd: string
  /** Where it was found. */
  readonly how: 'path' | 'name' | 'shim' | 'bundled'
}

export type Resolution =
  | { readonly ok: true; readonly resolved: ResolvedCommand }
  | { readonly ok: false; readonly fault: ServerFault }

const failed = (fault: ServerFault): Resolution => ({ ok: false, fault })

/** At most so many batch files that name each other. */
const SHIM_DEPTH = 3

export async function resolveCommand(
  { command, cwd: givenCwd, entryPath }: CommandRequest,
  around: Surroundings,
  disk: Disk,
  bundled: BundledRuntime | null,
): Promise<Resolution> {
  const { platform, home } = around
  const paths = platform === 'win32' ? win32 : posix
  const cwd = givenCwd === null ? home : paths.normalize(expandHome(givenCwd, home, paths))
  if (command.trim() === '') {
    return failed(badEntry({ en: 'There is no command.', zh: '没有填写命令。' }, []))
  }
  if (!paths.isAbsolute(cwd)) {
    return failed(
      badEntry({ en: `The working directory ${cwd} is no full path.`, zh: `工作目录 ${cwd} 不是完整路径。` }, [
        `working directory: ${cwd}`,
      ]),
    )
  }
  const cwdKind = await disk.kind(cwd)
  if (cwdKind !== 'directory') return failed(directoryMissing(cwd, cwdKind !== null))

  const directories = searchDirectories(around, entryPath)
  const pathWith = (first: string): string =>
    [...new Set([first, ...directories, ...(bundled === null ? [] : [paths.dirname(bundled.node)])])].join(
      paths.delimiter,
    )
  const direct = (file: string, how: 'path' | 'name'): Resolution => ({
    ok: true,
    resolved: { file, argsBefore: [], pathForChild: pathWith(paths.dirname(file)), cwd, how },
  })
  const start = async (file: string, how: 'path' | 'name'): Promise<Resolution> => {
    if (platform !== 'win32' || !isBatch(file)) return direct(file, how)
    const target = await shimTarget(file, disk)
    if (target === null) return failed(batchFileRefused(command, file, cwd))
    if (target.kind === 'program') return direct(target.file, how)
    const beside = win32.join(win32.dirname(file), 'node.exe')
    const node = (await disk.kind(beside)) === 'program' ? beside : ((await find('node'))?.program ?? bundled?.node)
    if (node === undefined) return failed(commandMissing('node', directories, cwd))
    return {
      ok: true,
      resolved: {
        file: node,
        argsBefore: [...target.nodeArgs, target.script],
        pathForChild: pathWith(win32.dirname(file)),
        cwd,
        how: 'shim',
      },
    }
  }
  const find = async (name: string): Promise<Found | null> => {
    let blocked: Found | null = null
    for (const directory of directories) {
      for (const candidate of candidates(paths.join(directory, name), around)) {
        const kind = await disk.kind(candidate)
        if (kind === 'program') return { program: candidate }
        if (kind === 'file') blocked ??= { blocked: candidate }
      }
    }
    return blocked
  }

  if (isPath(command, platform)) {
    const path = paths.resolve(cwd, expandHome(command, home, paths))
    let there: 'file' | 'directory' | null = null
    for (const candidate of candidates(path, around)) {
      const kind = await disk.kind(candidate)
      if (kind === 'program') return start(candidate, 'path')
      there ??= kind
    }
    if (there === 'directory') return failed(commandIsDirectory(command, path, cwd))
    if (there === 'file') return failed(commandNotExecutable(command, path, cwd))
    return failed(commandMissing(command, [paths.dirname(path)], cwd))
  }

  const found = await find(command)
  if (found?.program !== undefined) return start(found.program, 'name')
  const own = bundled === null ? null : fromBundle(command, bundled)
  if (own !== null && bundled !== null) {
    return {
      ok: true,
      resolved: { ...own, pathForChild: pathWith(paths.dirname(bundled.node)), cwd, how: 'bundled' },
    }
  }
  if (found?.blocked !== undefined) return failed(commandNotExecutable(command, found.blocked, cwd))
  return failed(commandMissing(command, directories, cwd))
}

interface Found {
  readonly program?: string
  /** There, but not executable. */
  readonly blocked?: string
}

function isPath(command: string, platform: NodeJS.Platform): boolean {
  return /^~(?:[\\/]|$)/.test(command) || (platform === 'win32' ? /[\\/:]/ : /\//).test(command)
}

/** `~` alone and before a slash; nobody else's home, and no variable. */
function expandHome(path: string, home: string, paths: typeof posix): string {
  return /^~(?:[\\/]|$)/.test(path) ? paths.join(home, path.slice(1)) : path
}

const isBatch = (file: string): boolean => /\.(cmd|bat)$/i.test(file)

/** Endings that can be started without a shell of their own; PATHEXT may name more (.JS, .VBS). */
const windowsEndings = ['.com', '.exe', '.bat', '.cmd']

/** Windows runs nothing without an ending: npm's `npx` beside `npx.cmd` is a script for other systems. */
function candidates(path: string, { platform, env }: Surroundings): string[] {
  if (platform !== 'win32') return [path]
  if (windowsEndings.includes(win32.extname(path).toLowerCase())) return [path]
  const listed = (variable(env, 'PATHEXT', platform) ?? '')
    .toLowerCase()
    .split(';')
    .filter((ending) => windowsEndings.includes(ending))
  return (listed.length > 0 ? listed : windowsEndings).map((ending) => `${path}${ending}`)
}

async function shimTarget(file: string, disk: Disk): Promise<Exclude<ShimTarget, { kind: 'shim' }> | null> {
  let path = file
  for (let depth = 0; depth < SHIM_DEPTH; depth++) {
    const text = await disk.text(path)
    const target = text === null ? null : readCmdShim(text, path)
    if (target === null || target.kind !== 'shim') return target
    path = target.file
  }
  return null
}

function fromBundle(
  command: string,
  { node, npxScript, npmScript }: BundledRuntime,
): Pick<ResolvedCommand, 'file' | 'argsBefore'> | null {
  switch (command.toLowerCase().replace(/\.(exe|cmd)$/, '')) {
    case 'node':
      return { file: node, argsBefore: [] }
    case 'npx':
      return npxScript === null ? null : { file: node, argsBefore: [npxScript] }
    case 'npm':
      return npmScript === null ? null : { file: node, argsBefore: [npmScript] }
    default:
      return null
  }
}
