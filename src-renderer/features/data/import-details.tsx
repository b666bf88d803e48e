/** What one import did, folded out under its row. */
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ImportHistoryEntry } from '../../../src-main/api/contract/imports.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'

const SHOWN = 12

export function ImportDetails(props: {
  readonly entry: ImportHistoryEntry
  /** An indicator's name in the person's language; the file's own where nothing of it is left. */
  readonly nameOf: (key: string, fallback: string) => string
  readonly onRemoveAbsent: () => void
  readonly onUndo: () => void
}) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const { entry } = props
  const { summary } = entry
  const facts: [string, string][] = [
    ...(summary.firstDate && summary.lastDate
      ? [
          [
            t('imports.span'),
            t('span', { first: format.date(summary.firstDate, 'short'), last: format.date(summary.lastDate, 'short') }),
          ] satisfies [string, string],
        ]
      : []),
    [t('imports.size'), format.bytes(entry.sizeBytes)],
    [t('imports.took'), format.elapsed(summary.durationMs)],
    ...(summary.sources.length > 0 ? [[t('sources'), summary.sources.join(', ')] satisfies [string, string]] : []),
    ...Object.entries(summary.facts),
  ]
  return (
    <div className="flex flex-col gap-4 bg-sunken px-4 py-3.5 text-sm">
      <dl className="grid grid-cols-[minmax(90px,auto)_1fr] gap-x-4 gap-y-1">
        {facts.map(([term, fact]) => (
          <div key={term} className="contents">
            <dt className="text-ink-3">{term}</dt>
            <dd className="m-0 min-w-0 break-words">{fact}</dd>
          </div>
        ))}
      </dl>
      {summary.warnings.length > 0 && (
        <Block title={t('imports.warnings', { count: summary.warnings.length })}>
          <ul className="flex flex-col gap-1 text-amber">
            {summary.warnings.slice(0, SHOWN).map((warning) => (
              <li key={warning} className="break-words">
                {warning}
              </li>
            ))}
          </ul>
          <MoreLine total={summary.warnings.length} />
        </Block>
      )}
      {summary.skippedReasons.length > 0 && (
        <Block title={t('imports.skippedTitle', { formatted: format.number(entry.skipped), count: entry.skipped })}>
          <ul className="flex flex-col gap-1">
            {summary.skippedReasons.map((one) => (
              <li key={one.reason} className="break-words">
                <span className="font-medium">{format.number(one.count)}</span> {one.reason}
                {one.example && <code className="ml-2 font-mono text-ink-3 text-xs">{one.example}</code>}
              </li>
            ))}
          </ul>
        </Block>
      )}
      {summary.indicators.length > 0 && (
        <Block title={t('imports.indicators', { count: summary.indicators.length })}>
          <ul className="grid gap-x-6 gap-y-0.5 @2xl:grid-cols-2">
            {summary.indicators.slice(0, SHOWN * 2).map((one) => (
              <li key={one.key} className="flex gap-2">
                <Link href={`/health/${encodeURIComponent(one.key)}`} className="min-w-0 truncate text-accent">
                  {props.nameOf(one.key, one.name)}
                </Link>
                <span className="ml-auto text-ink-2">{format.number(one.imported)}</span>
              </li>
            ))}
          </ul>
          <MoreLine total={summary.indicators.length} shown={SHOWN * 2} />
        </Block>
      )}
      {entry.absent > 0 && entry.state === 'done' && (
        <Block title={t('imports.absentTitleShort', { formatted: format.number(entry.absent), count: entry.absent })}>
          <p className="mb-1.5 text-ink-2">{t('imports.absentWhy')}</p>
          <ul className="mb-2 flex flex-col gap-0.5">
            {summary.absent.indicators.slice(0, SHOWN).map((one) => (
              <li key={one.key}>
                <span className="font-medium">{format.number(one.count)}</span> {props.nameOf(one.key, one.name)},{' '}
                {t('span', { first: format.date(one.firstDate, 'short'), last: format.date(one.lastDate, 'short') })}
              </li>
            ))}
          </ul>
          <Button size="sm" onClick={props.onRemoveAbsent}>
            {t('imports.removeAbsent')}
          </Button>
        </Block>
      )}
      {entry.state === 'done' && (
        <div className="border-line border-t pt-3">
          <Button size="sm" icon={Trash2} onClick={props.onUndo}>
            {t('imports.undo')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Block(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-medium text-sm">{props.title}</h3>
      {props.children}
    </div>
  )
}

function MoreLine(props: { readonly total: number; readonly shown?: number }) {
  const { t } = useTranslation('health')
  const left = props.total - (props.shown ?? SHOWN)
  return left > 0 ? <p className="mt-1 text-ink-3 text-xs">{t('more', { count: left })}</p> : null
}
