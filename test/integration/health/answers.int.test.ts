/** Worked answers over a real database: each expected number is worked out by hand in its comment or the facts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IndicatorQuery, IndicatorResult } from '../../../src-main/health/types.ts'
import { newYork, openRecordStore, type RecordStore, type StoredRecord } from './record-store.ts'

let store: RecordStore
beforeAll(async () => {
  store = await openRecordStore()
})
afterAll(async () => {
  await store?.close()
})

function ask(userId: number, query: Partial<IndicatorQuery>): Promise<IndicatorResult> {
  return store.health.query(userId, { aggregate: 'none', limit: 50, ...query })
}

const span = (key: string, start: string, end: string, value: number, rest: Partial<StoredRecord> = {}) => ({
  key,
  start: newYork(start),
  end: newYork(end),
  value,
  ...rest,
})
const at = (key: string, wall: string, value: number, rest: Partial<StoredRecord> = {}) =>
  span(key, wall, wall, value, rest)
const phone = { source: 'iPhone', sourceKind: 'phone' }

describe('counters', () => {
  const user = 1
  beforeAll(async () => {
    await store.add(user, [
      span('steps', '2025-07-01 08:00', '2025-07-01 08:10', 600),
      span('steps', '2025-07-01 08:05', '2025-07-01 08:15', 500, phone),
      span('steps', '2025-07-01 12:00', '2025-07-01 12:10', 200, phone),
      // Only the watch: 100 steps across midnight, 50 on each side.
      span('steps', '2025-07-02 23:50', '2025-07-03 00:10', 100),
    ])
  })

  it('merges overlapping watch and phone instead of adding them (600 + 250 + 200)', async () => {
    const result = await ask(user, { indicators: ['steps'], aggregate: 'day' })
    expect(result.indicators.steps?.rows).toEqual([
      { period: '2025-07-01', value: 1050, avg: 1050, min: 1050, max: 1050, n: 3, days: 1 },
      { period: '2025-07-02', value: 50, avg: 50, min: 50, max: 50, n: 1, days: 1 },
      { period: '2025-07-03', value: 50, avg: 50, min: 50, max: 50, n: 0, days: 1 },
    ])
    expect(result.indicators.steps?.sources).toEqual(['Watch', 'iPhone'])
    expect(result.indicators.steps?.unit).toBe('steps')
  })

  it('takes statistics over days, never over samples', async () => {
    const result = await ask(user, {
      keywords: ['步数'],
      aggregate: 'stats',
      startDate: '2025-07-01',
      endDate: '2025-07-03',
    })
    expect(result.indicators.steps?.stats).toEqual({
      count: 3,
      numeric_count: 3,
      days: 3,
      min: 50,
      max: 1050,
      avg: 383.3333,
      median: 50,
      first: 1050,
      first_date: '2025-07-01',
      last: 50,
      last_date: '2025-07-03',
      change: -1000,
    })
    expect(result.indicators.steps?.count).toBe(4)
  })

  it('cuts the page and says how many there are', async () => {
    const result = await ask(user, { indicators: ['steps'], limit: 2 })
    expect(result.indicators.steps?.rows).toHaveLength(2)
    expect(result.indicators.steps?.rows?.[0]).toMatchObject({
      time: '2025-07-02T23:50:00-04:00',
      end_time: '2025-07-03T00:10:00-04:00',
      value: 100,
      unit: 'steps',
      source: 'Watch',
      file: 'export.xml',
    })
    expect(result.truncated).toEqual({ steps: 4 })
  })

  it('derives the same day whichever file brought which source, and takes it back with the file', async () => {
    const userId = 2
    const watch = [span('steps', '2025-07-01 08:00', '2025-07-01 08:10', 600)]
    const other = [
      span('steps', '2025-07-01 08:05', '2025-07-01 08:15', 500, phone),
      span('steps', '2025-07-01 12:00', '2025-07-01 12:10', 200, phone),
    ]
    await store.add(userId, other)
    const watchFile = await store.add(userId, watch)
    const day = async () => (await ask(userId, { indicators: ['steps'], aggregate: 'day' })).indicators.steps?.rows?.[0]
    expect(await day()).toMatchObject({ value: 1050, n: 3 })
    await store.remove(userId, watchFile)
    expect(await day()).toMatchObject({ value: 700, n: 2 })
  })

  it('week and month are means of days with data, beside the total (1000 and 3000 → 2000, not 571)', async () => {
    const userId = 3
    await store.add(userId, [
      span('steps', '2025-06-30 08:00', '2025-06-30 09:00', 1000),
      span('steps', '2025-07-01 08:00', '2025-07-01 09:00', 3000),
    ])
    const week = await ask(userId, { indicators: ['steps'], aggregate: 'week' })
    // 2025-06-30 is a Monday.
    expect(week.indicators.steps?.rows).toEqual([
      { period: '2025-06-30', value: 2000, avg: 2000, min: 1000, max: 3000, total: 4000, n: 2, days: 2 },
    ])
    const month = await ask(userId, { indicators: ['steps'], aggregate: 'month' })
    expect(month.indicators.steps?.rows?.map((row) => [row.period, row.value, row.days])).toEqual([
      ['2025-06-01', 1000, 1],
      ['2025-07-01', 3000, 1],
    ])
  })
})

describe('instants', () => {
  const user = 10
  beforeAll(async () => {
    await store.add(user, [
      at('heart_rate', '2025-06-30 08:00', 60),
      at('heart_rate', '2025-07-01 08:00', 70),
      at('heart_rate', '2025-07-01 09:00', 80),
      at('heart_rate', '2025-07-01 10:00', 150),
      at('heart_rate', '2025-07-31 23:30', 50),
      at('heart_rate', '2025-08-01 00:30', 54),
    ])
  })

  it('a month is the mean of daily means, its avg the mean of samples', async () => {
    const result = await ask(user, { keywords: ['heart rate'], aggregate: 'month' })
    expect(result.indicators.heart_rate?.rows).toEqual([
      { period: '2025-06-01', value: 60, avg: 60, min: 60, max: 60, n: 1, days: 1 },
      // days: (70+80+150)/3 = 100 and 50 → 75; samples: 350/4 = 87.5
      { period: '2025-07-01', value: 75, avg: 87.5, min: 50, max: 150, n: 4, days: 2 },
      { period: '2025-08-01', value: 54, avg: 54, min: 54, max: 54, n: 1, days: 1 },
    ])
  })

  it('medians are exact over whole months, parts of months and both', async () => {
    const median = async (startDate?: string, endDate?: string) =>
      (await ask(user, { indicators: ['heart_rate'], aggregate: 'stats', startDate, endDate })).indicators.heart_rate
        ?.stats?.median
    // 50 54 60 70 80 150
    expect(await median()).toBe(65)
    expect(await median('2025-07-01', '2025-07-31')).toBe(75)
    expect(await median('2025-06-30', '2025-07-01')).toBe(75)
    expect(await median('2025-07-02', '2025-08-01')).toBe(52)
    expect(await median('2025-07-01', '2025-07-01')).toBe(80)
    expect(await median('2025-06-15', undefined)).toBe(65)
    expect(await median(undefined, '2025-07-30')).toBe(75)
  })

  it('first and last are the first and last sample, change their difference', async () => {
    const result = await ask(user, { indicators: ['heart_rate'], aggregate: 'stats', endDate: '2025-07-31' })
    expect(result.indicators.heart_rate?.stats).toMatchObject({
      count: 5,
      days: 3,
      first: 60,
      first_date: '2025-06-30',
      last: 50,
      last_date: '2025-07-31',
      change: -10,
      avg: 82,
    })
  })

  it('the window is exact: the sample at 23:30 belongs to its own day alone', async () => {
    const result = await ask(user, { indicators: ['heart_rate'], startDate: '2025-07-31', endDate: '2025-07-31' })
    expect(result.indicators.heart_rate?.rows?.map((row) => 'time' in row && row.time)).toEqual([
      '2025-07-31T23:30:00-04:00',
    ])
    expect(result.indicators.heart_rate?.coverage).toEqual({
      first_date: '2025-07-31',
      last_date: '2025-07-31',
      days: 1,
    })
  })

  it('a record keeps the day of its own zone', async () => {
    const userId = 11
    // 01:30 in Tokyo on 2 July is still 1 July in New York.
    await store.add(userId, [{ key: 'heart_rate', start: '2025-07-01T16:30:00Z', value: 61, zone: 'Asia/Tokyo' }])
    const result = await ask(userId, { indicators: ['heart_rate'] })
    expect(result.indicators.heart_rate?.rows?.[0]).toMatchObject({ time: '2025-07-02T01:30:00+09:00' })
    expect(result.indicators.heart_rate?.coverage.first_date).toBe('2025-07-02')
  })

  it('both pressures come together, rows of one instant as a pair', async () => {
    const userId = 12
    await store.add(userId, [
      at('blood_pressure_systolic', '2025-07-01 08:20', 119, { source: 'OMRON', sourceKind: 'app' }),
      at('blood_pressure_diastolic', '2025-07-01 08:20', 78, { source: 'OMRON', sourceKind: 'app' }),
    ])
    const result = await ask(userId, { keywords: ['血压'] })
    expect(Object.keys(result.indicators)).toEqual(['blood_pressure_systolic', 'blood_pressure_diastolic'])
    expect(result.indicators.blood_pressure_systolic?.rows?.[0]).toMatchObject({
      value: 119,
      text: '119/78',
      unit: 'mmHg',
    })
  })

  it('a value below the limit of detection is counted and kept out of the mean', async () => {
    const userId = 13
    await store.add(userId, [
      at('hba1c', '2024-01-10 08:00', 5.9),
      at('hba1c', '2024-07-02 08:00', 6.1),
      at('hba1c', '2025-01-08 08:00', 4, { comparator: '<' }),
    ])
    const stats = (await ask(userId, { keywords: ['HbA1c'], aggregate: 'stats' })).indicators.hba1c?.stats
    expect(stats).toMatchObject({ count: 3, numeric_count: 2, avg: 6, min: 5.9, last: '<4', change: null })
  })
})

describe('events', () => {
  it('symptoms are counted and workouts add up their minutes', async () => {
    const user = 20
    await store.add(user, [
      { key: 'headache', start: newYork('2025-07-01 08:00'), text: 'mild' },
      { key: 'headache', start: newYork('2025-07-01 18:00'), text: 'severe' },
      span('workout', '2025-07-01 18:00', '2025-07-01 18:30', 30, { text: 'running' }),
      span('workout', '2025-07-01 20:00', '2025-07-01 20:45', 45, { text: 'yoga' }),
    ])
    const day = await ask(user, { indicators: ['headache', 'workout'], aggregate: 'day' })
    expect(day.indicators.headache?.rows?.[0]).toMatchObject({ value: 2, n: 2 })
    expect(day.indicators.workout?.rows?.[0]).toMatchObject({ value: 75, n: 2, avg: 37.5, min: 30, max: 45 })
    const stats = await ask(user, { indicators: ['headache'], aggregate: 'stats' })
    expect(stats.indicators.headache?.stats).toMatchObject({ count: 2, numeric_count: 0, avg: null, last: 'severe' })
  })
})

describe('what is told', () => {
  const user = 30
  beforeAll(async () => {
    await store.add(user, [at('body_mass', '2025-07-01 07:00', 68.0388555)])
  })

  it('dates that exist, where the window is empty', async () => {
    const result = await ask(user, {
      keywords: ['weight'],
      startDate: '2024-01-01',
      endDate: '2024-12-31',
      aggregate: 'stats',
    })
    expect(result.success).toBe(true)
    expect(result.indicators.body_mass).toMatchObject({ count: 0, coverage: { first_date: null, days: 0 } })
    expect(result.indicators.body_mass?.stats).toMatchObject({ count: 0, avg: null })
    expect(result.message).toContain('2025-07-01')
  })

  it('the catalogue, where nothing is asked or nothing matches', async () => {
    const open = await ask(user, {})
    expect(open.catalog).toEqual([
      {
        indicator: 'body_mass',
        name: 'Weight',
        unit: 'kg',
        count: 1,
        first_date: '2025-07-01',
        last_date: '2025-07-01',
      },
    ])
    const none = await ask(user, { keywords: ['bone density'] })
    expect(none).toMatchObject({ success: true, indicators: {} })
    expect(none.message).toContain('bone density')
    expect(none.catalog).toHaveLength(1)
    expect((await ask(99, { keywords: ['steps'] })).catalog).toEqual([])
  })

  it('an absent test is not answered with a similar one', async () => {
    const result = await ask(user, { keywords: ['HbA1c'], aggregate: 'stats' })
    expect(result.indicators).toEqual({})
    expect(result.message).toContain('no records of "HbA1c"')
  })

  it.each([
    [{ startDate: '2025-13-01' }, 'start_time'],
    [{ endDate: '2025-02-30' }, 'end_time'],
    [{ endDate: 'yesterday' }, 'end_time'],
    [{ startDate: '2025-07-02', endDate: '2025-07-01' }, 'start_time'],
  ])('a bad date is refused by the name of its parameter: %o', async (query, parameter) => {
    const result = await ask(user, { indicators: ['body_mass'], ...query })
    expect(result.success).toBe(false)
    expect(result.message).toContain(parameter)
  })

  it('the person reads pounds when they want to, in Chinese when they speak it', async () => {
    store.setProfile({ units: { body_mass: '[lb_av]' }, language: 'zh-CN' })
    try {
      const result = await ask(user, { indicators: ['体重'], aggregate: 'day' })
      expect(result.indicators.body_mass).toMatchObject({ name: '体重', unit: 'lb' })
      expect(result.indicators.body_mass?.rows?.[0]).toMatchObject({ value: 150 })
    } finally {
      store.setProfile({ units: {}, language: 'en' })
    }
  })

  it('nothing of a file that is still loading, not even in other files’ days', async () => {
    const userId = 31
    await store.addLoading(userId, [at('heart_rate', '2025-07-01 09:00', 200)])
    expect((await ask(userId, {})).catalog).toEqual([])
    await store.add(userId, [at('heart_rate', '2025-07-01 08:00', 60)])
    const result = await ask(userId, { indicators: ['heart_rate'] })
    expect(result.indicators.heart_rate).toMatchObject({ count: 1 })
    expect(result.indicators.heart_rate?.rows).toHaveLength(1)
    const stats = await ask(userId, { indicators: ['heart_rate'], aggregate: 'stats' })
    expect(stats.indicators.heart_rate?.stats).toMatchObject({ max: 60, median: 60 })
  })

  it('people do not see each other', async () => {
    expect((await ask(32, { indicators: ['body_mass'] })).indicators).toEqual({})
  })

  it('the overview shows the latest, the recent and the usual', async () => {
    const userId = 33
    const days = Array.from({ length: 8 }, (_, i) => at('resting_heart_rate', `2025-07-0${i + 1} 08:00`, 60 + i))
    await store.add(userId, days)
    const [card] = await store.health.overview(userId)
    // Before the latest: 60..66, median 63.
    expect(card).toMatchObject({ key: 'resting_heart_rate', unitLabel: 'bpm', latest: 67, usual: 63, count: 8 })
    expect(card?.recent[0]).toEqual(['2025-07-01', 60])
  })
})
