/**
 * Everything that will run or be reached, whole: what a person looks at before anything starts. Without buttons, so
 * that adding, approving and editing can each ask their own question around it.
 */
import { TriangleAlert } from 'lucide-react'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReviewView, TrustWarning } from '../../../src-main/api/contract/servers.ts'
import { cx } from '../../ui/class-names.ts'
import { type ReviewRow, reviewRows } from './review-rows.ts'
import { TextWithMarks } from './text-with-marks.tsx'

export interface TargetReviewProps {
  /** `before` set: what is another is marked as put in or taken out. */
  review: Pick<ReviewView, 'target' | 'before' | 'warnings'>
  /** Names of variables that it does without. */
  optional?: readonly string[]
}

export function TargetReview({ review, optional = [] }: TargetReviewProps) {
  const { t } = useTranslation('servers')
  const { rows, others } = useMemo(() => reviewRows(review), [review])
  const isChange = review.before !== null
  const isProgram = review.target.kind === 'stdio'
  const main = rows.filter((row) => row.kind === 'command' || row.kind === 'argument' || row.kind === 'url')
  const rest = rows.filter((row) => !main.includes(row))
  const changes = rows.filter((row) => row.change !== 'same').length
  return (
    <div className="flex flex-col gap-3.5">
      <p className="text-ink-2 text-sm">
        {t(isProgram ? 'review.program' : review.target.kind === 'sse' ? 'review.sse' : 'review.http')}
      </p>
      {isChange && <p className="text-sm">{changes === 0 ? t('review.unchanged') : t('review.changed')}</p>}
      {review.warnings.length > 0 && (
        <p className="flex items-center gap-1.5 text-amber text-sm">
          <TriangleAlert className="size-4 shrink-0" strokeWidth={1.6} aria-hidden />
          {t('review.lookAt', { count: review.warnings.length })}
        </p>
      )}
      {others.length > 0 && <Warnings warnings={others} />}
      <ol
        aria-label={t(isProgram ? 'review.commandList' : 'review.address')}
        className="rounded-md border border-line bg-sunken py-1 font-mono text-xs leading-[1.65]"
      >
        {main.map((row) => (
          <li key={`${row.change}${row.place}`}>
            <Line row={row} isChange={isChange} />
          </li>
        ))}
      </ol>
      <dl className="flex flex-col gap-1 text-sm">
        {rest.map((row) => (
          <RestRow
            key={`${row.change}${row.place}`}
            row={row}
            isOptional={row.kind === 'env' && optional.includes(row.value ?? '')}
          />
        ))}
        {isProgram && (
          <Entry label={t('review.environment')}>
            <span className="text-ink-2">
              {t(
                rest.some((row) => row.kind === 'env' && row.change !== 'removed')
                  ? 'review.envBesides'
                  : 'review.envNone',
              )}
            </span>
          </Entry>
        )}
      </dl>
    </div>
  )
}

const looks = {
  same: { row: '', sign: '' },
  added: { row: 'bg-accent-soft', sign: '+' },
  removed: { row: 'bg-red-soft', sign: '−' },
}

function ChangeWord({ change }: { change: ReviewRow['change'] }) {
  const { t } = useTranslation('servers')
  return change === 'same' ? null : <span className="sr-only">{t(`review.${change}`)} </span>
}

function Line({ row, isChange }: { row: ReviewRow; isChange: boolean }) {
  const { t } = useTranslation('servers')
  const { row: look, sign } = looks[row.change]
  const label = row.kind === 'argument' ? String(row.number) : t(row.kind === 'url' ? 'review.urlShort' : 'review.runs')
  return (
    <div className={cx('px-3 py-0.5', look, row.warnings.length > 0 && row.change === 'same' && 'bg-amber-soft/50')}>
      <div className="flex gap-2">
        <span
          className={cx(
            'w-12 shrink-0 select-none truncate text-right font-sans',
            // Quiet grey on a tint falls under the contrast that small text needs.
            row.change === 'same' && row.warnings.length === 0 ? 'text-ink-3' : 'text-ink-2',
          )}
        >
          {row.kind === 'argument' && <span className="sr-only">{t('review.argument')} </span>}
          {label}
        </span>
        {isChange && (
          <span
            aria-hidden
            className={cx('w-3 shrink-0 select-none', row.change === 'added' ? 'text-accent' : 'text-red')}
          >
            {sign}
          </span>
        )}
        <span className="min-w-0 flex-1">
          <ChangeWord change={row.change} />
          <TextWithMarks text={row.value ?? ''} className={cx(row.kind === 'command' && 'font-semibold')} />
          {row.warnings.length > 0 && <Warnings warnings={row.warnings} />}
        </span>
      </div>
    </div>
  )
}

function Warnings({ warnings }: { warnings: readonly TrustWarning[] }) {
  return (
    <ul className="font-sans text-amber text-xs">
      {warnings.map((one) => (
        <li key={`${one.code}${one.place}${one.text}`} className="flex items-start gap-1.5 py-px">
          <TriangleAlert className="mt-[3px] size-3.5 shrink-0" strokeWidth={1.6} aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">{one.text}</span>
        </li>
      ))}
    </ul>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <dt className="w-[120px] shrink-0 text-ink-3">{label}</dt>
      <dd className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function RestRow({ row, isOptional }: { row: ReviewRow; isOptional: boolean }) {
  const { t } = useTranslation('servers')
  const { row: look, sign } = looks[row.change]
  return (
    <Entry label={t(`review.kind.${row.kind}`)}>
      <span className={cx(look, look !== '' && 'rounded-sm px-1')}>
        {sign !== '' && <span aria-hidden>{sign} </span>}
        <ChangeWord change={row.change} />
        <RestValue row={row} isOptional={isOptional} />
      </span>
      {row.warnings.length > 0 && <Warnings warnings={row.warnings} />}
    </Entry>
  )
}

function RestValue({ row, isOptional }: { row: ReviewRow; isOptional: boolean }) {
  const { t } = useTranslation('servers')
  if (row.kind === 'folder' && row.value === null) return t('review.home')
  if (row.kind === 'login') {
    const auth = row.value === 'bearer' || row.value === 'oauth' ? row.value : 'none'
    if (row.isSet === null) return t(`review.auth.${auth}`)
    return `${t(`review.auth.${auth}`)} · ${t(row.isSet ? 'review.valueSet' : 'review.valueMissing')}`
  }
  return (
    <Fragment>
      <TextWithMarks text={row.value ?? ''} className="font-mono text-xs" />
      {row.isSet !== null && (
        <span className={row.isSet || isOptional ? 'text-ink-3' : 'text-amber'}>
          {' · '}
          {t(row.isSet ? 'review.valueSet' : isOptional ? 'review.valueOptional' : 'review.valueMissing')}
        </span>
      )}
    </Fragment>
  )
}
