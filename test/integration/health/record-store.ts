/** A real database with one person in it, filled with records the way an import fills it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { indicatorByKey } from '../../../src-main/health/catalogue/catalogue.ts'
import { syncIndicators } from '../../../src-main/health/catalogue/sync.ts'
import { createHealthService } from '../../../src-main/health/health-service.ts'
import { publishDerived, stageDerived } from '../../../src-main/health/merge/derive.ts'
import { localDate } from '../../../src-main/health/merge/local-date.ts'
import type { HealthService } from '../../../src-main/health/service.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'

export interface StoredRecord {
  key: string
  /** ISO instants. */
  start: string
  end?: string
  value?: number
  text?: string
  comparator?: string
  source?: string
  sourceKind?: string
  zone?: string
}

export interface RecordStore {
  readonly db: Database
  readonly health: HealthService
  /** Stores the records as one finished file and returns its id. */
  add(userId: number, records: readonly StoredRecord[], fileName?: string): Promise<number>
  /** Takes a file's records away again. */
  remove(userId: number, fileId: number): Promise<void>
  /** Stores the records as a file that is still loading. */
  addLoading(userId: number, records: readonly StoredRecord[]): Promise<number>
  setProfile(profile: Partial<{ units: Record<string, string>; language: string | null }>): void
  close(): Promise<void>
}

export const ZONE = 'America/New_York'

/** On the embedded engine, or on the server of an address. */
export async function openRecordStore(databaseUrl: string | null = null): Promise<RecordStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-health-'))
  const db = await openDatabase({ config: { dataDir, databaseUrl }, log: silentLogger })
  const profile: { timeZone: string; units: Record<string, string>; language: string | null } = {
    timeZone: ZONE,
    units: {},
    language: 'en',
  }
  const health = await createHealthService({ db, profileOf: async () => profile })
  const ids = await syncIndicators(db)
  let fingerprint = 1n
  const zones = new Set<string>()
  const sources = new Set<string>()

  const insert = async (userId: number, records: readonly StoredRecord[], state: string, name: string) => {
    const [file] = await db.query<{ id: number }>(
      `INSERT INTO import_file (user_id, job_id, name, format, size_bytes, state, is_sample, read, imported, duplicates,
         skipped, absent, summary, started_at)
       VALUES ($1, gen_random_uuid(), $2, 'apple-health', 1, $3, false, 0, 0, 0, 0, 0, '{}', now()) RETURNING id`,
      [userId, name, state],
    )
    const fileId = file?.id ?? 0
    const touched = new Map<number, Set<string>>()
    for (const record of records) {
      const zone = record.zone ?? ZONE
      const start = Date.parse(record.start)
      const end = Date.parse(record.end ?? record.start)
      const indicatorId = ids.get(record.key)
      if (indicatorId === undefined) throw new Error(`no indicator ${record.key}`)
      const wakes = indicatorByKey(record.key)?.key === 'sleep_segment'
      const date = localDate(wakes ? end : start, zone)
      const dates = touched.get(indicatorId) ?? new Set()
      touched.set(indicatorId, dates.add(date))
      // Every date a long record reaches, as an import tells.
      for (let at = start; at < end; at += 12 * 3_600_000) dates.add(localDate(at, zone))
      dates.add(localDate(end, zone))
      if (!zones.has(zone)) await db.query('INSERT INTO time_zone (name) VALUES ($1) ON CONFLICT DO NOTHING', [zone])
      zones.add(zone)
      const source = record.source ?? 'Watch'
      const sourceKind = record.sourceKind ?? 'watch'
      const sourceKey = JSON.stringify([userId, source, sourceKind])
      if (!sources.has(sourceKey)) {
        await db.query(
          `INSERT INTO source (user_id, name, normal_name, kind) VALUES ($1, $2, lower($2), $3) ON CONFLICT DO NOTHING`,
          [userId, source, sourceKind],
        )
      }
      sources.add(sourceKey)
      await db.query(
        `INSERT INTO observation (user_id, indicator_id, start_at, fingerprint, end_at, local_date, zone_id, source_id,
           file_id, value, text, comparator)
         SELECT $1::int, $2::int, $3::timestamptz, $4::bigint, $5::timestamptz, $6::date, z.id, s.id, $7::int, $8::float8,
           $9::text, $10::text
         FROM time_zone z, source s
         WHERE z.name = $11 AND s.user_id = $1 AND s.normal_name = lower($12) AND s.kind = $13`,
        [
          userId,
          indicatorId,
          new Date(start).toISOString(),
          String(fingerprint++),
          new Date(end).toISOString(),
          date,
          fileId,
          record.value ?? null,
          record.text ?? null,
          record.comparator ?? null,
          zone,
          source,
          sourceKind,
        ],
      )
    }
    return { fileId, touched: [...touched].map(([indicatorId, dates]) => ({ indicatorId, dates: [...dates] })) }
  }

  return {
    db,
    health,
    add: async (userId, records, fileName = 'export.xml') => {
      const { fileId, touched } = await insert(userId, records, 'loading', fileName)
      await stageDerived(db, { userId, touched, includeFileId: fileId })
      await db.transaction(async (tx) => {
        await publishDerived(tx, { userId, touched })
        await tx.query(`UPDATE import_file SET state = 'done' WHERE user_id = $1 AND id = $2`, [userId, fileId])
      })
      return fileId
    },
    addLoading: async (userId, records) => (await insert(userId, records, 'loading', 'loading.xml')).fileId,
    remove: async (userId, fileId) => {
      const rows = await db.query<{ id: number; dates: string[] }>(
        `WITH gone AS (
           DELETE FROM observation WHERE user_id = $1 AND file_id = $2 RETURNING indicator_id, local_date, start_at, end_at
         )
         SELECT indicator_id AS id, array_agg(DISTINCT (local_date + day)::text) AS dates
         FROM gone CROSS JOIN generate_series(0, 3) AS day
         WHERE day = 0 OR start_at + make_interval(days => day - 1) < end_at GROUP BY 1`,
        [userId, fileId],
      )
      const touched = rows.map((row) => ({ indicatorId: row.id, dates: row.dates }))
      await stageDerived(db, { userId, touched })
      await db.transaction((tx) => publishDerived(tx, { userId, touched }))
    },
    setProfile: (change) => Object.assign(profile, change),
    close: async () => {
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const wallClock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })

/** Local wall clock in New York as an ISO instant, for dates of 2025 outside the hours of change. */
export function newYork(wall: string): string {
  for (const offset of ['-04:00', '-05:00']) {
    const instant = new Date(`${wall.replace(' ', 'T')}:00${offset}`)
    if (wallClock.format(instant) === wall) return instant.toISOString()
  }
  throw new Error(`${wall} is no time in ${ZONE}`)
}
