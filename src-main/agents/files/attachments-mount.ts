/** `/uploads` and `/library`: files of this conversation, and the person's earlier ones. Both are only read. */
import type { Queryable } from '../../db/database.ts'
import type { RunGate } from '../../registry/approval/run-gate.ts'
import { freeName, markedName } from './attachment-names.ts'
import { type AttachmentRow, attachmentColumns, readBytes, uuidForm } from './attachment-rows.ts'
import type { AttachmentTexts } from './attachment-text.ts'
import { type Mount, notFound } from './mount.ts'
import type { FileResult } from './types.ts'

const UPLOADS = 50
const LIBRARY = 200
/** What a model is handed as it is: more is refused by every provider. */
const NATIVE_BYTES = 24 * 1024 * 1024

interface Placed {
  readonly path: string
  readonly row: AttachmentRow
}

/** Rows in the order in which they are listed. */
export interface AttachmentListing {
  uploads(limit?: number): Promise<readonly Placed[]>
  library(): Promise<readonly Placed[]>
}

export function attachmentListing(
  db: Queryable,
  userId: number,
  conversationId: string | null,
  /** Of this question, in its order; they come first. */
  ids: readonly string[],
): AttachmentListing {
  const first = ids.filter((id) => uuidForm.test(id))
  async function ofConversation(): Promise<AttachmentRow[]> {
    const rows = await db.query<AttachmentRow>(
      `select ${attachmentColumns} from attachment
       where user_id = $1 and (conversation_id = $2 or (id = any($3) and (conversation_id = $2 or conversation_id is null)))
       order by created_at desc, id`,
      [userId, conversationId, first],
    )
    const rank = (row: AttachmentRow): number => {
      const at = first.indexOf(row.id)
      return at < 0 ? first.length : at
    }
    // Stable: those of earlier questions stay newest first.
    return rows.sort((a, b) => rank(a) - rank(b))
  }
  return {
    async uploads(limit = UPLOADS) {
      const taken = new Set<string>()
      return (await ofConversation()).slice(0, limit).map((row) => {
        // Unique already where they belong to a conversation.
        const name = freeName(row.name, taken)
        taken.add(name.toLowerCase())
        return { path: `/uploads/${name}`, row }
      })
    },
    async library() {
      const here = await ofConversation()
      const shown = new Set(here.slice(0, UPLOADS).map(({ sha256 }) => sha256))
      const earlier = await db.query<AttachmentRow>(
        `select ${attachmentColumns} from attachment
         where user_id = $1 and conversation_id is not null and conversation_id is distinct from $2
         order by created_at desc, id limit $3`,
        [userId, conversationId, 5 * LIBRARY],
      )
      const taken = new Set<string>()
      const placed: Placed[] = []
      for (const row of [...here.slice(UPLOADS), ...earlier]) {
        if (placed.length >= LIBRARY) break
        // The same file, attached once more.
        if (shown.has(row.sha256)) continue
        shown.add(row.sha256)
        const name = taken.has(row.name.toLowerCase()) ? markedName(row.name, row.sha256) : row.name
        taken.add(name.toLowerCase())
        placed.push({ path: `/library/${name}`, row })
      }
      return placed
    },
  }
}

export interface AttachmentMountOptions {
  readonly db: Queryable
  readonly userId: number
  readonly texts: AttachmentTexts
  readonly gate: Pick<RunGate, 'mark'>
  readonly signal?: AbortSignal
}

export function attachmentsMount(
  placed: () => Promise<readonly Placed[]>,
  { db, userId, texts, gate, signal }: AttachmentMountOptions,
): Mount {
  /** What was listed last: a search asks for many of them, one after the other. */
  let listed: readonly Placed[] = []
  const refreshed = async (): Promise<readonly Placed[]> => {
    listed = await placed()
    return listed
  }
  const among = (files: readonly Placed[], path: string) => files.find((one) => one.path === path)?.row
  const at = async (path: string): Promise<AttachmentRow | undefined> =>
    among(listed, path) ?? among(await refreshed(), path)
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

  return {
    async list() {
      return (await refreshed()).map(({ path, row }) => ({
        path,
        isDirectory: false,
        bytes: row.bytes,
        changedAt: row.created_at.toISOString(),
      }))
    },
    async text(path) {
      const row = await at(path)
      if (row === undefined) return notFound(path)
      if (/^image\//.test(row.mime))
        return notText(`${path} is a picture, and this model is not shown pictures. Tell the person so.`)
      if (/^(?:audio|video)\//.test(row.mime))
        return notText(`${path} is a recording, which cannot be read as text. Tell the person so.`)
      return texts.of(userId, row, nameOf(path), signal)
    },
    async native(path, kinds) {
      const row = await at(path)
      if (row === undefined) return null
      const isImage = /^image\/(?:png|jpeg|gif|webp)$/.test(row.mime)
      const isPdf = row.mime === 'application/pdf'
      if (!(isImage && kinds.images) && !(isPdf && kinds.pdf)) return null
      if (row.bytes > NATIVE_BYTES)
        // The text of a document is still to be had.
        return isPdf
          ? null
          : { ok: false, code: 'too_large', message: `${path} is larger than ${NATIVE_BYTES >> 20} MB.` }
      const bytes = await readBytes(db, userId, row.id)
      return bytes === null ? notFound(path) : { ok: true, bytes, mime: row.mime }
    },
    async mimeOf(path) {
      return (await at(path))?.mime ?? 'application/octet-stream'
    },
    mark(paths) {
      gate.mark({ hasPrivate: true })
      for (const path of paths) gate.mark({ untrusted: `document ${nameOf(path)}` })
    },
    markNames: () => gate.mark({ hasPrivate: true }),
  }
}

function notText(message: string): FileResult<never> {
  return { ok: false, code: 'not_text', message }
}
