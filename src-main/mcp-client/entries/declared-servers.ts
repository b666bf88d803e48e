/**
 * The directories of declared servers (MCP_SERVER_DIRS): read at start, looked at again while the hub runs. A file that
 * cannot be read is one problem that names it, and costs no other file anything (MiroFlow's behaviour).
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Environment } from '../../config/data-dir.ts'
import type { ServerValues } from '../model/server-entry.ts'
import { type DeclaredProblem, type DeclaredServer, declaredValues, readDeclared } from './declared-file.ts'

const POLL_MS = 2_000
const MAX_FILES = 200
const MAX_BYTES = 256 * 1024

export interface DeclaredServers {
  /** By directory and name of the file; of two with one name the first counts, the other is a problem. */
  servers(): readonly DeclaredServer[]
  problems(): readonly DeclaredProblem[]
  /** References resolved now; null for a file that declares nothing (any more). */
  values(file: string): { readonly values: ServerValues; readonly missing: readonly string[] } | null
  /** Looks again now. */
  refresh(): Promise<void>
  onChanged(listener: () => void): () => void
  close(): void
}

export interface DeclaredServersOptions {
  readonly dirs: readonly string[]
  /** Where references are looked up. */
  readonly env: Environment
  readonly pollMs?: number
}

/** Resolves when the files were read once. */
export async function openDeclaredServers(options: DeclaredServersOptions): Promise<DeclaredServers> {
  const { dirs, env, pollMs = POLL_MS } = options
  const listeners = new Set<() => void>()
  let seen = ''
  let servers: readonly DeclaredServer[] = []
  let problems: readonly DeclaredProblem[] = []
  let isClosed = false
  let running: Promise<void> | null = null

  async function look(): Promise<void> {
    const files = (await Promise.all(dirs.map(filesIn))).flat()
    const stamp = JSON.stringify(files)
    if (stamp === seen || isClosed) return
    const read = await Promise.all(files.map((file) => readOne(file, env)))
    if (isClosed) return
    const isFirst = seen === ''
    seen = stamp
    ;({ servers, problems } = sorted(read))
    if (!isFirst) for (const listener of listeners) listener()
  }

  function refresh(): Promise<void> {
    running ??= look().finally(() => {
      running = null
    })
    return running
  }

  await refresh()
  // Not watched by the system: these are small directories, often on drives where watching does not work.
  const poll = setInterval(() => void refresh().catch(() => {}), pollMs)
  poll.unref()
  return {
    servers: () => servers,
    problems: () => problems,
    values(file) {
      const server = servers.find((candidate) => candidate.file === file)
      return server === undefined ? null : declaredValues(server, env)
    },
    refresh,
    onChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      clearInterval(poll)
      listeners.clear()
    },
  }
}

interface SeenFile {
  readonly file: string
  readonly size: number
  readonly changedMs: number
}

/** Names that begin with `_` or `.` are left out, as for tools. A directory that is not there is empty. */
async function filesIn(dir: string): Promise<SeenFile[]> {
  const names = await readdir(dir).catch(() => [])
  const wanted = names.filter((name) => /^[^_.]/.test(name) && ['.yaml', '.yml', '.json'].includes(extname(name)))
  const files = await Promise.all(
    wanted
      .sort()
      .slice(0, MAX_FILES)
      .map(async (name) => {
        const file = join(dir, name)
        const info = await stat(file).catch(() => null)
        return info?.isFile() === true ? [{ file, size: info.size, changedMs: info.mtimeMs }] : []
      }),
  )
  return files.flat()
}

async function readOne({ file, size }: SeenFile, env: Environment): Promise<DeclaredServer | DeclaredProblem> {
  if (size > MAX_BYTES) {
    return { file, problem: { en: `${file} is larger than 256 KB.`, zh: `${file} 超过 256 KB。` } }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
    return readDeclared(file, text, env)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return {
      file,
      problem: { en: `${file} cannot be read (${reason}).`, zh: `无法读取 ${file}（${reason}）。` },
    }
  }
}

function sorted(read: readonly (DeclaredServer | DeclaredProblem)[]) {
  const servers = new Map<string, DeclaredServer>()
  const problems: DeclaredProblem[] = []
  for (const item of read) {
    if ('problem' in item) {
      problems.push(item)
      continue
    }
    const first = servers.get(item.name)
    if (first === undefined) servers.set(item.name, item)
    else {
      const { file, name } = item
      problems.push({
        file,
        problem: {
          en: `${file}: “${name}” is declared in ${first.file} already.`,
          zh: `${file}：“${name}”已在 ${first.file} 中声明。`,
        },
      })
    }
  }
  return { servers: [...servers.values()], problems }
}
