/**
 * The same records in other units. An export uses the units that the phone shows that day; after a switch from pounds
 * to kilograms the next export writes every weight anew. Same indicator, start, end and source, another unit, and the
 * same quantity but for rounding: that is one record, not two.
 */
import type { Queryable } from '../../db/database.ts'
import type { Asked } from './stored-ranges.ts'

/** Displayed values are rounded; two different measurements at one moment by one source are rarely this close. */
const TOLERANCE = 0.005

interface Twin {
  readonly value: number
  /** '' for canonical. */
  readonly unit: string
  readonly high: number
  readonly low: number
  taken: boolean
}

export class OtherUnits {
  readonly #twins: Map<string, Twin[]>

  private constructor(twins: Map<string, Twin[]>) {
    this.#twins = twins
  }

  /** Stored numbers of a span, by moment and source. */
  static async load(db: Queryable, userId: number, asked: Asked): Promise<OtherUnits> {
    const rows = await db.query<{
      start: number
      end: number
      source_id: number
      value: number
      unit: string
      fingerprint: string
    }>(
      `SELECT (extract(epoch FROM start_at) * 1000)::float8 AS start, (extract(epoch FROM end_at) * 1000)::float8 AS end,
              source_id, value, coalesce(raw_unit, '') AS unit, fingerprint::text AS fingerprint
         FROM observation
        WHERE user_id = $1 AND indicator_id = $2 AND start_at >= $3 AND start_at <= $4 AND value IS NOT NULL
          AND ($5::text IS NULL OR coalesce(raw_unit, '') <> $5)`,
      [userId, asked.indicatorId, new Date(asked.start), new Date(asked.end), asked.unit],
    )
    const twins = new Map<string, Twin[]>()
    for (const row of rows) {
      const print = BigInt.asUintN(64, BigInt(row.fingerprint))
      const key = keyOf(Math.round(row.start), Math.round(row.end), row.source_id)
      const twin = {
        value: row.value,
        unit: row.unit,
        high: Number(print >> 32n),
        low: Number(print & 0xffffffffn),
        taken: false,
      }
      const list = twins.get(key)
      if (list === undefined) twins.set(key, [twin])
      else list.push(twin)
    }
    return new OtherUnits(twins)
  }

  /** The stored twin of a record, each given out once; null when there is none. */
  take(
    start: number,
    end: number,
    sourceId: number,
    unit: string,
    value: number,
  ): { high: number; low: number } | null {
    const list = this.#twins.get(keyOf(start, end, sourceId))
    if (list === undefined || Number.isNaN(value)) return null
    for (const twin of list) {
      if (twin.taken || twin.unit === unit) continue
      if (Math.abs(twin.value - value) > TOLERANCE * Math.max(Math.abs(twin.value), Math.abs(value))) continue
      twin.taken = true
      return twin
    }
    return null
  }
}

function keyOf(start: number, end: number, sourceId: number): string {
  return `${start} ${end} ${sourceId}`
}
