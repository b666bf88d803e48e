/** One indicator on the Health page: latest value, a month as a small line, how it compares, how fresh it is. */
import { Link } from 'wouter'
import { Chip } from '../../ui/chip.tsx'
import { GroupIcon } from './group-icon.tsx'
import type { IndicatorWords } from './indicator-words.ts'
import type { IndicatorCardModel } from './overview-cards.ts'
import { Sparkline } from './sparkline.tsx'

export function IndicatorCard(props: { readonly card: IndicatorCardModel; readonly words: IndicatorWords }) {
  const { card, words } = props
  const latest = words.latest(card)
  const change = words.change(card)
  return (
    <Link
      href={`/health/${encodeURIComponent(card.key)}`}
      className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line bg-surface px-4 py-3.5 text-ink no-underline transition-colors hover:border-line-strong"
    >
      <span className="flex items-center gap-2 text-ink-2 text-sm">
        <GroupIcon group={card.group} isPair={card.parts.length > 1} />
        <span className="truncate">{words.name(card.parts)}</span>
        <span className="ml-auto shrink-0 text-ink-3 text-xs">{words.freshness(card.lastDate)}</span>
      </span>
      <span className="truncate font-semibold text-[24px] leading-8 tracking-[-0.01em]">
        {latest ? (
          <>
            {latest.value}
            {latest.unit && <span className="ml-1 font-medium text-ink-2 text-sm tracking-normal">{latest.unit}</span>}
          </>
        ) : (
          <span className="font-medium text-base text-ink-2 tracking-normal">{words.amount(card)}</span>
        )}
      </span>
      <Sparkline lines={card.parts.map((part) => part.recent)} bars={card.parts[0].kind === 'cumulative'} />
      <span className="flex min-h-[22px] items-center">
        {change ? (
          <Chip tone={change.isUsual ? 'plain' : 'accent'}>{change.text}</Chip>
        ) : (
          latest && <span className="text-ink-3 text-xs">{words.amount(card)}</span>
        )}
      </span>
    </Link>
  )
}
