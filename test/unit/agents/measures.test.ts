/** Numbers as people read them. */
import { describe, expect, it } from 'vitest'
import { trendOf } from '../../../src-main/agents/quick/findings.ts'
import { duration, type Measure, quantity } from '../../../src-main/agents/quick/measures.ts'

const bpm: Measure = { unit: '/min', label: 'bpm', digits: 0, kind: 'instant' }
const steps: Measure = { unit: '{count}', label: 'steps', digits: 0, kind: 'cumulative' }

describe('quantities', () => {
  it('gives means one decimal, also when it is a zero', () => {
    expect(quantity(62, bpm, 'en', true)).toBe('62.0 bpm')
    expect(quantity(61.25, bpm, 'zh', true)).toBe('61.3 次/分')
    expect(quantity(62, bpm, 'en')).toBe('62 bpm')
    expect(quantity(8432, steps, 'en')).toBe('8,432 steps')
    expect(quantity(0.8456, { unit: 'm/s', label: 'm/s', digits: 2, kind: 'instant' }, 'en', true)).toBe('0.85 m/s')
  })
  it('gives durations in hours and minutes beside the decimal hours', () => {
    expect(duration(372, 'en')).toBe('6 h 12 min (6.2 h)')
    expect(duration(372, 'zh')).toBe('6 小时 12 分钟（6.2 小时）')
    // 59.7 minutes past an hour must not read as "6 h 60 min".
    expect(duration(419.7, 'en')).toBe('7 h 0 min (7.0 h)')
    expect(duration(45, 'en')).toBe('45 min')
  })
})

describe('trends', () => {
  const row = (period: string, value: number) => ({ period, value, avg: value, min: value, max: value, n: 1, days: 1 })
  it('draws the least-squares line of the worked case: 60,61,59,62,63 on five days is 0.7 a day', () => {
    const trend = trendOf([60, 61, 59, 62, 63].map((v, i) => row(`2025-01-0${i + 1}`, v)))
    expect(trend?.per30Days).toBeCloseTo(21, 9)
    expect(trend?.enough).toBe(false)
  })
  it('tells a direction from the scatter of days: the same slope is clear among quiet days and none among wild ones', () => {
    const days = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10))
    const along = (scatter: number) =>
      trendOf(days.map((d, i) => row(d, 60 + 0.02 * i + (i % 2 === 0 ? scatter : -scatter))))
    expect(along(0.3)?.isClear).toBe(true)
    expect(along(6)?.isClear).toBe(false)
    expect(along(6)?.per30Days).toBeGreaterThan(0)
    // Perfectly on the line: all of the variance is explained.
    expect(along(0)?.isClear).toBe(true)
  })
  it('asks for seven days over two weeks, and gives a flat line no fit', () => {
    const flat = trendOf([1, 3, 5, 7, 9, 11, 14].map((d) => row(`2025-01-${String(d).padStart(2, '0')}`, 60)))
    expect(flat).toMatchObject({ enough: true, per30Days: 0, r2: null })
  })
})
