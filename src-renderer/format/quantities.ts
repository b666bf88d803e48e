/** Numbers, units, dates and durations as a person reads them. Pure: the locale and the words come in. */
import { dayNumber } from './calendar.ts'

/** The words a duration needs, in the person's language. */
export interface DurationWords {
  readonly hour: string
  readonly minute: string
}

const numberFormats = new Map<string, Intl.NumberFormat>()
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Rounds to at most `digits` decimals and groups thousands: 9412 → "9,412"; trailing zeros are kept out. */
export function formatNumber(value: number, digits: number, locale: string): string {
  const key = `${locale}/${digits}`
  let format = numberFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits, signDisplay: 'negative' })
    numberFormats.set(key, format)
  }
  return format.format(value).replace('-', '\u2212')
}

/** Decimals for a number nobody chose decimals for: about three significant figures, never noise. */
export function usualDigits(value: number): number {
  const size = Math.abs(value)
  if (Number.isInteger(value) || size >= 1000) return 0
  return size >= 100 ? 1 : size >= 1 ? 2 : 3
}

/** Minutes as "7 h 38 min"; rounded to whole minutes first, so that 59.7 is "1 h" and never "60 min". */
export function formatDuration(minutes: number, words: DurationWords): string {
  const sign = minutes < 0 ? '\u2212' : ''
  const whole = Math.round(Math.abs(minutes))
  const hours = Math.floor(whole / 60)
  const rest = whole % 60
  if (hours === 0) return `${sign}${rest} ${words.minute}`
  return rest === 0 ? `${sign}${hours} ${words.hour}` : `${sign}${hours} ${words.hour} ${rest} ${words.minute}`
}

/** Sleep is told in hours and minutes; other minutes (exercise, mindfulness) are too once they pass an hour. */
export function isDuration(unit: string): boolean {
  return unit === 'min'
}

export type DateStyle = 'day' | 'full' | 'month' | 'short' | 'weekday'

const dateStyles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  full: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
}

/** A local date ('YYYY-MM-DD') in the person's words; no zone plays a part. Other text comes back as it is. */
export function formatDate(date: string, style: DateStyle, locale: string): string {
  const day = dayNumber(date.slice(0, 10))
  if (Number.isNaN(day)) return date
  return dateFormat(locale, style).format(day * 86_400_000)
}

function dateFormat(locale: string, style: DateStyle): Intl.DateTimeFormat {
  const key = `${locale}/${style}`
  let format = dateFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(englishAs(locale), { ...dateStyles[style], timeZone: 'UTC' })
    dateFormats.set(key, format)
  }
  return format
}

/** Plain 'en' would give American month-first dates to everybody; day-first with a month name cannot be misread. */
function englishAs(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale
}

/**
 * A record's own local time: "28 Nov 2026, 07:12". The wall clock that the ISO text carries is shown, whatever zone
 * this computer is in now.
 */
export function formatLocalTime(iso: string, locale: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(iso)
  if (!match?.[1] || !match[2]) return formatDate(iso, 'short', locale)
  const comma = locale.startsWith('zh') ? ' ' : ', '
  return `${formatDate(match[1], 'short', locale)}${comma}${match[2]}`
}

/** "07:12" of a local ISO time. */
export function clockTime(iso: string): string {
  return /T(\d{2}:\d{2})/.exec(iso)?.[1] ?? ''
}

/** An instant (with `Z` or offset) as date and time where the person is. */
export function formatInstant(iso: string, timeZone: string, locale: string): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  }
  return new Intl.DateTimeFormat(englishAs(locale), options).format(at)
}

/** Bytes as people read them on disk labels (powers of 1000). */
export function formatBytes(bytes: number, locale: string): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let value = bytes
  let step = 0
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000
    step += 1
  }
  return `${formatNumber(value, value < 10 && step > 0 ? 1 : 0, locale)} ${units[step]}`
}

/** How long something took: "6 ms", "1.4 s", "2 min 5 s". */
export function formatElapsed(durationMs: number, locale: string): string {
  if (durationMs < 1000) return `${formatNumber(durationMs, durationMs < 10 ? 1 : 0, locale)} ms`
  const seconds = durationMs / 1000
  if (seconds < 60) return `${formatNumber(seconds, 1, locale)} s`
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}
