/** How long an import may still take, told only when it can be told honestly. */
import { i18n } from '../../i18n/index.ts'

/**
 * Milliseconds left at the pace so far, or null while it cannot be told honestly: total unknown, under two seconds or
 * under two percent done.
 */
export function timeLeftMs(done: number, total: number | null, elapsedMs: number): number | null {
  if (total === null || total <= 0 || elapsedMs < 2_000 || done / total < 0.02) return null
  if (done >= total) return 0
  return (elapsedMs / done) * (total - done)
}

/** 95 000 → '2 min'. Seconds over ten go in steps of five, so that the line does not flicker. */
export function formatTimeLeft(ms: number): string {
  const seconds = ms / 1000
  if (seconds < 10) return i18n.t('importing:seconds', { count: Math.max(1, Math.round(seconds)) })
  if (seconds <= 55) return i18n.t('importing:seconds', { count: Math.ceil(seconds / 5) * 5 })
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return i18n.t('importing:minutes', { count: minutes })
  return i18n.t('importing:hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
