/** What the indicator page asks of the hub, and the shapes that it draws: chart, statistics, rows. Pure but for types. */
import type { ChartSpec } from '../../../src-main/agents/events.ts'
import type { IndicatorOverviewView, IndicatorResultView } from '../../../src-main/api/contract/health.ts'
import type { Resolution } from '../../format/calendar.ts'

export type IndicatorAnswerView = IndicatorResultView['indicators'][string]
type Row = NonNullable<IndicatorAnswerView['rows']>[number]

/** Raw rows that the hub gives at once. */
export const RAW_PAGE = 500

/** A row of any resolution with its time label first: a local date for periods, a local ISO time for raw records. */
export interface SeriesRow {
  readonly label: string
  readonly end: string | null
  readonly value: number | null
  readonly text: string | null
  readonly min: number | null
  readonly max: number | null
  readonly total: number | null
  readonly n: number | null
  readonly source: string | null
  readonly file: string | null
  readonly flag: string | null
  readonly range: string | null
}

const number = (value: Row[string]): number | null => (typeof value === 'number' ? value : null)
const text = (value: Row[string]): string | null => (typeof value === 'string' && value !== '' ? value : null)

export function seriesRow(row: Row): SeriesRow {
  return {
    label: text(row.period) ?? text(row.time) ?? '',
    end: text(row.end_time),
    value: number(row.value),
    text: [text(row.comparator), text(row.text)].filter((part) => part !== null).join(' ') || null,
    min: number(row.min),
    max: number(row.max),
    total: number(row.total),
    n: number(row.n),
    source: text(row.source),
    file: text(row.file),
    flag: text(row.flag),
    range: text(row.range),
  }
}

export interface IndicatorPart {
  readonly overview: IndicatorOverviewView
  readonly name: string
  readonly answer: IndicatorAnswerView
}

/** Bars for what adds up over a day or night, lines for the rest; raw samples are always points in time. */
export function indicatorChart(title: string, parts: readonly IndicatorPart[], resolution: Resolution): ChartSpec {
  return {
    title,
    xKind: resolution === 'none' ? 'time' : resolution,
    series: parts.map((part) => ({
      key: part.overview.key,
      name: part.name,
      unit: chartUnit(part.overview, part.answer),
      kind: standsOnZero(part) && resolution !== 'none' ? 'bar' : 'line',
      points: (part.answer.rows ?? [])
        .map(seriesRow)
        .filter((row) => row.label !== '')
        .map((row): [string, number | null] => [row.label, row.value])
        .sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)),
    })),
  }
}

/**
 * Minutes keep 'min', by which durations are told; everything else shows as the catalogue says ('bpm', not '/min').
 * UCUM's '1' and '{steps}' say that there is no unit to show.
 */
export function chartUnit(overview: IndicatorOverviewView, answer: IndicatorAnswerView): string {
  if (answer.unit === 'min') return 'min'
  if (overview.unitLabel !== '') return overview.unitLabel
  return answer.unit === '1' || answer.unit.startsWith('{') ? '' : answer.unit
}

export function isSummed(overview: IndicatorOverviewView): boolean {
  return overview.kind === 'cumulative' || overview.kind === 'interval' || overview.kind === 'event'
}

/** Amounts of a day or night; a bar from zero shows half as half. */
function standsOnZero({ overview, answer }: IndicatorPart): boolean {
  return isSummed(overview) || (overview.kind === 'sleep' && answer.unit === 'min')
}

/**
 * The days on which the lowest and highest value fell. For samples that is each day's own minimum and maximum; for sums
 * and nights the day's value.
 */
export function extremes(
  rows: readonly SeriesRow[],
  perDay: boolean,
): { readonly lowest: SeriesRow | null; readonly highest: SeriesRow | null } {
  let lowest: SeriesRow | null = null
  let highest: SeriesRow | null = null
  const low = (row: SeriesRow) => (perDay ? row.value : (row.min ?? row.value))
  const high = (row: SeriesRow) => (perDay ? row.value : (row.max ?? row.value))
  for (const row of rows) {
    const down = low(row)
    const up = high(row)
    const lowestSoFar = lowest && low(lowest)
    const highestSoFar = highest && high(highest)
    if (down !== null && (lowestSoFar === null || down < lowestSoFar)) lowest = row
    if (up !== null && (highestSoFar === null || up > highestSoFar)) highest = row
  }
  return { lowest, highest }
}

/** How many records there are when the answer holds only the newest of them. */
export function truncatedTotal(result: IndicatorResultView, key: string): number | null {
  const { truncated } = result
  return typeof truncated === 'object' ? (truncated[key] ?? null) : null
}

/** Two pressures of one moment (or one period) as one row, "119/78"; a lone one keeps its place open. */
export function pairRows(
  first: readonly SeriesRow[],
  second: readonly SeriesRow[],
): { readonly row: SeriesRow; readonly second: SeriesRow | null }[] {
  const byLabel = new Map<string, SeriesRow[]>()
  for (const row of second) byLabel.set(row.label, [...(byLabel.get(row.label) ?? []), row])
  return first.map((row) => ({ row, second: byLabel.get(row.label)?.shift() ?? null }))
}
