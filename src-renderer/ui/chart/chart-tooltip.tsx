/** What the pointer is on: the date, then each series' value, or that nothing was recorded. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import type { PlotData } from './chart-data.ts'

export function ChartTooltip(props: {
  readonly data: PlotData
  readonly index: number
  readonly xKind: 'day' | 'week' | 'month' | 'time'
  readonly value: (value: number, unit: string) => string
  /** A mean is finer than what it is the mean of. */
  readonly mean: (value: number, unit: string) => string
}) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const { data, index } = props
  return (
    <>
      <div className="text-ink-3">{format.period(data.labels[index] ?? '', props.xKind)}</div>
      {data.series.map((series) => {
        const value = series.values[index] ?? null
        const mean = series.mean?.[index] ?? null
        return (
          <div key={series.key}>
            {data.series.length > 1 && <span className="text-ink-2">{series.name} </span>}
            <span className="font-semibold">{value === null ? t('notRecorded') : props.value(value, series.unit)}</span>
            {mean !== null && (
              <div className="text-ink-2">
                {t('chart.sevenDayMean')} {props.mean(mean, series.unit)}
              </div>
            )}
          </div>
        )
      })}
    </>
  )
}
