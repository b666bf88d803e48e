/** Nights out of what several apps wrote. Cases of the facts, minutes worked out by hand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SleepSegment, type SleepState, sleepNights } from '../../../src-main/health/merge/sleep-nights.ts'

const ZONE = 'America/New_York'
const PHONE = 1
const AUTOSLEEP = 2
const WATCH = 3

/** New York summer time; hours from 18 on are of the evening before. */
function segment(sourceId: number, state: SleepState, from: string, to: string, date = '2025-07-02'): SleepSegment {
  const instant = (clock: string) => {
    const wall = Date.parse(`${date}T${clock}:00-04:00`)
    return Number(clock.slice(0, 2)) >= 18 ? wall - 86_400_000 : wall
  }
  return { sourceId, state, start: instant(from), end: instant(to), zone: ZONE }
}

const night = [
  segment(PHONE, 'in_bed', '22:50', '07:10'),
  segment(AUTOSLEEP, 'asleep', '22:55', '07:05'),
  segment(WATCH, 'core', '23:10', '02:00'),
  segment(WATCH, 'deep', '02:00', '03:00'),
  segment(WATCH, 'awake', '03:00', '03:10'),
  segment(WATCH, 'rem', '03:10', '04:00'),
  segment(WATCH, 'core', '04:00', '06:50'),
]

describe('sleepNights', () => {
  it('believes the source with stages, and counts the night once (450 min, not 940)', () => {
    expect(sleepNights(night)).toEqual([
      expect.objectContaining({
        localDate: '2025-07-02',
        isMain: true,
        asleep: 450,
        core: 340,
        deep: 60,
        rem: 50,
        awake: 10,
        inBed: 500,
        efficiency: 90,
        sourceId: WATCH,
      }),
    ])
  })

  it('an afternoon nap of the date stands apart from the night', () => {
    const nights = sleepNights([...night, segment(AUTOSLEEP, 'asleep', '14:00', '15:30')])
    expect(nights.map(({ isMain, asleep }) => [isMain, asleep])).toEqual([
      [true, 450],
      [false, 90],
    ])
  })

  it('a nap that comes first does not become the night', () => {
    const nights = sleepNights([
      segment(WATCH, 'asleep', '01:00', '01:40', '2025-07-03'),
      segment(WATCH, 'asleep', '04:00', '11:10', '2025-07-03'),
    ])
    expect(nights.map(({ isMain, asleep }) => [isMain, asleep])).toEqual([
      [false, 40],
      [true, 430],
    ])
  })

  it('a night with time in bed only has no sleep, which is not 0', () => {
    expect(sleepNights([segment(PHONE, 'in_bed', '23:00', '06:30')])).toEqual([
      expect.objectContaining({ asleep: null, deep: null, awake: null, efficiency: null, inBed: 450, isMain: true }),
    ])
  })

  it('overlapping blocks in bed are joined, not summed', () => {
    const [only] = sleepNights([
      segment(PHONE, 'in_bed', '22:00', '06:00'),
      segment(AUTOSLEEP, 'in_bed', '22:30', '06:30'),
      segment(PHONE, 'in_bed', '23:00', '05:00'),
    ])
    expect(only?.inBed).toBe(510)
  })

  it('gaps up to an hour join, longer ones part', () => {
    const parts = (gapEnd: string) =>
      sleepNights([segment(WATCH, 'core', '00:00', '03:00'), segment(WATCH, 'core', gapEnd, '06:00')]).length
    expect(parts('04:00')).toBe(1)
    expect(parts('04:01')).toBe(2)
  })

  it('without stages the source with the longest sleep is believed', () => {
    const [only] = sleepNights([
      segment(PHONE, 'asleep', '23:00', '06:00'),
      segment(AUTOSLEEP, 'asleep', '23:30', '06:50'),
    ])
    expect(only).toMatchObject({ sourceId: AUTOSLEEP, asleep: 440, deep: null, awake: null })
  })

  it('a fragment before midnight belongs to the date the night ends on', () => {
    const nights = sleepNights([segment(WATCH, 'core', '22:00', '23:40'), segment(WATCH, 'core', '23:55', '05:30')])
    expect(nights).toEqual([expect.objectContaining({ localDate: '2025-07-02', asleep: 435 })])
  })

  it('the nights of the clock change last 7 and 9 hours from 23:00 to 07:00', () => {
    const [spring] = sleepNights([
      {
        sourceId: WATCH,
        state: 'asleep',
        start: Date.parse('2025-03-08T23:00:00-05:00'),
        end: Date.parse('2025-03-09T07:00:00-04:00'),
        zone: ZONE,
      },
    ])
    const [autumn] = sleepNights([
      {
        sourceId: WATCH,
        state: 'asleep',
        start: Date.parse('2025-11-01T23:00:00-04:00'),
        end: Date.parse('2025-11-02T07:00:00-05:00'),
        zone: ZONE,
      },
    ])
    expect(spring).toMatchObject({ localDate: '2025-03-09', asleep: 420 })
    expect(autumn).toMatchObject({ localDate: '2025-11-02', asleep: 540 })
  })

  it('nobody sleeps longer than they lie: short blocks in bed are completed by the sleep', () => {
    const [only] = sleepNights([segment(PHONE, 'in_bed', '22:50', '23:30'), segment(WATCH, 'core', '23:10', '06:10')])
    // 22:50 to 06:10
    expect(only).toMatchObject({ asleep: 420, inBed: 440 })
  })

  it('a forgotten timer of a day and more does not glue nights together', () => {
    const forgotten = {
      sourceId: PHONE,
      state: 'in_bed' as const,
      start: Date.parse('2025-06-30T22:00:00-04:00'),
      end: Date.parse('2025-07-03T08:00:00-04:00'),
      zone: ZONE,
    }
    expect(sleepNights([...night, forgotten])).toHaveLength(1)
    expect(sleepNights([...night, forgotten])[0]?.inBed).toBe(500)
  })
})

describe('any segments', () => {
  const segments = fc.array(
    fc
      .record({
        sourceId: fc.integer({ min: 1, max: 3 }),
        state: fc.constantFrom<SleepState>('in_bed', 'asleep', 'core', 'deep', 'rem', 'awake'),
        from: fc.integer({ min: 0, max: 4 * 1440 }),
        length: fc.integer({ min: 1, max: 600 }),
      })
      .map(({ sourceId, state, from, length }): SleepSegment => {
        const start = Date.UTC(2025, 5, 1) + from * 60_000
        return { sourceId, state, start, end: start + length * 60_000, zone: ZONE }
      }),
    { maxLength: 30 },
  )

  it('sleep is at most the time in bed, which is at most the span; one main sleep a date', () => {
    fc.assert(
      fc.property(segments, (list) => {
        const nights = sleepNights(list)
        for (const found of nights) {
          const span = (found.end - found.start) / 60_000
          expect(found.inBed).toBeLessThanOrEqual(span)
          if (found.asleep !== null) expect(found.asleep).toBeLessThanOrEqual(found.inBed)
          if (found.efficiency !== null) expect(found.efficiency).toBeLessThanOrEqual(100)
        }
        const mains = nights.filter((found) => found.isMain).map((found) => found.localDate)
        expect(new Set(mains).size).toBe(mains.length)
        expect(new Set(nights.map((found) => found.localDate)).size).toBe(mains.length)
      }),
    )
  })

  it('does not depend on the order of segments', () => {
    fc.assert(
      fc.property(segments, (list) => {
        expect(sleepNights([...list].reverse())).toEqual(sleepNights(list))
      }),
    )
  })
})
