/** How much there is behind an answer: records, dates, sources. */
import type { Queryable } from '../../db/database.ts'
import type { OwnIndicator } from './own-indicators.ts'
import { sqlBounds, type Window } from './window.ts'

export interface Coverage {
  /** Records in the window; nights or naps for sleep. */
  readonly count: number
  readonly numericCount: number
  readonly days: number
  readonly firstDate: string | null
  readonly lastDate: string | null
  readonly sourceIds: readonly number[]
}

export const NO_COVERAGE: Coverage = {
  count: 0,
  numericCount: 0,
  days: 0,
  firstDate: null,
  lastDate: null,
  sourceIds: [],
}

export async function coverages(
  db: Queryable,
  userId: number,
  indicators: readonly OwnIndicator[],
  window: Window,
): Promise<Map<number, Coverage>> {
  const { from, to } = sqlBounds(window)
  const rows = await db.query<{
    id: number
    count: number
    numeric: number
    days: number
    first_date: string
    last_date: string
    sources: string
  }>(
    `SELECT indicator_id AS id, sum(n) AS count, sum(numeric_n) AS numeric, count(*) AS days,
            min(local_date) AS first_date, max(local_date) AS last_date,
            string_agg(source_ids::text, '') AS sources
     FROM daily
     WHERE user_id = $1 AND indicator_id = ANY ($2::int[]) AND local_date BETWEEN $3::date AND $4::date
     GROUP BY indicator_id`,
    [userId, indicators.map((own) => own.id), from, to],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        count: row.count,
        numericCount: row.numeric,
        days: row.days,
        firstDate: row.first_date,
        lastDate: row.last_date,
        sourceIds: sourceIdsOf(row.sources),
      },
    ]),
  )
}

/** Ids out of a text of arrays, '{1,2}{1}': joining texts needs no sort, gathering distinct arrays would. */
export function sourceIdsOf(arrays: string): number[] {
  const ids = new Set<number>()
  for (const array of new Set(arrays.split('}'))) {
    for (const id of array.replace('{', '').split(',')) if (id) ids.add(Number(id))
  }
  return [...ids].sort((a, b) => a - b)
}
