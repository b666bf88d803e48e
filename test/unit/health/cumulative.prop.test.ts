/** What must hold for any devices: the merge against a second-by-second account, and its invariants. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CumulativeSample, mergeCumulative, splitAtMidnight } from '../../../src-main/health/merge/cumulative.ts'

const SECONDS = 120
const rank = new Map([
  [0, 0],
  [1, 1],
  [2, 2],
])

const sampleArbitrary: fc.Arbitrary<CumulativeSample> = fc
  .record({
    sourceId: fc.integer({ min: 0, max: 2 }),
    from: fc.integer({ min: 0, max: SECONDS - 1 }),
    length: fc.integer({ min: 1, max: 40 }),
    value: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ sourceId, from, length, value }) => ({ sourceId, start: from * 1000, end: (from + length) * 1000, value }))

/** Walks every second: a sample's share of a second counts unless a better source has any sample over it. */
function secondBySecond(samples: readonly CumulativeSample[]): number {
  let total = 0
  for (let second = 0; second < SECONDS + 40; second++) {
    const running = samples.filter((sample) => sample.start <= second * 1000 && second * 1000 < sample.end)
    const best = Math.min(...running.map((sample) => sample.sourceId))
    for (const sample of running) {
      if (sample.sourceId === best) total += (sample.value * 1000) / (sample.end - sample.start)
    }
  }
  return total
}

describe('mergeCumulative', () => {
  it('equals the account second by second', () => {
    fc.assert(
      fc.property(fc.array(sampleArbitrary, { maxLength: 25 }), (samples) => {
        expect(mergeCumulative(samples, rank)).toBeCloseTo(secondBySecond(samples), 6)
      }),
    )
  })

  it('never exceeds the sum and never falls below the best source alone', () => {
    fc.assert(
      fc.property(fc.array(sampleArbitrary, { maxLength: 25 }), (samples) => {
        const sum = (list: readonly CumulativeSample[]) => list.reduce((total, sample) => total + sample.value, 0)
        const merged = mergeCumulative(samples, rank)
        const best = Math.min(...samples.map((sample) => sample.sourceId))
        expect(merged).toBeLessThanOrEqual(sum(samples) + 1e-6)
        expect(merged).toBeGreaterThanOrEqual(sum(samples.filter((sample) => sample.sourceId === best)) - 1e-6)
      }),
    )
  })

  it('does not depend on the order of samples, to the last bit', () => {
    fc.assert(
      fc.property(fc.array(sampleArbitrary, { maxLength: 25 }), fc.integer(), (samples, seed) => {
        const shuffled = samples
          .map((sample, i) => ({ sample, key: Math.imul(seed ^ (i + 1), 2_654_435_761) }))
          .sort((a, b) => a.key - b.key)
          .map(({ sample }) => sample)
        expect(mergeCumulative(shuffled, rank)).toBe(mergeCumulative(samples, rank))
      }),
    )
  })
})

describe('splitAtMidnight', () => {
  const HOUR = 3_600_000

  it('conserves the total and the time, one piece a day, in every zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2026, 0, 1) }),
        fc.integer({ min: 0, max: 80 * HOUR }),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.constantFrom(
          'America/New_York',
          'Europe/Berlin',
          'Asia/Shanghai',
          'Australia/Lord_Howe',
          'Pacific/Apia',
          'Africa/Cairo',
        ),
        (start, length, value, zone) => {
          const pieces = splitAtMidnight({ sourceId: 0, start, end: start + length, value }, zone)
          const total = pieces.reduce((sum, piece) => sum + piece.sample.value, 0)
          const time = pieces.reduce((sum, piece) => sum + piece.sample.end - piece.sample.start, 0)
          expect(total).toBeCloseTo(value, 6)
          expect(time).toBe(length)
          expect(new Set(pieces.map((piece) => piece.day)).size).toBe(pieces.length)
        },
      ),
    )
  })
})
