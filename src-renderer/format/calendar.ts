/** Arithmetic on local dates ('YYYY-MM-DD'): no clock time, no zone, so no day is ever 23 or 25 hours long here. */

export type LocalDate = string

const DAY_MS = 86_400_000
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Days since 1970-01-01 of a local date; NaN when the text is not one. */
export function dayNumber(date: LocalDate): number {
  const match = DATE.exec(date)
  if (!match) return Number.NaN
  return Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / DAY_MS
}

export function fromDayNumber(day: number): LocalDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return fromDayNumber(dayNumber(date) + days)
}

/** Same day of another month, the last day of it where it is shorter (31 March minus a month is 28 or 29 February). */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const match = DATE.exec(date)
  if (!match) return date
  const first = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1 + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(Number(match[3]), lastDay))
  return first.toISOString().slice(0, 10)
}

/** '' for an empty list. Dates in this form order as text does. */
export function earliest(dates: readonly LocalDate[]): LocalDate {
  return [...dates].sort()[0] ?? ''
}

export function latest(dates: readonly LocalDate[]): LocalDate {
  return [...dates].sort().at(-1) ?? ''
}

/** Both ends count: one and the same date is 1. */
export function daysBetween(first: LocalDate, last: LocalDate): number {
  return dayNumber(last) - dayNumber(first) + 1
}

/** Today where the person is. `now` in epoch milliseconds. */
export function todayIn(timeZone: string, now: number): LocalDate {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

export const ranges = ['W', 'M', '6M', 'Y', 'all'] as const
export type Range = (typeof ranges)[number]

export function isRange(value: string | null | undefined): value is Range {
  return ranges.some((range) => range === value)
}

/** The inclusive window of a range that ends on `end`; null stands for everything. */
export function rangeWindow(range: Range, end: LocalDate): { startDate: LocalDate; endDate: LocalDate } | null {
  switch (range) {
    case 'W':
      return { startDate: addDays(end, -6), endDate: end }
    case 'M':
      return { startDate: addDays(addMonths(end, -1), 1), endDate: end }
    case '6M':
      return { startDate: addDays(addMonths(end, -6), 1), endDate: end }
    case 'Y':
      return { startDate: addDays(addMonths(end, -12), 1), endDate: end }
    case 'all':
      return null
  }
}

/** The end of the window before (-1) or after (+1) the one that ends on `end`. */
export function shiftEnd(range: Range, end: LocalDate, direction: -1 | 1): LocalDate {
  switch (range) {
    case 'W':
      return addDays(end, 7 * direction)
    case 'M':
      return addMonths(end, direction)
    case '6M':
      return addMonths(end, 6 * direction)
    case 'Y':
      return addMonths(end, 12 * direction)
    case 'all':
      return end
  }
}

export const resolutions = ['day', 'week', 'month', 'none'] as const
export type Resolution = (typeof resolutions)[number]

export function isResolution(value: string | null | undefined): value is Resolution {
  return resolutions.some((resolution) => resolution === value)
}

/** What a range is best read at when the person did not choose. */
export function usualResolution(range: Range): Resolution {
  return range === 'all' ? 'week' : 'day'
}
