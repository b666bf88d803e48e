/** The cards of the Health page, in groups, with a box that finds one among a hundred. */
import { Search } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IndicatorOverviewView } from '../../../src-main/api/contract/health.ts'
import { earliest, latest } from '../../format/calendar.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { IndicatorCard } from './indicator-card.tsx'
import { useIndicatorWords, useToday } from './indicator-words.ts'
import { cardsByGroup, type Group, type IndicatorCardModel, indicatorCards, matchesSearch } from './overview-cards.ts'

/** A group is as wide as it has cards, so that small groups stand beside one another. */
const spans = [
  '',
  '',
  '@2xl:col-span-2',
  '@2xl:col-span-2 @4xl:col-span-3',
  '@2xl:col-span-2 @4xl:col-span-3 @7xl:col-span-4',
]
const columns = [
  '',
  '',
  '@2xl:grid-cols-2',
  '@2xl:grid-cols-2 @4xl:grid-cols-3',
  '@2xl:grid-cols-2 @4xl:grid-cols-3 @7xl:grid-cols-4',
]

/** Cards of a group before "show all". */
const FEW = 6

export function HealthOverview(props: { readonly overview: readonly IndicatorOverviewView[] }) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const words = useIndicatorWords()
  const today = useToday()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<Group>>(new Set())
  const cards = useMemo(() => indicatorCards(props.overview), [props.overview])
  const wanted = search.trim()
  const found = wanted
    ? cards.filter((card) => matchesSearch(card, wanted, t(`group.${card.group}`), t('bloodPressure')))
    : cards
  const first = earliest(props.overview.map((one) => one.firstDate))
  const last = latest(props.overview.map((one) => one.lastDate))

  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1">
          <p className="text-ink-2">{format.date(today, 'full')}</p>
          <p className="font-semibold text-[20px] leading-7 tracking-[-0.01em]">
            {t('overviewLine', { count: cards.length })}
          </p>
          {last && (
            <p className="text-ink-3 text-xs">
              {t('span', { first: format.date(first, 'short'), last: format.date(last, 'short') })}
            </p>
          )}
        </div>
        <SearchInput className="w-60 max-w-full" label={t('findIndicator')} value={search} onChange={setSearch} />
      </div>
      {wanted && found.length === 0 && (
        <EmptyState
          icon={Search}
          title={t('noMatch', { search: wanted })}
          action={<Button onClick={() => setSearch('')}>{t('showAllIndicators')}</Button>}
        >
          {t('noMatchHint')}
        </EmptyState>
      )}
      <div className="grid gap-x-3.5 gap-y-5 @2xl:grid-cols-2 @4xl:grid-cols-3 @7xl:grid-cols-4">
        {cardsByGroup(found).map((entry) => (
          <CardGroup
            key={entry.group}
            group={entry.group}
            cards={entry.cards}
            isOpen={wanted !== '' || open.has(entry.group)}
            onOpen={() => setOpen(new Set([...open, entry.group]))}
            words={words}
          />
        ))}
      </div>
    </>
  )
}

function CardGroup(props: {
  readonly group: Group
  readonly cards: readonly IndicatorCardModel[]
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly words: ReturnType<typeof useIndicatorWords>
}) {
  const { t } = useTranslation('health')
  const heading = useId()
  const wide = Math.min(4, props.cards.length)
  const shown = props.isOpen ? props.cards : props.cards.slice(0, FEW)
  return (
    <section aria-labelledby={heading} className={spans[wide]}>
      <div className="mb-2 flex items-center gap-2">
        <h2 id={heading} className="font-semibold text-sm">
          {t(`group.${props.group}`)}
        </h2>
        {shown.length < props.cards.length && (
          <Button variant="ghost" size="sm" className="ml-auto" onClick={props.onOpen}>
            {t('showAll', { count: props.cards.length })}
          </Button>
        )}
      </div>
      <div className={cx('grid gap-3.5', columns[wide])}>
        {shown.map((card) => (
          <IndicatorCard key={card.key} card={card} words={props.words} />
        ))}
      </div>
    </section>
  )
}
