/** What the answer of `query_health_indicators` looks like as figures: charts, tiles of statistics, or a list. Pure. */
import type { ChartSpec } from '../../../src-main/agents/events.ts'

export type StatName = 'avg' | 'median' | 'min' | 'max' | 'last' | 'days'

export interface Heading {
  readonly key: string
  readonly name: string
  readonly unit: string
  /** One plain sentence on how the numbers came about. */
  readonly method: string
  readonly firstDate: string | null
  readonly lastDate: string | null
}

export type Figure =
  | { readonly kind: 'chart'; readonly heading: Heading; readonly spec: ChartSpec }
  | {
      readonly kind: 'stats'
      readonly heading: Heading
      readonly stats: readonly { readonly name: StatName; readonly value: number | string }[]
    }
  /** Values that are words, newest first. */
  | {
      readonly kind: 'rows'
      readonly heading: Heading
      readonly rows: readonly { readonly time: string; readonly text: string }[]
    }
  | { readonly kind: 'nothing'; readonly heading: Heading }

export type Answer =
  | { readonly kind: 'figures'; readonly figures: readonly Figure[] }
  | {
      readonly kind: 'catalog'
      readonly message: string
      readonly rows: readonly {
        readonly name: string
        readonly unit: string
        readonly count: number
        readonly lastDate: string
      }[]
    }
  | { readonly kind: 'message'; readonly message: string }

type Fields = Readonly<Record<string, unknown>>
const STATS: readonly StatName[] = ['avg', 'median', 'min', 'max', 'last', 'days']

/** `result` is the tool's structuredContent as a host hands it on; null: it is not this tool's answer. */
export function answerOf(result: unknown): Answer | null {
  if (!isFields(result)) return null
  const message = text(result.message) ?? text(result.error) ?? ''
  if (isFields(result.indicators)) {
    const figures = Object.entries(result.indicators).flatMap(([key, one]) =>
      isFields(one) ? [figureOf(key, one)] : [],
    )
    if (figures.length > 0) return { kind: 'figures', figures }
  }
  if (Array.isArray(result.catalog) && result.catalog.length > 0) {
    const rows = result.catalog.filter(isFields).map((row) => ({
      name: text(row.name) ?? text(row.indicator) ?? '',
      unit: text(row.unit) ?? '',
      count: number(row.count) ?? 0,
      lastDate: text(row.last_date) ?? '',
    }))
    return { kind: 'catalog', message, rows }
  }
  return { kind: 'message', message }
}

function figureOf(key: string, answer: Fields): Figure {
  const coverage = isFields(answer.coverage) ? answer.coverage : {}
  const heading: Heading = {
    key,
    name: text(answer.name) ?? key,
    unit: text(answer.unit) ?? '',
    method: text(answer.method) ?? '',
    firstDate: text(coverage.first_date),
    lastDate: text(coverage.last_date),
  }
  if (isFields(answer.stats)) {
    const { stats } = answer
    const shown = STATS.flatMap((name) => {
      const value = number(stats[name]) ?? (name === 'last' ? text(stats[name]) : null)
      return value === null ? [] : [{ name, value }]
    })
    return shown.length > 0 ? { kind: 'stats', heading, stats: shown } : { kind: 'nothing', heading }
  }
  const rows = Array.isArray(answer.rows) ? answer.rows.filter(isFields) : []
  const labelOf = (row: Fields) => text(row.period) ?? text(row.time) ?? ''
  const points = rows.flatMap((row): [string, number | null][] => {
    const value = number(row.value) ?? number(row.avg)
    return value === null ? [] : [[labelOf(row), value]]
  })
  if (points.length === 0) {
    const words = rows.flatMap((row) => {
      const value = text(row.text) ?? text(row.value)
      return value === null ? [] : [{ time: labelOf(row), text: value }]
    })
    return words.length > 0 ? { kind: 'rows', heading, rows: words } : { kind: 'nothing', heading }
  }
  const isPeriods = rows.some((row) => text(row.period) !== null)
  const xKind = isPeriods ? periodKind(points.map(([label]) => label)) : 'time'
  const kind = answer.kind === 'cumulative' || answer.kind === 'interval' || answer.kind === 'sleep' ? 'bar' : 'line'
  const series = { key, name: heading.name, unit: heading.unit, kind: isPeriods ? kind : 'line', points } as const
  return { kind: 'chart', heading, spec: { title: heading.name, xKind, series: [series] } }
}

/** The answer does not say how it was grouped, its labels do: firsts of months, Mondays, or any day. */
export function periodKind(labels: readonly string[]): 'day' | 'week' | 'month' {
  if (labels.length === 0) return 'day'
  if (labels.length > 1 && labels.every((label) => label.endsWith('-01'))) return 'month'
  const isMonday = (label: string) => new Date(`${label}T00:00:00Z`).getUTCDay() === 1
  return labels.length > 1 && labels.every(isMonday) ? 'week' : 'day'
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
