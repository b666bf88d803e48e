/** uPlot's options for charts by category and of points. No React here. */
import uPlot from 'uplot'
import { valueScale } from './chart-axis.ts'
import { type ChartColours, faint } from './chart-colours.ts'
import { labelWidth, strokeFor } from './plot-options.ts'
import type { CategorySpec, XySpec } from './xy-spec.ts'

const Y_TICK_PX = 56
const LABEL_GAP_PX = 12

export interface XyInput {
  readonly spec: XySpec
  readonly colours: ChartColours
  readonly formatValue: (value: number) => string
}

export function xyOptions(
  input: XyInput,
  size: { readonly width: number; readonly height: number },
  onCursor: (plot: uPlot) => void,
): uPlot.Options {
  const { spec, colours } = input
  const most = Math.max(2, Math.floor((size.height - 40) / Y_TICK_PX))
  const sides =
    spec.kind === 'category'
      ? ([0, 1] as const).map((axis) => spec.series.filter((series) => series.axis === axis))
      : [spec.series]
  const scales: uPlot.Scales = { x: { time: false, range: (_plot, min, max) => xRange(min, max, spec) } }
  const axes: uPlot.Axis[] = [xAxis(input, size.width)]
  for (const [axis, own] of sides.entries()) {
    if (own.length === 0) continue
    const values = own.flatMap((series) => ('values' in series ? series.values : series.points.map(([, y]) => y)))
    const scale = valueScale(values, {
      fromZero: own.some((series) => 'kind' in series && series.kind !== 'line'),
      minutes: false,
      most,
    })
    scales[`y${axis}`] = { range: [scale.min, scale.max] }
    axes.push(yAxis(axis, scale.ticks, input))
  }
  return {
    ...size,
    pxAlign: false,
    padding: [10, axes.length > 2 ? 0 : 16, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 9, width: 2, stroke: () => colours.surface, fill: (_plot, at) => strokeFor(at - 1, colours) },
    },
    scales,
    axes,
    series: [{}, ...spec.series.map((_, index) => seriesOptions(index, input))],
    hooks: { setCursor: [onCursor] },
  }
}

function xRange(min: number, max: number, spec: XySpec): [number, number] {
  if (spec.kind === 'category') return [-0.6, spec.categories.length - 0.4]
  const scale = valueScale([min, max], { fromZero: false, minutes: false, most: 8 })
  return [scale.min, scale.max]
}

function xAxis({ spec, colours, formatValue }: XyInput, width: number): uPlot.Axis {
  const look: uPlot.Axis = {
    scale: 'x',
    stroke: colours.ink3,
    font: `11px ${colours.font}`,
    size: 26,
    gap: 6,
    grid: { show: false },
    ticks: { show: false },
  }
  if (spec.kind === 'category') {
    const shown = shownCategories(spec, width - 60)
    return {
      ...look,
      splits: () => shown,
      values: () => shown.map((index) => shortened(spec.categories[index] ?? '', shown.length, width - 60)),
    }
  }
  return {
    ...look,
    splits: (_plot, _axis, min, max) =>
      valueScale([min, max], { fromZero: false, minutes: false, most: Math.max(2, Math.floor(width / 90)) }).ticks,
    values: (_plot, splits) => splits.map((at) => formatValue(at)),
  }
}

/** As many labels as fit beside each other: all, every second, every third… */
function shownCategories(spec: CategorySpec, width: number): number[] {
  const longest = spec.categories.reduce((most, one) => Math.max(most, labelWidth(one)), 0)
  const room = Math.max(1, Math.floor(width / Math.min(longest + LABEL_GAP_PX, 110)))
  const step = Math.max(1, Math.ceil(spec.categories.length / room))
  return spec.categories.flatMap((_, index) => (index % step === 0 ? [index] : []))
}

function shortened(label: string, count: number, width: number): string {
  const room = width / Math.max(1, count) - LABEL_GAP_PX
  if (labelWidth(label) <= room) return label
  let cut = label
  while (cut.length > 1 && labelWidth(`${cut}…`) > room) cut = cut.slice(0, -1)
  return `${cut}…`
}

function yAxis(axis: number, ticks: number[], { colours, formatValue }: XyInput): uPlot.Axis {
  const labels = ticks.map((tick) => formatValue(tick))
  return {
    scale: `y${axis}`,
    side: axis === 1 ? 1 : 3,
    stroke: colours.ink3,
    font: `11px ${colours.font}`,
    size: Math.max(34, 14 + labels.reduce((most, label) => Math.max(most, labelWidth(label)), 0)),
    gap: 6,
    grid: { show: axis === 0, stroke: colours.line, width: 1 },
    ticks: { show: false },
    splits: () => ticks,
    values: () => labels,
  }
}

/** Of the room from one category to the next; bars side by side share it, as `categoryColumns` places them. */
function barShare(spec: CategorySpec): number {
  const bars = spec.series.filter(({ kind }) => kind === 'bar').length
  return bars <= 1 ? 0.72 : 0.9 / (bars + 0.6)
}

function seriesOptions(index: number, { spec, colours }: XyInput): uPlot.Series {
  const colour = strokeFor(index, colours)
  if (spec.kind === 'scatter') {
    const points = { show: true, size: 6, width: 0, fill: faint(colour, 70) }
    return { scale: 'y0', stroke: 'transparent', width: 0, paths: () => null, points }
  }
  const series = spec.series[index]
  const scale = `y${series?.axis ?? 0}`
  if (series?.kind === 'bar') {
    return {
      scale,
      stroke: 'transparent',
      width: 0,
      fill: faint(colour, 85),
      paths: uPlot.paths.bars?.({ size: [barShare(spec), 56], radius: 0.12 }),
      points: { show: false },
    }
  }
  return {
    scale,
    stroke: colour,
    width: 2,
    dash: index % 3 === 2 ? [5, 4] : undefined,
    fill: series?.kind === 'area' ? faint(colour, 16) : undefined,
    points: { show: spec.categories.length <= 60, size: 6, width: 0, fill: colour },
  }
}
