/**
 * `stats` of whole windows. Over samples for instants, lab results and events; over days for counters and durations;
 * over nights for sleep. Never over a page.
 */
import type { Queryable } from '../../db/database.ts'
import { hasDigest } from '../merge/derive-samples.ts'
import { dateOfDay, dayOfDate } from '../merge/local-date.ts'
import type { IndicatorStats } from '../types.ts'
import { type Coverage, NO_COVERAGE, sourceIdsOf } from './coverage.ts'
import { medianOf, medianOfDigest, numbersOf } from './digest.ts'
import { inUnit, type OwnIndicator, rounded } from './own-indicators.ts'
import { sqlBounds, type Window, wholeMonths } from './window.ts'

export interface StatsAnswer {
  readonly coverage: Coverage
  readonly stats: IndicatorStats
}

interface Totals {
  [column: string]: unknown
  id: number
  count: number
  numeric: number
  days: number
  first_date: string
  last_date: string
  sources: string[]
  lowest: number | null
  highest: number | null
  mean_sum: number | null
  day_values: unknown
}

export async function statsOf(
  db: Queryable,
  userId: number,
  indicators: readonly OwnIndicator[],
  window: Window,
): Promise<Map<number, StatsAnswer>> {
  const { from, to } = sqlBounds(window)
  const overDays = indicators.filter((own) => !hasDigest(own.definition.kind)).map((own) => own.id)
  const overSamples = indicators.filter((own) => hasDigest(own.definition.kind)).map((own) => own.id)
  const totals = await db.query<Totals>(
    `SELECT indicator_id AS id, sum(n) AS count, sum(numeric_n) AS numeric, count(*) AS days,
            min(local_date) AS first_date, max(local_date) AS last_date,
            array_agg(DISTINCT source_ids::text) AS sources,
            min(min) AS lowest, max(max) AS highest, sum(mean * numeric_n) AS mean_sum,
            string_agg(float8send(value), ''::bytea ORDER BY local_date)
              FILTER (WHERE indicator_id = ANY ($5::int[])) AS day_values
     FROM daily
     WHERE user_id = $1 AND indicator_id = ANY ($2::int[]) AND local_date BETWEEN $3::date AND $4::date
     GROUP BY indicator_id`,
    [userId, indicators.map((own) => own.id), from, to, overDays],
  )
  const sampled = totals.filter((row) => overSamples.includes(row.id))
  const digests = sampled.length > 0 ? await digestsOf(db, userId, overSamples, window) : new Map<number, unknown>()
  const ends = sampled.length > 0 ? await endSamples(db, userId, sampled) : new Map<number, Ends>()
  const byId = new Map(totals.map((row) => [row.id, row]))
  return new Map(
    indicators.map((own) => {
      const row = byId.get(own.id)
      if (!row) return [own.id, { coverage: NO_COVERAGE, stats: emptyStats() }]
      const coverage: Coverage = {
        count: row.count,
        numericCount: row.numeric,
        days: row.days,
        firstDate: row.first_date,
        lastDate: row.last_date,
        sourceIds: sourceIdsOf(row.sources),
      }
      const stats = hasDigest(own.definition.kind)
        ? sampleStats(own, row, digests.get(own.id), ends.get(own.id))
        : dayStats(own, row)
      return [own.id, { coverage, stats }]
    }),
  )
}

function emptyStats(): IndicatorStats {
  return {
    count: 0,
    numeric_count: 0,
    days: 0,
    min: null,
    max: null,
    avg: null,
    median: null,
    first: null,
    first_date: null,
    last: null,
    last_date: null,
    change: null,
  }
}

function dayStats(own: OwnIndicator, row: Totals): IndicatorStats {
  const values = numbersOf(row.day_values)
  if (values.length === 0)
    return { ...emptyStats(), days: row.days, first_date: row.first_date, last_date: row.last_date }
  const first = inUnit(own, values[0])
  const last = inUnit(own, values[values.length - 1])
  return {
    count: values.length,
    numeric_count: values.length,
    days: row.days,
    min: inUnit(
      own,
      values.reduce((a, b) => Math.min(a, b)),
    ),
    max: inUnit(
      own,
      values.reduce((a, b) => Math.max(a, b)),
    ),
    avg: inUnit(own, values.reduce((a, b) => a + b, 0) / values.length),
    median: inUnit(own, medianOf(values)),
    first,
    first_date: row.first_date,
    last,
    last_date: row.last_date,
    change: changeOf(first, last),
  }
}

interface Ends {
  readonly first: EndSample
  readonly last: EndSample
}

interface EndSample {
  readonly value: number | null
  readonly text: string | null
  readonly comparator: string | null
}

function sampleStats(own: OwnIndicator, row: Totals, digest: unknown, ends: Ends | undefined): IndicatorStats {
  const first = endValue(own, ends?.first)
  const last = endValue(own, ends?.last)
  return {
    count: row.count,
    numeric_count: row.numeric,
    days: row.days,
    min: inUnit(own, row.lowest),
    max: inUnit(own, row.highest),
    avg: row.numeric > 0 && row.mean_sum !== null ? inUnit(own, row.mean_sum / row.numeric) : null,
    median: inUnit(own, medianOfDigest(digest)),
    first,
    first_date: row.first_date,
    last,
    last_date: row.last_date,
    change: changeOf(first, last),
  }
}

/** The number; a censored value keeps its sign as text ('<0.1'); else the text. */
function endValue(own: OwnIndicator, sample: EndSample | undefined): number | string | null {
  if (!sample) return null
  const value = inUnit(own, sample.value)
  if (value === null) return sample.text
  return sample.comparator ? `${sample.comparator}${value}` : value
}

function changeOf(first: number | string | null, last: number | string | null): number | null {
  return typeof first === 'number' && typeof last === 'number' ? rounded(last - first) : null
}

/** Pairs of whole months from the months' digests, of the days at either edge from the days'. */
async function digestsOf(
  db: Queryable,
  userId: number,
  ids: readonly number[],
  window: Window,
): Promise<Map<number, unknown>> {
  const { from, to } = sqlBounds(window)
  const months = wholeMonths(window)
  const rows = await db.query<{ id: number; pairs: unknown }>(
    `SELECT id, string_agg(digest, ''::bytea) AS pairs FROM (
       SELECT indicator_id AS id, digest FROM month_digest
       WHERE user_id = $1 AND indicator_id = ANY ($2::int[]) AND month >= $5::date AND month < $6::date
       UNION ALL
       SELECT indicator_id, digest FROM daily
       WHERE user_id = $1 AND indicator_id = ANY ($2::int[]) AND local_date >= $3::date
         AND local_date < least($5::date, ($4::date + 1))
       UNION ALL
       SELECT indicator_id, digest FROM daily
       WHERE user_id = $1 AND indicator_id = ANY ($2::int[]) AND local_date <= $4::date
         AND local_date >= greatest($6::date, $5::date)
     ) AS parts GROUP BY id`,
    [userId, ids, from, to, months.from, months.to],
  )
  return new Map(rows.map((row) => [row.id, row.pairs]))
}

/** The first and the last sample of the window, in time. */
async function endSamples(db: Queryable, userId: number, totals: readonly Totals[]): Promise<Map<number, Ends>> {
  const side = (order: 'ASC' | 'DESC', dates: string, from: string, to: string) =>
    `SELECT t.id, '${order}' AS side, o.value, o.text, o.comparator
     FROM unnest($2::int[], ${dates}::date[], ${from}::timestamptz[], ${to}::timestamptz[]) AS t (id, d, a, b)
     CROSS JOIN LATERAL (
       SELECT value, text, comparator FROM visible_observation v
       WHERE v.user_id = $1 AND v.indicator_id = t.id AND v.start_at >= t.a AND v.start_at < t.b AND v.local_date = t.d
       ORDER BY v.start_at ${order}, v.fingerprint ${order} LIMIT 1
     ) AS o`
  const before = (date: string) => `${dateOfDay(dayOfDate(date) - 1)}T00:00:00Z`
  const after = (date: string) => `${dateOfDay(dayOfDate(date) + 2)}T00:00:00Z`
  const firsts = totals.map((row) => row.first_date)
  const lasts = totals.map((row) => row.last_date)
  const rows = await db.query<{
    id: number
    side: string
    value: number | null
    text: string | null
    comparator: string | null
  }>(`(${side('ASC', '$3', '$4', '$5')}) UNION ALL (${side('DESC', '$6', '$7', '$8')})`, [
    userId,
    totals.map((row) => row.id),
    firsts,
    firsts.map(before),
    firsts.map(after),
    lasts,
    lasts.map(before),
    lasts.map(after),
  ])
  const ends = new Map<number, Ends>()
  for (const row of rows) {
    if (row.side !== 'ASC') continue
    const last = rows.find((other) => other.side === 'DESC' && other.id === row.id)
    ends.set(row.id, { first: row, last: last ?? row })
  }
  return ends
}
