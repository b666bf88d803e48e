/** Numbers, dates and durations as people read them. */
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  dayNumber,
  daysBetween,
  fromDayNumber,
  rangeWindow,
  shiftEnd,
  todayIn,
} from '../../../src-renderer/format/calendar.ts'
import { toDelimited } from '../../../src-renderer/format/delimited.ts'
import {
  clockTime,
  formatBytes,
  formatDate,
  formatDuration,
  formatElapsed,
  formatInstant,
  formatLocalTime,
  formatNumber,
} from '../../../src-renderer/format/quantities.ts'
import { fileName } from '../../../src-renderer/format/save-file.ts'

const english = { hour: 'h', minute: 'min' }
const chinese = { hour: '小时', minute: '分' }

describe('durations', () => {
  it('never says 60 min: rounding happens before the hours are split off', () => {
    expect(formatDuration(59.7, english)).toBe('1 h')
    expect(formatDuration(458, english)).toBe('7 h 38 min')
    expect(formatDuration(479.5, english)).toBe('8 h')
    expect(formatDuration(458, chinese)).toBe('7 小时 38 分')
  })

  it('keeps a difference below zero readable', () => {
    expect(formatDuration(-90, english)).toBe('\u22121 h 30 min')
    expect(formatDuration(0, english)).toBe('0 min')
  })
})

describe('numbers', () => {
  it('groups thousands, keeps to the decimals and uses a real minus', () => {
    expect(formatNumber(9412, 0, 'en')).toBe('9,412')
    expect(formatNumber(71.24, 1, 'en')).toBe('71.2')
    expect(formatNumber(71, 1, 'en')).toBe('71')
    expect(formatNumber(-0.8, 1, 'zh-CN')).toBe('\u22120.8')
  })

  it('does not show a negative zero', () => {
    expect(formatNumber(-0.04, 1, 'en')).toBe('0')
  })

  it('tells sizes and times in the unit that fits', () => {
    expect(formatBytes(999, 'en')).toBe('999 B')
    expect(formatBytes(209_715_200, 'en')).toBe('210 MB')
    expect(formatBytes(1_500, 'en')).toBe('1.5 kB')
    expect(formatElapsed(6.2, 'en')).toBe('6.2 ms')
    expect(formatElapsed(125_400, 'en')).toBe('2 min 5 s')
  })
})

describe('dates', () => {
  it('shows the local date that it was given, whatever zone this computer is in', () => {
    expect(formatDate('2026-11-28', 'short', 'en')).toBe('28 Nov 2026')
    expect(formatDate('2026-01-01', 'month', 'en')).toBe('January 2026')
    expect(formatDate('2026-11-28', 'short', 'zh-CN')).toBe('2026年11月28日')
  })

  it('shows a record in its own wall clock, not in the zone of today', () => {
    expect(formatLocalTime('2026-11-28T23:30:00-08:00', 'en')).toBe('28 Nov 2026, 23:30')
    expect(clockTime('2026-11-28T06:05:00+01:00')).toBe('06:05')
  })

  it('shows an instant where the person is: the evening in UTC is the next morning in Shanghai', () => {
    expect(formatInstant('2026-11-28T18:00:00Z', 'Asia/Shanghai', 'en')).toBe('29 Nov 2026, 02:00')
  })

  it('returns what is no date unchanged rather than "Invalid Date"', () => {
    expect(formatDate('unknown', 'short', 'en')).toBe('unknown')
    expect(dayNumber('2026-1-1')).toBeNaN()
  })
})

describe('calendar', () => {
  it('counts days across a clock change as whole days', () => {
    // Berlin's clocks went forward on 29 March 2026; milliseconds would make this 6.96 days.
    expect(daysBetween('2026-03-26', '2026-04-01')).toBe(7)
    expect(fromDayNumber(dayNumber('2024-02-29') + 1)).toBe('2024-03-01')
  })

  it('goes to the last day of a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
  })

  it('gives windows that include both ends and follow one another', () => {
    expect(rangeWindow('W', '2026-11-28')).toEqual({ startDate: '2026-11-22', endDate: '2026-11-28' })
    expect(rangeWindow('M', '2026-11-28')).toEqual({ startDate: '2026-10-29', endDate: '2026-11-28' })
    expect(rangeWindow('Y', '2026-11-28')).toEqual({ startDate: '2025-11-29', endDate: '2026-11-28' })
    expect(rangeWindow('all', '2026-11-28')).toBeNull()
    expect(shiftEnd('W', '2026-11-28', -1)).toBe('2026-11-21')
  })

  it('takes today from the person’s zone', () => {
    const now = Date.parse('2026-11-28T16:30:00Z')
    expect(todayIn('Asia/Shanghai', now)).toBe('2026-11-29')
    expect(todayIn('America/Los_Angeles', now)).toBe('2026-11-28')
  })
})

describe('comma-separated text', () => {
  it('quotes what needs it, leaves the unknown empty and disarms formulas', () => {
    const text = toDelimited(
      ['date', 'value', 'source'],
      [
        ['2026-11-28', null, 'Ann, "home"'],
        ['2026-11-29', -1.5, '=HYPERLINK("x")'],
      ],
    )
    expect(text).toBe('date,value,source\r\n2026-11-28,,"Ann, ""home"""\r\n2026-11-29,-1.5,"\'=HYPERLINK(""x"")"\r\n')
  })

  it('makes file names of any script and never a path', () => {
    expect(fileName('静息心率 / 2026', 'csv')).toBe('静息心率-2026.csv')
    expect(fileName('../..', 'png')).toBe('mirohub.png')
  })
})
