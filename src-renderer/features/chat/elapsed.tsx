/** How long something has been going on, or goes on to wait: renewed every second. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../format/use-format.ts'
import { useNow } from '../connect/use-now.ts'

/** Nothing in the first second. `since` in epoch ms. */
export function Elapsed({ since }: { since: number }) {
  const format = useFormat()
  const seconds = Math.floor((useNow(500) - since) / 1000)
  return seconds < 1 ? null : <span className="tabular-nums">{format.elapsed(seconds * 1000)}</span>
}

/** "4:32"; `until` as ISO time. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('thread')
  const seconds = Math.ceil((Date.parse(until) - useNow(1_000)) / 1000)
  if (Number.isNaN(seconds)) return null
  if (seconds <= 0) return <span>{t('approval.timeUp')}</span>
  const minutes = Math.floor(seconds / 60)
  const left = `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  return (
    // Ticking is for the eye; a screen reader is told once, when the card comes.
    <span role="timer" aria-live="off" className="shrink-0 text-ink-3 text-xs tabular-nums">
      {t('approval.left', { left })}
    </span>
  )
}
