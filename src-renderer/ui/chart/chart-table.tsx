/** The chart as a table: the same points for people who read or hear rather than look. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { type Column, Table } from '../table.tsx'
import type { PlotData } from './chart-data.ts'

interface PointRow {
  readonly label: string
  readonly values: readonly (number | null)[]
}

export function ChartTable(props: {
  readonly data: PlotData
  readonly xKind: 'day' | 'week' | 'month' | 'time'
  readonly title: string
  readonly digits: number | undefined
  readonly height: number
}) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const { data } = props
  const { value } = format.plotValues(props.digits)
  // Gaps that only the calendar filled in are no rows of their own.
  const rows = useMemo(
    () =>
      data.labels
        .map((label, index): PointRow => ({ label, values: data.series.map((one) => one.values[index] ?? null) }))
        .filter((row) => row.values.some((one) => one !== null)),
    [data],
  )
  const columns: Column<PointRow>[] = [
    {
      id: 'label',
      header: t(props.xKind === 'time' ? 'chart.time' : 'chart.date'),
      cell: (row) => format.period(row.label, props.xKind),
      sortValue: (row) => row.label,
      firstSort: 'descending',
    },
    ...data.series.map(
      (series, index): Column<PointRow> => ({
        id: series.key,
        header: series.name,
        align: 'right',
        cell: (row) => {
          const one = row.values[index] ?? null
          return one === null ? <span className="text-ink-3">{t('notRecorded')}</span> : value(one, series.unit)
        },
        sortValue: (row) => row.values[index] ?? null,
      }),
    ),
  ]
  return (
    <div style={{ height: props.height }}>
      <Table
        caption={props.title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.label}
        initialSort={{ column: 'label', direction: 'descending' }}
        maxHeight={props.height}
      />
    </div>
  )
}
