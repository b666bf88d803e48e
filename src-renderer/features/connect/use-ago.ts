/** "just now", "3 minutes ago" or a date, for components; renews itself so that nothing stays "just now". */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { useApp } from '../../stores/app.ts'
import { isJustNow, timeAgo } from './time-ago.ts'
import { useNow } from './use-now.ts'

export interface Ago {
  readonly now: number
  readonly isJustNow: (iso: string) => boolean
  readonly words: (iso: string) => string
}

export function useAgo(): Ago {
  const { t } = useTranslation('connect')
  const format = useFormat()
  const timeZone = useApp((state) => state.info?.profile.timeZone)
  const now = useNow(5_000)
  return {
    now,
    isJustNow: (iso) => isJustNow(iso, now),
    words: (iso) =>
      isJustNow(iso, now) ? t('justNow') : (timeAgo(iso, now, format.locale) ?? format.instant(iso, timeZone)),
  }
}
