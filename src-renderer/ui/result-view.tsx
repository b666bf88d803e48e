/** A tool's result, as tables and as the JSON that it really is. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from './code-block.tsx'
import { type ResultCell, type ResultTable, resultTables } from './result-tables.ts'
import { Segmented } from './segmented.tsx'
import { Table } from './table.tsx'

export interface ResultViewProps {
  result: unknown
  /** The result was cut; said above it. */
  truncated?: boolean
}

export function ResultView({ result, truncated = false }: ResultViewProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<'table' | 'json'>('table')
  const tables = useMemo(() => resultTables(result), [result])
  const json = useMemo(() => (typeof result === 'string' ? result : (JSON.stringify(result, null, 2) ?? '')), [result])
  const shown = tables.length === 0 ? 'json' : view
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-2">
        {tables.length > 0 && (
          <Segmented
            label={t('resultView')}
            value={view}
            onChange={setView}
            options={[
              { value: 'table', label: t('resultTable') },
              { value: 'json', label: t('resultJson') },
            ]}
          />
        )}
        {truncated && <span className="text-ink-3 text-xs">{t('resultCut')}</span>}
      </div>
      {shown === 'json' ? (
        <CodeBlock code={json} label={t('resultJson')} />
      ) : (
        tables.map((table) => <OneTable key={table.path} table={table} />)
      )}
    </div>
  )
}

function OneTable({ table }: { table: ResultTable }) {
  const { t } = useTranslation()
  const caption = [table.name, table.path.split('.').at(-1)].filter(Boolean).join(' · ') || t('result')
  if (table.columns.length === 0) return <Facts table={table} caption={caption} />
  return (
    <section className="overflow-hidden rounded-md border border-line bg-surface">
      <h4 className="truncate border-line border-b px-3 py-1.5 text-ink-3 text-xs">{caption}</h4>
      <Table
        caption={caption}
        rows={table.rows}
        rowKey={(_, index) => index}
        maxHeight={320}
        columns={table.columns.map((column, index) => {
          const isNumeric = table.rows.every((row) => row[index] === null || typeof row[index] === 'number')
          return {
            id: column,
            header: column,
            align: isNumeric ? ('right' as const) : ('left' as const),
            sortValue: (row: ResultCell[]) => sortable(row[index]),
            cell: (row: ResultCell[]) => <Cell value={row[index] ?? null} />,
          }
        })}
      />
    </section>
  )
}

function sortable(value: ResultCell | undefined): string | number | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null)
}

/** Null is shown as a dash, never as 0. */
function Cell({ value }: { value: ResultCell }) {
  if (value === null) return <span className="text-ink-3">–</span>
  return <span className="break-words">{String(value)}</span>
}

function Facts({ table, caption }: { table: ResultTable; caption: string }) {
  return (
    <section aria-label={caption} className="rounded-md border border-line bg-surface px-3 py-2">
      {table.path && <h4 className="pb-1 text-ink-3 text-xs">{caption}</h4>}
      <dl className="grid grid-cols-[minmax(96px,auto)_1fr] gap-x-4 gap-y-0.5 text-sm">
        {table.rows.map(([key, value]) => (
          <div key={String(key)} className="contents">
            <dt className="text-ink-3">{String(key)}</dt>
            <dd className="min-w-0 break-words">
              <Cell value={value ?? null} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
