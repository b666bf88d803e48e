/** Charts that do not run over time: by category, and one number against another. Their columns for the plot. Pure. */
import type { AlignedData } from 'uplot'

export interface CategorySeries {
  readonly name: string
  readonly kind: 'bar' | 'line' | 'area'
  /** 0 left, 1 right. */
  readonly axis: 0 | 1
  /** One a category; null where there is none. */
  readonly values: readonly (number | null)[]
}

export interface CategorySpec {
  readonly kind: 'category'
  readonly title: string
  readonly subtitle: string
  readonly categories: readonly string[]
  readonly categoryTitle: string
  readonly series: readonly CategorySeries[]
}

export interface ScatterSpec {
  readonly kind: 'scatter'
  readonly title: string
  readonly subtitle: string
  readonly xTitle: string
  readonly yTitle: string
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[]
}

export type XySpec = CategorySpec | ScatterSpec

export interface XyColumns {
  readonly columns: AlignedData
  /** Of each x: its row in the table, for the tooltip. */
  readonly rows: readonly number[]
}

/**
 * Bars of one category stand side by side around its number. A column that has nothing at an x holds undefined there,
 * which a line runs over; a missing value is null, which it does not.
 */
export function categoryColumns(spec: CategorySpec): XyColumns {
  const bars = spec.series.filter(({ kind }) => kind === 'bar')
  const offset = (series: CategorySeries) => {
    const at = bars.indexOf(series)
    return at === -1 ? 0 : (at - (bars.length - 1) / 2) / (bars.length + 0.6)
  }
  const places = new Set<number>()
  for (const series of spec.series) for (const index of spec.categories.keys()) places.add(index + offset(series))
  const x = [...places].sort((a, b) => a - b)
  const columns = spec.series.map((series) => {
    const values = new Map(spec.categories.map((_, index) => [index + offset(series), series.values[index] ?? null]))
    return x.map((at) => (values.has(at) ? values.get(at) : undefined))
  })
  return { columns: [x, ...columns], rows: x.map((at) => Math.floor(at + 0.5)) }
}

/** All points by x; each series has only its own. */
export function scatterColumns(spec: ScatterSpec): XyColumns {
  const points = spec.series
    .flatMap(({ points: own }, series) => own.map(([x, y]) => ({ x, y, series })))
    .sort((a, b) => a.x - b.x)
  const columns = spec.series.map((_, series) => points.map((point) => (point.series === series ? point.y : undefined)))
  return { columns: [points.map(({ x }) => x), ...columns], rows: points.map((_, index) => index) }
}

/** The points of a scatter chart in the order of its columns, for table and tooltip. */
export function scatterRows(spec: ScatterSpec): { name: string; x: number; y: number }[] {
  return spec.series.flatMap(({ name, points }) => points.map(([x, y]) => ({ name, x, y }))).sort((a, b) => a.x - b.x)
}
