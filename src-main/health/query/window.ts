/** The window of a query: exact local dates, both ends included, either end open. */
import { dateOfDay, dayOfDate } from '../merge/local-date.ts'

export interface Window {
  readonly start: string | null
  readonly end: string | null
}

export type ParsedWindow = { readonly window: Window } | { readonly problem: string; readonly hint: string }

const HINT = 'Give dates as YYYY-MM-DD; both ends are included.'

/** A time after the date is passed over: the window is of whole days. */
export function parseWindow(startDate: string | undefined, endDate: string | undefined): ParsedWindow {
  const start = parseDate(startDate)
  if (start === undefined) return { problem: `start_time is not a date: "${startDate}".`, hint: HINT }
  const end = parseDate(endDate)
  if (end === undefined) return { problem: `end_time is not a date: "${endDate}".`, hint: HINT }
  if (start !== null && end !== null && start > end) {
    return { problem: `start_time ${start} is after end_time ${end}.`, hint: 'Exchange the two dates.' }
  }
  return { window: { start, end } }
}

/** Null for no date, undefined for what is no date of the calendar. */
function parseDate(text: string | undefined): string | null | undefined {
  const trimmed = text?.trim()
  if (!trimmed) return null
  const date = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(trimmed)?.[1]
  if (!date) return undefined
  const day = dayOfDate(date)
  return Number.isNaN(day) || dateOfDay(day) !== date ? undefined : date
}

/** SQL bounds: dates, and instants wide enough to hold the local days of every zone. */
export function sqlBounds(window: Window): { from: string; to: string; fromInstant: string; toInstant: string } {
  return {
    from: window.start ?? '-infinity',
    to: window.end ?? 'infinity',
    fromInstant: window.start ? `${dateOfDay(dayOfDate(window.start) - 1)}T00:00:00Z` : '-infinity',
    toInstant: window.end ? `${dateOfDay(dayOfDate(window.end) + 2)}T00:00:00Z` : 'infinity',
  }
}

/** The months that lie in the window whole: first days from `from` to before `to`. Empty when from >= to. */
export function wholeMonths(window: Window): { from: string; to: string } {
  let from = '-infinity'
  if (window.start) {
    const month = `${window.start.slice(0, 7)}-01`
    from = window.start === month ? month : nextMonth(month)
  }
  // The day after the end opens the first month that is not whole.
  const to = window.end ? `${dateOfDay(dayOfDate(window.end) + 1).slice(0, 7)}-01` : 'infinity'
  return { from, to }
}

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 1970, number ?? 1, 1)).toISOString().slice(0, 10)
}
