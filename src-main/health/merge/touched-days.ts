/** Which days must be derived anew when records came or went on others. */
import type { Queryable } from '../../db/database.ts'
import { indicatorByKey, unknownIndicator } from '../catalogue/catalogue.ts'
import { SLEEP_SEGMENT } from '../catalogue/data/sleep.ts'
import type { IndicatorDefinition } from '../types.ts'
import { dateOfDay, dayOfDate } from './local-date.ts'

/** Local dates of records that were added or removed. For a record longer than a day, every date it reaches. */
export interface TouchedIndicator {
  readonly indicatorId: number
  readonly dates: readonly string[]
}

/** One indicator and its days to derive, in order. */
export interface DueIndicator {
  readonly indicatorId: number
  readonly definition: IndicatorDefinition
  /** Days since 1970-01-01, ascending, without repeats. */
  readonly days: readonly number[]
}

export interface DueDays {
  /** Everything but sleep. */
  readonly indicators: readonly DueIndicator[]
  /** Wake dates to derive, with the ids to read from and to write to; null when sleep was not touched. */
  readonly sleep: {
    readonly segmentId: number
    readonly idByKey: ReadonlyMap<string, number>
    readonly days: readonly number[]
  } | null
}

/** A segment lasts up to a day and joins what ended within the hour before it or begins within the hour after. */
const SLEEP_REACH_DAYS = 2

/**
 * Adds the neighbours that a record can reach: a counter runs past midnight into the next day; a segment of sleep can
 * join or part nights of the days before and after.
 */
export async function dueDays(q: Queryable, touched: readonly TouchedIndicator[]): Promise<DueDays> {
  const ids = touched.map((entry) => entry.indicatorId)
  const rows = await q.query<{
    id: number
    key: string
    name: string
    unit: string
    kind: string
    loinc: string | null
  }>(`SELECT id, key, name, unit, kind, loinc FROM indicator WHERE id = ANY($1::int[]) OR kind = 'sleep'`, [ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const indicators: DueIndicator[] = []
  let sleep: DueDays['sleep'] = null
  for (const entry of touched) {
    const row = byId.get(entry.indicatorId)
    if (!row) continue
    const days = entry.dates.map(dayOfDate).filter(Number.isInteger)
    if (row.key === SLEEP_SEGMENT) {
      const idByKey = new Map(rows.filter((other) => other.kind === 'sleep').map((other) => [other.key, other.id]))
      sleep = { segmentId: row.id, idByKey, days: withNeighbours(days, SLEEP_REACH_DAYS, SLEEP_REACH_DAYS) }
    } else {
      const definition = indicatorByKey(row.key) ?? unknownIndicator(row)
      const days2 = withNeighbours(days, 0, definition.kind === 'cumulative' ? 1 : 0)
      if (days2.length > 0) indicators.push({ indicatorId: row.id, definition, days: days2 })
    }
  }
  return { indicators, sleep: sleep && sleep.days.length > 0 ? sleep : null }
}

function withNeighbours(days: readonly number[], before: number, after: number): number[] {
  const all = new Set<number>()
  for (const day of days) for (let shift = -before; shift <= after; shift++) all.add(day + shift)
  return [...all].sort((a, b) => a - b)
}

export function datesOf(days: readonly number[]): string[] {
  return days.map(dateOfDay)
}

/** First days of the months that the days lie in. */
export function monthsOf(days: readonly number[]): string[] {
  return [...new Set(days.map((day) => `${dateOfDay(day).slice(0, 7)}-01`))]
}
