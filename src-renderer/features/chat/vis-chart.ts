/**
 * Reads a `vis-chart` block that a model wrote: JSON with type, title and rows. Only data is taken from it, never a style
 * or anything that runs; what it is not sure to understand it leaves as code. Pure; never throws.
 */
import type { ChartSeries, ChartSpec } from '../../../src-main/agents/events.ts'
import type { BarsSpec } from '../../ui/chart/bars-table.tsx'
import type { CategorySeries, XySpec } from '../../ui/chart/xy-spec.ts'

export type VisChart =
  | { readonly kind: 'time'; readonly spec: ChartSpec }
  | { readonly kind: 'xy'; readonly spec: XySpec }
  | { readonly kind: 'bars'; readonly spec: BarsSpec }

/** 'json': it is none; 'type': a form of chart that we do not draw; 'data': its rows are not what the form needs. */
export type VisChartFault = 'json' | 'type' | 'data'
export type VisChartResult =
  | { readonly ok: true; readonly chart: VisChart }
  | { readonly ok: false; readonly fault: VisChartFault }

/** Words for what a block does not name. */
export interface VisChartWords {
  readonly untitled: string
  readonly value: string
  readonly category: string
  readonly count: string
}

const mostRows = 5_000
const mostSeries = 12
const mostChars = 500_000

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** Numbers also as text; anything else is no value, which is not 0. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const parsed = Number(value.replaceAll(',', ''))
  return Number.isFinite(parsed) ? parsed : null
}

interface Row {
  readonly label: string
  readonly value: number | null
  readonly group: string
}

const faultOf = (fault: VisChartFault): VisChartResult => ({ ok: false, fault })
const xy = (spec: XySpec): VisChartResult => ({ ok: true, chart: { kind: 'xy', spec } })
const bars = (spec: BarsSpec): VisChartResult => ({ ok: true, chart: { kind: 'bars', spec } })

export function readVisChart(source: string, words: VisChartWords): VisChartResult {
  if (source.length > mostChars) return faultOf('data')
  let block: unknown
  try {
    block = JSON.parse(source)
  } catch {
    return faultOf('json')
  }
  if (!isJson(block)) return faultOf('json')
  const title = textOf(block.title) || words.untitled
  const xTitle = textOf(block.axisXTitle)
  const yTitle = textOf(block.axisYTitle)
  const about = { title, subtitle: yTitle }
  const list: readonly unknown[] = Array.isArray(block.data) ? block.data : []
  if (list.length > mostRows) return faultOf('data')
  switch (block.type) {
    case 'line':
    case 'area':
    case 'column':
    case 'bar': {
      const rows = rowsOf(list)
      if (rows === null) return faultOf('data')
      const kind = block.type === 'line' || block.type === 'area' ? block.type : 'bar'
      return seriesChart(rows, () => kind, about, xTitle, words)
    }
    case 'dual-axes':
      return dualAxes(block, list, about, xTitle, words)
    case 'histogram':
      return histogram(block, list, about, xTitle, words)
    case 'scatter':
      return scatter(list, about, xTitle, yTitle, words)
    case 'pie':
    case 'funnel': {
      const rows = rowsOf(list)
      if (rows === null || rows.some(({ value }) => value !== null && value < 0)) return faultOf('data')
      return bars({
        ...about,
        labelTitle: xTitle || words.category,
        rows: merged(rows),
        series: [yTitle || words.value],
        share: block.type === 'pie' ? 'whole' : 'first',
      })
    }
    case 'radar': {
      const rows = rowsOf(list)
      if (rows === null) return faultOf('data')
      const groups = groupsOf(rows)
      return bars({
        ...about,
        labelTitle: xTitle || words.category,
        rows: labelsOf(rows).map((label) => ({ label, values: groups.map((group) => valueAt(rows, label, group)) })),
        series: groups.map((group) => group || yTitle || words.value),
        share: null,
      })
    }
    default:
      return faultOf('type')
  }
}

/** Null: something in it is no row, or there is none. */
function rowsOf(list: readonly unknown[]): Row[] | null {
  const rows: Row[] = []
  for (const one of list) {
    if (!isJson(one)) return null
    const label = textOf(one.time) || textOf(one.category) || textOf(one.name) || textOf(one.x)
    if (label === '' || !('value' in one || 'y' in one)) return null
    rows.push({ label, value: numberOf(one.value ?? one.y), group: textOf(one.group) })
  }
  return rows.length > 0 && rows.some(({ value }) => value !== null) ? rows : null
}

const labelsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ label }) => label))]
const groupsOf = (rows: readonly Row[]) => [...new Set(rows.map(({ group }) => group))].slice(0, mostSeries)
const valueAt = (rows: readonly Row[], label: string, group: string) =>
  rows.find((row) => row.label === label && row.group === group)?.value ?? null

/** Rows of one label are one: keys repeat nowhere. */
function merged(rows: readonly Row[]): BarsSpec['rows'] {
  return labelsOf(rows).map((label) => {
    const own = rows.filter((row) => row.label === label && row.value !== null)
    return { label, values: [own.length === 0 ? null : own.reduce((sum, { value }) => sum + (value ?? 0), 0)] }
  })
}

const dayLabel = /^\d{4}-\d{2}-\d{2}$/
const timeLabel = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
const monthLabel = /^\d{4}-\d{2}$/

/** The steps that labels go in; null where they are no dates. */
function xKindOf(labels: readonly string[]): ChartSpec['xKind'] | null {
  if (labels.length < 2) return null
  if (labels.every((label) => monthLabel.test(label))) return 'month'
  if (labels.every((label) => timeLabel.test(label))) return 'time'
  return labels.every((label) => dayLabel.test(label)) ? 'day' : null
}

type Drawn = CategorySeries['kind']

function seriesChart(
  rows: readonly Row[],
  kindOf: (group: string) => Drawn,
  about: { title: string; subtitle: string },
  xTitle: string,
  words: VisChartWords,
  axisOf: (group: string) => 0 | 1 = () => 0,
): VisChartResult {
  const labels = labelsOf(rows)
  const groups = groupsOf(rows)
  const nameOf = (group: string) => group || about.subtitle || words.value
  const xKind = xKindOf(labels)
  const isOneAxis = groups.every((group) => axisOf(group) === 0)
  if (xKind !== null) {
    const series = groups.map(
      (group): ChartSeries => ({
        key: group || 'value',
        name: nameOf(group),
        // Two axes are told apart by their unit; the block gives titles in its place.
        unit: isOneAxis ? '' : axisOf(group) === 0 ? '' : nameOf(group),
        kind: kindOf(group) === 'bar' ? 'bar' : 'line',
        points: rows
          .filter((row) => row.group === group)
          .map(({ label, value }) => [xKind === 'month' ? `${label}-01` : label.replace(' ', 'T'), value]),
      }),
    )
    const areBars = groups.filter((group) => kindOf(group) === 'bar').length
    // Bars over time lie on each other; several of them are told apart side by side only.
    if (areBars < 2 && isOneAxis) return { ok: true, chart: { kind: 'time', spec: { ...about, xKind, series } } }
  }
  return xy({
    kind: 'category',
    ...about,
    categories: labels,
    categoryTitle: xTitle || words.category,
    series: groups.map((group) => ({
      name: nameOf(group),
      kind: kindOf(group),
      axis: axisOf(group),
      values: labels.map((label) => valueAt(rows, label, group)),
    })),
  })
}

/** Either categories with a list of series, or rows in two groups: the first as columns, the second as a line. */
function dualAxes(
  block: Json,
  list: readonly unknown[],
  about: { title: string; subtitle: string },
  xTitle: string,
  words: VisChartWords,
): VisChartResult {
  if (Array.isArray(block.series) && Array.isArray(block.categories)) {
    const categories = block.categories.map(textOf).slice(0, mostRows)
    const series = block.series.slice(0, mostSeries).filter(isJson)
    if (categories.length === 0 || series.length === 0) return faultOf('data')
    const drawn = series.map((one, index): CategorySeries | null => {
      if (!Array.isArray(one.data)) return null
      const { data } = one
      return {
        name: textOf(one.axisYTitle) || textOf(one.name) || `${words.value} ${index + 1}`,
        kind: one.type === 'column' || one.type === 'bar' ? 'bar' : 'line',
        axis: index === 0 ? 0 : 1,
        values: categories.map((_, at) => numberOf(data[at])),
      }
    })
    const known = drawn.filter((one) => one !== null)
    if (known.length !== series.length) return faultOf('data')
    return xy({ kind: 'category', ...about, categories, categoryTitle: xTitle || words.category, series: known })
  }
  const rows = rowsOf(list)
  if (rows === null) return faultOf('data')
  const [first] = groupsOf(rows)
  const isFirst = (group: string) => group === first
  return seriesChart(
    rows,
    (group) => (isFirst(group) ? 'bar' : 'line'),
    about,
    xTitle,
    words,
    (group) => (isFirst(group) ? 0 : 1),
  )
}

function histogram(
  block: Json,
  list: readonly unknown[],
  about: { title: string; subtitle: string },
  xTitle: string,
  words: VisChartWords,
): VisChartResult {
  const values = list.map((one) => numberOf(isJson(one) ? one.value : one))
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length !== values.length) return faultOf('data')
  const low = known.reduce((a, b) => Math.min(a, b))
  const high = known.reduce((a, b) => Math.max(a, b))
  const asked = numberOf(block.binNumber)
  const count = Math.max(1, Math.min(60, Math.round(asked ?? Math.ceil(Math.log2(known.length) + 1))))
  const width = low === high ? 1 : (high - low) / count
  const bins = new Array<number>(low === high ? 1 : count).fill(0)
  for (const value of known) {
    // The last bin takes its upper end too.
    const at = Math.min(bins.length - 1, Math.floor((value - low) / width))
    bins[at] = (bins[at] ?? 0) + 1
  }
  const edge = (at: number) => String(Number((low + at * width).toPrecision(4)))
  return xy({
    kind: 'category',
    ...about,
    categories: bins.map((_, at) => `${edge(at)}–${edge(at + 1)}`),
    categoryTitle: xTitle || words.value,
    series: [{ name: about.subtitle || words.count, kind: 'bar', axis: 0, values: bins }],
  })
}

function scatter(
  list: readonly unknown[],
  about: { title: string; subtitle: string },
  xTitle: string,
  yTitle: string,
  words: VisChartWords,
): VisChartResult {
  const groups = new Map<string, [number, number][]>()
  for (const one of list) {
    if (!isJson(one)) return faultOf('data')
    const x = numberOf(one.x)
    const y = numberOf(one.y)
    if (x === null || y === null) return faultOf('data')
    const group = textOf(one.group)
    const points = groups.get(group)
    if (points === undefined) groups.set(group, [[x, y]])
    else points.push([x, y])
  }
  if (groups.size === 0) return faultOf('data')
  return xy({
    kind: 'scatter',
    title: about.title,
    subtitle: [xTitle, yTitle].filter(Boolean).join(' · '),
    xTitle: xTitle || 'x',
    yTitle: yTitle || 'y',
    series: [...groups].slice(0, mostSeries).map(([name, points]) => ({ name: name || words.value, points })),
  })
}
