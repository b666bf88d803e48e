/** The audit log keeps one year. */
import type { Queryable } from '../db/database.ts'
import type { Logger } from '../log/logger.ts'

const dayMs = 86_400_000
const firstAfterMs = 10_000
const batchRows = 5_000

/** Rows of before this instant are removed. */
export function keptFrom(now: Date): Date {
  const from = new Date(now)
  from.setUTCFullYear(from.getUTCFullYear() - 1)
  return from
}

/**
 * Removes rows older than a year, a batch at a time. Only from the front, and the last of them stays: its hash is what the
 * first kept row is verified against, and without it nobody could tell a row that aged from one that was taken out.
 *
 * @returns How many were removed.
 */
export async function pruneAudit(db: Queryable, now: Date, isStopped: () => boolean = () => false): Promise<number> {
  const cutoff = keptFrom(now)
  let removed = 0
  const people = await db.query<{ id: number }>('select id from profile union select 0 order by id')
  for (const { id } of people) {
    const [edge] = await db.query<{ anchor: number | null }>(
      `select max(id) as anchor from audit where user_id = $1 and at < $2 and id < coalesce(
         (select id from audit where user_id = $1 and at >= $2 order by id limit 1), 9223372036854775807)`,
      [id, cutoff],
    )
    const anchor = edge?.anchor ?? null
    while (anchor !== null && !isStopped()) {
      const gone = await db.query(
        `delete from audit where user_id = $1 and id in (
           select id from audit where user_id = $1 and id < $2 order by id limit $3) returning id`,
        [id, anchor, batchRows],
      )
      removed += gone.length
      if (gone.length < batchRows) break
    }
  }
  return removed
}

/** Prunes a little after the start, so that short commands never do, and every day after that. Returns the stop. */
export function keepOneYear(db: Queryable, log: Logger, now: () => Date): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const prune = () => {
    running = pruneAudit(db, now(), () => isStopped).then(
      (rows) => {
        if (rows > 0) log.info('audit rows older than a year were removed', { rows })
      },
      (error: unknown) => log.warn('old audit rows could not be removed', { error }),
    )
  }
  const first = setTimeout(prune, firstAfterMs).unref()
  const daily = setInterval(prune, dayMs).unref()
  return async () => {
    isStopped = true
    clearTimeout(first)
    clearInterval(daily)
    await running
  }
}
