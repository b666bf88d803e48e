/** The big number of an indicator page: the latest value, of when, and how it compares. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { Chip } from '../../ui/chip.tsx'
import type { IndicatorWords } from './indicator-words.ts'
import type { IndicatorCardModel } from './overview-cards.ts'

export function IndicatorHero(props: { readonly card: IndicatorCardModel; readonly words: IndicatorWords }) {
  const { t } = useTranslation('health')
  const format = useFormat()
  const latest = props.words.latest(props.card)
  const change = props.words.change(props.card)
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <p className="font-semibold text-[40px] leading-11 tracking-[-0.02em]">
        {latest ? latest.value : <span className="text-[24px] text-ink-2">{t('noNumber')}</span>}
        <span className="ml-1.5 font-medium text-[15px] text-ink-2 tracking-normal">
          {[latest?.unit, t('onDate', { date: format.date(props.card.lastDate, 'short') })].filter(Boolean).join(', ')}
        </span>
      </p>
      <div className="mb-1 flex flex-wrap gap-1.5">
        {change && <Chip tone={change.isUsual ? 'plain' : 'accent'}>{change.text}</Chip>}
        <Chip>{props.words.amount(props.card)}</Chip>
      </div>
    </div>
  )
}
