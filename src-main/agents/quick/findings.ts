/** What the rows and statistics of a query say: totals, extremes with their days, a trend line, days over a bound. */
import type { IndicatorAnswer, IndicatorStats, ObservationRow, PeriodRow } from '../../health/types.ts'
import { daysBetween, type LocalDate } from './calendar.ts'
import type { Threshold } from './intent.ts'

export type DayRow = PeriodRow & { readonly value: number }

/** Period rows with a value, oldest first. */
export function valuedRows(answer: IndicatorAnswer | undefined): DayRow[] {
  const rows = (answer?.rows ?? []).filter((row): row is DayRow => isPeriodRow(row) && typeof row.value === 'number')
  return [...rows].sort((a, b) => (a.period < b.period ? -1 : 1))
}

export function rawRows(answer: IndicatorAnswer | undefined): ObservationRow[] {
  return (answer?.rows ?? []).filter((row): row is ObservationRow => !isPeriodRow(row))
}

function isPeriodRow(row: ObservationRow | PeriodRow): row is PeriodRow {
  return typeof row.period === 'string'
}

export interface Extreme {
  readonly value: number
  /** Days on which it was reached, oldest first. */
  readonly dates: readonly LocalDate[]
}

/**
 * Highest or lowest value with its days. For sampled indicators it is the extreme of the samples (`max` and `min` of
 * the day), for totals the day's own value. Null without any value.
 */
export function extreme(rows: readonly DayRow[], which: 'max' | 'min', sampled: boolean): Extreme | null {
  const of = (row: DayRow): number => (sampled ? (row[which] ?? row.value) : row.value)
  if (rows.length === 0) return null
  const value = rows.map(of).reduce((a, b) => (which === 'max' ? Math.max(a, b) : Math.min(a, b)))
  return { value, dates: rows.filter((row) => of(row) === value).map((row) => row.period) }
}

/** The sum of complete day rows, or of the `total` of week and month rows. Null without data. */
export function totalOf(rows: readonly DayRow[]): number | null {
  if (rows.length === 0) return null
  return rows.reduce((sum, row) => sum + (row.total ?? row.value), 0)
}

export function meanOf(rows: readonly DayRow[]): number | null {
  return rows.length === 0 ? null : rows.reduce((sum, row) => sum + row.value, 0) / rows.length
}

/** True where statistics hold anything at all. */
export function hasData(stats: IndicatorStats | undefined): stats is IndicatorStats {
  return stats !== undefined && stats.count > 0
}

export interface Trend {
  /** Change per 30 days along the least-squares line over daily values. */
  readonly per30Days: number
  readonly r2: number | null
  readonly days: number
  readonly first: DayRow
  readonly last: DayRow
  /** False under 7 days with data or 14 days of span: too little for a line. */
  readonly enough: boolean
  /** The slope is told from none at all: a two-sided t-test on it, at 5 %. Else the days scatter too much for a direction. */
  readonly isClear: boolean
}

/**
 * The t value that a slope must pass with this many degrees of freedom (two-sided, 5 %); the series in 1/df is right to 0.03
 * from five on (2.571 at 5, 1.984 at 100).
 */
const criticalT = (df: number): number => 1.96 + 2.37 / df + 2.82 / df ** 2

/** Least squares on (day, value of the day), as facts on trends ask: 7 days with data over 14 days at least. */
export function trendOf(rows: readonly DayRow[]): Trend | null {
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return null
  const points = rows.map((row) => ({ x: daysBetween(first.period, row.period), y: row.value }))
  const n = points.length
  const meanX = points.reduce((s, p) => s + p.x, 0) / n
  const meanY = points.reduce((s, p) => s + p.y, 0) / n
  const sxx = points.reduce((s, p) => s + (p.x - meanX) ** 2, 0)
  const sxy = points.reduce((s, p) => s + (p.x - meanX) * (p.y - meanY), 0)
  const syy = points.reduce((s, p) => s + (p.y - meanY) ** 2, 0)
  const slope = sxx > 0 ? sxy / sxx : 0
  // A flat series has no variance to explain: its R² is not 0 but undefined.
  const r2 = sxx > 0 && syy > 0 ? (sxy * sxy) / (sxx * syy) : null
  const enough = n >= 7 && daysBetween(first.period, last.period) + 1 >= 14
  // t² of a slope, written with the share of variance that it explains.
  const tSquared = r2 === null ? 0 : (r2 * (n - 2)) / Math.max(1 - r2, Number.EPSILON)
  return {
    per30Days: slope * 30,
    r2,
    days: n,
    first,
    last,
    enough,
    isClear: enough && Math.sqrt(tSquared) >= criticalT(n - 2),
  }
}

/** Days whose value meets a bound. */
export function daysMeeting(rows: readonly DayRow[], threshold: Threshold): DayRow[] {
  const bound = threshold.value
  const meets: Readonly<Record<Threshold['comparison'], (value: number) => boolean>> = {
    over: (value) => value > bound,
    atLeast: (value) => value >= bound,
    under: (value) => value < bound,
    atMost: (value) => value <= bound,
  }
  return rows.filter((row) => meets[threshold.comparison](row.value))
}
