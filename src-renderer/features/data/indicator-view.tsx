/** One indicator: big number, chart, statistics, nights, rows, sources and how it all is worked out. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Range, type Resolution, resolutions, shiftEnd } from '../../format/calendar.ts'
import { isDuration } from '../../format/quantities.ts'
import { useFormat } from '../../format/use-format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Chart } from '../../ui/chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type IndicatorPart, indicatorChart, seriesRow } from './indicator-data.ts'
import { IndicatorHero } from './indicator-hero.tsx'
import { useIndicatorWords } from './indicator-words.ts'
import type { IndicatorCardModel } from './overview-cards.ts'
import { RecordTable } from './record-table.tsx'
import { SleepNights } from './sleep-nights.tsx'
import { StatisticsRow } from './statistics-row.tsx'
import { useIndicator } from './use-indicator.ts'

export interface IndicatorChoice {
  readonly range: Range
  readonly resolution: Resolution
  /** Last day of the window. */
  readonly end: string
}

export function IndicatorContent(props: {
  readonly card: IndicatorCardModel
  readonly choice: IndicatorChoice
  readonly onChoose: (choice: IndicatorChoice) => void
}) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const words = useIndicatorWords()
  const { card, choice, onChoose } = props
  const read = useIndicator(card.parts, choice.range, choice.end, choice.resolution)
  const view = read.value
  const title = words.name(card.parts)

  const parts = useMemo(() => {
    if (!view) return null
    const made = card.parts.flatMap((overview): IndicatorPart[] => {
      const answer = view.answers[overview.key]
      return answer ? [{ overview, answer, name: words.name([overview]) }] : []
    })
    const [first, ...others] = made
    return first ? ([first, ...others] as const) : null
  }, [view, card.parts, words])

  const spec = useMemo(
    () => (parts && view ? indicatorChart(title, parts, view.resolution) : null),
    [parts, title, view],
  )
  const rows = useMemo(() => (parts?.[0].answer.rows ?? []).map(seriesRow), [parts])
  const sources = [...new Set(parts?.flatMap((part) => part.answer.sources) ?? [])]
  const methods = [...new Set(parts?.map((part) => part.answer.method).filter(Boolean) ?? [])]
  const [head] = card.parts
  const digits = isDuration(head.unit) ? 0 : head.digits

  return (
    <>
      <IndicatorHero card={card} words={words} />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t('resolution.label')}
          value={choice.resolution}
          onChange={(resolution) => onChoose({ ...choice, resolution })}
          options={resolutions.map((one) => ({ value: one, label: t(`resolution.${one}`) }))}
        />
        {view && (
          <span className="ml-auto text-ink-2 text-sm">
            {t('span', {
              first: format.date(view.window.startDate, 'short'),
              last: format.date(view.window.endDate, 'short'),
            })}
          </span>
        )}
        {choice.range !== 'all' && (
          <span className="flex">
            <IconButton
              icon={ChevronLeft}
              size="sm"
              label={t('earlier')}
              disabled={view !== null && view.window.startDate <= head.firstDate}
              onClick={() => onChoose({ ...choice, end: shiftEnd(choice.range, choice.end, -1) })}
            />
            <IconButton
              icon={ChevronRight}
              size="sm"
              label={t('later')}
              disabled={choice.end >= head.lastDate}
              onClick={() => onChoose({ ...choice, end: shiftEnd(choice.range, choice.end, 1) })}
            />
          </span>
        )}
      </div>
      {read.error !== null && (
        <ErrorState title={t('indicatorFailed', { name: title })} error={read.error} onRetry={read.reload} />
      )}
      {!view && read.error === null && <IndicatorSkeleton />}
      {view && parts && spec && (
        <div
          className={`flex flex-col gap-4.5 transition-opacity ${read.isStale ? 'opacity-60' : ''}`}
          aria-busy={read.isStale}
        >
          <Chart spec={spec} height={290} range="none" digits={digits} />
          {parts.map((part) => (
            <StatisticsRow key={part.overview.key} part={part} view={view} named={parts.length > 1} />
          ))}
          {view.nights.length > 0 && <SleepNights nights={view.nights} />}
          <div className="grid items-start gap-4.5 @4xl:grid-cols-[1.5fr_1fr]">
            <RecordTable title={title} parts={parts} view={view} rows={rows} resolution={view.resolution} />
            <div className="flex min-w-0 flex-col gap-4.5">
              <Panel title={t('howWorkedOut')} padded>
                {methods.map((method) => (
                  <p key={method} className="text-ink-2">
                    {method}
                  </p>
                ))}
              </Panel>
              <Panel title={t('sources')} padded>
                {sources.length === 0 ? (
                  <p className="text-ink-2">{t('noSources')}</p>
                ) : (
                  <ul className="flex flex-col gap-1 text-ink-2">
                    {sources.map((source) => (
                      <li key={source} className="break-words">
                        {source}
                      </li>
                    ))}
                  </ul>
                )}
              </Panel>
            </div>
          </div>
        </div>
      )}
    </>
  )
}

export function IndicatorSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4.5">
      <Skeleton className="h-[336px]" />
      <Skeleton className="h-[76px]" />
      <Skeleton className="h-[220px]" />
    </div>
  )
}
