/** The rows behind a number of an answer, beside its mark. */
import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '../../format/use-format.ts'
import { cx } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Fact } from './citation-facts.ts'
import { type CitedRows, citedAbout, citedRows, type RowCell } from './citation-rows.ts'
import type { OpenCitation } from './citation-scope.ts'
import type { CitedCall } from './citations.ts'

export interface CitationPanelProps {
  open: OpenCitation
  /** The calls of the answer, with their labels. */
  calls: readonly (CitedCall & { readonly label: string })[]
  onClose: () => void
}

export function CitationPanel({ open, calls, onClose }: CitationPanelProps) {
  const { t } = useTranslation('thread')
  const { citation, anchor } = open
  const fact = citation.candidates[0]
  const call = calls.find(({ callId }) => callId === fact?.callId)
  if (fact === undefined || call === undefined) return null
  return (
    <Popover
      open
      anchor={anchor}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label={t('cite.title', { said: citation.said })}
      align="center"
      className="flex max-h-[min(480px,var(--radix-popover-content-available-height))] w-[min(460px,calc(100vw-24px))] flex-col overflow-hidden text-sm"
    >
      <div className="min-h-0 overflow-y-auto">
        <Head said={citation.said} fact={fact} label={call.label} />
        <About fact={fact} result={call.result} />
        <Rows result={call.result} fact={fact} />
        <Others facts={citation.candidates.slice(1)} />
      </div>
      {fact.indicator !== null && (
        <footer className="border-line border-t px-3.5 py-2">
          <Link
            href={`/health/${encodeURIComponent(fact.indicator)}`}
            className="inline-flex items-center gap-1 text-accent hover:underline"
          >
            {t('cite.openIndicator', { name: fact.indicatorName ?? fact.indicator })}
            <ArrowRight className="size-3.5" strokeWidth={1.6} aria-hidden />
          </Link>
        </footer>
      )}
    </Popover>
  )
}

/** "Mean" for 'avg', and so on; a column of another tool keeps its own name. */
function useFactName(): (fact: Pick<Fact, 'name' | 'isDerived'>) => string {
  const { t } = useTranslation('thread')
  return ({ name, isDerived }) => {
    switch (name) {
      case 'avg':
      case 'mean':
      case 'average':
        return t(isDerived ? 'stat.avgDerived' : 'stat.avg')
      case 'min':
      case 'max':
      case 'median':
      case 'first':
      case 'last':
      case 'change':
      case 'sum':
      case 'total':
      case 'value':
      case 'days':
      case 'period':
      case 'time':
      case 'end_time':
      case 'source':
      case 'unit':
      case 'file':
      case 'first_date':
      case 'last_date':
        return t(`stat.${name}`)
      case 'n':
      case 'count':
      case 'numeric_count':
        return t('stat.count')
      case 'rows':
        return t('stat.rows')
      default:
        return name.replaceAll('_', ' ')
    }
  }
}

function Head({ said, fact, label }: { said: string; fact: Fact; label: string }) {
  const nameOf = useFactName()
  const format = useFormat()
  const when = fact.date === null ? null : format.date(fact.date, 'short')
  return (
    <header className="px-3.5 pt-3 pb-2">
      <p>
        <span className="font-semibold text-base">{said}</span>{' '}
        <span className="text-ink-2">{[nameOf(fact), fact.indicatorName, when].filter(Boolean).join(' · ')}</span>
      </p>
      <p className="text-ink-3 text-xs">{label}</p>
    </header>
  )
}

function About({ fact, result }: { fact: Fact; result: unknown }) {
  const { t } = useTranslation('thread')
  const format = useFormat()
  const about = useMemo(() => citedAbout(result, fact), [result, fact])
  const period =
    about.firstDate !== null && about.lastDate !== null
      ? t('cite.span', { first: format.date(about.firstDate, 'short'), last: format.date(about.lastDate, 'short') })
      : null
  const facts = [
    [t('cite.period'), period],
    [t('cite.unit'), about.unit === null || about.unit === '1' ? null : format.unit(about.unit)],
    [t('cite.sources'), about.sources.join(', ') || null],
    [t('cite.method'), about.method],
  ] as const
  if (facts.every(([, value]) => value === null)) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 px-3.5 pb-2.5 text-xs">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="m-0 break-words text-ink-2">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

type Row = CitedRows['rows'][number]

function Rows({ result, fact }: { result: unknown; fact: Fact }) {
  const { t } = useTranslation('thread')
  const format = useFormat()
  const rows = useMemo(() => citedRows(result, fact), [result, fact])
  const nameOf = useFactName()
  if (rows === null || rows.rows.length === 0) return null
  const cellOf = (cell: RowCell, column: string) => {
    if (typeof cell === 'number') return format.number(cell, 4)
    if (typeof cell !== 'string') return cell === null ? '' : String(cell)
    if (/^\d{4}-\d{2}-\d{2}$/.test(cell)) return format.date(cell, 'short')
    if (/^\d{4}-\d{2}-\d{2}T/.test(cell)) return format.localTime(cell)
    // The names of statistics stand in the first of two columns.
    return column === 'name' ? nameOf({ name: cell, isDerived: false }) : cell
  }
  const columns = rows.columns.map((name, index): Column<Row> => {
    const isNumeric = rows.rows.every(({ cells }) => typeof cells[index] === 'number' || cells[index] === null)
    return {
      id: name,
      header: name === 'name' ? '' : nameOf({ name, isDerived: false }),
      align: isNumeric ? 'right' : 'left',
      cell: ({ cells, isCited }) => (
        <span className={cx('whitespace-nowrap', isCited && 'font-semibold text-accent')}>
          {isCited && index === 0 && <span className="sr-only">{t('cite.thisRow')} </span>}
          {cellOf(cells[index] ?? null, name)}
        </span>
      ),
      sortValue: ({ cells }) => {
        const value = cells[index] ?? null
        return typeof value === 'boolean' ? String(value) : value
      },
    }
  })
  return (
    <div className="border-line border-t">
      <Table
        caption={t('cite.rows')}
        columns={columns}
        rows={rows.rows}
        rowKey={(row) => row.id}
        maxHeight={200}
        minWidth={Math.min(900, rows.columns.length * 84)}
      />
    </div>
  )
}

function Others({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation('thread')
  const nameOf = useFactName()
  const format = useFormat()
  if (facts.length === 0) return null
  return (
    <details className="border-line border-t px-3.5 py-2 text-xs">
      <summary className="w-fit text-ink-2">{t('cite.others', { count: facts.length })}</summary>
      <ul className="mt-1 flex flex-col gap-0.5 text-ink-2">
        {facts.map((fact) => (
          <li key={`${fact.callId}/${fact.path.join('/')}/${fact.name}`}>
            {[
              format.quantity(fact.value, fact.unit, 2),
              nameOf(fact),
              fact.indicatorName,
              fact.date === null ? null : format.date(fact.date, 'short'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
