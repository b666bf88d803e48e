/** Where the axes put their marks: calendar steps along x, round numbers (or hours) along y. Pure. */
import { addMonths, dayNumber, fromDayNumber } from '../../format/calendar.ts'
import type { WallSeconds } from './chart-data.ts'

const DAY_S = 86_400

export interface TimeTick {
  readonly at: WallSeconds
  readonly style: 'hour' | 'day' | 'month' | 'month-year' | 'year'
}

const hourSteps = [1, 2, 3, 6, 12]
const daySteps = [1, 2, 7, 14]
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120]

/** Marks on whole hours, days, Mondays, months or years between `min` and `max`, at most `most` of them. */
export function timeTicks(min: WallSeconds, max: WallSeconds, most: number): TimeTick[] {
  const room = Math.max(2, most)
  const span = max - min
  if (span <= DAY_S * 1.5) {
    const hours = hourSteps.find((step) => span / (step * 3600) <= room) ?? 24
    return every(min, max, hours * 3600, 'hour')
  }
  const days = daySteps.find((step) => span / (step * DAY_S) <= room)
  if (days !== undefined) return everyDays(min, max, days)
  const months = monthSteps.find((step) => span / (step * 30.4 * DAY_S) <= room) ?? 240
  return everyMonths(min, max, months)
}

function every(min: WallSeconds, max: WallSeconds, step: number, style: 'hour'): TimeTick[] {
  const ticks: TimeTick[] = []
  for (let at = Math.ceil(min / step) * step; at <= max; at += step) ticks.push({ at, style })
  return ticks
}

function everyDays(min: WallSeconds, max: WallSeconds, step: number): TimeTick[] {
  const ticks: TimeTick[] = []
  // 1970-01-05 was a Monday: steps of weeks fall on Mondays.
  const anchor = step >= 7 ? 4 : 0
  const first = Math.ceil((min / DAY_S - anchor) / step) * step + anchor
  for (let day = first; day * DAY_S <= max; day += step) ticks.push({ at: day * DAY_S, style: 'day' })
  return ticks
}

function everyMonths(min: WallSeconds, max: WallSeconds, step: number): TimeTick[] {
  const ticks: TimeTick[] = []
  const year = Number(fromDayNumber(Math.floor(min / DAY_S)).slice(0, 4))
  const january = `${String(year).padStart(4, '0')}-01-01`
  const severalYears = max - min > 400 * DAY_S
  for (let month = 0, at = january; dayNumber(at) * DAY_S <= max; month += step, at = addMonths(january, month)) {
    if (dayNumber(at) * DAY_S < min) continue
    const style = step >= 12 ? 'year' : severalYears && step < 12 ? 'month-year' : 'month'
    ticks.push({ at: dayNumber(at) * DAY_S, style })
  }
  return ticks
}

/** What a tick says. The clock is the record's own. */
export function tickLabel(tick: TimeTick, locale: string): string {
  const at = tick.at * 1000
  const style = tickStyles[tick.style]
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...style, timeZone: 'UTC' }).format(at)
}

const tickStyles: Record<TimeTick['style'], Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit', hour12: false },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  'month-year': { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}

/** Round limits around the data and the marks between them. Bars stand on zero; a flat line gets room around it. */
export function valueScale(
  values: readonly (number | null)[],
  options: { readonly fromZero: boolean; readonly minutes: boolean; readonly most: number },
): { min: number; max: number; ticks: number[] } {
  const known = values.filter((value) => value !== null)
  let low = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  let high = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  if (known.length === 0) return { min: 0, max: 1, ticks: [] }
  if (options.fromZero) {
    low = Math.min(0, low)
    high = Math.max(0, high)
  }
  if (low === high) {
    const room = Math.abs(low) > 0 ? Math.abs(low) * 0.05 : 1
    low -= options.fromZero ? 0 : room
    high += room
  }
  const step = niceStep((high - low) / Math.max(1, options.most), options.minutes)
  const min = Math.floor(low / step + 1e-9) * step
  const max = Math.ceil(high / step - 1e-9) * step
  const ticks: number[] = []
  for (let index = 0; index <= Math.round((max - min) / step); index += 1) ticks.push(round(min + index * step))
  return { min: round(min), max: round(max), ticks }
}

function niceStep(rough: number, minutes: boolean): number {
  if (minutes && rough > 12) {
    return [15, 30, 60, 120, 180, 240, 360, 480, 720].find((step) => step >= rough) ?? Math.ceil(rough / 1440) * 1440
  }
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const lead = rough / magnitude
  const nice = lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 ? 2.5 : lead <= 5 ? 5 : 10
  return nice * magnitude
}

/** 0.30000000000000004 has no place on an axis. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}
