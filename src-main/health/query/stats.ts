/**
 * `stats` of whole windows. Over samples for instants, lab results and events; over days for counters and durations;
 * over nights for sleep. Never over a page.
 */
import type { Queryable } from '../../db/database.ts'
import { hasDigest } from '../merge/derive-samples.ts'
import type { IndicatorStats } from '../types.ts'
import { type Coverage, NO_COVERAGE, sourceIdsOf } from './coverage.ts'
import { dayValuesOf, medianOf, medianOfDigest } from './digest.ts'
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
  sources: string
  lowest: number | null
  highest: number | null
  mean_sum: number | null
  /** Packed (date, value) of each day, where statistics are over days. */
  day_values: unknown
  /** Packed (value, count) pairs, where they are over samples. */
  pairs: unknown
  first_value: number | null
  first_text: string | null
  first_comparator: string | null
  last_value: number | null
  last_text: string | null
  last_comparator: string | null
}

export async function statsOf(
  db: Queryable,
  userId: number,
  indicators: readonly OwnIndicator[],
  window: Window,
): Promise<Map<number, StatsAnswer>> {
  const { from, to } = sqlBounds(window)
  const months = wholeMonths(window)
  const overSamples = indicators.filter((own) => hasDigest(own.definition.kind)).map((own) => own.id)
  const rows = await db.query<Totals>(STATEMENT, [
    userId,
    indicators.map((own) => own.id),
    from,
    to,
    overSamples,
    months.from,
    months.to,
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
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
      return [own.id, { coverage, stats: overSamples.includes(own.id) ? sampleStats(own, row) : dayStats(own, row) }]
    }),
  )
}

/** The first or last sample of the window in time; an instant of a local day lies within a day of it in UTC. */
const endSample = (order: 'ASC' | 'DESC', date: string) => `
  SELECT v.value, v.text, v.comparator FROM visible_observation v
  WHERE v.user_id = $1 AND v.indicator_id = totals.id AND v.local_date = ${date}
    AND v.start_at >= (${date} - 1)::timestamp AT TIME ZONE 'UTC'
    AND v.start_at < (${date} + 2)::timestamp AT TIME ZONE 'UTC'
  ORDER BY v.start_at ${order}, v.fingerprint ${order} LIMIT 1`

/**
 * One statement, because a round trip costs more than any part of it, and without a sort of the days. Pairs of whole
 * months ($6 up to before $7) come from the months' digests, those of the days at either edge from the days'.
 */
const STATEMENT = `
  WITH totals AS MATERIALIZED (
    SELECT indicator_id AS id, sum(n) AS count, sum(numeric_n) AS numeric, count(*) AS days,
           min(local_date) AS first_date, max(local_date) AS last_date,
           string_agg(source_ids::text, '') AS sources,
           min(min) AS lowest, max(max) AS highest, sum(mean * numeric_n) AS mean_sum,
           string_agg(date_send(local_date) || float8send(value), ''::bytea)
             FILTER (WHERE indicator_id <> ALL ($5::int[])) AS day_values
    FROM daily
    WHERE user_id = $1 AND indicator_id = ANY ($2::int[]) AND local_date BETWEEN $3::date AND $4::date
    GROUP BY indicator_id
  )
  SELECT totals.*, pairs.pairs,
         f.value AS first_value, f.text AS first_text, f.comparator AS first_comparator,
         l.value AS last_value, l.text AS last_text, l.comparator AS last_comparator
  FROM totals
  LEFT JOIN LATERAL (
    SELECT string_agg(digest, ''::bytea) AS pairs FROM (
      SELECT digest FROM month_digest
      WHERE user_id = $1 AND indicator_id = totals.id AND month >= $6::date AND month < $7::date
      UNION ALL
      SELECT digest FROM daily
      WHERE user_id = $1 AND indicator_id = totals.id AND local_date >= $3::date
        AND local_date < least($6::date, $4::date + 1)
      UNION ALL
      SELECT digest FROM daily
      WHERE user_id = $1 AND indicator_id = totals.id AND local_date <= $4::date
        AND local_date >= greatest($7::date, $6::date)
    ) AS parts
  ) AS pairs ON totals.id = ANY ($5::int[])
  LEFT JOIN LATERAL (${endSample('ASC', 'totals.first_date')}) AS f ON totals.id = ANY ($5::int[])
  LEFT JOIN LATERAL (${endSample('DESC', 'totals.last_date')}) AS l ON totals.id = ANY ($5::int[])`

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
  const { values, firstValue, lastValue } = dayValuesOf(row.day_values)
  if (values.length === 0)
    return { ...emptyStats(), days: row.days, first_date: row.first_date, last_date: row.last_date }
  const first = inUnit(own, firstValue)
  const last = inUnit(own, lastValue)
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

function sampleStats(own: OwnIndicator, row: Totals): IndicatorStats {
  const first = endValue(own, row.first_value, row.first_text, row.first_comparator)
  const last = endValue(own, row.last_value, row.last_text, row.last_comparator)
  return {
    count: row.count,
    numeric_count: row.numeric,
    days: row.days,
    min: inUnit(own, row.lowest),
    max: inUnit(own, row.highest),
    avg: row.numeric > 0 && row.mean_sum !== null ? inUnit(own, row.mean_sum / row.numeric) : null,
    median: inUnit(own, medianOfDigest(row.pairs)),
    first,
    first_date: row.first_date,
    last,
    last_date: row.last_date,
    change: changeOf(first, last),
  }
}

/** The number; a censored value keeps its sign as text ('<0.1'); else the text. */
function endValue(
  own: OwnIndicator,
  stored: number | null,
  text: string | null,
  comparator: string | null,
): number | string | null {
  const value = inUnit(own, stored)
  if (value === null) return text
  return comparator ? `${comparator}${value}` : value
}

function changeOf(first: number | string | null, last: number | string | null): number | null {
  return typeof first === 'number' && typeof last === 'number' ? rounded(last - first) : null
}
