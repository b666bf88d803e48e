/** Nights, and the days of the sleep indicators, out of sleep segments. */
import { type DeriveScope, instantBounds, readTimestamp, viewOf } from './derive-scope.ts'
import { dayOfDate } from './local-date.ts'
import { type Night, type SleepSegment, type SleepState, sleepNights } from './sleep-nights.ts'
import type { DueDays } from './touched-days.ts'

const STATES: readonly SleepState[] = ['in_bed', 'asleep', 'core', 'deep', 'rem', 'awake']
const PACKED_BYTES = 23
/** Clusters are rebuilt from this many days around a date, more than any cluster is long. */
const MARGIN_DAYS = 4

export async function stageSleep(scope: DeriveScope, due: NonNullable<DueDays['sleep']>): Promise<void> {
  const wanted = new Set(due.days)
  const nights = sleepNights(await segments(scope, due), scope.rank).filter((night) =>
    wanted.has(dayOfDate(night.localDate)),
  )
  await insertNights(scope, nights)
  await insertDays(scope, due, nights)
}

async function segments(scope: DeriveScope, due: NonNullable<DueDays['sleep']>): Promise<SleepSegment[]> {
  const first = (due.days[0] ?? 0) - MARGIN_DAYS
  const last = (due.days[due.days.length - 1] ?? 0) + MARGIN_DAYS
  const [from, to] = instantBounds(first, last)
  const cases = STATES.map((state, code) => `WHEN '${state}' THEN ${code}`).join(' ')
  const [row] = await scope.q.query<{ packed: unknown }>(
    `SELECT string_agg(timestamptz_send(start_at) || timestamptz_send(end_at) || int4send(source_id)
                       || int2send(zone_id) || substr(int2send((CASE text ${cases} END)::int2), 2), ''::bytea) AS packed
     FROM observation
     WHERE user_id = $1 AND indicator_id = $2 AND start_at >= $3::timestamptz AND start_at < $4::timestamptz
       AND text = ANY ($5::text[]) AND file_id <> ALL ($6::int[])`,
    [scope.userId, due.segmentId, from, to, STATES, scope.hiddenFileIds],
  )
  const view = viewOf(row?.packed)
  const found: SleepSegment[] = []
  for (let at = 0; at + PACKED_BYTES <= view.byteLength; at += PACKED_BYTES) {
    const state = STATES[view.getUint8(at + 22)]
    if (!state) continue
    found.push({
      start: readTimestamp(view, at),
      end: readTimestamp(view, at + 8),
      sourceId: view.getInt32(at + 16),
      zone: scope.zoneById.get(view.getInt16(at + 20)) ?? 'UTC',
      state,
    })
  }
  return found
}

async function insertNights(scope: DeriveScope, nights: readonly Night[]): Promise<void> {
  if (nights.length === 0) return
  const idByZone = new Map([...scope.zoneById].map(([id, name]) => [name, id]))
  await scope.q.query(
    `INSERT INTO sleep_night_next
       (user_id, local_date, start_at, end_at, is_main, asleep, in_bed, deep, rem, core, awake, efficiency, source_id, zone_id)
     SELECT $1::int, * FROM unnest($2::date[], $3::timestamptz[], $4::timestamptz[], $5::bool[], $6::float8[], $7::float8[],
       $8::float8[], $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::int[], $14::int2[])`,
    [
      scope.userId,
      nights.map((night) => night.localDate),
      nights.map((night) => new Date(night.start).toISOString()),
      nights.map((night) => new Date(night.end).toISOString()),
      nights.map((night) => night.isMain),
      nights.map((night) => night.asleep),
      nights.map((night) => night.inBed),
      nights.map((night) => night.deep),
      nights.map((night) => night.rem),
      nights.map((night) => night.core),
      nights.map((night) => night.awake),
      nights.map((night) => night.efficiency),
      nights.map((night) => night.sourceId),
      nights.map((night) => idByZone.get(night.zone) ?? 0),
    ],
  )
}

interface DayValue {
  readonly indicatorId: number
  readonly date: string
  readonly value: number
  readonly n: number
  readonly sourceIds: readonly number[]
}

/** `sleep_asleep` is everything slept that date; stages, time in bed and efficiency are the main sleep's. */
function* dayValues(nights: readonly Night[], idByKey: ReadonlyMap<string, number>): Generator<DayValue> {
  const byDate = new Map<string, Night[]>()
  for (const night of nights) {
    const list = byDate.get(night.localDate)
    if (list) list.push(night)
    else byDate.set(night.localDate, [night])
  }
  for (const [date, ofDate] of byDate) {
    const slept = ofDate.filter((night) => night.asleep !== null)
    const naps = slept.filter((night) => !night.isMain)
    const main = ofDate.filter((night) => night.isMain)
    const parts: [key: string, from: readonly Night[], value: (night: Night) => number | null][] = [
      ['sleep_asleep', slept, (night) => night.asleep],
      ['sleep_naps', naps, (night) => night.asleep],
      ['sleep_main', main, (night) => night.asleep],
      ['sleep_in_bed', main, (night) => night.inBed],
      ['sleep_deep', main, (night) => night.deep],
      ['sleep_rem', main, (night) => night.rem],
      ['sleep_core', main, (night) => night.core],
      ['sleep_awake', main, (night) => night.awake],
      ['sleep_efficiency', main, (night) => night.efficiency],
    ]
    for (const [key, from, minutesOf] of parts) {
      const indicatorId = idByKey.get(key)
      const values = from.map(minutesOf).filter((value) => value !== null)
      // Not recorded is no row, never 0.
      if (indicatorId === undefined || values.length === 0) continue
      yield {
        indicatorId,
        date,
        value: values.reduce((sum, value) => sum + value, 0),
        n: values.length,
        sourceIds: [...new Set(from.flatMap((night) => (key === 'sleep_in_bed' ? night.sourceIds : [night.sourceId])))],
      }
    }
  }
}

async function insertDays(
  scope: DeriveScope,
  due: NonNullable<DueDays['sleep']>,
  nights: readonly Night[],
): Promise<void> {
  const rows = [...dayValues(nights, due.idByKey)]
  if (rows.length === 0) return
  await scope.q.query(
    `INSERT INTO daily_next (user_id, indicator_id, local_date, value, mean, min, max, n, numeric_n, source_ids, method)
     SELECT $1::int, i, d, v, v, v, v, n, n, s::int[], 'sleep'
     FROM unnest($2::int[], $3::date[], $4::float8[], $5::int[], $6::text[]) AS t (i, d, v, n, s)`,
    [
      scope.userId,
      rows.map((row) => row.indicatorId),
      rows.map((row) => row.date),
      rows.map((row) => row.value),
      rows.map((row) => row.n),
      rows.map((row) => `{${row.sourceIds.join(',')}}`),
    ],
  )
}
