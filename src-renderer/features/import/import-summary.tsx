/** What came of one part of an import: counts, reasons, what it holds. Also shown in the import history. */
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportedFileView } from '../../../src-main/api/contract/imports.ts'
import { useFormat } from '../../format/use-format.ts'
import { AbsentRecords } from './absent-records.tsx'

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0 px-3 py-2">
      <dt className="truncate text-ink-3 text-xs">{label}</dt>
      <dd className="truncate font-semibold text-[15px]">{value}</dd>
    </div>
  )
}

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group text-sm">
      <summary className="flex w-fit list-none items-center gap-1 rounded-sm text-ink-2 hover:text-ink">
        <ChevronRight className="size-3.5 transition-transform group-open:rotate-90" strokeWidth={1.6} aria-hidden />
        {title}
      </summary>
      <div className="mt-1.5 pl-[18px]">{children}</div>
    </details>
  )
}

export interface ImportSummaryProps {
  file: ImportedFileView
  /** The part needs no name of its own when it is the only one. */
  isOnly: boolean
}

export function ImportSummary({ file, isOnly }: ImportSummaryProps) {
  const { t } = useTranslation('importing')
  const format = useFormat()
  const { summary } = file
  const count = (value: number) => format.number(value, 0)
  const facts = [
    summary.firstDate && summary.lastDate
      ? t('span', { first: format.date(summary.firstDate, 'short'), last: format.date(summary.lastDate, 'short') })
      : null,
    summary.genotypes
      ? t('genotypes', { rows: count(summary.genotypes.rows), called: count(summary.genotypes.called) })
      : null,
    summary.genotypes?.build ? t('build', { build: summary.genotypes.build }) : null,
    t('tookTime', { time: format.elapsed(summary.durationMs) }),
  ].filter((fact) => fact !== null)
  const warnings = [...new Set([...file.warnings, ...summary.warnings])]
  return (
    <div className="flex flex-col gap-2.5">
      {!isOnly && (
        <h4 className="truncate font-medium text-sm">
          {summary.title}
          {file.part ? ` · ${file.part}` : ''}
        </h4>
      )}
      <dl className="grid grid-cols-4 divide-x divide-line rounded-md border border-line">
        <Figure label={t('read')} value={count(file.read)} />
        <Figure label={t('imported')} value={count(file.imported)} />
        <Figure label={t('duplicates')} value={count(file.duplicates)} />
        <Figure label={t('skipped')} value={count(file.skipped)} />
      </dl>
      {file.imported === 0 && file.duplicates > 0 && <p className="text-ink-2 text-sm">{t('nothingNew')}</p>}
      <p className="text-ink-2 text-xs">{facts.join(' · ')}</p>
      {summary.skippedReasons.length > 0 && (
        <Fold title={t('skippedReasons', { formatted: count(file.skipped) })}>
          <ul className="flex flex-col gap-1 text-ink-2 text-xs">
            {summary.skippedReasons.map((reason) => (
              <li key={reason.reason}>
                <span className="font-medium text-ink">{count(reason.count)}</span> {reason.reason}
                {reason.example && (
                  <span className="block break-all text-ink-3">{t('skippedExample', { example: reason.example })}</span>
                )}
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {warnings.length > 0 && (
        <Fold title={t('warnings', { count: warnings.length })}>
          <ul className="flex list-disc flex-col gap-1 pl-3.5 text-ink-2 text-xs">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Fold>
      )}
      {summary.indicators.length > 0 && (
        <Fold title={t('contents', { count: summary.indicators.length })}>
          <ul className="grid max-h-60 grid-cols-2 gap-x-4 gap-y-1 overflow-y-auto text-ink-2 text-xs">
            {summary.indicators.map((indicator) => (
              <li key={indicator.key} className="flex min-w-0 justify-between gap-2">
                <span className="truncate">{indicator.name}</span>
                <span className="text-ink-3">{count(indicator.imported + indicator.duplicates)}</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      {summary.absent.total > 0 && <AbsentRecords fileId={file.id} absent={summary.absent} />}
    </div>
  )
}
