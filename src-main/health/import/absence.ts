/** Earlier records of a full-history format that a newer file no longer holds: found, listed, never removed by itself. */
import { RowEncoder } from '../../db/copy-binary.ts'
import type { Queryable, SqlDatabase } from '../../db/database.ts'
import type { FingerprintSet } from './fingerprint-set.ts'
import { indicatorsOf } from './import-files.ts'
import type { ImportSummary } from './summary.ts'

const PAGE_ROWS = 50_000
const COLUMNS = ['user_id', 'file_id', 'indicator_id', 'start_at', 'fingerprint'] as const

/** Finished files of the format that came before. */
export async function earlierFiles(db: Queryable, userId: number, format: string): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM import_file WHERE user_id = $1 AND format = $2 AND state = 'done' ORDER BY id`,
    [userId, format],
  )
  return rows.map((row) => row.id)
}

/**
 * Writes a row into `absent_observation` for each record of `earlier` files that was not met again, and counts them
 * per indicator.
 */
export async function listAbsent(
  db: SqlDatabase,
  options: {
    readonly userId: number
    readonly fileId: number
    readonly earlier: readonly number[]
    readonly hits: FingerprintSet
    readonly signal: AbortSignal
  },
): Promise<ImportSummary['absent']> {
  const { userId, fileId, earlier, hits, signal } = options
  const result: ImportSummary['absent'] = { total: 0, indicators: [] }
  const encoder = new RowEncoder(COLUMNS.length)
  const indicators = await db.query<{ id: number; key: string; name: string }>(
    'SELECT id, key, name FROM indicator WHERE id = ANY ($1::int[])',
    [await indicatorsOf(db, userId)],
  )
  for (const { id, key, name } of indicators) {
    let count = 0
    let after: { start: string; print: string } | null = null
    let firstDate = ''
    let lastDate = ''
    for (;;) {
      signal.throwIfAborted()
      const [page] = await readPage(db, userId, id, earlier, after)
      if (page === undefined || page.n === 0 || page.rows === null) break
      const view = new DataView(page.rows.buffer, page.rows.byteOffset, page.rows.byteLength)
      for (let at = 0; at + 20 <= page.rows.byteLength; at += 20) {
        const high = view.getUint32(at + 8)
        const low = view.getUint32(at + 12)
        if (hits.has(high, low)) continue
        const startMs = Number(view.getBigInt64(at) / 1000n) + Date.UTC(2000, 0, 1)
        const date = new Date(Date.UTC(2000, 0, 1) + view.getInt32(at + 16) * 86_400_000).toISOString().slice(0, 10)
        if (firstDate === '' || date < firstDate) firstDate = date
        if (date > lastDate) lastDate = date
        count++
        encoder.row()
        encoder.int4(userId)
        encoder.int4(fileId)
        encoder.int4(id)
        encoder.timestamptz(startMs)
        encoder.int8Halves(high, low)
      }
      if (encoder.rows >= PAGE_ROWS) await db.bulkLoad('absent_observation', COLUMNS, encoder.finish())
      if (page.n < PAGE_ROWS) break
      after = { start: page.last_start, print: page.last_print }
    }
    if (count > 0) result.indicators.push({ key, name, count, firstDate, lastDate })
    result.total += count
  }
  if (encoder.rows > 0) await db.bulkLoad('absent_observation', COLUMNS, encoder.finish())
  result.indicators.sort((a, b) => b.count - a.count)
  return result
}

interface Page {
  readonly [column: string]: unknown
  readonly n: number
  /** 20 bytes a row: start (µs since 2000), fingerprint, local date (days since 2000), big-endian. */
  readonly rows: Uint8Array | null
  readonly last_start: string
  readonly last_print: string
}

function readPage(
  db: Queryable,
  userId: number,
  indicatorId: number,
  earlier: readonly number[],
  after: { start: string; print: string } | null,
): Promise<Page[]> {
  return db.query<Page>(
    `WITH page AS (
       SELECT start_at, fingerprint, local_date FROM observation
        WHERE user_id = $1 AND indicator_id = $2 AND file_id = ANY($3::int[])
          AND (start_at, fingerprint) > ($4::timestamptz, $5::bigint)
        ORDER BY start_at, fingerprint LIMIT ${PAGE_ROWS}
     )
     SELECT count(*)::int AS n,
            string_agg(timestamptz_send(start_at) || int8send(fingerprint) || date_send(local_date), ''::bytea
                       ORDER BY start_at, fingerprint) AS rows,
            max(start_at)::text AS last_start,
            (SELECT fingerprint::text FROM page ORDER BY start_at DESC, fingerprint DESC LIMIT 1) AS last_print
       FROM page`,
    [userId, indicatorId, earlier, after?.start ?? '-infinity', after?.print ?? '-9223372036854775808'],
  )
}
