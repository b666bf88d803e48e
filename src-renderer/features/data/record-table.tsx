/** The rows behind the chart: periods or raw records, with source and file, honest about how many there are. */
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Resolution } from '../../format/calendar.ts'
import { toDelimited } from '../../format/delimited.ts'
import { csvBlob, fileName, saveFile } from '../../format/save-file.ts'
import { useFormat } from '../../format/use-format.ts'
import { errorWords } from '../../rpc/error-words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { chartUnit, type IndicatorPart, isSummed, pairRows, type SeriesRow, seriesRow } from './indicator-data.ts'
import { type IndicatorView, useOlderRows } from './use-indicator.ts'

interface TableRow {
  readonly row: SeriesRow
  readonly second: SeriesRow | null
}

export function RecordTable(props: {
  readonly title: string
  readonly parts: readonly [IndicatorPart, ...IndicatorPart[]]
  readonly view: IndicatorView
  readonly rows: readonly SeriesRow[]
  readonly resolution: Resolution
}) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const [first, other] = props.parts
  const { key, digits } = first.overview
  const unit = chartUnit(first.overview, first.answer)
  const raw = props.resolution === 'none'
  const total = props.view.totals[key] ?? props.rows.length
  const pages = useOlderRows(key, props.rows, props.view.window, raw ? total : 0)
  const rows: TableRow[] = other
    ? pairRows(pages.rows, (other.answer.rows ?? []).map(seriesRow))
    : pages.rows.map((row) => ({ row, second: null }))
  // A week or month shows a mean, which is finer than the values it is of.
  const valueDigits = raw || props.resolution === 'day' ? digits : digits + 1
  const columns = raw ? rawColumns() : periodColumns()

  function fine(one: number) {
    return Math.abs(one) < 1000 ? valueDigits : digits
  }

  function value({ row, second }: TableRow) {
    if (row.value === null) return row.text ?? <span className="text-ink-3">{t('notRecorded')}</span>
    if (other) {
      const below = second?.value ?? null
      return `${format.number(row.value, fine(row.value))}/${below === null ? '–' : format.number(below, fine(below))} ${format.unit(unit)}`
    }
    return format.quantity(row.value, unit, fine(row.value))
  }

  function rawColumns(): Column<TableRow>[] {
    return [
      {
        id: 'label',
        header: t('chart.time'),
        width: '24%',
        cell: ({ row }) => format.localTime(row.label),
        sortValue: ({ row }) => row.label,
        firstSort: 'descending',
      },
      {
        id: 'value',
        header: t('value'),
        align: 'right',
        width: '20%',
        cell: (one) => (
          <span className="inline-flex items-center gap-2">
            {one.row.flag && <Chip tone="amber">{one.row.flag}</Chip>}
            {value(one)}
          </span>
        ),
        sortValue: ({ row }) => row.value,
      },
      ...(rows.some(({ row }) => row.text !== null && row.value !== null)
        ? [{ id: 'text', header: t('text'), cell: ({ row }: TableRow) => row.text ?? '' }]
        : []),
      ...(rows.some(({ row }) => row.range)
        ? [{ id: 'range', header: t('reportRange'), muted: true, cell: ({ row }: TableRow) => row.range ?? '' }]
        : []),
      ...(['source', 'file'] as const)
        .filter((name) => rows.some(({ row }) => row[name] !== null))
        .map(
          (name): Column<TableRow> => ({
            id: name,
            header: t(name),
            muted: true,
            cell: ({ row }) => row[name] ?? '',
            sortValue: ({ row }) => row[name],
          }),
        ),
    ]
  }

  function periodColumns(): Column<TableRow>[] {
    const summed = isSummed(first.overview)
    const several = rows.some(({ row }) => row.min !== null && row.min !== row.max)
    const bound = (pick: (row: SeriesRow) => number | null) => ({
      align: 'right' as const,
      muted: true,
      cell: ({ row, second }: TableRow) => {
        const one = pick(row)
        const two = second ? pick(second) : null
        if (one === null) return ''
        return other
          ? `${format.number(one, digits)}/${two === null ? '–' : format.number(two, digits)}`
          : format.quantity(one, unit, digits)
      },
      sortValue: ({ row }: TableRow) => pick(row),
    })
    return [
      {
        id: 'label',
        header: t('chart.date'),
        cell: ({ row }) => format.period(row.label, props.resolution),
        sortValue: ({ row }) => row.label,
        firstSort: 'descending',
      },
      {
        id: 'value',
        header:
          props.resolution === 'day'
            ? t('value')
            : t(first.overview.kind === 'sleep' ? 'stat.meanNight' : 'stat.meanDay'),
        align: 'right',
        cell: value,
        sortValue: ({ row }) => row.value,
      },
      ...(summed && props.resolution !== 'day'
        ? [{ id: 'total', header: t('total'), ...bound((row) => row.total) }]
        : []),
      ...(several
        ? [
            { id: 'min', header: t('stat.lowest'), ...bound((row) => row.min) },
            { id: 'max', header: t('stat.highest'), ...bound((row) => row.max) },
          ]
        : []),
      {
        id: 'n',
        header: t('records'),
        align: 'right',
        muted: true,
        cell: ({ row }) => (row.n === null ? '' : format.number(row.n)),
        sortValue: ({ row }) => row.n,
      },
    ]
  }

  const save = () => {
    const header = raw
      ? [
          'time',
          'end_time',
          ...props.parts.map((part) => part.overview.key),
          'unit',
          'text',
          'source',
          'file',
          'flag',
          'range',
        ]
      : ['period', ...props.parts.map((part) => part.overview.key), 'unit', 'min', 'max', 'total', 'n']
    const lines = rows.map(({ row, second }) => {
      const values = other ? [row.value, second?.value] : [row.value]
      return raw
        ? [row.label, row.end, ...values, unit, row.text, row.source, row.file, row.flag, row.range]
        : [row.label, ...values, unit, row.min, row.max, row.total, row.n]
    })
    saveFile(
      fileName(`${props.title} ${props.view.window.startDate} ${props.view.window.endDate}`, 'csv'),
      csvBlob(toDelimited(header, lines)),
    )
  }

  const shown = format.number(rows.length)
  const counted =
    props.resolution !== 'none'
      ? t(`rows.${props.resolution}`, { formatted: shown, count: rows.length })
      : rows.length < total
        ? t('showingOf', { shown, total: format.number(total) })
        : t('recordsShown', { formatted: shown, count: rows.length })
  return (
    <Panel
      title={raw ? t('rawRecords') : t('values')}
      about={counted}
      actions={
        <IconButton icon={Download} size="sm" label={t('exportCsv')} disabled={rows.length === 0} onClick={save} />
      }
    >
      <Table
        caption={t('tableOf', { name: props.title })}
        columns={columns}
        rows={rows}
        rowKey={({ row }, index) => `${row.label}/${index}`}
        initialSort={{ column: 'label', direction: 'descending' }}
        maxHeight={440}
        minWidth={raw ? 560 : 400}
        empty={t('nothingInRange')}
      />
      {raw && rows.length < total && (
        <div className="flex flex-wrap items-center gap-2 border-line border-t px-3.5 py-2 text-ink-2 text-xs">
          {pages.canLoad && !other ? (
            <Button size="sm" busy={pages.busy} onClick={() => void pages.loadOlder()}>
              {t('showOlder')}
            </Button>
          ) : null}
          <span>{t('newestFirst')}</span>
          {pages.error !== null && <span role="alert">{errorWords(pages.error).message}</span>}
        </div>
      )}
    </Panel>
  )
}
