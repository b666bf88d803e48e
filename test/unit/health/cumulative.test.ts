/** Counting the same steps once. Cases and numbers of the facts, worked out by hand. */
import { describe, expect, it } from 'vitest'
import { type CumulativeSample, mergeCumulative, splitAtMidnight } from '../../../src-main/health/merge/cumulative.ts'
import { dateOfDay } from '../../../src-main/health/merge/local-date.ts'
import { rankSources } from '../../../src-main/health/merge/source-rank.ts'

const MANUAL = 1
const WATCH = 2
const PHONE = 3
const rank = new Map([
  [MANUAL, 0],
  [WATCH, 1],
  [PHONE, 2],
])

/** Minutes of one day. */
function sample(sourceId: number, from: string, to: string, value: number): CumulativeSample {
  const ms = (clock: string) => Date.parse(`2025-07-01T${clock}:00Z`)
  return { sourceId, start: ms(from), end: ms(to), value }
}

describe('mergeCumulative', () => {
  it('lets the phone count only where the watch was silent: 600 + 250 + 200', () => {
    const samples = [
      sample(WATCH, '08:00', '08:10', 600),
      sample(PHONE, '08:05', '08:15', 500),
      sample(PHONE, '12:00', '12:10', 200),
    ]
    expect(mergeCumulative(samples, rank)).toBe(1050)
  })

  it('phone and watch steps are not summed: 600 + 250 = 850, not 1100', () => {
    const samples = [sample(WATCH, '08:00', '08:10', 600), sample(PHONE, '08:05', '08:15', 500)]
    expect(mergeCumulative(samples, rank)).toBe(850)
  })

  it('a manual entry beats the watch, and what it leaves uncovered is split between the others', () => {
    const samples = [
      sample(PHONE, '08:00', '08:30', 300),
      sample(WATCH, '08:00', '08:20', 400),
      sample(MANUAL, '08:00', '08:10', 100),
    ]
    // manual 100, watch 08:10–08:20 = 200, phone 08:20–08:30 = 100
    expect(mergeCumulative(samples, rank)).toBe(400)
  })

  it('a sample without length counts only at an instant nobody better covers', () => {
    const samples = [
      sample(WATCH, '08:00', '08:10', 600),
      sample(PHONE, '08:05', '08:05', 7),
      sample(PHONE, '08:10', '08:10', 11),
      sample(PHONE, '09:00', '09:00', 13),
    ]
    // 08:05 is covered; 08:10 is the end of a half-open interval and is not.
    expect(mergeCumulative(samples, rank)).toBe(600 + 11 + 13)
  })

  it('two apps that log one meal at one instant count it once, two meals of one app both', () => {
    const samples = [
      sample(WATCH, '12:00', '12:00', 500),
      sample(WATCH, '12:00', '12:00', 200),
      sample(PHONE, '12:00', '12:00', 500),
    ]
    expect(mergeCumulative(samples, rank)).toBe(700)
  })

  it('overlaps inside one source are its own account and add up', () => {
    const samples = [sample(WATCH, '08:00', '08:10', 600), sample(WATCH, '08:05', '08:15', 500)]
    expect(mergeCumulative(samples, rank)).toBe(1100)
  })

  it('overlapping samples of a better source cover their time once', () => {
    const samples = [
      sample(WATCH, '08:00', '08:06', 60),
      sample(WATCH, '08:04', '08:08', 40),
      sample(PHONE, '08:00', '08:10', 100),
    ]
    // The phone has 08:08–08:10 to itself: 20.
    expect(mergeCumulative(samples, rank)).toBe(120)
  })

  it('nothing is nothing', () => {
    expect(mergeCumulative([], rank)).toBe(0)
  })
})

describe('splitAtMidnight', () => {
  const zone = 'America/New_York'
  const split = (start: string, end: string, value: number) =>
    splitAtMidnight({ sourceId: WATCH, start: Date.parse(start), end: Date.parse(end), value }, zone).map((piece) => [
      dateOfDay(piece.day),
      piece.sample.value,
    ])

  it('23:50 to 00:10 gives each day its half', () => {
    expect(split('2025-07-01T23:50:00-04:00', '2025-07-02T00:10:00-04:00', 100)).toEqual([
      ['2025-07-01', 50],
      ['2025-07-02', 50],
    ])
  })

  it('a sample that ends at midnight stays in its day', () => {
    expect(split('2025-07-01T23:50:00-04:00', '2025-07-02T00:00:00-04:00', 100)).toEqual([['2025-07-01', 100]])
  })

  it('a day of 23 hours gets 23 parts of the total, of 25 hours 25', () => {
    // From the start of 8 March to the end of 9 March: 24 h + 23 h.
    expect(split('2025-03-08T00:00:00-05:00', '2025-03-10T00:00:00-04:00', 47)).toEqual([
      ['2025-03-08', 24],
      ['2025-03-09', 23],
    ])
    expect(split('2025-11-02T00:00:00-04:00', '2025-11-04T00:00:00-05:00', 49)).toEqual([
      ['2025-11-02', 25],
      ['2025-11-03', 24],
    ])
  })

  it('a sample without length stays whole', () => {
    expect(split('2025-07-02T00:00:00-04:00', '2025-07-02T00:00:00-04:00', 9)).toEqual([['2025-07-02', 9]])
  })
})

describe('rankSources', () => {
  const source = (id: number, kind: string, normalName: string, priority: number | null = null) => ({
    id,
    kind,
    normalName,
    priority,
  })

  it('goes manual, watch, phone, others by name, whatever order they were met in', () => {
    const sources = [
      source(1, 'app', 'b'),
      source(2, 'phone', 'p'),
      source(3, 'app', 'a'),
      source(4, 'watch', 'w'),
      source(5, 'manual', 'm'),
    ]
    const order = (list: typeof sources) => [...rankSources(list)].sort((x, y) => x[1] - y[1]).map(([id]) => id)
    expect(order(sources)).toEqual([5, 4, 2, 3, 1])
    expect(order([...sources].reverse())).toEqual([5, 4, 2, 3, 1])
  })

  it("a person's own order goes before all kinds", () => {
    const ranks = rankSources([
      source(1, 'manual', 'm'),
      source(2, 'watch', 'w'),
      source(3, 'app', 'a', 1),
      source(4, 'phone', 'p', 0),
    ])
    expect([...ranks].sort((x, y) => x[1] - y[1]).map(([id]) => id)).toEqual([4, 3, 1, 2])
  })
})
