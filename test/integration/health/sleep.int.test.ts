/** Nights over a real database: labels, naps, missing nights, and what a later file changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newYork, openRecordStore, type RecordStore, type StoredRecord } from './record-store.ts'

let store: RecordStore
beforeAll(async () => {
  store = await openRecordStore()
})
afterAll(async () => {
  await store?.close()
})

const segment = (text: string, start: string, end: string, source = 'Watch', sourceKind = 'watch'): StoredRecord => ({
  key: 'sleep_segment',
  start: newYork(start),
  end: newYork(end),
  text,
  source,
  sourceKind,
})

const night = [
  segment('in_bed', '2025-07-01 22:50', '2025-07-02 07:10', 'iPhone', 'phone'),
  segment('asleep', '2025-07-01 22:55', '2025-07-02 07:05', 'AutoSleep', 'app'),
  segment('core', '2025-07-01 23:10', '2025-07-02 02:00'),
  segment('deep', '2025-07-02 02:00', '2025-07-02 03:00'),
  segment('awake', '2025-07-02 03:00', '2025-07-02 03:10'),
  segment('rem', '2025-07-02 03:10', '2025-07-02 04:00'),
  segment('core', '2025-07-02 04:00', '2025-07-02 06:50'),
]
const nap = segment('asleep', '2025-07-02 14:00', '2025-07-02 15:30', 'AutoSleep', 'app')

const SLEEP_KEYS = [
  'sleep_asleep',
  'sleep_main',
  'sleep_naps',
  'sleep_in_bed',
  'sleep_deep',
  'sleep_rem',
  'sleep_core',
  'sleep_awake',
  'sleep_efficiency',
]

async function days(userId: number): Promise<Record<string, [string, number | null][]>> {
  const result = await store.health.query(userId, { indicators: SLEEP_KEYS, aggregate: 'day', limit: 50 })
  return Object.fromEntries(
    Object.entries(result.indicators).map(([key, answer]) => [
      key,
      (answer.rows ?? []).map((row) => [String(row.period), typeof row.value === 'number' ? row.value : null]),
    ]),
  )
}

describe('a night with phone, app and watch', () => {
  const user = 1
  beforeAll(async () => {
    await store.add(user, [...night, nap])
  })

  it('is told in every part by its wake date', async () => {
    const on = (value: number) => [['2025-07-02', value]]
    expect(await days(user)).toEqual({
      sleep_asleep: on(540),
      sleep_main: on(450),
      sleep_naps: on(90),
      sleep_in_bed: on(500),
      sleep_deep: on(60),
      sleep_rem: on(50),
      sleep_core: on(340),
      sleep_awake: on(10),
      sleep_efficiency: on(90),
    })
  })

  it('lists nights as rows with start and end, naps among everything slept', async () => {
    const ask = async (key: string) =>
      (await store.health.query(user, { indicators: [key], aggregate: 'none', limit: 50 })).indicators[key]
    const all = await ask('sleep_asleep')
    expect(all?.count).toBe(2)
    expect(all?.rows).toEqual([
      {
        time: '2025-07-02T14:00:00-04:00',
        end_time: '2025-07-02T15:30:00-04:00',
        value: 90,
        unit: 'min',
        source: 'AutoSleep',
      },
      {
        time: '2025-07-01T22:50:00-04:00',
        end_time: '2025-07-02T07:10:00-04:00',
        value: 450,
        unit: 'min',
        source: 'Watch',
      },
    ])
    expect((await ask('sleep_main'))?.rows).toHaveLength(1)
    expect((await ask('sleep_naps'))?.rows).toMatchObject([{ value: 90 }])
    expect((await ask('sleep_in_bed'))?.sources).toEqual(['iPhone', 'Watch'])
  })

  it('never lists the segments it is made of', async () => {
    const result = await store.health.query(user, { aggregate: 'none', limit: 50 })
    expect(result.catalog?.map((row) => row.indicator)).toEqual([...SLEEP_KEYS].sort())
    const asked = await store.health.query(user, { indicators: ['sleep_segment'], aggregate: 'none', limit: 50 })
    expect(asked.indicators).toEqual({})
  })

  it('gives the sleep page its nights', async () => {
    const nights = await store.health.sleepNights(user, '2025-07-02', '2025-07-02')
    expect(nights.map(({ isMain, asleep, inBed, efficiency }) => ({ isMain, asleep, inBed, efficiency }))).toEqual([
      { isMain: true, asleep: 450, inBed: 500, efficiency: 90 },
      { isMain: false, asleep: 90, inBed: 90, efficiency: 100 },
    ])
    expect(await store.health.sleepNights(user, '2025-07-03', '2025-07-09')).toEqual([])
  })
})

it('a night with time in bed only has no sleep at all, and stays out of the average', async () => {
  const user = 2
  await store.add(user, [
    segment('in_bed', '2025-07-01 23:00', '2025-07-02 06:30', 'iPhone', 'phone'),
    segment('core', '2025-07-02 23:00', '2025-07-03 06:00'),
  ])
  const found = await days(user)
  expect(found.sleep_in_bed).toEqual([
    ['2025-07-02', 450],
    ['2025-07-03', 420],
  ])
  expect(found.sleep_asleep).toEqual([['2025-07-03', 420]])
  const stats = await store.health.query(user, { keywords: ['sleep'], aggregate: 'stats', limit: 50 })
  expect(stats.indicators.sleep_asleep?.stats).toMatchObject({ count: 1, days: 1, avg: 420, median: 420 })
})

it('a file that brings the second half of a night mends the night and its label', async () => {
  const user = 3
  const first = await store.add(user, [segment('core', '2025-07-01 22:00', '2025-07-01 23:50')])
  expect((await days(user)).sleep_main).toEqual([['2025-07-01', 110]])
  const second = await store.add(user, [segment('core', '2025-07-02 00:10', '2025-07-02 05:10')])
  expect((await days(user)).sleep_main).toEqual([['2025-07-02', 410]])
  await store.remove(user, second)
  expect((await days(user)).sleep_main).toEqual([['2025-07-01', 110]])
  await store.remove(user, first)
  expect(await days(user)).toEqual({})
  expect(await store.health.hasRecords(user)).toBe(false)
})

it('nights of the clock change last 7 and 9 hours', async () => {
  const user = 4
  await store.add(user, [
    { key: 'sleep_segment', start: '2025-03-09T04:00:00Z', end: '2025-03-09T11:00:00Z', text: 'asleep' },
    { key: 'sleep_segment', start: '2025-11-02T03:00:00Z', end: '2025-11-02T12:00:00Z', text: 'asleep' },
  ])
  expect((await days(user)).sleep_asleep).toEqual([
    ['2025-03-09', 420],
    ['2025-11-02', 540],
  ])
})
