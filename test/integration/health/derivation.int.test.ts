/**
 * The derived tables depend on the records alone: not on how they were cut into files, in which order those came, nor
 * on files that were taken back in between.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../db/engines.ts'
import { openRecordStore, type RecordStore, type StoredRecord } from './record-store.ts'

let store: RecordStore
beforeAll(async () => {
  store = await openRecordStore()
})
afterAll(async () => {
  await store?.close()
})

function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Two weeks over the spring change of clocks, with travel, midnights and several devices. */
function records(seed: number): StoredRecord[] {
  const random = noise(seed)
  const list: StoredRecord[] = []
  const begin = Date.parse('2025-03-02T00:00:00Z')
  const devices = [
    { source: 'Watch', sourceKind: 'watch' },
    { source: 'iPhone', sourceKind: 'phone' },
    { source: 'Other app', sourceKind: 'app' },
  ]
  const states = ['in_bed', 'asleep', 'core', 'deep', 'rem', 'awake']
  for (let i = 0; i < 260; i++) {
    const start = begin + Math.floor(random() * 14 * 1440) * 60_000
    const device = devices[Math.floor(random() * 3)]
    const zone = random() < 0.15 ? 'Asia/Tokyo' : 'America/New_York'
    const common = { start: new Date(start).toISOString(), zone, ...device }
    const end = (minutes: number) => new Date(start + Math.floor(random() * minutes) * 60_000).toISOString()
    if (i % 4 === 0) list.push({ ...common, key: 'heart_rate', value: 50 + Math.floor(random() * 60) })
    else if (i % 4 === 1) list.push({ ...common, key: 'sleep_segment', end: end(300), text: states[i % 6] })
    // Some samples run over midnight, some over two.
    else list.push({ ...common, key: 'steps', end: end(i % 10 === 2 ? 2800 : 120), value: Math.floor(random() * 900) })
  }
  return list
}

async function derived(userId: number, from: RecordStore = store): Promise<unknown> {
  const days = await from.db.query(
    `SELECT i.key, d.local_date, round(d.value::numeric, 6) AS value, d.min, d.max, d.n, d.numeric_n,
            (SELECT array_agg(s.name ORDER BY s.name) FROM source s WHERE s.user_id = $1 AND s.id = ANY (d.source_ids)) AS sources
     FROM daily d JOIN indicator i ON i.id = d.indicator_id WHERE d.user_id = $1 ORDER BY 1, 2`,
    [userId],
  )
  const nights = await from.db.query(
    `SELECT local_date, start_at, end_at, is_main, asleep, in_bed, deep, rem, core, awake FROM sleep_night
     WHERE user_id = $1 ORDER BY 1, 2`,
    [userId],
  )
  const stats = await from.health.query(userId, { indicators: ['heart_rate'], aggregate: 'stats', limit: 1 })
  return { days, nights, median: stats.indicators.heart_rate?.stats?.median }
}

it('is the same for one file, for many in any order, and after a file was taken back', async () => {
  const all = records(11)
  const strangers = records(12).slice(0, 80)
  await store.add(1, all)

  await store.add(
    2,
    all.filter((_, i) => i % 3 === 2),
  )
  const stray = await store.add(2, strangers)
  await store.add(
    2,
    all.filter((_, i) => i % 3 === 0),
  )
  await store.remove(2, stray)
  await store.add(
    2,
    all.filter((_, i) => i % 3 === 1),
  )

  expect(await derived(2)).toEqual(await derived(1))
})

it('leaves nothing when every file is taken back', async () => {
  const all = records(13).slice(0, 90)
  const first = await store.add(3, all.slice(0, 45))
  const second = await store.add(3, all.slice(45))
  await store.remove(3, first)
  await store.remove(3, second)
  const [row] = await store.db.query<{ left: number }>(
    `SELECT (SELECT count(*) FROM daily WHERE user_id = 3) + (SELECT count(*) FROM sleep_night WHERE user_id = 3)
          + (SELECT count(*) FROM month_digest WHERE user_id = 3) AS left`,
  )
  expect(row?.left).toBe(0)
})

it('is the same on a PostgreSQL server', async (context) => {
  const server = await startServer()
  if (typeof server === 'string') return context.skip(server)
  const onServer = await openRecordStore(await server.newDatabase())
  try {
    await onServer.add(1, records(11))
    const before = await derived(1)
    expect(before).toMatchObject({ days: expect.arrayContaining([expect.anything()]) })
    expect(await derived(1, onServer)).toEqual(before)
    const catalog = await onServer.health.query(1, { aggregate: 'none', limit: 1 })
    expect(catalog.catalog).toEqual((await store.health.query(1, { aggregate: 'none', limit: 1 })).catalog)
    expect(await onServer.health.overview(1)).toEqual(await store.health.overview(1))
  } finally {
    await onServer.close()
    await server.stop()
  }
})
