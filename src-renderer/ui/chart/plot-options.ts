/** uPlot's options for our data: which columns, scales, marks and colours. No React here. */
import uPlot from 'uplot'
import { tickLabel, timeTicks, valueScale } from './chart-axis.ts'
import { type ChartColours, faint } from './chart-colours.ts'
import { type PlotData, type PlotSeries, stackedTops } from './chart-data.ts'

export interface ReferenceBand {
  readonly low: number | null
  readonly high: number | null
}

export interface PlotInput {
  readonly data: PlotData
  readonly xKind: 'day' | 'week' | 'month' | 'time'
  readonly colours: ChartColours
  readonly locale: string
  readonly formatValue: (value: number, unit: string) => string
  readonly band: ReferenceBand | null
}

const DAY_S = 86_400
const FEW_POINTS = 60
const Y_TICK_PX = 56
const X_TICK_PX = 92
/** Percent of accent from the bottom of a stack upwards; 0 is the neutral line colour. */
const STACK_STRENGTHS = [100, 62, 36, 18, 0] as const

/** Columns in the order of the options' series: values of each series, then its mean where it has one. */
export function plotColumns(data: PlotData): uPlot.AlignedData {
  // Drawn from the tallest to the shortest: each bar covers the foot of the one behind it.
  if (data.stacked) return [data.x, ...stackedTops(data.series).reverse()]
  const columns: (number | null)[][] = []
  for (const series of data.series) {
    columns.push(series.values)
    if (series.mean) columns.push(series.mean)
  }
  return [data.x, ...columns]
}

export function plotOptions(
  input: PlotInput,
  size: { width: number; height: number },
  onCursor: (plot: uPlot) => void,
): uPlot.Options {
  const { data, colours } = input
  const units = [...new Set(data.series.map((series) => series.unit))]
  const most = Math.max(2, Math.floor((size.height - 40) / Y_TICK_PX))
  const scales: uPlot.Scales = { x: { time: false, range: (_plot, min, max) => xRange(min, max, input) } }
  const axes: uPlot.Axis[] = [xAxis(input)]
  for (const [index, unit] of units.entries()) {
    const key = scaleKey(units, unit)
    const own = data.series.filter((series) => series.unit === unit)
    const scale = valueScale(data.stacked ? stackedTops(own).flat() : own.flatMap((series) => series.values), {
      fromZero: own.some((series) => series.kind === 'bar'),
      minutes: unit === 'min',
      most,
    })
    scales[key] = { range: [scale.min, scale.max] }
    // Two units share the plot, one axis each side; a third unit would be unreadable and goes without marks.
    if (index < 2) axes.push(yAxis(key, scale.ticks, unit, index === 1, input))
  }
  return {
    ...size,
    pxAlign: false,
    padding: [10, units.length > 1 ? 0 : 16, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 9, width: 2, stroke: () => colours.surface, fill: (_plot, at) => seriesColour(input, at) },
    },
    scales,
    axes,
    series: [{}, ...drawnOrder(data).flatMap((index) => seriesOptions(index, units, input))],
    hooks: { drawClear: [(plot) => drawBand(plot, input)], setCursor: [onCursor] },
  }
}

/** Indexes of the series in the order of their columns: see plotColumns. */
function drawnOrder(data: PlotData): number[] {
  const order = [...data.series.keys()]
  return data.stacked ? order.reverse() : order
}

function scaleKey(units: readonly string[], unit: string): string {
  return `y${units.indexOf(unit)}`
}

/** One point in the middle rather than on the edge; bars get half their width at both ends. */
function xRange(min: number, max: number, input: PlotInput): [number, number] {
  const steps = { day: DAY_S, week: 7 * DAY_S, month: 30 * DAY_S, time: 3600 }
  if (min === max) return [min - steps[input.xKind] * 2, max + steps[input.xKind] * 2]
  const bars = input.data.series.some((series) => series.kind === 'bar')
  const pad = bars ? steps[input.xKind] * 0.6 : (max - min) * 0.008
  return [min - pad, max + pad]
}

function xAxis(input: PlotInput): uPlot.Axis {
  const { colours, locale } = input
  return {
    scale: 'x',
    stroke: colours.ink3,
    font: `11px ${colours.font}`,
    size: 26,
    gap: 6,
    grid: { show: false },
    ticks: { show: false },
    splits: (plot, _axis, min, max) =>
      timeTicks(min, max, Math.floor(plot.bbox.width / uPlot.pxRatio / X_TICK_PX)).map((tick) => tick.at),
    values: (plot, splits) => {
      const min = plot.scales.x?.min ?? 0
      const max = plot.scales.x?.max ?? 0
      const ticks = timeTicks(min, max, Math.floor(plot.bbox.width / uPlot.pxRatio / X_TICK_PX))
      return splits.map((at) => {
        const tick = ticks.find((one) => one.at === at)
        return tick ? tickLabel(tick, locale) : ''
      })
    },
  }
}

function yAxis(scale: string, ticks: number[], unit: string, right: boolean, input: PlotInput): uPlot.Axis {
  const { colours } = input
  const labels = ticks.map((tick) => input.formatValue(tick, unit))
  const longest = labels.reduce((most, label) => Math.max(most, labelWidth(label)), 0)
  return {
    scale,
    side: right ? 1 : 3,
    stroke: colours.ink3,
    font: `11px ${colours.font}`,
    size: Math.max(34, 14 + longest),
    gap: 6,
    grid: { show: !right, stroke: colours.line, width: 1 },
    ticks: { show: false },
    splits: () => ticks,
    values: () => labels,
  }
}

/** Room for a label at 11 px, in CSS px; Chinese characters are as wide as they are high. */
export function labelWidth(label: string): number {
  return [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 11.5 : 6.4), 0)
}

function seriesOptions(index: number, units: readonly string[], input: PlotInput): uPlot.Series[] {
  const series: PlotSeries | undefined = input.data.series[index]
  if (series === undefined) return []
  const colour = seriesStroke(index, input.data, input.colours)
  const scale = scaleKey(units, series.unit)
  const dash = index === 2 ? [5, 4] : undefined
  if (series.kind === 'bar') {
    const bars: uPlot.Series = {
      scale,
      stroke: 'transparent',
      width: 0,
      // Stacked bars cover each other, so they must not show through.
      fill: input.data.stacked ? colour : faint(colour, series.mean ? 40 : 85),
      paths: uPlot.paths.bars?.({ size: [0.72, 36], radius: 0.14 }),
      points: { show: false },
    }
    return series.mean ? [bars, meanLine(scale, colour, dash)] : [bars]
  }
  if (series.kind === 'points') {
    const points = { show: true, size: 5, width: 0, fill: faint(colour, 70) }
    return [{ scale, stroke: 'transparent', width: 0, paths: () => null, points }]
  }
  const recorded = series.values.filter((value) => value !== null).length
  if (series.mean) {
    const dots: uPlot.Series = {
      scale,
      stroke: 'transparent',
      width: 0,
      paths: () => null,
      points: { show: true, size: 4, width: 0, fill: faint(colour, 45) },
    }
    return [dots, meanLine(scale, colour, dash)]
  }
  const points = recorded <= FEW_POINTS ? { show: true, size: 6, width: 0, fill: colour } : { show: false }
  return [{ scale, stroke: colour, width: 2, dash, points }]
}

function meanLine(scale: string, colour: string, dash: number[] | undefined): uPlot.Series {
  return { scale, stroke: colour, width: 2, dash, points: { show: false } }
}

/** First series in the accent; further ones by ink, so that no state colour is spent on identity. */
export function strokeFor(index: number, colours: ChartColours): string {
  return [colours.accent, colours.ink2, colours.ink3][index % 3] ?? colours.accent
}

/** The colour of a series where it stands: tints of one accent in a stack, told apart by their order. */
export function seriesStroke(index: number, data: PlotData, colours: ChartColours): string {
  if (!data.stacked) return strokeFor(index, colours)
  const strength = STACK_STRENGTHS[Math.min(index, STACK_STRENGTHS.length - 1)] ?? 100
  return `color-mix(in srgb, ${strength === 0 ? colours.line : colours.accent} ${strength || 100}%, ${colours.surface})`
}

function seriesColour(input: PlotInput, plotIndex: number): string {
  let at = 1
  for (const index of drawnOrder(input.data)) {
    const last = at + (input.data.series[index]?.mean ? 1 : 0)
    if (plotIndex <= last) return seriesStroke(index, input.data, input.colours)
    at = last + 1
  }
  return input.colours.accent
}

function drawBand(plot: uPlot, input: PlotInput): void {
  const { band, colours } = input
  if (!band || (band.low === null && band.high === null)) return
  const { left, top, width, height } = plot.bbox
  const position = (value: number) => Math.min(top + height, Math.max(top, plot.valToPos(value, 'y0', true)))
  const upper = band.high === null ? top : position(band.high)
  const lower = band.low === null ? top + height : position(band.low)
  plot.ctx.save()
  plot.ctx.fillStyle = colours.band
  plot.ctx.fillRect(left, upper, width, lower - upper)
  plot.ctx.restore()
}
