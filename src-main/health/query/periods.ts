/** Rows by day, ISO week (Monday) or calendar month, oldest first; only periods with data. */
import type { Queryable } from '../../db/database.ts'
import { hasDigest } from '../merge/derive-samples.ts'
import type { PeriodRow } from '../types.ts'
import { type Coverage, NO_COVERAGE, sourceIdsOf } from './coverage.ts'
import { inUnit, type OwnIndicator } from './own-indicators.ts'
import { sqlBounds, type Window } from './window.ts'

export type Period = 'day' | 'week' | 'month'

export interface PeriodAnswer {
  readonly coverage: Coverage
  readonly rows: PeriodRow[]
}

interface Bucket {
  [column: string]: unknown
  id: number
  period: string
  value: number | null
  total: number | null
  day_min: number | null
  day_max: number | null
  sample_avg: number | null
  sample_min: number | null
  sample_max: number | null
  n: number
  numeric: number
  days: number
  first_date: string
  last_date: string
  sources: string
}

const PERIOD_START = {
  day: 'local_date',
  week: `date_trunc('week', local_date::timestamp)::date`,
  month: `date_trunc('month', local_date::timestamp)::date`,
} as const satisfies Record<Period, string>

/**
 * `value` is the day's own figure, for weeks and months the mean of the daily figures over days with data. `avg`,
 * `min` and `max` are over what the indicator's statistics are over: samples, or days.
 */
export async function periodsOf(
  db: Queryable,
  userId: number,
  indicators: readonly OwnIndicator[],
  window: Window,
  period: Period,
): Promise<Map<number, PeriodAnswer>> {
  const { from, to } = sqlBounds(window)
  const buckets = await db.query<Bucket>(
    `SELECT indicator_id AS id, ${PERIOD_START[period]} AS period, avg(value) AS value, sum(value) AS total,
            min(value) AS day_min, max(value) AS day_max,
            sum(mean * numeric_n) / nullif(sum(numeric_n), 0) AS sample_avg,
            min(min) AS sample_min, max(max) AS sample_max, sum(n) AS n, sum(numeric_n) AS numeric, count(*) AS days,
            min(local_date) AS first_date, max(local_date) AS last_date, string_agg(source_ids::text, '') AS sources
     FROM daily
     WHERE user_id = $1 AND indicator_id = ANY ($2::int[]) AND local_date BETWEEN $3::date AND $4::date
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [userId, indicators.map((own) => own.id), from, to],
  )
  const byId = Map.groupBy(buckets, (bucket) => bucket.id)
  return new Map(
    indicators.map((own) => {
      const ofOne = byId.get(own.id) ?? []
      return [own.id, { coverage: coverageOf(ofOne), rows: ofOne.map((bucket) => rowOf(own, bucket, period)) }]
    }),
  )
}

function rowOf(own: OwnIndicator, bucket: Bucket, period: Period): PeriodRow {
  const overSamples = hasDigest(own.definition.kind)
  const row: PeriodRow = {
    period: bucket.period,
    value: inUnit(own, bucket.value),
    avg: inUnit(own, overSamples ? bucket.sample_avg : bucket.value),
    min: inUnit(own, overSamples ? bucket.sample_min : bucket.day_min),
    max: inUnit(own, overSamples ? bucket.sample_max : bucket.day_max),
    n: bucket.n,
    days: bucket.days,
  }
  if (period === 'day' || !addsUp(own)) return row
  const { n, days, ...numbers } = row
  return { ...numbers, total: inUnit(own, bucket.total), n, days }
}

/** A week's total means something: steps and workout minutes add up, percentages and heart rates do not. */
function addsUp(own: OwnIndicator): boolean {
  const { kind, aggregation } = own.definition
  return kind === 'cumulative' || kind === 'interval' || (kind === 'event' && aggregation !== 'mean')
}

function coverageOf(buckets: readonly Bucket[]): Coverage {
  const first = buckets[0]
  const last = buckets[buckets.length - 1]
  if (!first || !last) return NO_COVERAGE
  return {
    count: buckets.reduce((sum, bucket) => sum + bucket.n, 0),
    numericCount: buckets.reduce((sum, bucket) => sum + bucket.numeric, 0),
    days: buckets.reduce((sum, bucket) => sum + bucket.days, 0),
    firstDate: first.first_date,
    lastDate: last.last_date,
    sourceIds: sourceIdsOf(buckets.map((bucket) => bucket.sources).join('')),
  }
}
