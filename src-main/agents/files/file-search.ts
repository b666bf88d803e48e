/** Finding files by pattern, and lines in their texts, over every folder of a run. */
import type { Documents } from '../../documents/documents.ts'
import { isSafePattern } from '../../mcp-client/toolkit/safe-pattern.ts'
import type { FilePath, MountName } from './file-path.ts'
import type { Mount } from './mount.ts'
import type { FileEntry, FileResult } from './types.ts'

const GREP_LIMIT = 200
const GREP_MOST = 1_000
/** Beyond it what was found is given, and that it is not all. */
const GREP_MS = 60_000

export type Mounts = ReadonlyMap<MountName | null, Mount>

export interface SearchContext {
  readonly mounts: Mounts
  readonly documents: Documents
  readonly signal?: AbortSignal
}

interface Found {
  readonly mount: Mount
  readonly entry: FileEntry
}

/** Files at or under a path; empty when there are none. */
export async function filesUnder(mounts: Mounts, at: FilePath): Promise<Found[]> {
  const found: Found[] = []
  for (const [name, mount] of mounts) {
    if (at.mount !== null ? name !== at.mount : name !== null && at.path !== '/') continue
    for (const entry of await mount.list())
      if (at.path === '/' || entry.path === at.path || entry.path.startsWith(`${at.path}/`))
        found.push({ mount, entry })
  }
  return found
}

/** Those that a glob pattern takes, which counts from `at`; one without a slash is looked for at any depth. */
export async function globbed(
  pattern: string,
  at: FilePath,
  found: readonly Found[],
  { documents, signal }: SearchContext,
): Promise<FileResult<{ found: Found[] }>> {
  const bad = (why: string): FileResult<never> => ({
    ok: false,
    code: 'bad_pattern',
    message: `${JSON.stringify(pattern.slice(0, 100))} ${why}. Patterns look like *.pdf, **/*.md or /uploads/*.csv.`,
  })
  if (pattern.trim() === '') return bad('is empty')
  if (pattern.length > 300) return bad('is too long')
  const isAbsolute = pattern.startsWith('/')
  const prefix = isAbsolute || at.path === '/' ? '/' : `${at.path}/`
  const relative = isAbsolute ? pattern.slice(1) : pattern
  const names = new Map<string, Found>()
  for (const one of found) {
    const { path } = one.entry
    if (path.startsWith(prefix)) names.set(path.slice(prefix.length), one)
    // A path that is itself a file is what it is, whatever its folder.
    else if (path === at.path) names.set(path.slice(path.lastIndexOf('/') + 1), one)
  }
  const wanted = relative.includes('/') ? relative : isAbsolute ? relative : `**/${relative}`
  const matched = await documents.match(wanted, [...names.keys()], signal)
  if (matched === null) return bad('cannot be used as a pattern: it takes too long, or is broken')
  return { ok: true, found: matched.flatMap((name) => names.get(name) ?? []) }
}

/** The expression of a search: as it is, or its words where it is none. Null: it could take for ever. */
export function searchSource(pattern: string): string | null {
  try {
    new RegExp(pattern, 'iu')
  } catch {
    return pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  }
  return isSafePattern(pattern) ? pattern : null
}

export async function grepped(
  pattern: string,
  at: FilePath,
  glob: string | undefined,
  limit: number | undefined,
  context: SearchContext,
): Promise<FileResult<{ matches: { path: string; line: number; text: string }[]; isCut: boolean }>> {
  const refuse = (message: string): FileResult<never> => ({ ok: false, code: 'bad_pattern', message })
  if (pattern === '') return refuse('The pattern is empty. Give the words to look for.')
  const source = searchSource(pattern)
  if (source === null)
    return refuse('This pattern could take for ever. Give words, or an expression without repeated groups.')
  let files = await filesUnder(context.mounts, at)
  if (glob !== undefined) {
    const kept = await globbed(glob, at, files, context)
    if (!kept.ok) return kept
    files = kept.found
  }
  const most = Math.max(1, Math.min(GREP_MOST, Math.trunc(limit ?? GREP_LIMIT) || GREP_LIMIT))
  const until = performance.now() + GREP_MS
  const matches: { path: string; line: number; text: string }[] = []
  let isCut = false
  for (const { mount, entry } of files) {
    context.signal?.throwIfAborted()
    if (matches.length >= most || performance.now() > until) {
      isCut = true
      break
    }
    const read = await mount.text(entry.path)
    // Pictures and what holds no text hold no find either.
    if (!read.ok) continue
    const lines = await context.documents.search(
      { text: shownText(read), source, limit: most - matches.length + 1 },
      context.signal,
    )
    if (lines === null)
      return refuse(`This pattern takes too long in ${entry.path}. Give words, or a simpler expression.`)
    if (lines.length === 0) continue
    await mount.mark?.([entry.path])
    for (const { line, text } of lines) {
      if (matches.length < most) matches.push({ path: entry.path, line, text })
      else isCut = true
    }
  }
  return { ok: true, matches, isCut }
}

/** As a model reads it: lines are counted with what is said before it. */
export function shownText({ text, label }: { readonly text: string; readonly label?: string }): string {
  return label === undefined ? text : `${label}\n\n${text}`
}
