/** Which numbers of an answer get a mark, and of which rows: worked out by hand from a small result. */
import { describe, expect, it } from 'vitest'
import {
  type Citation,
  citationIndex,
  cite,
  citedShare,
  withoutCode,
} from '../../../src-renderer/features/chat/citations.ts'

/** A month of resting heart rate as the hub's tool answers it. */
const heart = {
  success: true,
  indicators: {
    resting_heart_rate: {
      name: 'Resting heart rate',
      code: '40443-4',
      unit: 'bpm',
      kind: 'instant',
      count: 198,
      rows: [
        { period: '2026-11-07', value: 58.4, avg: 58.4, min: 55, max: 63, n: 12, days: 1 },
        { period: '2026-11-08', value: 57.46, avg: 57.46, min: 54, max: 61, n: 11, days: 1 },
        { period: '2026-11-09', value: 61, avg: 61, min: 58, max: 66, n: 9, days: 1 },
      ],
      stats: { count: 198, days: 28, min: 51, max: 71, avg: 58.953, median: 58.5, first: 62, last: 57, change: -5 },
      coverage: { first_date: '2026-11-01', last_date: '2026-11-28', days: 28 },
      sources: ['Apple Watch'],
      method: 'One value a day.',
    },
  },
}
const sleep = {
  success: true,
  indicators: {
    sleep_asleep: {
      name: '睡眠',
      code: '',
      unit: 'min',
      kind: 'sleep',
      count: 28,
      stats: { count: 28, days: 28, min: 331, max: 512, avg: 442.4, median: 440 },
      coverage: { first_date: '2026-11-01', last_date: '2026-11-28', days: 28 },
      sources: ['Apple Watch'],
      method: '',
    },
    steps: {
      name: '步数',
      code: '41950-7',
      unit: 'steps',
      kind: 'cumulative',
      count: 900,
      stats: { count: 900, days: 28, min: 2104, max: 18_230, avg: 8912.4 },
      coverage: { first_date: '2026-11-01', last_date: '2026-11-28', days: 28 },
      sources: ['iPhone'],
      method: '',
    },
  },
}
const index = citationIndex([
  { callId: 'a', number: 1, result: heart },
  { callId: 'b', number: 2, result: sleep },
])

const said = (text: string) => cite(text, index).citations.map((one) => one.said)
const first = (text: string): Citation | undefined => cite(text, index).citations[0]
const name = (text: string) => {
  const fact = first(text)?.candidates[0]
  return fact === undefined ? null : `${fact.indicator}.${fact.name}${fact.date === null ? '' : ` ${fact.date}`}`
}

describe('a number is marked', () => {
  it('when the value rounded to what is shown is that number: 58.953 as 59 and 59.0, not as 58 or 58.9', () => {
    expect(said('It averaged 59 bpm.')).toEqual(['59 bpm'])
    expect(said('It averaged 59.0 bpm.')).toEqual(['59.0 bpm'])
    expect(said('It averaged 58.95 bpm.')).toEqual(['58.95 bpm'])
    expect(said('It averaged 58.9 bpm.')).toEqual([])
  })

  it('behind its unit, also when the unit follows bold digits', () => {
    expect(cite('Now **59** bpm.', index).text).toBe('Now **59** bpm\uE0000\uE001.')
    expect(cite('Now **59 bpm**.', index).text).toBe('Now **59 bpm\uE0000\uE001**.')
  })

  it('with thousands separators, in Chinese, and in ten thousands', () => {
    expect(said('About 8,912 steps a day.')).toEqual(['8,912 steps'])
    expect(said('平均每天8,912步，最多18230步。')).toEqual(['8,912步', '18230步'])
    // 18 230 is 1.8 万 to one decimal.
    expect(said('最多1.8万步')).toEqual(['1.8万步'])
  })

  it('as hours and minutes, or hours, of a value in minutes: 442.4 min is 7 h 22 min and 7.4 h', () => {
    expect(said('You slept 7 h 22 min.')).toEqual(['7 h 22 min'])
    expect(said('平均睡7小时22分钟。')).toEqual(['7小时22分钟'])
    expect(said('You slept 7.4 hours.')).toEqual(['7.4 hours'])
    expect(said('You slept 7 h 23 min.')).toEqual([])
  })

  it('at both ends of a range that has one unit', () => {
    expect(said('Between 51–71 bpm.')).toEqual(['51', '71 bpm'])
    expect(said('在51到71次/分之间')).toEqual(['51', '71次/分'])
  })

  it('without its sign where the words say the direction', () => {
    expect(name('It fell by 5 bpm.')).toBe('resting_heart_rate.change')
    expect(said('A change of −5 bpm.')).toEqual(['−5 bpm'])
  })

  it('when it counts, by a count: n, days', () => {
    expect(name('n = 198')).toBe('resting_heart_rate.count')
    expect(said('Over 28 days with data.')).toEqual(['28'])
    expect(said('共28天')).toEqual(['28'])
  })

  it('when it is small and bare only where the words name the statistic', () => {
    const small = citationIndex([{ callId: 'a', number: 1, result: { stats: { max: 12, min: 3 } } }])
    expect(cite('The highest was 12.', small).citations).toHaveLength(1)
    expect(cite('I looked at 12 of them', small).citations).toHaveLength(0)
  })

  it('when full-width digits are used', () => {
    expect(said('平均５９次／分')).toEqual(['５９次／分'])
  })
})

describe('a number is left alone', () => {
  it('when nothing in the results is that number', () => {
    expect(said('It averaged 64 bpm.')).toEqual([])
  })

  it('when its unit is another one', () => {
    expect(said('You weigh 59 kg.')).toEqual([])
    expect(said('体重59公斤')).toEqual([])
  })

  it('in dates, times, years, list numbers, names and links', () => {
    for (const text of [
      'On 2026-11-28 at 07:59',
      'From 1 to 28 November 2026',
      'Nov 28, 2026 and May 9',
      '2026年11月28日，28日，11月',
      '28. Third thing',
      'HbA1c, B12, COVID-59 and rs59',
      'Step 28 of type 2',
      '[59 bpm](https://example.org/59)',
      'https://example.org/59/bpm',
      '`59 bpm`',
      '第28周',
      'a 28-day plan',
      'version 1.59.28',
    ])
      expect(said(text), text).toEqual([])
  })

  it('in code, chart blocks and HTML', () => {
    expect(said('```\n59 bpm\n```\n')).toEqual([])
    expect(said('```vis-chart\n{"value": 59}\n```')).toEqual([])
    expect(said('<div data-x="59">')).toEqual([])
    expect(said('    59 bpm as code')).toEqual([])
  })
})

describe('of several values that fit', () => {
  it('the one whose day is named comes first, and the others are listed', () => {
    expect(name('On 9 November it was 61 bpm.')).toBe('resting_heart_rate.value 2026-11-09')
    expect(name('On 8 November the highest was 61 bpm.')).toBe('resting_heart_rate.max 2026-11-08')
    expect(name('11月8日最高61次/分')).toBe('resting_heart_rate.max 2026-11-08')
    expect(first('It was 61 bpm.')?.candidates.length).toBeGreaterThan(1)
  })

  it('the statistic that the words name comes before a row', () => {
    expect(name('The lowest was 51 bpm.')).toBe('resting_heart_rate.min')
    expect(name('The latest is 57 bpm.')).toBe('resting_heart_rate.last')
    expect(name('Its median is 58.5 bpm.')).toBe('resting_heart_rate.median')
  })

  it('the later call wins between equals', () => {
    const twice = citationIndex([
      { callId: 'a', number: 1, result: heart },
      { callId: 'c', number: 2, result: structuredClone(heart) },
    ])
    expect(cite('It averaged 59 bpm.', twice).citations[0]?.number).toBe(2)
  })
})

describe('other results', () => {
  it('give values of any shape, numbers in their texts, and the mean of rows', () => {
    const other = citationIndex([
      {
        callId: 'x',
        number: 1,
        result: {
          rows: [{ weight_kg: 70 }, { weight_kg: 73 }],
          note: 'LDL 3.4 mmol/L in March',
        },
      },
    ])
    const marks = cite('70 kg, then 73 kg: 71.5 kg on average. LDL was 3.4 mmol/L.', other)
    expect(marks.citations.map((one) => one.said)).toEqual(['70 kg', '73 kg', '71.5 kg', '3.4 mmol/L'])
    expect(marks.citations[2]?.candidates[0]?.isDerived).toBe(true)
  })
})

describe('the small print', () => {
  it('counts figures that nothing stands behind, and says nothing when there are none', () => {
    expect(citedShare([cite('59 bpm, 64 bpm, 51 bpm. Over 28 days in 2026.', index)])).toEqual({ cited: 3, figures: 4 })
    expect(citedShare([cite('59 bpm on 3 May 2026.', index)])).toBeNull()
  })
})

describe('text without code', () => {
  it('keeps every place, so that marks go where they belong', () => {
    const text = 'A `59` b [c 1](d) e\n```\n5\n```\nf'
    expect(withoutCode(text)).toHaveLength(text.length)
    expect(withoutCode(text)).toContain('f')
    expect(withoutCode(text)).not.toMatch(/\d/)
  })
})
