/**
 * Which fingerprints the database holds already. Asks only where stored rows and new ones overlap in time: a first
 * import of a type in time order asks nothing at all.
 */
import type { Queryable } from '../../db/database.ts'
import { FingerprintSet } from './fingerprint-set.ts'

interface Span {
  from: number
  to: number
}

export interface Asked {
  readonly indicatorId: number
  /** As `observation.raw_unit` holds it ('' for canonical); null when the span mixes units. */
  readonly unit: string | null
  /** Epoch milliseconds, inclusive. */
  readonly start: number
  readonly end: number
}

export interface Stored {
  readonly prints: FingerprintSet
  /** Rows in another unit than asked for are among them. */
  readonly inOtherUnits: boolean
}

export class StoredRanges {
  readonly #db: Queryable
  readonly #userId: number
  readonly #copied: () => Promise<void>
  readonly #spans = new Map<number, Span | null>()

  /** `copied` resolves when every batch begun so far is in the database: only then an answer about it is complete. */
  constructor(db: Queryable, userId: number, copied: () => Promise<void>) {
    this.#db = db
    this.#userId = userId
    this.#copied = copied
  }

  /** Fingerprints of stored rows in the spans, by indicator; then counts the spans as stored. */
  async fingerprintsIn(asked: readonly Asked[]): Promise<Map<number, Stored>> {
    await this.#learn(asked)
    const overlapping = asked.filter(({ indicatorId, start, end }) => {
      const span = this.#spans.get(indicatorId)
      return span !== null && span !== undefined && start <= span.to && end >= span.from
    })
    const found = overlapping.length === 0 ? new Map<number, Stored>() : await this.#ask(overlapping)
    for (const { indicatorId, start, end } of asked) {
      const span = this.#spans.get(indicatorId)
      if (span === null || span === undefined) this.#spans.set(indicatorId, { from: start, to: end })
      else {
        span.from = Math.min(span.from, start)
        span.to = Math.max(span.to, end)
      }
    }
    return found
  }

  /** First and last stored start of indicators not met before, from the two ends of the primary key. */
  async #learn(asked: readonly Asked[]): Promise<void> {
    const fresh = asked.map((one) => one.indicatorId).filter((id) => !this.#spans.has(id))
    if (fresh.length === 0) return
    const rows = await this.#db.query<{ id: number; first: string | null; last: string | null }>(
      `SELECT i.id,
              (SELECT extract(epoch FROM start_at) * 1000 FROM observation
                WHERE user_id = $1 AND indicator_id = i.id ORDER BY start_at LIMIT 1)::float8 AS first,
              (SELECT extract(epoch FROM start_at) * 1000 FROM observation
                WHERE user_id = $1 AND indicator_id = i.id ORDER BY start_at DESC LIMIT 1)::float8 AS last
         FROM unnest($2::int[]) AS i(id)`,
      [this.#userId, fresh],
    )
    for (const { id, first, last } of rows) {
      this.#spans.set(id, first === null || last === null ? null : { from: Number(first), to: Number(last) })
    }
  }

  async #ask(asked: readonly Asked[]): Promise<Map<number, Stored>> {
    await this.#copied()
    const rows = await this.#db.query<{ id: number; prints: Uint8Array | null; others: boolean | null }>(
      `SELECT r.id, s.prints, s.others
         FROM unnest($2::int[], $3::timestamptz[], $4::timestamptz[], $5::text[]) AS r(id, first, last, unit),
              LATERAL (
                SELECT string_agg(int8send(o.fingerprint), ''::bytea) AS prints,
                       bool_or(r.unit IS NULL OR coalesce(o.raw_unit, '') <> r.unit) AS others
                  FROM observation o
                 WHERE o.user_id = $1 AND o.indicator_id = r.id AND o.start_at >= r.first AND o.start_at <= r.last
              ) s`,
      [
        this.#userId,
        asked.map((one) => one.indicatorId),
        asked.map((one) => new Date(one.start).toISOString()),
        asked.map((one) => new Date(one.end).toISOString()),
        asked.map((one) => one.unit),
      ],
    )
    const found = new Map<number, Stored>()
    for (const { id, prints, others } of rows) {
      if (prints === null) continue
      const set = new FingerprintSet(prints.length / 8)
      set.addPacked(prints)
      found.set(id, { prints: set, inOtherUnits: others === true })
    }
    return found
  }
}
