/** A chart with everything that belongs to it: range, values at the pointer, table view, copy as picture and as CSV. */
import { Check, Download, Image, Table2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartSpec } from '../../src-main/agents/events.ts'
import { daysBetween, type Range, ranges } from '../format/calendar.ts'
import { toDelimited } from '../format/delimited.ts'
import { csvBlob, fileName, saveFile } from '../format/save-file.ts'
import { useFormat } from '../format/use-format.ts'
import { IconButton } from './button.tsx'
import { plotData, spanOf, windowed } from './chart/chart-data.ts'
import { chartImage } from './chart/chart-image.ts'
import { ChartTable } from './chart/chart-table.tsx'
import { ChartTooltip } from './chart/chart-tooltip.tsx'
import { Plot } from './chart/plot.tsx'
import { type ReferenceBand, seriesStroke } from './chart/plot-options.ts'
import { useChartColours } from './chart/theme-colours.ts'
import { Segmented } from './segmented.tsx'
import { toast } from './toast.tsx'

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

export function Chart(props: ChartProps) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const colours = useChartColours()
  const [range, setRange] = useState<Range>('all')
  const [view, setView] = useState<'plot' | 'table'>('plot')
  const canvas = useRef<HTMLCanvasElement>(null)
  const takeCanvas = useCallback((element: HTMLCanvasElement | null) => {
    canvas.current = element
  }, [])

  const { spec, digits, onPoint } = props
  const span = useMemo(() => spanOf(spec), [spec])
  const days = span ? daysBetween(span.first.slice(0, 10), span.last.slice(0, 10)) : 0
  const choices = ranges.filter((one) => one === 'all' || days > rangeDays[one])
  const shown = useMemo(() => (range === 'all' ? spec : windowed(spec, range)), [spec, range])
  const data = useMemo(() => plotData(shown), [shown])
  const { axis, value } = format.plotValues(digits)
  const mean = format.plotValues(digits === undefined ? undefined : digits + 1).value
  const input = useMemo(
    () => ({ data, xKind: shown.xKind, colours, locale: format.locale, formatValue: axis, band: props.band ?? null }),
    [data, shown.xKind, colours, format.locale, axis, props.band],
  )
  const hasMean = data.series.some((series) => series.mean !== null)
  const subtitle =
    spec.subtitle ?? [unitWords(spec, format.unit), hasMean ? t('chart.sevenDayMean') : ''].filter(Boolean).join(', ')

  const csv = () => {
    const header = [
      t(shown.xKind === 'time' ? 'chart.time' : 'chart.date'),
      ...data.series.map((series) => (series.unit ? `${series.name} (${series.unit})` : series.name)),
    ]
    const rows = data.labels.map((label, index) => [label, ...data.series.map((series) => series.values[index])])
    saveFile(fileName(spec.title, 'csv'), csvBlob(toDelimited(header, rows)))
  }

  return (
    <figure className="m-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3.5 py-2.5">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-sm">
          {props.heading ?? (
            <>
              <span className="truncate font-semibold">{spec.title}</span>
              <span className="truncate text-ink-2">{subtitle}</span>
            </>
          )}
        </div>
        {props.range !== 'none' && choices.length > 1 && (
          <Segmented
            label={t('range.label')}
            value={range}
            onChange={setRange}
            options={choices.map((one) => ({ value: one, label: t(`range.${one}`), title: t(`range.long.${one}`) }))}
          />
        )}
        <div className="flex items-center gap-0.5">
          <IconButton
            icon={Table2}
            size="sm"
            label={view === 'table' ? t('chart.showChart') : t('chart.showTable')}
            aria-pressed={view === 'table'}
            className={view === 'table' ? 'bg-accent-soft text-accent' : ''}
            onClick={() => setView(view === 'table' ? 'plot' : 'table')}
          />
          <CopyPicture
            picture={async () => {
              if (!canvas.current) throw new Error('no canvas')
              return chartImage(canvas.current, spec.title, subtitle, colours)
            }}
            name={fileName(spec.title, 'png')}
            disabled={view === 'table' || data.x.length === 0}
          />
          <IconButton icon={Download} size="sm" label={t('chart.csv')} disabled={data.x.length === 0} onClick={csv} />
        </div>
      </figcaption>
      {span === null ? (
        <p className="grid place-items-center px-4 text-center text-ink-2 text-sm" style={{ height: props.height }}>
          {t('chart.nothing')}
        </p>
      ) : view === 'table' ? (
        <ChartTable data={data} xKind={shown.xKind} title={spec.title} digits={digits} height={props.height} />
      ) : (
        <>
          {data.series.length > 1 && (
            <ul className="flex flex-wrap gap-x-4 px-3.5 pb-1 text-ink-2 text-xs">
              {data.series.map((series, index) => (
                <li key={series.key} className="inline-flex items-center gap-1.5">
                  <span
                    aria-hidden
                    className={data.stacked ? 'size-2.5 rounded-sm' : 'h-0.5 w-3.5'}
                    style={{ background: seriesStroke(index, data, colours) }}
                  />
                  {series.name}
                </li>
              ))}
            </ul>
          )}
          <Plot
            input={input}
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
            onPlot={takeCanvas}
          />
        </>
      )}
    </figure>
  )
}

/** A range button shows once the data is longer than it. */
const rangeDays: Record<Exclude<Range, 'all'>, number> = { W: 10, M: 40, '6M': 200, Y: 380 }

function unitWords(spec: ChartSpec, word: (unit: string) => string): string {
  // Durations carry their own words, and "Steps, steps" says nothing.
  return [...new Set(spec.series.map((series) => series.unit))]
    .filter((unit) => unit !== 'min' && unit.toLowerCase() !== spec.title.toLowerCase())
    .map(word)
    .join(', ')
}

function CopyPicture(props: {
  readonly picture: () => Promise<Blob>
  readonly name: string
  readonly disabled: boolean
}) {
  const { t } = useTranslation('health')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1600)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const blob = await props.picture()
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
      setCopied(true)
    } catch {
      // No clipboard for pictures here (permission, insecure page): a file does as well.
      saveFile(props.name, blob)
    }
  }
  return (
    <IconButton
      icon={copied ? Check : Image}
      size="sm"
      label={copied ? t('chart.copied') : t('chart.copyPicture')}
      disabled={props.disabled}
      onClick={() => void copy().catch(() => toast(t('chart.pictureFailed'), { tone: 'error' }))}
    />
  )
}
