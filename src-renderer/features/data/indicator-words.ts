/** An indicator's name, latest value and comparison as the person reads them. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { IndicatorOverviewView } from '../../../src-main/api/contract/health.ts'
import { dayNumber, todayIn } from '../../format/calendar.ts'
import { isDuration } from '../../format/quantities.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApp } from '../../stores/app.ts'
import { compareWithUsual } from './change.ts'
import type { IndicatorCardModel } from './overview-cards.ts'

export interface IndicatorWords {
  name(parts: readonly IndicatorOverviewView[]): string
  /** Number and unit apart, so that they can be set in two sizes; "7 h 38 min" is one piece. */
  latest(card: IndicatorCardModel): { readonly value: string; readonly unit: string } | null
  /** "2 below your usual"; null when nothing is known to compare with. */
  change(card: IndicatorCardModel): { readonly text: string; readonly isUsual: boolean } | null
  /** "9,317 records", or nights where nights are counted. */
  amount(card: IndicatorCardModel): string
  /** "today", "3 days ago", "2 Oct 2025". */
  freshness(date: string): string
}

export function useToday(): string {
  const timeZone = useApp((state) => state.info?.profile.timeZone)
  return todayIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())
}

export function useIndicatorWords(): IndicatorWords {
  const { t } = useTranslation('health')
  const format = useFormat()
  const today = useToday()
  return useMemo(() => {
    const name = (parts: readonly IndicatorOverviewView[]) => {
      if (parts.length > 1) return t('bloodPressure')
      const one = parts[0]
      return (format.locale === 'zh-CN' ? one?.nameZh : one?.name) || one?.name || ''
    }
    const latest: IndicatorWords['latest'] = (card) => {
      const [first, second] = card.parts
      if (first.latest === null) return null
      if (isDuration(first.unit)) return { value: format.duration(first.latest), unit: '' }
      const value = format.number(first.latest, first.digits)
      if (!second) return { value, unit: format.unit(first.unitLabel) }
      // Two days' readings side by side would be nobody's blood pressure.
      if (second.latest === null || second.lastDate !== first.lastDate) return null
      return { value: `${value}/${format.number(second.latest, second.digits)}`, unit: first.unitLabel }
    }
    const change: IndicatorWords['change'] = (card) => {
      const [first] = card.parts
      // A pair has two directions at once; which of them counts is the doctor's word, not ours.
      if (card.parts.length > 1) return null
      const result = compareWithUsual(first.latest, first.usual, isDuration(first.unit) ? 0 : first.digits)
      if (result.kind === 'unknown') return null
      if (result.kind === 'usual') return { text: t('change.usual'), isUsual: true }
      const by = isDuration(first.unit) ? format.duration(result.by) : format.number(result.by, first.digits)
      // A hundredth or two is what any two days differ by; it is said, but not pointed at.
      const isSmall = first.usual !== null && result.by < Math.abs(first.usual) * 0.02
      return { text: t(`change.${result.kind}`, { by }), isUsual: isSmall }
    }
    const amount = (card: IndicatorCardModel) => {
      const { count, kind } = card.parts[0]
      return t(kind === 'sleep' ? 'countNights' : 'countRecords', { formatted: format.number(count), count })
    }
    const freshness = (date: string) => {
      const days = dayNumber(today) - dayNumber(date)
      if (days === 0) return t('fresh.today')
      if (days === 1) return t('fresh.yesterday')
      if (days > 1 && days < 7) return t('fresh.daysAgo', { count: days })
      return format.date(date, date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'short')
    }
    return { name, latest, change, amount, freshness }
  }, [t, format, today])
}
