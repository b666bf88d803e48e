/** Charts of quick answers, with gaps where nothing was recorded. */
import type { IndicatorAnswer, ObservationRow } from '../../health/types.ts'
import type { ChartSeries, ChartSpec } from '../events.ts'
import { addDays, addMonths, daysBetween, type LocalDate } from './calendar.ts'
import type { DayRow } from './findings.ts'
import type { Bucket } from './intent.ts'

/** Days, weeks or months: as fine as can still be read. */
export function bucketFor(start: LocalDate | null, end: LocalDate | null): Bucket {
  if (start === null || end === null) return 'month'
  const days = daysBetween(start, end) + 1
  return days <= 120 ? 'day' : days <= 800 ? 'week' : 'month'
}

/** Totals stand as bars from zero, levels as a line. */
export function seriesKind(kind: IndicatorAnswer['kind']): ChartSeries['kind'] {
  return kind === 'instant' || kind === 'lab' ? 'line' : 'bar'
}

/** Most points a gap may add; beyond it the axis alone shows the gap. */
const longest = 2_000

export function periodSeries(
  key: string,
  name: string,
  unit: string,
  kind: ChartSeries['kind'],
  rows: readonly DayRow[],
  bucket: Bucket,
  window: { readonly start: LocalDate | null; readonly end: LocalDate | null },
): ChartSeries {
  const values = new Map(rows.map((row) => [row.period, row.value]))
  const points: (readonly [string, number | null])[] = []
  const first = rows[0]?.period
  const last = rows.at(-1)?.period
  if (first && last) {
    const begin = bucket === 'day' && window.start && window.start < first ? window.start : first
    const finish = bucket === 'day' && window.end && window.end > last ? window.end : last
    for (let at = begin; at <= finish && points.length < longest; at = step(at, bucket))
      points.push([at, values.get(at) ?? null])
  }
  return {
    key,
    name,
    unit,
    kind,
    points: points.length < longest ? points : rows.map((row) => [row.period, row.value] as const),
  }
}

function step(date: LocalDate, bucket: Bucket): LocalDate {
  return bucket === 'day' ? addDays(date, 1) : bucket === 'week' ? addDays(date, 7) : addMonths(date, 1)
}

export function readingSeries(key: string, name: string, unit: string, rows: readonly ObservationRow[]): ChartSeries {
  const points = rows
    .flatMap((row) => (row.value === null ? [] : [[row.time, row.value] as const]))
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
  return { key, name, unit, kind: 'line', points }
}

/** A chart; null where it would show nothing. */
export function chartOf(
  title: string,
  subtitle: string,
  xKind: ChartSpec['xKind'],
  series: readonly ChartSeries[],
  stacked = false,
): ChartSpec | null {
  const shown = series.filter((s) => s.points.some(([, value]) => value !== null))
  return shown.length === 0
    ? null
    : { title, subtitle, xKind, series: shown, ...(stacked && shown.length > 1 ? { stacked } : {}) }
}
