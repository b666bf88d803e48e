/** A chart over time with everything that belongs to it: range, values at the pointer, table, picture and CSV. */
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartSpec } from '../../src-main/agents/events.ts'
import { daysBetween } from '../format/calendar.ts'
import { useFormat } from '../format/use-format.ts'
import { type ChartRange, plotData, spanOf, windowed } from './chart/chart-data.ts'
import { ChartFrame } from './chart/chart-frame.tsx'
import { ChartLegend } from './chart/chart-legend.tsx'
import { ChartTable } from './chart/chart-table.tsx'
import { ChartTooltip } from './chart/chart-tooltip.tsx'
import { Plot } from './chart/plot.tsx'
import { plotColumns, plotOptions, type ReferenceBand, seriesStroke } from './chart/plot-options.ts'
import { useChartColours } from './chart/theme-colours.ts'
import { Segmented } from './segmented.tsx'

export interface ChartProps {
  readonly spec: ChartSpec
  /** Of the plot in CSS px, without the title row. */
  readonly height: number
  /** 'own' (default): range buttons when there is more than a month to choose from. 'none': the page has its own. */
  readonly range?: 'own' | 'none'
  /** Shaded behind the first unit: a report's reference range. */
  readonly band?: ReferenceBand | null
  /** Decimals of values; by their size when not given. */
  readonly digits?: number
  /** Called with the point's label (local date or ISO time). */
  readonly onPoint?: (label: string) => void
  /** In place of the spec's title and subtitle. */
  readonly heading?: ReactNode
}

/** A range button shows once the data is longer than it. */
const rangeDays: Record<Exclude<ChartRange, 'all'>, number> = { '1M': 40, '3M': 100, '6M': 200, '1Y': 380 }
const choices: readonly ChartRange[] = ['1M', '3M', '6M', '1Y', 'all']

export function Chart(props: ChartProps) {
  const { t } = useTranslation('health')
  const { t: words } = useTranslation('thread')
  const format = useFormat()
  const colours = useChartColours()
  const [range, setRange] = useState<ChartRange>('all')

  const { spec, digits, onPoint } = props
  const span = useMemo(() => spanOf(spec), [spec])
  const days = span ? daysBetween(span.first.slice(0, 10), span.last.slice(0, 10)) : 0
  const offered = choices.filter((one) => one === 'all' || days > rangeDays[one])
  const shown = useMemo(() => windowed(spec, range), [spec, range])
  const data = useMemo(() => plotData(shown), [shown])
  const { axis, value } = format.plotValues(digits)
  const mean = format.plotValues(digits === undefined ? undefined : digits + 1).value
  const drawing = useMemo(() => {
    const input = {
      data,
      xKind: shown.xKind,
      colours,
      locale: format.locale,
      formatValue: axis,
      band: props.band ?? null,
    }
    return {
      columns: plotColumns(data),
      options: (size: { width: number; height: number }, onCursor: Parameters<typeof plotOptions>[2]) =>
        plotOptions(input, size, onCursor),
    }
  }, [data, shown.xKind, colours, format.locale, axis, props.band])
  const hasMean = data.series.some((series) => series.mean !== null)
  const subtitle =
    spec.subtitle ?? [unitWords(spec, format.unit), hasMean ? t('chart.sevenDayMean') : ''].filter(Boolean).join(', ')

  return (
    <ChartFrame
      title={spec.title}
      subtitle={subtitle}
      heading={props.heading}
      isEmpty={data.x.length === 0}
      controls={
        props.range !== 'none' &&
        offered.length > 1 && (
          <Segmented
            label={t('range.label')}
            value={range}
            onChange={setRange}
            options={offered.map((one) => ({
              value: one,
              label: words(`range.${one}`),
              title: words(`range.long.${one}`),
            }))}
          />
        )
      }
      csv={() => ({
        header: [
          t(shown.xKind === 'time' ? 'chart.time' : 'chart.date'),
          ...data.series.map((series) => (series.unit ? `${series.name} (${series.unit})` : series.name)),
        ],
        rows: data.labels.map((label, index) => [label, ...data.series.map((series) => series.values[index])]),
      })}
      table={<ChartTable data={data} xKind={shown.xKind} title={spec.title} digits={digits} height={props.height} />}
      plot={(onPlot) =>
        span === null ? (
          <p className="grid place-items-center px-4 text-center text-ink-2 text-sm" style={{ height: props.height }}>
            {t('chart.nothing')}
          </p>
        ) : (
          <>
            <ChartLegend
              items={data.series.map((series, index) => ({
                name: series.name,
                colour: seriesStroke(index, data, colours),
                mark: data.stacked ? 'bar' : series.kind,
              }))}
            />
            <Plot
              drawing={drawing}
              height={props.height}
              label={t('chart.summary', {
                title: spec.title,
                count: data.series[0]?.values.filter((one) => one !== null).length ?? 0,
                first: format.date(span.first, 'short'),
                last: format.date(span.last, 'short'),
              })}
              tooltip={(index) => (
                <ChartTooltip data={data} index={index} xKind={shown.xKind} value={value} mean={mean} />
              )}
              onPoint={onPoint ? (index) => data.labels[index] !== undefined && onPoint(data.labels[index]) : undefined}
              onPlot={onPlot}
            />
          </>
        )
      }
    />
  )
}

function unitWords(spec: ChartSpec, word: (unit: string) => string): string {
  // Durations carry their own words, and "Steps, steps" says nothing.
  return [...new Set(spec.series.map((series) => series.unit))]
    .filter((unit) => unit !== 'min' && unit.toLowerCase() !== spec.title.toLowerCase())
    .map(word)
    .join(', ')
}
