/** One indicator at `/health/:key`; the range, resolution and last day stand in the address. */
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams, useSearchParams } from 'wouter'
import { IndicatorContent, IndicatorSkeleton } from '../features/data/indicator-view.tsx'
import { useIndicatorWords, useToday } from '../features/data/indicator-words.ts'
import {
  bloodPressureKey,
  bloodPressureParts,
  type IndicatorCardModel,
  indicatorCards,
} from '../features/data/overview-cards.ts'
import { PersonChip } from '../features/people/person-chip.tsx'
import { dayNumber, earliest, isRange, isResolution, latest, ranges, usualResolution } from '../format/calendar.ts'
import { client } from '../rpc/client.ts'
import { useLoaded } from '../stores/use-loaded.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { Segmented } from '../ui/segmented.tsx'

export function IndicatorPage() {
  const { key = '' } = useParams<{ key: string }>()
  // Another indicator is another page: nothing of the last one may stand under its name while it loads.
  return <OneIndicator key={key} indicatorKey={key} />
}

function OneIndicator({ indicatorKey }: { readonly indicatorKey: string }) {
  const { t } = useTranslation('health')
  const [, navigate] = useLocation()
  const [params, setParams] = useSearchParams()
  const words = useIndicatorWords()
  const today = useToday()
  const overview = useLoaded('overview', () => client.health.overview(), ['data-changed', 'profile-changed'])
  const card = overview.value ? cardOf(indicatorKey, indicatorCards(overview.value), overview.value) : null
  const code = useLoinc(card)

  const range = params.get('range')
  const resolution = params.get('by')
  const end = params.get('end')
  const chosenRange = isRange(range) ? range : 'M'
  // An old export has nothing in "the last month": a window ends where the data does, unless asked otherwise.
  const lastDay = earliest([today, ...(card ? [card.lastDate] : [])])
  const choice = {
    range: chosenRange,
    resolution: isResolution(resolution) ? resolution : usualResolution(chosenRange),
    end: end && !Number.isNaN(dayNumber(end)) ? end : lastDay,
  }
  const choose = (next: typeof choice) =>
    setParams(
      (before) => {
        before.set('range', next.range)
        before.set('by', next.resolution)
        if (next.end >= lastDay) before.delete('end')
        else before.set('end', next.end)
        return before
      },
      { replace: true },
    )

  return (
    <Page
      title={card ? words.name(card.parts) : indicatorKey.replaceAll('_', ' ')}
      back={{ label: t('back'), onClick: () => navigate('/health') }}
      about={
        <>
          <PersonChip />
          {code && <Chip>{t('loinc', { code })}</Chip>}
        </>
      }
      actions={
        card && (
          <Segmented
            label={t('range.label')}
            value={choice.range}
            onChange={(next) => choose({ range: next, resolution: usualResolution(next), end: lastDay })}
            options={ranges.map((one) => ({ value: one, label: t(`range.${one}`), title: t(`range.long.${one}`) }))}
          />
        )
      }
    >
      {overview.error !== null && (
        <ErrorState title={t('overviewFailed')} error={overview.error} onRetry={overview.reload} />
      )}
      {!overview.value && overview.error === null && <IndicatorSkeleton />}
      {card && <IndicatorContent card={card} choice={choice} onChoose={choose} />}
      {overview.value && !card && (
        <EmptyState
          icon={SearchX}
          title={t('unknownIndicator', { key: indicatorKey })}
          action={<Button onClick={() => navigate('/health')}>{t('allIndicators')}</Button>}
        >
          {t('unknownIndicatorHint')}
        </EmptyState>
      )}
    </Page>
  )
}

/** A card of the overview, or one half of a pair that was asked for by its own key. */
function cardOf(
  key: string,
  cards: readonly IndicatorCardModel[],
  overview: Parameters<typeof indicatorCards>[0],
): IndicatorCardModel | null {
  const card = cards.find((one) => one.key === key)
  if (card) return card
  const systolic = overview.find((one) => one.key === bloodPressureParts[0])
  const diastolic = overview.find((one) => one.key === bloodPressureParts[1])
  if (key === bloodPressureKey && systolic && diastolic) {
    const lastDate = latest([systolic.lastDate, diastolic.lastDate])
    return { key, group: 'heart', parts: [systolic, diastolic], lastDate }
  }
  const part = overview.find((one) => one.key === key)
  return part ? (indicatorCards([part])[0] ?? null) : null
}

/** The LOINC code comes with the answers, not with the overview; a pair has none of its own. */
function useLoinc(card: IndicatorCardModel | null): string | null {
  const part = card && card.parts.length === 1 ? card.parts[0] : null
  const read = useLoaded(
    `loinc/${part?.key ?? ''}`,
    async (signal) => {
      if (!part) return null
      const day = { startDate: part.lastDate, endDate: part.lastDate }
      const result = await client.health.series({ key: part.key, aggregate: 'stats', ...day }, { signal })
      return result.indicators[part.key]?.code ?? null
    },
    [],
  )
  return read.value || null
}
