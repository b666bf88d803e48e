/** How long ago something was, in words that stay true until they are written again. Pure. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Within the last minute. A clock that was set back may put it a little ahead; that is just now as well. */
export function isJustNow(iso: string, now: number): boolean {
  return Math.abs(now - Date.parse(iso)) < minuteMs
}

/** "3 minutes ago", "yesterday"; null within a minute, after a week, and for a time to come: those have other words. */
export function timeAgo(iso: string, now: number, locale: string): string | null {
  const ageMs = now - Date.parse(iso)
  if (Number.isNaN(ageMs) || ageMs < minuteMs || ageMs >= 7 * dayMs) return null
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (ageMs < hourMs) return words.format(-Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return words.format(-Math.floor(ageMs / hourMs), 'hour')
  return words.format(-Math.floor(ageMs / dayMs), 'day')
}

/** What is left until `iso`: "9:42", "0:07"; null when it is over. */
export function timeLeft(iso: string, now: number): string | null {
  const leftS = Math.ceil((Date.parse(iso) - now) / 1_000)
  if (!(leftS > 0)) return null
  return `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}`
}
