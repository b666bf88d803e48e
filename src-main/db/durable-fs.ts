/**
 * PGlite's disk file system with a real fsync. PGlite 0.5.17 starts PostgreSQL with fsync off and its NodeFS has no
 * fsync at all, so a power cut could lose acknowledged commits (pglite#1107). This hooks into Emscripten's NODEFS;
 * the version is pinned and the worker checks at every start that the hook was called.
 */

import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What this file needs of Emscripten's NODEFS. */
interface NodeFsModule {
  realPath(node: unknown): string
  stream_ops: Record<string, unknown>
  node_ops: Record<string, unknown>
}

type InitOptions = Parameters<NodeFS['init']>[1]
type Operation = (...args: unknown[]) => unknown

export class DurableNodeFS extends NodeFS {
  /** Calls of fsync so far; zero after a start means that the hook no longer fits the engine. */
  fsyncCount = 0
  /** Directories with new, renamed or removed entries since the last fsync. */
  readonly #changedDirs = new Set<string>()
  readonly #onAbort: (reason: string) => void

  /** @param onAbort Called when the engine aborts for good, from inside the engine. */
  constructor(dir: string, onAbort: (reason: string) => void) {
    super(dir)
    this.#onAbort = onAbort
  }

  override async init(pg: PGlite, options: InitOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    const hook = (module: object): void => {
      if ('NODEFS' in module && isNodeFs(module.NODEFS)) this.#install(module.NODEFS)
    }
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        // Before NodeFS mounts: nodes take their operations when they are made.
        preRun: [...preRun.slice(0, -1), hook, ...preRun.slice(-1)],
        onAbort: (reason: unknown) => this.#onAbort(String(reason)),
      },
    }
  }

  /** Makes the entries of every directory changed so far durable. Windows cannot open directories and needs no such step. */
  syncDirectories(): void {
    for (const dir of this.#changedDirs) syncDirectory(dir)
    this.#changedDirs.clear()
  }

  #install(nodefs: NodeFsModule): void {
    nodefs.stream_ops.fsync = (stream: unknown): number => {
      this.#sync(nodefs, stream)
      return 0
    }
    this.#watch(nodefs, 'mknod', (args) => [nodefs.realPath(args[0])])
    this.#watch(nodefs, 'unlink', (args) => [nodefs.realPath(args[0])])
    this.#watch(nodefs, 'rename', (args) => [dirname(nodefs.realPath(args[0])), nodefs.realPath(args[1])])
  }

  #sync(nodefs: NodeFsModule, stream: unknown): void {
    this.fsyncCount++
    this.syncDirectories()
    if (typeof stream !== 'object' || stream === null) return
    if ('nfd' in stream && typeof stream.nfd === 'number') fsyncSync(stream.nfd)
    else if ('node' in stream) syncDirectory(nodefs.realPath(stream.node))
  }

  /** Runs `name` as before and notes the directories it changed; `dirs` is asked before, while the old paths hold. */
  #watch(nodefs: NodeFsModule, name: string, dirs: (args: unknown[]) => string[]): void {
    const original = nodefs.node_ops[name]
    if (!isOperation(original)) return
    nodefs.node_ops[name] = (...args: unknown[]): unknown => {
      const changed = dirs(args)
      const result = original(...args)
      for (const dir of changed) this.#changedDirs.add(dir)
      return result
    }
  }
}

/** fsync of a directory, where the system has such a thing. */
export function syncDirectory(dir: string): void {
  if (process.platform === 'win32') return
  let fd: number
  try {
    fd = openSync(dir, 'r')
  } catch (error) {
    // Removed since; its own removal is in the parent's list.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function isNodeFs(value: unknown): value is NodeFsModule {
  return (
    typeof value === 'object' &&
    value !== null &&
    'realPath' in value &&
    typeof value.realPath === 'function' &&
    'stream_ops' in value &&
    typeof value.stream_ops === 'object' &&
    'node_ops' in value &&
    typeof value.node_ops === 'object'
  )
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'function'
}
