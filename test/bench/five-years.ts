/** Five years of one person's records, as a watch and a phone write them: about 550,000 heart rates and 1.6 M in all. */
import { RowEncoder } from '../../src-main/db/copy-binary.ts'
import type { Database } from '../../src-main/db/database.ts'
import { syncIndicators } from '../../src-main/health/catalogue/sync.ts'
import { dateOfDay, dayOfDate, localDate, startOfDay } from '../../src-main/health/merge/local-date.ts'
import type { TouchedIndicator } from '../../src-main/health/merge/touched-days.ts'

export const ZONE = 'America/New_York'
const COLUMNS = [
  'user_id',
  'indicator_id',
  'start_at',
  'fingerprint',
  'end_at',
  'local_date',
  'zone_id',
  'source_id',
  'file_id',
  'value',
  'text',
]
const BATCH = 20_000

interface Load {
  readonly fileId: number
  readonly touched: TouchedIndicator[]
  readonly rows: number
}

/** Deterministic noise in [0, 1). */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/** Loads the days [from, from + days) for user 1 as a file in state 'loading'. */
export async function loadYears(db: Database, from: string, days: number): Promise<Load> {
  const ids = await syncIndicators(db)
  await db.query(`INSERT INTO time_zone (name) VALUES ($1) ON CONFLICT DO NOTHING`, [ZONE])
  const [zone] = await db.query<{ id: number }>('SELECT id FROM time_zone WHERE name = $1', [ZONE])
  const sources: number[] = []
  for (const [name, kind] of [
    ['Watch', 'watch'],
    ['iPhone', 'phone'],
  ]) {
    const [row] = await db.query<{ id: number }>(
      'INSERT INTO source (user_id, name, normal_name, kind) VALUES (1, $1, lower($1), $2) RETURNING id',
      [name, kind],
    )
    sources.push(row?.id ?? 0)
  }
  const [watch = 0, phone = 0] = sources
  const [file] = await db.query<{ id: number }>(
    `INSERT INTO import_file (user_id, job_id, name, format, size_bytes, state, is_sample, read, imported, duplicates,
       skipped, absent, summary, started_at)
     VALUES (1, gen_random_uuid(), 'export.zip', 'apple-health', 1, 'loading', false, 0, 0, 0, 0, 0, '{}', now())
     RETURNING id`,
  )
  const fileId = file?.id ?? 0
  const random = noise(7)
  const touched = new Map<number, Set<string>>()
  let encoder = new RowEncoder(COLUMNS.length)
  let rows = 0
  const flush = async () => {
    if (encoder.rows === 0) return
    await db.bulkLoad('observation', COLUMNS, encoder.finish())
    encoder = new RowEncoder(COLUMNS.length)
  }
  const add = async (key: string, start: number, end: number, value: number | null, source: number, text?: string) => {
    const indicatorId = ids.get(key) ?? 0
    const date = localDate(text === undefined ? start : end, ZONE)
    const dates = touched.get(indicatorId)
    if (dates) dates.add(date)
    else touched.set(indicatorId, new Set([date]))
    rows++
    encoder.row()
    encoder.int4(1)
    encoder.int4(indicatorId)
    encoder.timestamptz(start)
    encoder.int8Halves(1, rows)
    encoder.timestamptz(end)
    encoder.date(date)
    encoder.int2(zone?.id ?? 0)
    encoder.int4(source)
    encoder.int4(fileId)
    encoder.float8(value)
    encoder.text(text ?? null)
    if (encoder.rows >= BATCH) await flush()
  }
  const first = dayOfDate(from)
  const eachDay = async (work: (midnight: number, day: number) => Promise<void>) => {
    for (let day = first; day < first + days; day++) await work(startOfDay(day, ZONE), day)
  }
  const MINUTE = 60_000
  await eachDay(async (midnight) => {
    for (let t = 0; t < 1440; t += 4 + random() * 1.6) {
      const bpm = Math.round((t < 420 ? 56 : 76) + (random() - 0.5) * 24)
      await add('heart_rate', midnight + Math.floor(t * 60) * 1000, midnight + Math.floor(t * 60) * 1000, bpm, watch)
    }
  })
  for (const key of ['steps', 'distance_walking_running']) {
    const perStep = key === 'steps' ? 1 : 0.00074
    for (const source of [phone, watch]) {
      await eachDay(async (midnight) => {
        for (let t = 420; t < 1320; t += 10 + random() * 10) {
          const start = midnight + Math.floor(t * 60) * 1000
          const steps = Math.round(random() * 400)
          await add(key, start, start + Math.floor(1 + random() * 9) * MINUTE, steps * perStep, source)
        }
      })
    }
  }
  for (const key of ['active_energy', 'basal_energy']) {
    await eachDay(async (midnight) => {
      for (let t = 0; t < 1437; t += 5) {
        await add(key, midnight + t * MINUTE, midnight + (t + 3) * MINUTE, random() * 5, watch)
      }
    })
  }
  for (const [key, low, spread, perDay] of [
    ['resting_heart_rate', 56, 8, 1],
    ['hrv_sdnn', 20, 70, 6],
    ['oxygen_saturation', 93, 7, 8],
    ['respiratory_rate', 12, 5, 12],
    ['body_mass', 69, 4, 1],
    ['walking_speed', 4, 2, 10],
    ['environmental_audio_exposure', 40, 50, 24],
  ] as const) {
    await eachDay(async (midnight) => {
      for (let i = 0; i < perDay; i++) {
        const start = midnight + Math.floor(((i + 0.5) * 1440) / perDay) * MINUTE
        await add(key, start, start, Math.round((low + random() * spread) * 10) / 10, watch)
      }
    })
  }
  await eachDay(async (midnight) => {
    let t = midnight - 70 * MINUTE
    await add('sleep_segment', t - 10 * MINUTE, t + 480 * MINUTE, null, phone, 'in_bed')
    for (let i = 0; i < 18; i++) {
      const end = t + 26 * MINUTE
      await add('sleep_segment', t, end, null, watch, ['core', 'deep', 'core', 'rem', 'core', 'awake'][i % 6])
      t = end
    }
  })
  await flush()
  return {
    fileId,
    rows,
    touched: [...touched].map(([indicatorId, dates]) => ({ indicatorId, dates: [...dates].sort() })),
  }
}

/** Last local date of the loaded span. */
export function lastDate(from: string, days: number): string {
  return dateOfDay(dayOfDate(from) + days - 1)
}
