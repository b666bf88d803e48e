/** The files of one run: its folders as one tree, with the rules that hold in all of them. Never throws. */
import type { Documents } from '../../documents/documents.ts'
import { textLines } from '../../documents/text-lines.ts'
import type { Logger } from '../../log/logger.ts'
import { childrenOf, type FilePath, filePath, type MountName, mountNames } from './file-path.ts'
import { filesUnder, globbed, grepped, type Mounts, shownText } from './file-search.ts'
import { type Mount, notFound } from './mount.ts'
import type { FileEntry, FileResult, FileSpace, NativeKinds } from './types.ts'

const READ_LINES = 2_000
/** Of one page, whatever its lines: more than that would push a conversation out of a model's memory. */
const READ_CHARS = 100_000
const GLOB_LIMIT = 500
/** An edit is tried again when somebody else wrote meanwhile. */
const TRIES = 3

export interface FileSpaceOptions {
  readonly mounts: Mounts
  readonly native: NativeKinds
  readonly documents: Documents
  readonly log: Logger
  readonly signal?: AbortSignal
}

export function createFileSpace({ mounts, native, documents, log, signal }: FileSpaceOptions): FileSpace {
  /** The folder a path belongs to, or why there is none. */
  function placed(given: string): FileResult<{ at: FilePath; mount: Mount }> {
    const parsed = filePath(given)
    if (!parsed.ok) return parsed
    const mount = mounts.get(parsed.at.mount)
    return mount === undefined ? notFound(parsed.at.path) : { ok: true, at: parsed.at, mount }
  }

  /** Where text can be put: not a folder, and not where files are only read. */
  function writable(given: string): FileResult<{
    path: string
    mount: Mount
    write: NonNullable<Mount['write']>
    remove: NonNullable<Mount['remove']>
  }> {
    const found = placed(given)
    if (!found.ok) return found
    const { at, mount } = found
    if (at.inner === '/') return isFolder(at.path)
    if (mount.write === undefined || mount.remove === undefined)
      return {
        ok: false,
        code: 'read_only',
        message: `/${at.mount} is only read. Write to a path of your own, like /draft.md.`,
      }
    return { ok: true, path: at.path, mount, write: mount.write, remove: mount.remove }
  }

  async function guarded<T>(what: string, work: () => Promise<FileResult<T>>): Promise<FileResult<T>> {
    try {
      signal?.throwIfAborted()
      return await work()
    } catch (error) {
      if (signal?.aborted) return { ok: false, code: 'failed', message: 'The run was stopped.' }
      log.error(`files of an agent failed: ${what}`, { error })
      return { ok: false, code: 'failed', message: 'The files cannot be reached now. Go on without them.' }
    }
  }

  async function hasFolder(mount: Mount, path: string): Promise<boolean> {
    return (await mount.list()).some((entry) => entry.path.startsWith(`${path}/`))
  }

  /** Text as a model sees it; the marks are made. */
  async function opened(at: FilePath, mount: Mount): Promise<FileResult<{ text: string }>> {
    if (at.inner === '/') return isFolder(at.path)
    const read = await mount.text(at.path)
    if (read.ok) {
      await mount.mark?.([at.path])
      return { ok: true, text: shownText(read) }
    }
    return read.code === 'not_found' && (await hasFolder(mount, at.path)) ? isFolder(at.path) : read
  }

  return {
    ls: (path) =>
      guarded('ls', async () => {
        const found = placed(path)
        if (!found.ok) return found
        const { at, mount } = found
        const files = await mount.list()
        if (files.length > 0) mount.markNames?.()
        const file = files.find((entry) => entry.path === at.path)
        if (file !== undefined) return { ok: true, entries: [file] }
        // An empty folder of a mount is there all the same.
        const children = childrenOf(at.path, files) ?? (at.inner === '/' ? { files: [], folders: [] } : null)
        if (children === null) return notFound(at.path)
        const mounted = at.path === '/' ? mountNames.filter((name) => mounts.has(name)).map((name) => `/${name}`) : []
        return { ok: true, entries: [...[...mounted, ...children.folders].map(folder), ...children.files] }
      }),

    read: (path, offset = 0, limit = READ_LINES) =>
      guarded('read', async () => {
        const found = placed(path)
        if (!found.ok) return found
        const { at, mount } = found
        const from = Math.max(0, Math.trunc(offset) || 0)
        // A page of it is wanted: that is its text.
        const whole = from === 0 && at.inner !== '/' ? await mount.native?.(at.path, native) : null
        if (whole !== null && whole !== undefined) {
          if (!whole.ok) return whole
          await mount.mark?.([at.path])
          return { ok: true, content: { kind: 'binary', bytes: whole.bytes, mime: whole.mime } }
        }
        const read = await opened(at, mount)
        if (!read.ok) return read
        return page(at.path, read.text, from, Math.min(READ_LINES, Math.max(1, Math.trunc(limit) || READ_LINES)))
      }),

    raw: (path) =>
      guarded('raw', async () => {
        const found = placed(path)
        if (!found.ok) return found
        const { at, mount } = found
        const whole = at.inner === '/' ? null : await mount.native?.(at.path, native)
        if (whole !== null && whole !== undefined) {
          if (!whole.ok) return whole
          await mount.mark?.([at.path])
          return { ok: true, text: null, bytes: whole.bytes, mime: whole.mime }
        }
        const read = await opened(at, mount)
        if (!read.ok) return read
        return { ok: true, text: read.text, bytes: null, mime: (await mount.mimeOf?.(at.path)) ?? 'text/plain' }
      }),

    write: (path, text) =>
      guarded('write', async () => {
        const found = writable(path)
        if (!found.ok) return found
        const wrote = await found.write(found.path, text, null)
        if (!wrote.ok) return wrote
        return wrote.isWritten ? { ok: true, path: found.path } : changed(found.path)
      }),

    edit: (path, before, after, all = false) =>
      guarded('edit', async () => {
        const found = writable(path)
        if (!found.ok) return found
        for (let attempt = 0; attempt < TRIES; attempt++) {
          const read = await found.mount.text(found.path)
          if (!read.ok) return read
          const edited = replaced(found.path, read.text, before, after, all)
          if (!edited.ok) return edited
          const wrote = await found.write(found.path, edited.text, read.text)
          if (!wrote.ok) return wrote
          if (wrote.isWritten) return { ok: true, path: found.path, occurrences: edited.occurrences }
        }
        return changed(found.path)
      }),

    remove: (path) =>
      guarded('remove', async () => {
        const found = writable(path)
        if (!found.ok) return found
        const removed = await found.remove(found.path)
        if (removed.ok) return { ok: true, path: found.path }
        return removed.code === 'not_found' && (await hasFolder(found.mount, found.path))
          ? isFolder(found.path)
          : removed
      }),

    glob: (pattern, path = '/') =>
      guarded('glob', async () => {
        const parsed = filePath(path)
        if (!parsed.ok) return parsed
        const at = pattern.startsWith('/') ? rootPath : parsed.at
        const kept = await globbed(pattern, at, await filesUnder(mounts, at), { mounts, documents, signal })
        if (!kept.ok) return kept
        const found = kept.found.slice(0, GLOB_LIMIT)
        for (const mount of new Set(found.map((one) => one.mount))) mount.markNames?.()
        return { ok: true, entries: found.map(({ entry }) => entry) }
      }),

    grep: (pattern, path = '/', glob, limit) =>
      guarded('grep', async () => {
        const parsed = filePath(path)
        return parsed.ok ? grepped(pattern, parsed.at, glob, limit, { mounts, documents, signal }) : parsed
      }),
  }
}

const rootPath: FilePath = { path: '/', mount: null, inner: '/' }

const folder = (path: string): FileEntry => ({ path, isDirectory: true, bytes: 0, changedAt: null })

function isFolder(path: string): FileResult<never> {
  return { ok: false, code: 'is_directory', message: `${path} is a folder. Look into it with ls.` }
}

function changed(path: string): FileResult<never> {
  return { ok: false, code: 'no_match', message: `${path} was changed meanwhile. Read it again.` }
}

function page(path: string, text: string, from: number, limit: number): Awaited<ReturnType<FileSpace['read']>> {
  const lines = textLines(text)
  if (from > 0 && from >= lines.length)
    return { ok: false, code: 'no_match', message: `${path} has ${lines.length} lines; the first has offset 0.` }
  let end = from
  for (let chars = 0; end < lines.length && end - from < limit; end++) {
    chars += (lines[end] ?? '').length + 1
    if (chars > READ_CHARS && end > from) break
  }
  return {
    ok: true,
    content: {
      kind: 'text',
      text: lines.slice(from, end).join('\n'),
      startLine: lines.length === 0 ? 0 : from + 1,
      endLine: end,
      totalLines: lines.length,
      nextOffset: end < lines.length ? end : null,
    },
  }
}

function replaced(
  path: string,
  text: string,
  before: string,
  after: string,
  all: boolean,
): FileResult<{ text: string; occurrences: number }> {
  if (before === '')
    return { ok: false, code: 'no_match', message: 'The text to replace is empty. Give what stands there.' }
  const parts = text.split(before)
  const occurrences = parts.length - 1
  if (occurrences === 0)
    return {
      ok: false,
      code: 'no_match',
      message: `${path} does not hold this text. Read it, and give what stands there to the letter.`,
    }
  if (occurrences > 1 && !all)
    return {
      ok: false,
      code: 'not_unique',
      message: `This text stands ${occurrences} times in ${path}. Give more of what is around it, or replace all.`,
    }
  return { ok: true, text: parts.join(after), occurrences }
}

/** For the folder that nobody else names. */
export function mountsOf(scratch: Mount, named: ReadonlyMap<MountName, Mount>): Mounts {
  return new Map<MountName | null, Mount>([[null, scratch], ...named])
}
