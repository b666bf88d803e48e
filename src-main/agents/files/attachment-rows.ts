/** Files that came with questions, as rows: kept, named, listed, and read in pieces so that a large one holds up nobody. */
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../db/database.ts'
import { fileKind } from '../../documents/file-kind.ts'
import { documentLimits } from '../../documents/limits.ts'
import { AttachmentError } from './attachment-error.ts'
import { attachmentName } from './attachment-names.ts'

/** What is moved at once, between a file, the database and memory. */
export const PIECE_BYTES = 2 * 1024 * 1024

export interface AttachmentRow extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly mime: string
  readonly sha256: string
  readonly bytes: number
  readonly conversation_id: string | null
  readonly created_at: Date
}

/** `octet_length` reads the length alone, never the content. */
export const attachmentColumns = 'id, name, mime, sha256, octet_length(bytes) as bytes, conversation_id, created_at'

export const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface KeptFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly mime: string
  readonly sha256: string
}

/** Reads a file of this computer, or takes bytes. Throws AttachmentError. */
export async function keptFile(
  file: { readonly name?: string } & ({ readonly path: string } | { readonly bytes: Uint8Array }),
  signal?: AbortSignal,
): Promise<KeptFile> {
  const bytes = 'path' in file ? await fileBytes(file.path, signal) : file.bytes
  const given = file.name ?? ('path' in file ? basename(file.path) : 'file')
  if (bytes.length > documentLimits.bytes) throw tooLarge(given)
  if (bytes.length === 0)
    throw new AttachmentError(
      'empty',
      { en: `${attachmentName(given)} is empty.`, zh: `${attachmentName(given)} 是空文件。` },
      { en: 'Choose another file.', zh: '请选择其他文件。' },
    )
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    signal?.throwIfAborted()
    hash.update(bytes.subarray(at, at + PIECE_BYTES))
    if (at > 0) await nextTurn()
  }
  const name = attachmentName(given)
  return { name, bytes, mime: fileKind(name, bytes), sha256: hash.digest('hex') }
}

async function fileBytes(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  const name = attachmentName(basename(path))
  const found = await stat(path).catch(() => null)
  if (found === null)
    throw new AttachmentError(
      'not_found',
      { en: `${name} is not there any more.`, zh: `找不到 ${name}。` },
      { en: 'Choose the file again.', zh: '请重新选择文件。' },
    )
  // A device or a pipe may never end.
  if (!found.isFile())
    throw new AttachmentError(
      'not_a_file',
      { en: `${name} is not a file.`, zh: `${name} 不是文件。` },
      { en: 'Choose a file.', zh: '请选择文件。' },
    )
  if (found.size > documentLimits.bytes) throw tooLarge(name)
  const handle = await open(path)
  try {
    const bytes = new Uint8Array(found.size)
    let at = 0
    while (at < bytes.length) {
      signal?.throwIfAborted()
      const { bytesRead } = await handle.read(bytes, at, Math.min(PIECE_BYTES, bytes.length - at), at)
      if (bytesRead === 0) break
      at += bytesRead
    }
    return bytes.subarray(0, at)
  } finally {
    await handle.close()
  }
}

function tooLarge(given: string): AttachmentError {
  const name = attachmentName(given)
  const most = documentLimits.bytes >> 20
  return new AttachmentError(
    'too_large',
    { en: `${name} is larger than ${most} MB.`, zh: `${name} 超过 ${most} MB。` },
    {
      en: 'Health exports belong on the Data page. Of a long document, attach the part that matters.',
      zh: '健康数据导出文件请在“数据”页导入；长文档请只附上需要的部分。',
    },
  )
}

/** Stores a file, a large one piece by piece: one statement with all of it would keep everybody waiting. */
export async function insertFile(
  db: Queryable,
  userId: number,
  id: string,
  { name, bytes, mime, sha256 }: KeptFile,
  at: Date,
): Promise<void> {
  const insert = (content: string, params: readonly unknown[]) =>
    db.query(
      `insert into attachment (user_id, id, name, mime, sha256, created_at, bytes) values ($1, $2, $3, $4, $5, $6, ${content})`,
      [userId, id, name, mime, sha256, at, ...params],
    )
  if (bytes.length <= 4 * PIECE_BYTES) {
    await insert('$7', [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)])
    return
  }
  const space = `${piecesSpace}${id}`
  try {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      const piece = bytes.subarray(start, start + PIECE_BYTES)
      await db.query(
        `insert into agent_file (user_id, space, path, mime, bytes, created_at, changed_at) values ($1, $2, $3, $4, $5, $6, $6)`,
        [
          userId,
          space,
          `/${String(start).padStart(12, '0')}`,
          mime,
          Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength),
          at,
        ],
      )
    }
    await insert(
      `(select string_agg(bytes, ''::bytea order by path) from agent_file where user_id = $1 and space = $7)`,
      [space],
    )
  } finally {
    await db.query('delete from agent_file where user_id = $1 and space = $2', [userId, space])
  }
}

/** Space of pieces that are being put together; what a crash left of them is nobody's. */
export const piecesSpace = 'pieces:'

/** Null when it is gone. */
export async function readBytes(db: Queryable, userId: number, id: string): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  for (let at = 1; ; at += PIECE_BYTES) {
    const [row] = await db.query<{ piece: Uint8Array }>(
      'select substring(bytes from $3 for $4) as piece from attachment where user_id = $1 and id = $2',
      [userId, id, at, PIECE_BYTES],
    )
    if (row === undefined) return null
    pieces.push(row.piece)
    if (row.piece.length < PIECE_BYTES) break
  }
  const [only] = pieces
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
}
