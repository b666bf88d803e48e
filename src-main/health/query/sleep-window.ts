/** Nights and naps with all their columns, for the sleep page. */
import type { Queryable } from '../../db/database.ts'
import { localIsoTime } from '../merge/local-date.ts'
import type { SleepNightAnswer } from '../service.ts'
import { rounded } from './own-indicators.ts'

/** Whose wake date lies in the inclusive window, oldest first. */
export async function nightsBetween(
  db: Queryable,
  userId: number,
  startDate: string,
  endDate: string,
): Promise<SleepNightAnswer[]> {
  const rows = await db.query<{
    local_date: string
    start_at: Date
    end_at: Date
    is_main: boolean
    asleep: number | null
    in_bed: number | null
    deep: number | null
    rem: number | null
    core: number | null
    awake: number | null
    efficiency: number | null
    zone: string
    source: string
  }>(
    `SELECT n.local_date, n.start_at, n.end_at, n.is_main, n.asleep, n.in_bed, n.deep, n.rem, n.core, n.awake,
            n.efficiency, z.name AS zone, s.name AS source
     FROM sleep_night n JOIN time_zone z ON z.id = n.zone_id JOIN source s ON s.user_id = n.user_id AND s.id = n.source_id
     WHERE n.user_id = $1 AND n.local_date BETWEEN $2::date AND $3::date
     ORDER BY n.local_date, n.start_at`,
    [userId, startDate, endDate],
  )
  return rows.map((row) => ({
    date: row.local_date,
    start: localIsoTime(row.start_at.getTime(), row.zone),
    end: localIsoTime(row.end_at.getTime(), row.zone),
    isMain: row.is_main,
    asleep: orNull(row.asleep),
    inBed: orNull(row.in_bed),
    deep: orNull(row.deep),
    rem: orNull(row.rem),
    core: orNull(row.core),
    awake: orNull(row.awake),
    efficiency: orNull(row.efficiency),
    source: row.source,
  }))
}

function orNull(value: number | null): number | null {
  return value === null ? null : rounded(value)
}
