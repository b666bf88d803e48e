/**
 * Takes imports back: one whole import, the sample data, or what a newer full export no longer holds. Hidden first,
 * derived anew aside, then deleted and published in one transaction: an interruption leaves everything as it was.
 */
import type { Queryable, SqlDatabase } from '../../db/database.ts'
import { publishDerived, stageDerived } from '../merge/derive.ts'
import { deleteGenotypes, deleteObservations, restoreHidden } from './import-files.ts'
import type { JobContext } from './import-job.ts'
import { ImportError } from './reader.ts'

type Touched = { indicatorId: number; dates: string[] }[]

export interface Removal {
  readonly removed: number
  readonly kept: number
}

/**
 * Removes a finished import. Rows that a later full export of the same format also held go over to that file.
 *
 * @param fullHistory Formats whose files always hold everything.
 */
export async function undoImport(
  context: JobContext,
  fileId: number,
  fullHistory: ReadonlySet<string>,
): Promise<Removal> {
  const { db, userId, signal } = context
  const [file] = await db.query<{ format: string; calls: string | null }>(
    `SELECT format, summary -> 'genotypes' ->> 'calls' AS calls FROM import_file
      WHERE user_id = $1 AND id = $2 AND state = 'done'`,
    [userId, fileId],
  )
  if (file === undefined) throw noSuchImport(fileId)
  await refreshStatistics(db)
  // Only a full export says something by what it does not list.
  let kept = fullHistory.has(file.format) ? await handOverRecords(db, userId, fileId, file.format) : 0
  if (file.calls !== null) kept += await handOverGenotypes(db, userId, fileId, file.format, file.calls)
  const touched = await touchedByFile(db, userId, fileId)
  await db.query(`UPDATE import_file SET state = 'loading' WHERE user_id = $1 AND id = $2`, [userId, fileId])
  try {
    if (touched.length > 0) await stageDerived(db, { userId, touched, signal })
    signal.throwIfAborted()
    const removed = await db.transaction(async (tx) => {
      const observations = await deleteObservations(tx, userId, fileId)
      const genotypes = await deleteGenotypes(tx, userId, fileId)
      await forgetAbsences(tx, userId, fileId)
      if (touched.length > 0) await publishDerived(tx, { userId, touched })
      await tx.query(`UPDATE import_file SET state = 'removed', absent = 0 WHERE user_id = $1 AND id = $2`, [
        userId,
        fileId,
      ])
      return observations + genotypes
    })
    return { removed, kept }
  } catch (error) {
    await restoreHidden(db, userId, fileId)
    throw error
  }
}

/** Removes every finished sample import. */
export async function removeSamples(context: JobContext): Promise<Removal> {
  const samples = await context.db.query<{ id: number }>(
    `SELECT id FROM import_file WHERE user_id = $1 AND is_sample AND state = 'done' ORDER BY id`,
    [context.userId],
  )
  let removed = 0
  for (const { id } of samples) removed += (await undoImport(context, id, new Set())).removed
  return { removed, kept: 0 }
}

/** Removes what a full export listed as gone, but for what a still newer one holds again. */
export async function removeAbsent(context: JobContext, fileId: number): Promise<Removal> {
  const { db, userId, signal } = context
  const [file] = await db.query<{ format: string }>(
    `SELECT format FROM import_file WHERE user_id = $1 AND id = $2 AND state = 'done'`,
    [userId, fileId],
  )
  if (file === undefined) throw noSuchImport(fileId)
  await refreshStatistics(db)
  const gone = `SELECT o.* FROM observation o
      JOIN absent_observation a ON a.user_id = o.user_id AND a.indicator_id = o.indicator_id
       AND a.start_at = o.start_at AND a.fingerprint = o.fingerprint
     WHERE a.user_id = $1 AND a.file_id = $2
       AND NOT EXISTS (
         SELECT FROM import_file later WHERE later.user_id = $1 AND later.format = $3 AND later.state = 'done'
            AND later.id > $2 AND NOT EXISTS (
              SELECT FROM absent_observation b WHERE b.user_id = $1 AND b.file_id = later.id
                 AND b.indicator_id = o.indicator_id AND b.start_at = o.start_at AND b.fingerprint = o.fingerprint))`
  const params = [userId, fileId, file.format]
  const touched = await touchedBy(db, gone, params)
  const [counted] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM (${gone}) g`, params)
  const removed = counted?.n ?? 0
  if (removed > 0) {
    // Staging sees visible rows, so the rows leave first, in the same transaction.
    await db.transaction(async (tx) => {
      await tx.query(
        `DELETE FROM observation o USING (${gone}) g
          WHERE o.user_id = g.user_id AND o.indicator_id = g.indicator_id AND o.start_at = g.start_at
            AND o.fingerprint = g.fingerprint`,
        params,
      )
      await stageDerived(tx, { userId, touched, signal })
      await publishDerived(tx, { userId, touched })
      await dropListed(tx, userId, fileId)
    })
  } else await dropListed(db, userId, fileId)
  return { removed, kept: 0 }
}

/**
 * Joins of a whole import with all records are planned by the tables' statistics. The embedded engine renews those only
 * when it is idle; by those of an almost empty table a join of some thousand rows took minutes.
 */
async function refreshStatistics(db: SqlDatabase): Promise<void> {
  await db.query('ANALYZE observation')
  await db.query('ANALYZE absent_observation')
}

async function dropListed(q: Queryable, userId: number, fileId: number): Promise<void> {
  await q.query('DELETE FROM absent_observation WHERE user_id = $1 AND file_id = $2', [userId, fileId])
  await q.query(
    `UPDATE import_file SET absent = 0,
            summary = jsonb_set(summary, '{absent}', '{"total": 0, "indicators": []}')
      WHERE user_id = $1 AND id = $2`,
    [userId, fileId],
  )
}

/** Lines of this file's own list, and of other files' lists that name its rows. */
async function forgetAbsences(q: Queryable, userId: number, fileId: number): Promise<void> {
  await q.query('DELETE FROM absent_observation WHERE user_id = $1 AND file_id = $2', [userId, fileId])
  await q.query(
    `DELETE FROM absent_observation a WHERE a.user_id = $1 AND NOT EXISTS (
       SELECT FROM observation o WHERE o.user_id = a.user_id AND o.indicator_id = a.indicator_id
          AND o.start_at = a.start_at AND o.fingerprint = a.fingerprint)`,
    [userId],
  )
  await q.query(
    `UPDATE import_file f SET absent = (
       SELECT count(*) FROM absent_observation a WHERE a.user_id = f.user_id AND a.file_id = f.id)
      WHERE f.user_id = $1 AND f.absent > 0`,
    [userId],
  )
}

/** A later full export that does not list a row as gone held it too: the row becomes that file's. */
async function handOverRecords(db: SqlDatabase, userId: number, fileId: number, format: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `WITH moved AS (
       UPDATE observation o SET file_id = h.heir
         FROM (
           SELECT p.indicator_id, p.start_at, p.fingerprint, min(later.id) AS heir
             FROM observation p
             JOIN import_file later ON later.user_id = $1 AND later.format = $3 AND later.state = 'done'
              AND later.id > $2
            WHERE p.user_id = $1 AND p.file_id = $2
              AND NOT EXISTS (
                SELECT FROM absent_observation a WHERE a.user_id = $1 AND a.file_id = later.id
                   AND a.indicator_id = p.indicator_id AND a.start_at = p.start_at AND a.fingerprint = p.fingerprint)
            GROUP BY 1, 2, 3
         ) h
        WHERE o.user_id = $1 AND o.indicator_id = h.indicator_id AND o.start_at = h.start_at
          AND o.fingerprint = h.fingerprint
       RETURNING 1)
     SELECT count(*)::int AS n FROM moved`,
    [userId, fileId, format],
  )
  return row?.n ?? 0
}

async function handOverGenotypes(
  db: SqlDatabase,
  userId: number,
  fileId: number,
  format: string,
  calls: string,
): Promise<number> {
  const [heir] = await db.query<{ id: number }>(
    `SELECT id FROM import_file WHERE user_id = $1 AND format = $3 AND state = 'done' AND id > $2
        AND summary -> 'genotypes' ->> 'calls' = $4 ORDER BY id LIMIT 1`,
    [userId, fileId, format, calls],
  )
  if (heir === undefined) return 0
  const sets = await db.query<{ rows: number }>(
    'UPDATE genotype_set SET file_id = $3 WHERE user_id = $1 AND file_id = $2 RETURNING rows',
    [userId, fileId, heir.id],
  )
  return sets.reduce((total, set) => total + set.rows, 0)
}

function touchedByFile(db: Queryable, userId: number, fileId: number): Promise<Touched> {
  return touchedBy(db, 'SELECT * FROM observation WHERE user_id = $1 AND file_id = $2', [userId, fileId])
}

/** The days of rows, and of their ends, which may be other days. */
async function touchedBy(db: Queryable, rows: string, params: readonly unknown[]): Promise<Touched> {
  const found = await db.query<{ indicator_id: number; dates: string[] }>(
    `SELECT indicator_id, array_agg(DISTINCT day::text) AS dates FROM (
       SELECT r.indicator_id, d::date AS day
         FROM (SELECT g.indicator_id, g.local_date, g.start_at, g.end_at FROM (${rows}) g) r,
              generate_series(r.local_date - (r.start_at <> r.end_at)::int,
                              least(r.local_date + ceil(extract(epoch FROM r.end_at - r.start_at) / 86400)::int,
                                    r.local_date + 366), '1 day') d
     ) days GROUP BY indicator_id`,
    params,
  )
  return found.map((row) => ({ indicatorId: row.indicator_id, dates: row.dates.sort() }))
}

function noSuchImport(fileId: number): ImportError {
  return new ImportError(
    'not-found',
    `There is no import number ${fileId} that could be changed.`,
    'Look at the import history; it may have been taken back already.',
  )
}
