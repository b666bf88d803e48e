/** A tool's result: as tables, as JSON, and as the text that a model is given. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { cx } from '../../ui/class-names.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type Cell, type ResultTable, resultTables } from './result-tables.ts'

/** Beyond this much JSON in one block the page would crawl; the rest is in the tables and in the file that is saved. */
const MOST_CHARS = 200_000

export function ResultView(props: { readonly result: unknown; readonly text: string }) {
  const { t } = useTranslation('tools')
  const tables = useMemo(() => resultTables(props.result), [props.result])
  const json = useMemo(() => JSON.stringify(props.result, null, 2) ?? 'undefined', [props.result])
  return (
    <Tabs
      label={t('result.views')}
      tabs={[
        { value: 'table', label: t('result.table'), content: <ResultTables tables={tables} /> },
        { value: 'json', label: t('result.json'), content: <LongCode code={json} label={t('result.json')} /> },
        { value: 'text', label: t('result.text'), content: <LongCode code={props.text} label={t('result.text')} /> },
      ]}
    />
  )
}

export function LongCode(props: { readonly code: string; readonly label: string }) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  const isCut = props.code.length > MOST_CHARS
  return (
    <>
      <CodeBlock code={isCut ? props.code.slice(0, MOST_CHARS) : props.code} label={props.label} maxHeight={480} />
      {isCut && (
        <p className="mt-1 text-ink-3 text-xs">
          {t('result.cut', { shown: format.number(MOST_CHARS), total: format.number(props.code.length) })}
        </p>
      )}
    </>
  )
}

export function ResultTables(props: { readonly tables: readonly ResultTable[] }) {
  const { t } = useTranslation('tools')
  if (props.tables.length === 0) return <p className="text-ink-2 text-sm">{t('result.empty')}</p>
  return (
    <div className="flex flex-col gap-4">
      {props.tables.map((table) => (
        <OneTable key={`${table.path.join('/')}:${table.kind}`} table={table} />
      ))}
    </div>
  )
}

/** Facts have no rows to compare: name and value side by side, without a table's furniture. */
function Facts({ table, title }: { readonly table: ResultTable; readonly title: string }) {
  const format = useFormat()
  return (
    <div className="rounded-md border border-line px-3.5 py-2.5">
      <p className="mb-1.5 font-medium text-xs">{title}</p>
      <dl className="m-0 grid grid-cols-[minmax(110px,auto)_1fr] gap-x-5 gap-y-0.5 text-sm">
        {table.rows.map((row) => (
          <div key={String(row[0])} className="contents">
            {row.length > 1 && <dt className="text-ink-2">{row[0]}</dt>}
            <dd className={cx('m-0 min-w-0', row.length === 1 && 'col-span-2')}>
              <CellView value={row.at(-1)} locale={format.locale} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function OneTable({ table }: { readonly table: ResultTable }) {
  const { t } = useTranslation('tools')
  const format = useFormat()
  const title = table.path.length === 0 ? t('result.title') : table.path.join(' › ')
  if (table.kind === 'facts') return <Facts table={table} title={title} />
  const columns = table.columns.map((name, index): Column<ResultTable['rows'][number]> => {
    const values = table.rows.map((row) => row[index])
    const isNumeric =
      values.some((one) => typeof one === 'number') &&
      values.every((one) => typeof one === 'number' || one === null || one === undefined)
    return {
      id: name,
      header: name,
      align: isNumeric ? 'right' : 'left',
      cell: (row) => <CellView value={row[index]} locale={format.locale} />,
      sortValue: (row) => {
        const value = row[index]
        return typeof value === 'boolean' ? String(value) : value
      },
    }
  })
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <p className="flex items-center gap-2 px-3.5 py-2 text-ink-2 text-xs">
        <span className="font-medium text-ink">{title}</span>
        <span>{t('result.rows', { count: table.rows.length, formatted: format.number(table.rows.length) })}</span>
      </p>
      <Table
        caption={title}
        columns={columns}
        rows={table.rows}
        rowKey={(_row, index) => index}
        maxHeight={360}
        minWidth={Math.min(1200, table.columns.length * 92)}
      />
    </div>
  )
}

function CellView(props: { readonly value: Cell | undefined; readonly locale: string }) {
  const { value } = props
  if (value === undefined) return null
  if (value === null || typeof value === 'boolean')
    return <span className="font-mono text-ink-3 text-xs">{String(value)}</span>
  if (typeof value === 'number') {
    // Neither grouped nor padded: these are a tool's own numbers, to be compared with its JSON.
    return new Intl.NumberFormat(props.locale, { maximumFractionDigits: 6, useGrouping: false }).format(value)
  }
  return <span className="whitespace-pre-wrap break-words">{value}</span>
}
