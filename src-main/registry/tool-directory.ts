/** One tool directory: what lies in it now, what was loaded from it last, and what changed in between. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ModuleLoader } from './module-loader.ts'
import { loadToolFile, reasonOf, type ToolFile } from './tool-file.ts'

export interface ToolDirectory {
  readonly path: string
  readonly origin: 'packaged' | 'personal'
  /** Reads the directory again and loads what is new or changed. True when anything a caller could see differs. */
  refresh(): Promise<boolean>
  /** Loaded files by name. */
  files(): readonly ToolFile[]
  /** One sentence a fault, each naming the file. */
  warnings(): readonly string[]
}

interface Entry {
  /** Digest of the content that was last tried, good or bad. */
  tried: string
  file: ToolFile | null
  fault: string | null
}

/** A directory of tool files. Not recursive; `_names` are helpers, other endings are somebody else's. */
export function createToolDirectory(
  path: string,
  origin: 'packaged' | 'personal',
  loader: ModuleLoader,
): ToolDirectory {
  const entries = new Map<string, Entry>()
  let helpers = new Map<string, string>()

  async function refresh(): Promise<boolean> {
    const digests = await readDigests(path)
    const isTool = (file: string) => !basename(file).startsWith('_')
    const nextHelpers = new Map([...digests].filter(([file]) => !isTool(file)))
    const changedHelpers = new Set(
      [...new Set([...helpers.keys(), ...nextHelpers.keys()])].filter((f) => helpers.get(f) !== nextHelpers.get(f)),
    )
    helpers = nextHelpers
    let changed = false
    for (const file of [...entries.keys()])
      if (!digests.has(file)) {
        entries.delete(file)
        changed = true
      }
    for (const [file, digest] of digests) {
      if (!isTool(file)) continue
      const entry = entries.get(file)
      const stale = changedHelpers.size > 0 && (entry?.fault !== null || usesAny(entry?.file, changedHelpers))
      if (entry?.tried === digest && !stale) continue
      entries.set(file, await load(file, digest, entry))
      changed = true
    }
    return changed
  }

  async function load(file: string, digest: string, before: Entry | undefined): Promise<Entry> {
    try {
      return { tried: digest, file: await loadToolFile(file, origin, loader), fault: null }
    } catch (error) {
      const kept = before?.file ? '; the last version that worked stays in use' : ''
      return {
        tried: digest,
        file: before?.file ?? null,
        fault: `${basename(file)} could not be loaded: ${reasonOf(error)}${kept}`,
      }
    }
  }

  return {
    path,
    origin,
    refresh,
    files: () => [...entries.values()].flatMap((entry) => (entry.file ? [entry.file] : [])),
    warnings: () =>
      [...entries].flatMap(([file, entry]) =>
        entry.fault ? [entry.fault] : (entry.file?.warnings ?? []).map((warning) => `${basename(file)}: ${warning}`),
      ),
  }
}

function usesAny(file: ToolFile | null | undefined, changed: ReadonlySet<string>): boolean {
  return file ? [...changed].some((helper) => file.files.has(helper)) : false
}

/** Absolute path → content digest of every candidate file, in name order; empty where the directory is missing. */
async function readDigests(directory: string): Promise<Map<string, string>> {
  const names = await readdir(directory, { withFileTypes: true }).catch(() => [])
  const digests = new Map<string, string>()
  for (const name of names.map((e) => (e.isDirectory() ? '' : e.name)).sort()) {
    if (!/\.m?[jt]s$/.test(name) || name.endsWith('.d.ts') || name.endsWith('.d.mts') || name.startsWith('.')) continue
    const file = join(directory, name)
    // A file that vanishes between listing and reading is a file that was removed.
    const content = await readFile(file).catch(() => null)
    if (content) digests.set(file, createHash('sha256').update(content).digest('base64'))
  }
  return digests
}
