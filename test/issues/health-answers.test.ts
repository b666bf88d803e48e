/** Faults that people reported of other programs, as inputs to ours. Names are repository#thread. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { converterFor } from '../../src-main/health/catalogue/units.ts'
import { localDate } from '../../src-main/health/merge/local-date.ts'
import type { IndicatorQuery } from '../../src-main/health/types.ts'
import { newYork, openRecordStore, type RecordStore } from '../integration/health/record-store.ts'

let store: RecordStore
beforeAll(async () => {
  store = await openRecordStore()
})
afterAll(async () => {
  await store?.close()
})

const ask = async (userId: number, key: string, query: Partial<IndicatorQuery>) =>
  (await store.health.query(userId, { indicators: [key], aggregate: 'none', limit: 50, ...query })).indicators[key]

const steps = (start: string, end: string, value: number, source = 'Watch', sourceKind = 'watch') => ({
  key: 'steps',
  start: newYork(start),
  end: newYork(end),
  value,
  source,
  sourceKind,
})

describe('counting', () => {
  it('apple-health-mcp-server#22: phone and watch steps are not summed (850, not 1100)', async () => {
    await store.add(1, [
      steps('2025-09-01 08:00', '2025-09-01 08:10', 600),
      steps('2025-09-01 08:05', '2025-09-01 08:15', 500, 'iPhone', 'phone'),
    ])
    expect((await ask(1, 'steps', { aggregate: 'day' }))?.rows).toMatchObject([{ value: 850 }])
  })

  it('krumjahn/applehealth#12: a day is the sum of its samples, not their mean', async () => {
    // 128 samples of 25 steps are 3200 a day.
    await store.add(
      2,
      Array.from({ length: 128 }, (_, i) => {
        const minute = String(i % 60).padStart(2, '0')
        const hour = String(8 + Math.floor(i / 60)).padStart(2, '0')
        const start = newYork(`2025-09-01 ${hour}:${minute}`)
        return { key: 'steps', start, end: new Date(Date.parse(start) + 30_000).toISOString(), value: 25 }
      }),
    )
    const stats = (await ask(2, 'steps', { aggregate: 'stats' }))?.stats
    expect(stats).toMatchObject({ avg: 3200, count: 1 })
  })

  it('apple-health-mcp-server#38: no statistic is taken over a page of rows', async () => {
    const answer = await ask(2, 'steps', { aggregate: 'stats', limit: 1 })
    expect(answer?.stats?.avg).toBe(3200)
    expect((await ask(2, 'steps', { limit: 1 }))?.rows).toHaveLength(1)
  })
})

describe('days', () => {
  it('open-wearables#587: a step at 23:30 belongs to the local day', async () => {
    await store.add(3, [steps('2025-09-01 23:30', '2025-09-01 23:40', 40)])
    expect((await ask(3, 'steps', { aggregate: 'day' }))?.rows).toMatchObject([{ period: '2025-09-01', value: 40 }])
  })

  it('qs_ledger#6: the offset of an export is not the place of a record', () => {
    expect(localDate(Date.parse('2019-08-08T02:03:20+02:00'), 'America/New_York')).toBe('2019-08-07')
    // The summer offset on a winter record, half an hour past a midnight that was not one.
    expect(localDate(Date.parse('2025-01-15T00:30:00-04:00'), 'America/New_York')).toBe('2025-01-14')
  })

  it('ryanbr/noop#1002: 01:30 in Tokyo is a Tokyo day, wherever the file is imported', async () => {
    await store.add(4, [
      { key: 'steps', start: '2025-09-01T16:30:00Z', end: '2025-09-01T16:40:00Z', value: 9, zone: 'Asia/Tokyo' },
    ])
    expect((await ask(4, 'steps', { aggregate: 'day' }))?.rows).toMatchObject([{ period: '2025-09-02', value: 9 }])
  })
})

describe('sleep', () => {
  const asleep = (start: string, end: string, source: string) => ({
    key: 'sleep_segment',
    start: newYork(start),
    end: newYork(end),
    text: 'asleep',
    source,
    sourceKind: 'app',
  })

  it('open-wearables#579: a plain "asleep" category is a night of 480 minutes', async () => {
    await store.add(5, [asleep('2025-09-01 22:00', '2025-09-02 06:00', 'Phone app')])
    expect((await ask(5, 'sleep_asleep', { aggregate: 'day' }))?.rows).toMatchObject([
      { period: '2025-09-02', value: 480 },
    ])
  })

  it('BeeSwift#259: two apps do not double the night', async () => {
    await store.add(6, [
      asleep('2025-09-01 22:00', '2025-09-02 06:00', 'One'),
      asleep('2025-09-01 22:10', '2025-09-02 05:50', 'Two'),
    ])
    expect((await ask(6, 'sleep_asleep', { aggregate: 'stats' }))?.stats).toMatchObject({ avg: 480, count: 1 })
  })

  it('health-md#158: 22:00 to 05:30 is one night of the wake date', async () => {
    await store.add(7, [
      asleep('2025-09-01 22:00', '2025-09-01 23:59', 'One'),
      asleep('2025-09-02 00:05', '2025-09-02 05:30', 'One'),
    ])
    expect((await ask(7, 'sleep_main', { aggregate: 'day' }))?.rows).toMatchObject([
      { period: '2025-09-02', value: 444 },
    ])
  })
})

describe('units', () => {
  it('react-native-health#198: a percentage of HealthKit is a fraction', () => {
    expect(converterFor('body_fat_percentage', '%', { percentIsFraction: true })?.(0.234)).toBeCloseTo(23.4, 9)
  })

  it('apple-health-mcp-server (measured): a category is text, not the number 0', async () => {
    await store.add(8, [{ key: 'headache', start: newYork('2025-09-01 09:00'), text: 'moderate' }])
    expect((await ask(8, 'headache', {}))?.rows).toMatchObject([{ value: null, text: 'moderate' }])
  })
})
