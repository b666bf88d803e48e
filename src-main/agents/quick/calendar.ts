/** Calendar arithmetic on local dates written YYYY-MM-DD. No moments and no zones: a day is a day. */

export type LocalDate = string

/** The local date of an instant in an IANA zone; an unknown zone counts as UTC. */
export function localDateOf(instant: Date, timeZone: string): LocalDate {
  const format = (zone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
      instant,
    )
  try {
    return format(timeZone)
  } catch {
    return format('UTC')
  }
}

/** A date from its numbers; null when the calendar has no such day. */
export function dateOf(year: number, month: number, day: number): LocalDate | null {
  const made = new Date(Date.UTC(year, month - 1, day))
  if (year < 1900 || year > 2200 || made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day) return null
  return made.toISOString().slice(0, 10)
}

export const yearOf = (date: LocalDate): number => Number(date.slice(0, 4))
export const monthOf = (date: LocalDate): number => Number(date.slice(5, 7))
export const dayOf = (date: LocalDate): number => Number(date.slice(8, 10))

const utc = (date: LocalDate): number => Date.UTC(yearOf(date), monthOf(date) - 1, dayOf(date))

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(utc(date) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Days from `from` to `to`, both written dates; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((utc(to) - utc(from)) / 86_400_000)
}

/** The same day of another month, or that month's last day where it is shorter. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const index = yearOf(date) * 12 + monthOf(date) - 1 + months
  const year = Math.floor(index / 12)
  const month = (index % 12) + 1
  return dateOf(year, month, Math.min(dayOf(date), daysInMonth(year, month))) ?? date
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** 1 = Monday … 7 = Sunday. */
export function isoWeekday(date: LocalDate): number {
  return new Date(utc(date)).getUTCDay() || 7
}

export interface Span {
  readonly start: LocalDate
  readonly end: LocalDate
}

/** The ISO week (from Monday) that holds the date, moved by whole weeks. */
export function weekSpan(date: LocalDate, weeks = 0): Span {
  const start = addDays(date, 1 - isoWeekday(date) + weeks * 7)
  return { start, end: addDays(start, 6) }
}

export function monthSpan(year: number, month: number): Span {
  const index = year * 12 + month - 1
  const y = Math.floor(index / 12)
  const m = (((index % 12) + 12) % 12) + 1
  const two = String(m).padStart(2, '0')
  return { start: `${y}-${two}-01`, end: `${y}-${two}-${daysInMonth(y, m)}` }
}

export function quarterSpan(year: number, quarter: number): Span {
  const index = year * 4 + quarter - 1
  const y = Math.floor(index / 4)
  const q = (((index % 4) + 4) % 4) + 1
  return { start: monthSpan(y, q * 3 - 2).start, end: monthSpan(y, q * 3).end }
}

export function yearSpan(year: number): Span {
  return { start: `${year}-01-01`, end: `${year}-12-31` }
}
