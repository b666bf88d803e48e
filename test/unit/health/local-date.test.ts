/** Days are local, whatever the clocks do. Expected dates and lengths come from the zones' published rules. */
import { describe, expect, it } from 'vitest'
import {
  dayOfDate,
  isTimeZone,
  localDate,
  localDay,
  localIsoTime,
  startOfDay,
  TimeZoneError,
} from '../../../src-main/health/merge/local-date.ts'

const at = (iso: string) => Date.parse(iso)

describe('localDate', () => {
  it.each([
    // A date written with the summer offset of the export belongs to the winter day of its zone.
    ['2025-01-15T00:30:00-04:00', 'America/New_York', '2025-01-14'],
    ['2019-08-08T02:03:20+02:00', 'America/New_York', '2019-08-07'],
    ['2025-07-01T23:30:00-04:00', 'America/New_York', '2025-07-01'],
    ['2025-07-01T16:30:00Z', 'Asia/Tokyo', '2025-07-02'],
    ['2025-03-09T06:59:59Z', 'America/New_York', '2025-03-09'],
    ['2025-03-09T04:59:59Z', 'America/New_York', '2025-03-08'],
    ['2025-11-02T05:30:00Z', 'America/New_York', '2025-11-02'],
    // Samoa crossed the date line and had no 30 December 2011.
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31'],
    ['1969-12-31T23:00:00Z', 'UTC', '1969-12-31'],
  ])('%s in %s is %s', (iso, zone, date) => {
    expect(localDate(at(iso), zone)).toBe(date)
  })

  it('agrees with Intl at any order of instants over the years', () => {
    for (const zone of ['America/Sao_Paulo', 'Africa/Casablanca', 'Europe/London', 'Asia/Kathmandu']) {
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
      for (let i = 0; i < 400; i++) {
        const instant = Date.UTC(2008 + (i % 17), (i * 7) % 12, (i * 11) % 28, (i * 5) % 24, (i * 13) % 60)
        expect(localDate(instant, zone)).toBe(shown.format(instant))
      }
    }
  })

  it('names an unknown zone', () => {
    expect(isTimeZone('Mars/Olympus')).toBe(false)
    expect(() => localDate(0, 'Mars/Olympus')).toThrow(TimeZoneError)
  })
})

describe('startOfDay', () => {
  it.each([
    ['2025-03-09', 'America/New_York', '2025-03-09T05:00:00Z', 23],
    ['2025-11-02', 'America/New_York', '2025-11-02T04:00:00Z', 25],
    ['2025-07-01', 'America/New_York', '2025-07-01T04:00:00Z', 24],
    // Midnight did not exist in São Paulo that day: clocks went from 00:00 to 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z', 23],
  ])('%s in %s begins at %s and lasts %i h', (date, zone, instant, hours) => {
    const day = dayOfDate(date)
    expect(startOfDay(day, zone)).toBe(at(instant))
    expect(startOfDay(day + 1, zone) - startOfDay(day, zone)).toBe(hours * 3_600_000)
    expect(localDay(startOfDay(day, zone), zone)).toBe(day)
    expect(localDay(startOfDay(day, zone) - 1, zone)).toBe(day - 1)
  })
})

describe('localIsoTime', () => {
  it('carries the offset of the instant', () => {
    expect(localIsoTime(at('2025-07-01T12:00:00Z'), 'America/New_York')).toBe('2025-07-01T08:00:00-04:00')
    expect(localIsoTime(at('2025-01-01T12:00:00.250Z'), 'Asia/Kathmandu')).toBe('2025-01-01T17:45:00.250+05:45')
  })
})
