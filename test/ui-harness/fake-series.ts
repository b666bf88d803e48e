/** Believable numbers, the same at every start: a year of daily values with gaps. */
import { addDays, dayNumber } from '../../src-renderer/format/calendar.ts'

export const today = '2026-11-28'

/** A number in 0…1 that only depends on its seed. */
export function noise(seed: number): number {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453
  return x - Math.floor(x)
}

export interface Shape {
  base: number
  /** Size of the yearly swing. */
  swing: number
  /** Size of the daily scatter. */
  scatter: number
  digits: number
  /** Share of days without a value. */
  gaps: number
}

/** Value of a day, or null where nothing was recorded. */
export function dailyValue(shape: Shape, date: string, salt: number): number | null {
  const day = dayNumber(date)
  if (noise(day * 3.3 + salt) < shape.gaps) return null
  const value =
    shape.base + shape.swing * Math.sin(day / 58 + salt) + shape.scatter * (noise(day + salt * 17) - 0.5) * 2
  return Number(value.toFixed(shape.digits))
}

export function dailySeries(shape: Shape, days: number, salt: number): [string, number | null][] {
  return Array.from({ length: days }, (_, index) => {
    const date = addDays(today, index - days + 1)
    return [date, dailyValue(shape, date, salt)]
  })
}
