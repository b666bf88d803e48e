/**
 * Days of counters (steps, distance, energy): a plain sum in the database where one source recorded the day and
 * nothing crosses midnight, else the samples are fetched packed and merged.
 */
import { type CumulativeSample, mergeCumulative, splitAtMidnight } from './cumulative.ts'
import { type DeriveScope, instantBounds, readTimestamp, viewOf } from './derive-scope.ts'
import { dateOfDay, dayOfDate, localDay, startOfDay } from './local-date.ts'
import type { DueIndicator } from './touched-days.ts'

/** A counter sample that runs longer than this before a derived day is not looked for. */
const LOOK_BACK_DAYS = 31
/** Samples merged at a time, so that a lifetime of steps does not sit in memory at once. */
const CHUNK_SAMPLES = 150_000
const PACKED_BYTES = 30

interface Group {
  readonly day: number
  readonly zone: string
  readonly sourceId: number
  readonly total: number
  readonly n: number
  readonly numericN: number
  /** Day of the last instant that a sample of the group covers. */
  readonly lastDay: number
}

interface DayRow {
  readonly day: number
  readonly value: number
  readonly n: number
  readonly numericN: number
  readonly sourceIds: readonly number[]
  readonly method: 'sum' | 'merged'
}

export async function stageCumulative(scope: DeriveScope, due: DueIndicator): Promise<void> {
  const groups = await dayGroups(scope, due)
  const starting = new Map<number, Group[]>()
  /** Days that a sample reaches from an earlier day → the days those samples start on. */
  const origins = new Map<number, Set<number>>()
  for (const group of groups) {
    push(starting, group.day, group)
    for (let day = group.day + 1; day <= group.lastDay; day++) {
      const from = origins.get(day) ?? new Set()
      origins.set(day, from.add(group.day))
    }
  }
  const rows: DayRow[] = []
  const mixed: number[] = []
  for (const day of due.days) {
    const own = starting.get(day) ?? []
    if (own.length === 0 && !origins.has(day)) continue
    const sources = [...new Set(own.map((group) => group.sourceId))]
    const leaves = own.some((group) => group.lastDay > day)
    if (sources.length === 1 && !leaves && !origins.has(day)) {
      const value = own.reduce((sum, group) => sum + group.total, 0)
      rows.push({ day, value, ...counts(own), sourceIds: sources, method: 'sum' })
    } else mixed.push(day)
  }
  for (const chunk of chunks(mixed, (day) => (starting.get(day) ?? []).reduce((sum, group) => sum + group.n, 0))) {
    scope.signal?.throwIfAborted()
    const pieces = await piecesOf(scope, due, chunk, origins)
    for (const day of chunk) {
      const samples = pieces.get(day) ?? []
      rows.push({
        day,
        value: mergeCumulative(samples, scope.rank),
        ...counts(starting.get(day) ?? []),
        sourceIds: [...new Set(samples.map((sample) => sample.sourceId))].sort((a, b) => a - b),
        method: 'merged',
      })
    }
  }
  await insertDays(scope, due, rows)
}

/** Sums per start day, zone and source, from far enough back to see samples that run into the first day. */
async function dayGroups(scope: DeriveScope, due: DueIndicator): Promise<Group[]> {
  const first = due.days[0] ?? 0
  const last = due.days[due.days.length - 1] ?? 0
  const [from, to] = instantBounds(first - LOOK_BACK_DAYS, last)
  const rows = await scope.q.query<{
    local_date: string
    zone_id: number
    source_id: number
    total: number | null
    n: number
    numeric_n: number
    max_end: number
  }>(
    `SELECT local_date, zone_id, source_id, sum(value) AS total, count(*) AS n, count(value) AS numeric_n,
            (extract(epoch FROM max(end_at)) * 1000)::float8 AS max_end
     FROM observation
     WHERE user_id = $1 AND indicator_id = $2 AND start_at >= $3::timestamptz AND start_at < $4::timestamptz
       AND local_date <= $5::date AND file_id <> ALL ($6::int[])
     GROUP BY 1, 2, 3`,
    [scope.userId, due.indicatorId, from, to, dateOfDay(last), scope.hiddenFileIds],
  )
  return rows.map((row) => {
    const day = dayOfDate(row.local_date)
    const zone = scope.zoneById.get(row.zone_id) ?? 'UTC'
    const crosses = row.max_end > startOfDay(day + 1, zone)
    return {
      day,
      zone,
      sourceId: row.source_id,
      total: row.total ?? 0,
      n: row.n,
      numericN: row.numeric_n,
      lastDay: crosses ? localDay(row.max_end - 1, zone) : day,
    }
  })
}

/** All pieces of samples that lie in the days, cut at midnight. */
async function piecesOf(
  scope: DeriveScope,
  due: DueIndicator,
  days: readonly number[],
  origins: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<Map<number, CumulativeSample[]>> {
  const startDays = new Set(days)
  for (const day of days) for (const origin of origins.get(day) ?? []) startDays.add(origin)
  const sorted = [...startDays].sort((a, b) => a - b)
  const [from, to] = instantBounds(sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0)
  const [row] = await scope.q.query<{ packed: unknown }>(
    `SELECT string_agg(timestamptz_send(start_at) || timestamptz_send(end_at) || float8send(value)
                       || int4send(source_id) || int2send(zone_id), ''::bytea) AS packed
     FROM observation
     WHERE user_id = $1 AND indicator_id = $2 AND start_at >= $3::timestamptz AND start_at < $4::timestamptz
       AND local_date = ANY ($5::date[]) AND file_id <> ALL ($6::int[]) AND value IS NOT NULL`,
    [scope.userId, due.indicatorId, from, to, sorted.map(dateOfDay), scope.hiddenFileIds],
  )
  const wanted = new Set(days)
  const pieces = new Map<number, CumulativeSample[]>()
  const view = viewOf(row?.packed)
  for (let at = 0; at + PACKED_BYTES <= view.byteLength; at += PACKED_BYTES) {
    const sample = {
      start: readTimestamp(view, at),
      end: readTimestamp(view, at + 8),
      value: view.getFloat64(at + 16),
      sourceId: view.getInt32(at + 24),
    }
    const zone = scope.zoneById.get(view.getInt16(at + 28)) ?? 'UTC'
    for (const piece of splitAtMidnight(sample, zone)) {
      if (wanted.has(piece.day)) push(pieces, piece.day, piece.sample)
    }
  }
  return pieces
}

async function insertDays(scope: DeriveScope, due: DueIndicator, rows: readonly DayRow[]): Promise<void> {
  if (rows.length === 0) return
  await scope.q.query(
    `INSERT INTO daily_next (user_id, indicator_id, local_date, value, mean, min, max, n, numeric_n, source_ids, method)
     SELECT $1::int, $2::int, d, v, v, v, v, n, numeric_n, s::int[], m
     FROM unnest($3::date[], $4::float8[], $5::int[], $6::int[], $7::text[], $8::text[]) AS t (d, v, n, numeric_n, s, m)`,
    [
      scope.userId,
      due.indicatorId,
      rows.map((row) => dateOfDay(row.day)),
      rows.map((row) => row.value),
      rows.map((row) => row.n),
      rows.map((row) => row.numericN),
      rows.map((row) => `{${row.sourceIds.join(',')}}`),
      rows.map((row) => row.method),
    ],
  )
}

/** Samples are counted on the day they start, so that counts of days add up to the count of records. */
function counts(groups: readonly Group[]): { n: number; numericN: number } {
  return {
    n: groups.reduce((sum, group) => sum + group.n, 0),
    numericN: groups.reduce((sum, group) => sum + group.numericN, 0),
  }
}

function* chunks(days: readonly number[], size: (day: number) => number): Generator<number[]> {
  let chunk: number[] = []
  let samples = 0
  for (const day of days) {
    chunk.push(day)
    samples += size(day)
    if (samples < CHUNK_SAMPLES) continue
    yield chunk
    chunk = []
    samples = 0
  }
  if (chunk.length > 0) yield chunk
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
