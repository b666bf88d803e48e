/** "Today" is the person's own: an answer about yesterday must not be about somebody else's yesterday. */
import { describe, expect, it } from 'vitest'
import { addMonths, localDateOf, monthSpan, quarterSpan, weekSpan } from '../../../src-main/agents/quick/calendar.ts'

describe('the local date of an instant', () => {
  it.each([
    // 23:30 on the 15th in New York is 03:30 on the 16th in UTC.
    ['2025-07-16T03:30:00Z', 'America/New_York', '2025-07-15'],
    ['2025-07-16T03:30:00Z', 'UTC', '2025-07-16'],
    // Kiritimati is 14 hours ahead.
    ['2025-07-16T10:00:00Z', 'Pacific/Kiritimati', '2025-07-17'],
    ['2025-07-15T17:00:00Z', 'Asia/Shanghai', '2025-07-16'],
    // The night the clock jumps: 01:59 EST and 03:01 EDT are one day, and midnight is not moved.
    ['2025-03-09T06:59:00Z', 'America/New_York', '2025-03-09'],
    ['2025-03-09T04:59:00Z', 'America/New_York', '2025-03-08'],
    ['2025-11-03T04:59:00Z', 'America/New_York', '2025-11-02'],
    ['2025-01-01T00:30:00Z', 'America/Los_Angeles', '2024-12-31'],
  ])('%s in %s is %s', (instant, zone, date) => {
    expect(localDateOf(new Date(instant), zone)).toBe(date)
  })
  it('falls back to UTC for a zone that does not exist', () => {
    expect(localDateOf(new Date('2025-07-16T03:30:00Z'), 'Mars/Olympus')).toBe('2025-07-16')
  })
})

describe('calendar spans', () => {
  it('keeps weeks whole over the turn of the year and over a leap day', () => {
    expect(weekSpan('2025-01-01')).toEqual({ start: '2024-12-30', end: '2025-01-05' })
    expect(weekSpan('2024-03-03', -1)).toEqual({ start: '2024-02-19', end: '2024-02-25' })
    expect(monthSpan(2024, 2)).toEqual({ start: '2024-02-01', end: '2024-02-29' })
    expect(monthSpan(2025, 0)).toEqual({ start: '2024-12-01', end: '2024-12-31' })
    expect(quarterSpan(2025, 0)).toEqual({ start: '2024-10-01', end: '2024-12-31' })
    expect(addMonths('2025-03-31', -1)).toBe('2025-02-28')
    expect(addMonths('2024-01-31', 13)).toBe('2025-02-28')
  })
})
