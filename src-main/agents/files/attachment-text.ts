/** The text of files that came with questions: read out of them once, and kept, as is the reason when there is none. */
import type { Queryable } from '../../db/database.ts'
import type { Documents } from '../../documents/documents.ts'
import { type AttachmentRow, readBytes } from './attachment-rows.ts'
import type { FileFaultCode, FileResult } from './types.ts'

/** Said with each reason: a model that tries again, or another way, gets no further. */
const FINAL = 'Do not retry: reading it again gives the same. Tell the person, or go on without it.'

export interface AttachmentTexts {
  /** `name` is what is said of it. Rejects when the signal aborts. */
  of(userId: number, row: AttachmentRow, name: string, signal?: AbortSignal): Promise<FileResult<{ text: string }>>
}

export function createAttachmentTexts({ db, documents }: { db: Queryable; documents: Documents }): AttachmentTexts {
  /** By person and file: two who ask at once wait for one reading. */
  const running = new Map<string, Promise<{ text: string | null; error: string | null }>>()

  async function read(userId: number, row: AttachmentRow): Promise<{ text: string | null; error: string | null }> {
    const bytes = await readBytes(db, userId, row.id)
    if (bytes === null) return { text: null, error: 'nothing_readable: It was removed.' }
    const read = await documents.text({ bytes, name: row.name, type: readType(row.mime) })
    const text = read.ok
      ? storable(read.text) + (read.cutChars > 0 ? `\n\n[${read.cutChars} more characters were left out.]` : '')
      : null
    const error = read.ok ? null : `${read.code}: ${read.message}`
    await db.query('update attachment set text = $3, text_error = $4 where user_id = $1 and id = $2', [
      userId,
      row.id,
      text,
      error === null ? null : storable(error),
    ])
    return { text, error }
  }

  return {
    async of(userId, row, name, signal) {
      const [kept] = await db.query<{ text: string | null; error: string | null }>(
        'select text, text_error as error from attachment where user_id = $1 and id = $2',
        [userId, row.id],
      )
      if (kept === undefined) return { ok: false, code: 'not_found', message: `${name} was removed.` }
      let known = kept
      if (kept.text === null && kept.error === null) {
        const key = `${userId}/${row.id}`
        // Not ended with one run: others wait for it too, and it is kept for the next question.
        const reading = running.get(key) ?? read(userId, row).finally(() => running.delete(key))
        running.set(key, reading)
        known = await unlessAborted(reading, signal)
      }
      if (known.text !== null) return { ok: true, text: known.text }
      const colon = known.error?.indexOf(': ') ?? -1
      const why = known.error?.slice(colon + 2) ?? 'Nothing in it could be read.'
      return { ok: false, code: faultCode(known.error?.slice(0, colon) ?? ''), message: `${why} ${FINAL}` }
    },
  }
}

function faultCode(code: string): FileFaultCode {
  if (code === 'unsupported') return 'not_text'
  return code === 'too_large' ? 'too_large' : 'nothing_readable'
}

/** What is known of a kind is kept with the file; what is not is looked at again by whoever reads it. */
function readType(mime: string): string {
  return mime === 'application/octet-stream' ? '' : mime
}

/** Postgres keeps neither NUL nor half of a character. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

function unlessAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
