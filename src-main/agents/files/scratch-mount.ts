/** Scratch files: of a conversation, in the database; of a run that nothing keeps, in memory. */
import type { Queryable } from '../../db/database.ts'
import { type Mount, notFound } from './mount.ts'
import type { FileEntry, FileResult } from './types.ts'

const FILE_CHARS = 10_000_000
const SPACE_BYTES = 50 * 1024 * 1024
const SPACE_FILES = 2_000

interface ScratchRows {
  list(): Promise<readonly FileEntry[]>
  read(path: string): Promise<string | null>
  /** False: it does not hold `before` any more. */
  write(path: string, text: string, before: string | null): Promise<boolean>
  remove(path: string): Promise<boolean>
}

export function scratchMount(rows: ScratchRows): Mount {
  /** Null: it may be written. */
  async function refusal(path: string, text: string): Promise<FileResult<never> | null> {
    if (text.length > FILE_CHARS) return full('too_large', `A file may hold ${FILE_CHARS / 1e6} million characters.`)
    const files = await rows.list()
    const isThere = files.some((file) => file.path === path)
    if (files.some((file) => file.path.startsWith(`${path}/`)))
      return { ok: false, code: 'is_directory', message: `${path} is a folder. Write to a file in it.` }
    const above = files.find((file) => path.startsWith(`${file.path}/`))
    if (above !== undefined)
      return { ok: false, code: 'bad_path', message: `${above.path} is a file, so nothing can lie in it.` }
    if (!isThere && files.length >= SPACE_FILES) return full('no_space', `There are ${SPACE_FILES} files already.`)
    const others = files.reduce((sum, file) => sum + (file.path === path ? 0 : file.bytes), 0)
    if (others + Buffer.byteLength(text) > SPACE_BYTES)
      return full('no_space', `The files of a conversation may take ${SPACE_BYTES >> 20} MB together.`)
    return null
  }
  return {
    list: () => rows.list(),
    async text(path) {
      const text = await rows.read(path)
      return text === null ? notFound(path) : { ok: true, text }
    },
    async mimeOf(path) {
      return scratchMime(path)
    },
    async write(path, text, before) {
      const kept = storable(text)
      const refused = await refusal(path, kept)
      if (refused !== null) return refused
      return { ok: true, isWritten: await rows.write(path, kept, before) }
    },
    async remove(path) {
      return (await rows.remove(path)) ? { ok: true } : notFound(path)
    },
  }
}

export function scratchMime(path: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase()
  if (ending === 'json') return 'application/json'
  if (ending === 'csv') return 'text/csv'
  return ending === 'md' || ending === 'markdown' ? 'text/markdown' : 'text/plain'
}

function full(code: 'too_large' | 'no_space', message: string): FileResult<never> {
  return { ok: false, code, message: `${message} Write less, or remove what is not needed.` }
}

/** Postgres keeps neither NUL nor half of a character. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** `space` is the conversation's id. */
export function storedScratch(db: Queryable, userId: number, space: string, now: () => Date): ScratchRows {
  return {
    async list() {
      const rows = await db.query<{ path: string; bytes: number; changed_at: Date }>(
        `select path, coalesce(octet_length(content), octet_length(bytes)) as bytes, changed_at
         from agent_file where user_id = $1 and space = $2 order by path`,
        [userId, space],
      )
      return rows.map(({ path, bytes, changed_at }) => ({
        path,
        isDirectory: false,
        bytes,
        changedAt: changed_at.toISOString(),
      }))
    },
    async read(path) {
      const [row] = await db.query<{ content: string | null }>(
        'select content from agent_file where user_id = $1 and space = $2 and path = $3',
        [userId, space, path],
      )
      return row?.content ?? null
    },
    async write(path, text, before) {
      const params = [userId, space, path, text, now(), scratchMime(path)]
      const rows =
        before === null
          ? await db.query(
              `insert into agent_file (user_id, space, path, mime, content, created_at, changed_at)
               values ($1, $2, $3, $6, $4, $5, $5)
               on conflict (user_id, space, path) do update set content = $4, bytes = null, changed_at = $5, mime = $6
               returning path`,
              params,
            )
          : await db.query(
              `update agent_file set content = $4, changed_at = $5, mime = $6
               where user_id = $1 and space = $2 and path = $3 and content = $7 returning path`,
              [...params, before],
            )
      return rows.length > 0
    },
    async remove(path) {
      const rows = await db.query(
        'delete from agent_file where user_id = $1 and space = $2 and path = $3 returning path',
        [userId, space, path],
      )
      return rows.length > 0
    },
  }
}

export function heldScratch(now: () => Date): ScratchRows {
  const files = new Map<string, { readonly text: string; readonly changedAt: string }>()
  return {
    async list() {
      return [...files]
        .map(([path, { text, changedAt }]) => ({ path, isDirectory: false, bytes: Buffer.byteLength(text), changedAt }))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
    },
    async read(path) {
      return files.get(path)?.text ?? null
    },
    async write(path, text, before) {
      if (before !== null && files.get(path)?.text !== before) return false
      files.set(path, { text, changedAt: now().toISOString() })
      return true
    },
    async remove(path) {
      return files.delete(path)
    },
  }
}
