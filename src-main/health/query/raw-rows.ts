/** The records themselves, newest first, at most `limit` of each indicator. */
import type { Queryable } from '../../db/database.ts'
import { localIsoTime } from '../merge/local-date.ts'
import type { ObservationRow } from '../types.ts'
import { inUnit, type OwnIndicator, rounded } from './own-indicators.ts'
import { sqlBounds, type Window } from './window.ts'

interface StoredRecord {
  [column: string]: unknown
  id: number
  start_at: Date
  end_at: Date
  zone: string
  value: number | null
  text: string | null
  comparator: string | null
  ref_low: number | null
  ref_high: number | null
  ref_text: string | null
  flag: string | null
  source: string
  file: string | null
}

/** Rows of indicators that are records of their own (all but sleep). */
export async function recordRows(
  db: Queryable,
  userId: number,
  indicators: readonly OwnIndicator[],
  window: Window,
  limit: number,
): Promise<Map<number, ObservationRow[]>> {
  if (indicators.length === 0) return new Map()
  const { from, to, fromInstant, toInstant } = sqlBounds(window)
  const records = await db.query<StoredRecord>(
    `SELECT t.id, o.*, z.name AS zone, s.name AS source, f.name AS file
     FROM unnest($2::int[]) AS t (id)
     CROSS JOIN LATERAL (
       SELECT start_at, end_at, fingerprint, zone_id, source_id, file_id, value, text, comparator,
              ref_low, ref_high, ref_text, flag
       FROM visible_observation v
       WHERE v.user_id = $1 AND v.indicator_id = t.id AND v.start_at >= $3::timestamptz AND v.start_at < $4::timestamptz
         AND v.local_date BETWEEN $5::date AND $6::date
       ORDER BY v.start_at DESC, v.fingerprint DESC LIMIT $7
     ) AS o
     JOIN time_zone z ON z.id = o.zone_id
     JOIN source s ON s.user_id = $1 AND s.id = o.source_id
     LEFT JOIN import_file f ON f.user_id = $1 AND f.id = o.file_id
     ORDER BY t.id, o.start_at DESC, o.fingerprint DESC`,
    [userId, indicators.map((own) => own.id), fromInstant, toInstant, from, to, limit],
  )
  const byId = Map.groupBy(records, (record) => record.id)
  const rows = new Map(indicators.map((own) => [own.id, (byId.get(own.id) ?? []).map((record) => rowOf(own, record))]))
  pairBloodPressure(indicators, rows)
  return rows
}

function rowOf(own: OwnIndicator, record: StoredRecord): ObservationRow {
  const start = record.start_at.getTime()
  const end = record.end_at.getTime()
  const row: ObservationRow = {
    time: localIsoTime(start, record.zone),
    ...(end > start ? { end_time: localIsoTime(end, record.zone) } : {}),
    value: inUnit(own, record.value),
    ...textOf(own, record),
    unit: own.unit.label,
    source: record.source,
  }
  if (record.file) row.file = record.file
  if (record.flag) row.flag = record.flag
  const range = rangeOf(own, record)
  if (range) row.range = range
  return row
}

/** A censored value is told as such: '<0.1'. */
function textOf(own: OwnIndicator, record: StoredRecord): { text?: string } {
  if (record.comparator && record.value !== null) return { text: `${record.comparator}${inUnit(own, record.value)}` }
  return record.text === null ? {} : { text: record.text }
}

/** As printed, else from the bounds in the unit of the answer. */
function rangeOf(own: OwnIndicator, record: StoredRecord): string | null {
  if (record.ref_text) return record.ref_text
  const low = inUnit(own, record.ref_low)
  const high = inUnit(own, record.ref_high)
  if (low !== null && high !== null) return `${low}–${high}`
  if (low !== null) return `≥${low}`
  return high !== null ? `≤${high}` : null
}

/** Where both pressures were asked, rows of the same instant and source carry the pair: '119/78'. */
function pairBloodPressure(indicators: readonly OwnIndicator[], rows: ReadonlyMap<number, ObservationRow[]>): void {
  const find = (key: string) => rows.get(indicators.find((own) => own.definition.key === key)?.id ?? -1) ?? []
  const partners = new Map(find('blood_pressure_diastolic').map((row) => [`${row.time} ${row.source}`, row]))
  for (const systolic of find('blood_pressure_systolic')) {
    const diastolic = partners.get(`${systolic.time} ${systolic.source}`)
    if (!diastolic || systolic.value === null || diastolic.value === null) continue
    const pair = `${systolic.value}/${diastolic.value}`
    systolic.text ??= pair
    diastolic.text ??= pair
  }
}

const NIGHT_COLUMN: Readonly<Record<string, string>> = {
  sleep_asleep: 'asleep',
  sleep_main: 'asleep',
  sleep_naps: 'asleep',
  sleep_in_bed: 'in_bed',
  sleep_deep: 'deep',
  sleep_rem: 'rem',
  sleep_core: 'core',
  sleep_awake: 'awake',
  sleep_efficiency: 'efficiency',
}

/** Which clusters of a date an indicator speaks of; the others speak of the main sleep. */
const CLUSTERS: Readonly<Record<string, string>> = { sleep_asleep: 'true', sleep_naps: 'NOT is_main' }

/** Nights and naps as rows: time is the start, end_time the end. */
export async function nightRows(
  db: Queryable,
  userId: number,
  own: OwnIndicator,
  window: Window,
  limit: number,
): Promise<ObservationRow[]> {
  const column = NIGHT_COLUMN[own.definition.key]
  if (!column) return []
  const { from, to } = sqlBounds(window)
  const nights = await db.query<{ start_at: Date; end_at: Date; value: number; zone: string; source: string }>(
    `SELECT n.start_at, n.end_at, n.${column} AS value, z.name AS zone, s.name AS source
     FROM sleep_night n JOIN time_zone z ON z.id = n.zone_id JOIN source s ON s.user_id = n.user_id AND s.id = n.source_id
     WHERE n.user_id = $1 AND n.local_date BETWEEN $2::date AND $3::date
       AND n.${column} IS NOT NULL AND ${CLUSTERS[own.definition.key] ?? 'is_main'}
     ORDER BY n.start_at DESC LIMIT $4`,
    [userId, from, to, limit],
  )
  return nights.map((night) => ({
    time: localIsoTime(night.start_at.getTime(), night.zone),
    end_time: localIsoTime(night.end_at.getTime(), night.zone),
    value: rounded(own.unit.convert(night.value)),
    unit: own.unit.label,
    source: night.source,
  }))
}
