/** Turns a ChartSpec into aligned columns for the plot: calendar filled where a daily value is missing, mean line, window. */
import type { ChartSeries, ChartSpec } from '../../../src-main/agents/events.ts'
import { addDays, addMonths, dayNumber, fromDayNumber } from '../../format/calendar.ts'

/** Seconds since 1970 of the wall clock that the label carries, so that no zone moves a point to another day. */
export type WallSeconds = number

export interface PlotSeries {
  readonly key: string
  readonly name: string
  readonly unit: string
  readonly kind: ChartSeries['kind']
  readonly values: (number | null)[]
  /** Trailing seven-day mean, only over daily values when there are more than sixty. */
  readonly mean: (number | null)[] | null
}

export interface PlotData {
  readonly x: WallSeconds[]
  /** The label each x came from: a local date or an ISO time. */
  readonly labels: string[]
  readonly series: PlotSeries[]
  /** The bars stand on each other, the first series at the bottom. */
  readonly stacked: boolean
}

const DAY_S = 86_400
const MEAN_FROM_POINTS = 60
const MEAN_DAYS = 7
/** A mean of fewer days than this would be told as a week's and is not. */
const MEAN_MIN_DAYS = 3

/** '2025-06-01' and '2025-06-01T08:00:00+02:00' by their wall clock; NaN for other text. */
export function wallSeconds(label: string): WallSeconds {
  const day = dayNumber(label.slice(0, 10))
  const clock = /T(\d{2}):(\d{2})(?::(\d{2}))?/.exec(label)
  if (!clock) return day * DAY_S
  return day * DAY_S + Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
}

/** First and last label with a value, by time; null for a chart without any. */
export function spanOf(spec: ChartSpec): { first: string; last: string } | null {
  let first: string | null = null
  let last: string | null = null
  for (const series of spec.series) {
    for (const [label, value] of series.points) {
      if (value === null || Number.isNaN(wallSeconds(label))) continue
      if (first === null || wallSeconds(label) < wallSeconds(first)) first = label
      if (last === null || wallSeconds(label) > wallSeconds(last)) last = label
    }
  }
  return first === null || last === null ? null : { first, last }
}

/** How many months back from its last value a chart shows. */
export const chartRanges = { '1M': 1, '3M': 3, '6M': 6, '1Y': 12 } as const
export type ChartRange = keyof typeof chartRanges | 'all'

/** The part of a chart within a range that ends at its last value, both ends in. */
export function windowed(spec: ChartSpec, range: ChartRange): ChartSpec {
  const last = spanOf(spec)?.last.slice(0, 10)
  if (range === 'all' || last === undefined) return spec
  const first = addDays(addMonths(last, -chartRanges[range]), 1)
  const within = (label: string) => label.slice(0, 10) >= first && label.slice(0, 10) <= last
  return {
    ...spec,
    series: spec.series.map((series) => ({ ...series, points: series.points.filter(([label]) => within(label)) })),
  }
}

/**
 * Aligned columns in time order. A point twice under one label keeps the later one. Missing days, weeks and months
 * become gaps where at least half of them are there (something measured daily); a sparse series (a lab, a weight now
 * and then) keeps its line from reading to reading. A null in the spec is always a gap.
 */
export function plotData(spec: ChartSpec): PlotData {
  const byTime = new Map<WallSeconds, string>()
  const columns = spec.series.map((series) => {
    const column = new Map<WallSeconds, number | null>()
    for (const [label, value] of withCalendar(series, spec.xKind)) {
      const at = wallSeconds(label)
      if (Number.isNaN(at)) continue
      byTime.set(at, label)
      column.set(at, value)
    }
    return column
  })
  const x = [...byTime.keys()].sort((a, b) => a - b)
  const labels = x.map((at) => byTime.get(at) ?? '')
  const series = spec.series.map((one, index): PlotSeries => {
    const column = columns[index]
    const values = x.map((at) => column?.get(at) ?? null)
    const recorded = values.filter((value) => value !== null).length
    const isAlone = one.kind !== 'points'
    const meant = isAlone && spec.xKind === 'day' && recorded > MEAN_FROM_POINTS && spec.stacked !== true
    const mean = meant ? trailingMean(x, values) : null
    return { key: one.key, name: one.name, unit: one.unit, kind: one.kind, values, mean }
  })
  return { x, labels, series, stacked: spec.stacked === true }
}

/** Height of each series' top when they stand on each other; a gap where that series has none. */
export function stackedTops(series: readonly PlotSeries[]): (number | null)[][] {
  const heights: number[] = []
  return series.map((one) =>
    one.values.map((value, at) => {
      if (value === null) return null
      heights[at] = (heights[at] ?? 0) + value
      return heights[at]
    }),
  )
}

/** Mean of the recorded values among the seven calendar days up to each x; null under three. */
export function trailingMean(x: readonly WallSeconds[], values: readonly (number | null)[]): (number | null)[] {
  let from = 0
  return x.map((at, index) => {
    while ((x[from] ?? at) <= at - MEAN_DAYS * DAY_S) from += 1
    const window = values.slice(from, index + 1).filter((value) => value !== null)
    if (window.length < MEAN_MIN_DAYS) return null
    return window.reduce((sum, value) => sum + value, 0) / window.length
  })
}

function withCalendar(series: ChartSeries, xKind: ChartSpec['xKind']): readonly (readonly [string, number | null])[] {
  const known = new Set(series.points.map(([label]) => label))
  const labels = [...known].sort()
  const first = labels[0]
  const last = labels.at(-1)
  if (xKind === 'time' || first === undefined || last === undefined) return series.points
  const all = calendar(first, last, xKind)
  // Labels off the grid (a 'week' that does not begin on the first one's weekday) mean that no grid is known.
  const grid = new Set(all)
  if (all.length > labels.length * 2 || labels.some((label) => !grid.has(label))) return series.points
  const missing = all.filter((label) => !known.has(label)).map((label) => [label, null] as const)
  return [...series.points, ...missing]
}

function calendar(first: string, last: string, xKind: 'day' | 'week' | 'month'): string[] {
  const labels: string[] = []
  if (xKind === 'month') {
    for (let step = 0, at = first; at <= last; step += 1, at = addMonths(first, step)) labels.push(at)
    return labels
  }
  const step = xKind === 'week' ? 7 : 1
  for (let day = dayNumber(first); day <= dayNumber(last); day += step) labels.push(fromDayNumber(day))
  return labels
}
