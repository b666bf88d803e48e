/** Every tool of every directory, kept up to date while files change. */
import { basename, resolve, sep } from 'node:path'
import { watchDirectory } from '../config/directory-watch.ts'
import type { Logger } from '../log/logger.ts'
import { createModuleLoader } from './module-loader.ts'
import { createToolDirectory, type ToolDirectory } from './tool-directory.ts'
import type { LoadedTool } from './tool-file.ts'
import { type ArgumentCheck, argumentCheck } from './validate-arguments.ts'

export interface CatalogTool extends LoadedTool {
  readonly check: ArgumentCheck
}

export interface ToolCatalog {
  /** By name, in name order. */
  tools(): ReadonlyMap<string, CatalogTool>
  warnings(): readonly string[]
  onChanged(listener: () => void): () => void
  close(): Promise<void>
}

export interface CatalogOptions {
  /** Absolute, in the order in which a name counts; the first directory that has it wins. */
  readonly toolDirs: readonly string[]
  /** The directory that ships with the app, among `toolDirs` or not. */
  readonly packagedDir: string
  readonly log: Logger
}

/** Loads all directories, then watches them. A directory that is missing is looked for until it appears. */
export async function openToolCatalog(options: CatalogOptions): Promise<ToolCatalog> {
  const { log } = options
  const paths = [...new Set(options.toolDirs.map((path) => resolve(path)))]
  const packaged = resolve(options.packagedDir)
  const loader = createModuleLoader(paths)
  const directories = paths.map((path) =>
    createToolDirectory(path, path === packaged || path.startsWith(packaged + sep) ? 'packaged' : 'personal', loader),
  )
  const listeners = new Set<() => void>()
  let closed = false
  let state: { tools: ReadonlyMap<string, CatalogTool>; warnings: readonly string[] } = {
    tools: new Map(),
    warnings: [],
  }

  function rebuild(): void {
    const before = new Set(state.warnings)
    state = merge(directories)
    for (const warning of state.warnings) if (!before.has(warning)) log.warn(`tools: ${warning}`)
  }

  // Refreshes run one after another, so that two quick edits cannot finish in the wrong order.
  let queue: Promise<void> = Promise.resolve()
  function refresh(directory: ToolDirectory): Promise<void> {
    queue = queue.then(async () => {
      if (closed) return
      try {
        if (!(await directory.refresh())) return
      } catch (error) {
        log.error(`tools: the directory ${directory.path} could not be read`, { error })
        return
      }
      if (closed) return
      rebuild()
      for (const listener of listeners) listener()
    })
    return queue
  }

  for (const directory of directories) await directory.refresh()
  rebuild()
  const unwatch = directories.map((directory) => watchDirectory(directory.path, () => void refresh(directory)))

  return {
    tools: () => state.tools,
    warnings: () => state.warnings,
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      for (const stop of unwatch) stop()
      listeners.clear()
      await queue
      loader.close()
    },
  }
}

const checks = new WeakMap<LoadedTool, ArgumentCheck>()

function merge(directories: readonly ToolDirectory[]): {
  tools: ReadonlyMap<string, CatalogTool>
  warnings: readonly string[]
} {
  const tools = new Map<string, CatalogTool>()
  const warnings = directories.flatMap((directory) => directory.warnings())
  const fileOf = new Map<string, string>()
  for (const directory of directories)
    for (const file of directory.files())
      for (const tool of file.tools) {
        const { name } = tool.definition
        const first = fileOf.get(name)
        if (first !== undefined) {
          warnings.push(`the tool ${name} of ${basename(file.path)} (${directory.origin}) is hidden by ${first}`)
          continue
        }
        fileOf.set(name, `${basename(file.path)} (${directory.origin})`)
        const check = checks.get(tool) ?? argumentCheck(tool.definition.inputSchema)
        checks.set(tool, check)
        tools.set(name, { ...tool, check })
      }
  return { tools: new Map([...tools].sort(([a], [b]) => (a < b ? -1 : 1))), warnings }
}
