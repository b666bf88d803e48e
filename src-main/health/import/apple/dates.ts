/** `YYYY-MM-DD HH:MM:SS ±HHMM` of Apple exports to epoch milliseconds, fast: a day is parsed once and then looked up. */

const ZERO = 48
const MAX_CACHED_DAYS = 40_000
const SHAPE = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d+)? ?(?:([+-])(\d\d):?(\d\d)|(Z))$/

/** A parser with its own cache of days. Returns NaN for a text of another shape or a date that does not exist. */
export function createDateParser(): (text: string) => number {
  const days = new Map<string, number>()
  // Records come in time order: mostly the day is that of the date before.
  let lastDay = '-'
  let lastMidnight = Number.NaN
  return (text) => {
    if (text.length !== 25 || text.charCodeAt(10) !== 32 || text.charCodeAt(19) !== 32) return parseSlow(text)
    if (!text.startsWith(lastDay)) {
      lastDay = text.slice(0, 10)
      lastMidnight = midnightOf(lastDay, days)
    }
    const midnight = lastMidnight
    const hour = two(text, 11)
    const minute = two(text, 14)
    const second = two(text, 17)
    const zone = two(text, 21) * 60 + two(text, 23)
    const sign = text.charCodeAt(20)
    // `two` gives NaN for a non-digit, which makes every sum NaN and fails the comparisons.
    if (!(hour < 24 && minute < 60 && second < 61 && zone <= 14 * 60) || text.charCodeAt(13) !== 58) {
      return parseSlow(text)
    }
    const offset = sign === 43 ? zone : sign === 45 ? -zone : Number.NaN
    return midnight + (hour * 60 + minute - offset) * 60_000 + second * 1000
  }
}

function midnightOf(day: string, days: Map<string, number>): number {
  let midnight = days.get(day)
  if (midnight === undefined) {
    midnight = utcMidnight(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)))
    if (days.size >= MAX_CACHED_DAYS) days.clear()
    days.set(day, midnight)
  }
  return midnight
}

function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN
}

function utcMidnight(year: number, month: number, day: number): number {
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  const date = new Date(0)
  const ms = date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : Number.NaN
}

/** Other offsets, `T`, `Z` and fractions, as third-party writers of this format produce them. */
function parseSlow(text: string): number {
  const m = SHAPE.exec(text.trim())
  if (!m) return Number.NaN
  const midnight = utcMidnight(Number(m[1]), Number(m[2]), Number(m[3]))
  const hour = Number(m[4])
  const minute = Number(m[5])
  const second = Number(m[6])
  if (hour > 23 || minute > 59 || second > 60) return Number.NaN
  const offset = m[10] ? 0 : (Number(m[8]) * 60 + Number(m[9])) * (m[7] === '-' ? -1 : 1)
  return midnight + (hour * 60 + minute - offset) * 60_000 + second * 1000
}
