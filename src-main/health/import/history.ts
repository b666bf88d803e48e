/** The import history of a person: what was read when, and what was taken back. */
import type { Queryable } from '../../db/database.ts'
import type { ImportHistoryLine, ImportSummary } from './summary.ts'

interface FileRow {
  readonly [column: string]: unknown
  readonly id: number
  readonly name: string
  readonly part: string | null
  readonly format: string
  readonly state: 'done' | 'removed'
  readonly is_sample: boolean
  readonly size_bytes: number
  readonly read: number
  readonly imported: number
  readonly duplicates: number
  readonly skipped: number
  readonly absent: number
  readonly started_at: Date
  readonly finished_at: Date | null
  readonly summary: ImportSummary
}

/** Newest first; imports that are still running are not in it. */
export async function history(db: Queryable, userId: number): Promise<ImportHistoryLine[]> {
  const rows = await db.query<FileRow>(
    `SELECT id, name, part, format, state, is_sample, size_bytes, read, imported, duplicates, skipped, absent,
            started_at, finished_at, summary
       FROM import_file WHERE user_id = $1 AND state <> 'loading' ORDER BY started_at DESC, id DESC`,
    [userId],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    part: row.part,
    format: row.format,
    state: row.state,
    isSample: row.is_sample,
    sizeBytes: Number(row.size_bytes),
    read: Number(row.read),
    imported: Number(row.imported),
    duplicates: Number(row.duplicates),
    skipped: Number(row.skipped),
    absent: Number(row.absent),
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    summary: row.summary,
  }))
}
