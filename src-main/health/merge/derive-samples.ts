/**
 * Days of indicators whose sources are not merged (instant, lab, event, interval): computed inside the database.
 * For those with statistics over samples it also keeps (value, count) pairs per day and month, for exact medians.
 */
import { type DeriveScope, instantBounds } from './derive-scope.ts'
import { dateOfDay, dayOfDate } from './local-date.ts'
import { type DueIndicator, datesOf, monthsOf } from './touched-days.ts'

/** True where statistics are over samples: instants, lab results, and the numbers of events. */
export function hasDigest(kind: string): boolean {
  return kind === 'instant' || kind === 'lab' || kind === 'event'
}

const PAIRS = `string_agg(float8send(v) || int4send(n::int), ''::bytea) FILTER (WHERE v IS NOT NULL)`

export async function stageSamples(scope: DeriveScope, due: DueIndicator): Promise<void> {
  if (due.definition.aggregation === 'last') return stageDayFigure(scope, due)
  const digest = hasDigest(due.definition.kind)
  // A month's pairs need all days of the month, not only the touched ones.
  const months = monthsOf(due.days)
  const first = digest ? dayOfDate(months[0] ?? '') : (due.days[0] ?? 0)
  const last = digest ? lastDayOfMonth(months[months.length - 1] ?? '') : (due.days[due.days.length - 1] ?? 0)
  const [from, to] = instantBounds(first, last)
  await scope.q.query(
    `WITH g AS MATERIALIZED (
       SELECT local_date, source_id, CASE WHEN comparator IS NULL THEN value END AS v, count(*) AS n
       FROM observation
       WHERE user_id = $1 AND indicator_id = $2 AND start_at >= $3::timestamptz AND start_at < $4::timestamptz
         AND local_date BETWEEN $5::date AND $6::date AND file_id <> ALL ($7::int[])
       GROUP BY 1, 2, 3
     ), day AS (
       INSERT INTO daily_next
         (user_id, indicator_id, local_date, value, mean, min, max, n, numeric_n, source_ids, method, digest)
       SELECT $1::int, $2::int, local_date, ${dayValue(due)},
              sum(v * n) / sum(n) FILTER (WHERE v IS NOT NULL), min(v), max(v),
              sum(n), coalesce(sum(n) FILTER (WHERE v IS NOT NULL), 0),
              array_agg(DISTINCT source_id), $8, ${digest ? PAIRS : 'NULL'}
       FROM g WHERE local_date = ANY ($9::date[]) GROUP BY local_date
     )
     INSERT INTO month_digest_next (user_id, indicator_id, month, digest)
     SELECT $1::int, $2::int, month, ${PAIRS} FROM (
       SELECT date_trunc('month', local_date::timestamp)::date AS month, v, sum(n) AS n
       FROM g WHERE v IS NOT NULL AND ${digest} GROUP BY 1, 2
     ) AS pairs
     WHERE month = ANY ($10::date[]) GROUP BY month`,
    [
      scope.userId,
      due.indicatorId,
      from,
      to,
      dateOfDay(first),
      dateOfDay(last),
      scope.hiddenFileIds,
      methodOf(due),
      datesOf(due.days),
      months,
    ],
  )
}

function dayValue(due: DueIndicator): string {
  switch (due.definition.aggregation) {
    case 'sum':
      return 'sum(v * n)'
    case 'count':
      return 'sum(n)'
    default:
      return 'sum(v * n) / sum(n) FILTER (WHERE v IS NOT NULL)'
  }
}

function methodOf(due: DueIndicator): string {
  return due.definition.aggregation === 'mean' ? 'mean' : due.definition.aggregation
}

/** A day's own figure (an activity ring): the report of the newest file counts, earlier ones were of a running day. */
async function stageDayFigure(scope: DeriveScope, due: DueIndicator): Promise<void> {
  const [from, to] = instantBounds(due.days[0] ?? 0, due.days[due.days.length - 1] ?? 0)
  await scope.q.query(
    `INSERT INTO daily_next (user_id, indicator_id, local_date, value, mean, min, max, n, numeric_n, source_ids, method)
     SELECT $1::int, $2::int, local_date, v, v, v, v, n, CASE WHEN v IS NULL THEN 0 ELSE n END, source_ids, 'last' FROM (
       SELECT local_date, (array_agg(value ORDER BY file_id DESC, start_at DESC, fingerprint))[1] AS v,
              count(*) AS n, array_agg(DISTINCT source_id) AS source_ids
       FROM observation
       WHERE user_id = $1 AND indicator_id = $2 AND start_at >= $3::timestamptz AND start_at < $4::timestamptz
         AND local_date = ANY ($5::date[]) AND file_id <> ALL ($6::int[])
       GROUP BY local_date
     ) AS figures`,
    [scope.userId, due.indicatorId, from, to, datesOf(due.days), scope.hiddenFileIds],
  )
}

function lastDayOfMonth(month: string): number {
  const [year, number] = month.split('-').map(Number)
  return Date.UTC(year ?? 1970, number ?? 1, 0) / 86_400_000
}
