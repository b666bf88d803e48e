/** Rows of `import_file`: begun, finished, thrown away. */
import type { Queryable } from '../../db/database.ts'
import type { ImportSummary } from './summary.ts'

export interface NewFile {
  readonly userId: number
  readonly jobId: string
  readonly name: string
  readonly part: string | null
  readonly format: string
  readonly sizeBytes: number
  readonly isSample: boolean
  readonly now: Date
}

/** A row in state 'loading': what carries its id is invisible. */
export async function beginFile(db: Queryable, file: NewFile): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO import_file (user_id, job_id, name, part, format, sha256, size_bytes, state, is_sample, read, imported,
                              duplicates, skipped, absent, summary, started_at, finished_at)
     VALUES ($1, $2, $3, $4, $5, NULL, $6, 'loading', $7, 0, 0, 0, 0, 0, '{}', $8, NULL) RETURNING id`,
    [file.userId, file.jobId, file.name, file.part, file.format, file.sizeBytes, file.isSample, file.now],
  )
  if (row === undefined) throw new Error('the import could not be noted')
  return row.id
}

export interface FileCounts {
  readonly read: number
  readonly imported: number
  readonly duplicates: number
  readonly skipped: number
}

/** Makes everything of the file visible. Runs in the transaction that publishes the derived rows. */
export async function completeFile(
  q: Queryable,
  userId: number,
  fileId: number,
  sha256: string | null,
  counts: FileCounts,
  summary: ImportSummary,
  now: Date,
): Promise<void> {
  await q.query(
    `UPDATE import_file SET state = 'done', sha256 = $3, read = $4, imported = $5, duplicates = $6, skipped = $7,
            absent = $8, summary = $9, finished_at = $10 WHERE user_id = $1 AND id = $2`,
    [
      userId,
      fileId,
      sha256,
      counts.read,
      counts.imported,
      counts.duplicates,
      counts.skipped,
      summary.absent.total,
      JSON.stringify(summary),
      now,
    ],
  )
}

/** Indicators that a person has rows of, by jumps along the primary key: rows are not counted through. */
export async function indicatorsOf(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `WITH RECURSIVE jump AS (
       (SELECT indicator_id AS id FROM observation WHERE user_id = $1 ORDER BY indicator_id LIMIT 1)
       UNION ALL
       SELECT (SELECT indicator_id FROM observation
                WHERE user_id = $1 AND indicator_id > jump.id ORDER BY indicator_id LIMIT 1)
         FROM jump WHERE jump.id IS NOT NULL
     ) SELECT id FROM jump WHERE id IS NOT NULL`,
    [userId],
  )
  return rows.map((row) => row.id)
}

/** Deletes a file's records, indicator by indicator: no statement holds the only session for long. */
export async function deleteObservations(db: Queryable, userId: number, fileId: number): Promise<number> {
  let removed = 0
  for (const id of await indicatorsOf(db, userId)) {
    const [row] = await db.query<{ n: number }>(
      `WITH gone AS (DELETE FROM observation WHERE user_id = $1 AND indicator_id = $2 AND file_id = $3 RETURNING 1)
       SELECT count(*)::int AS n FROM gone`,
      [userId, id, fileId],
    )
    removed += row?.n ?? 0
  }
  return removed
}

export async function deleteGenotypes(db: Queryable, userId: number, fileId: number): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `WITH sets AS (SELECT id FROM genotype_set WHERE user_id = $1 AND file_id = $2),
          gone AS (DELETE FROM genotype WHERE user_id = $1 AND set_id IN (SELECT id FROM sets) RETURNING 1)
     SELECT count(*)::int AS n FROM gone`,
    [userId, fileId],
  )
  await db.query('DELETE FROM genotype_set WHERE user_id = $1 AND file_id = $2', [userId, fileId])
  return row?.n ?? 0
}

/** Takes away everything that unfinished imports left; `jobId` null means of every job. Safe to repeat. */
export async function discardUnfinished(db: Queryable, jobId: string | null): Promise<number> {
  const files = await db.query<{ user_id: number; id: number }>(
    `SELECT user_id, id FROM import_file
      WHERE state = 'loading' AND finished_at IS NULL AND ($1::uuid IS NULL OR job_id = $1)`,
    [jobId],
  )
  for (const { user_id: userId, id } of files) {
    await deleteObservations(db, userId, id)
    await deleteGenotypes(db, userId, id)
    await db.query('DELETE FROM absent_observation WHERE user_id = $1 AND file_id = $2', [userId, id])
    await db.query('DELETE FROM import_file WHERE user_id = $1 AND id = $2', [userId, id])
  }
  return files.length
}

/** Taking an import back hides it first. Where that was interrupted (a file id, or null for all), it stays as it was. */
export async function restoreHidden(db: Queryable, userId: number | null, fileId: number | null): Promise<void> {
  await db.query(
    `UPDATE import_file SET state = 'done'
      WHERE state = 'loading' AND finished_at IS NOT NULL
        AND ($1::int IS NULL OR user_id = $1) AND ($2::int IS NULL OR id = $2)`,
    [userId, fileId],
  )
}
