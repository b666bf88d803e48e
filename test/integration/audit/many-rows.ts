/** A log of many rows, of which the reader must hold a batch at a time. */
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import type { Database } from '../../../src-main/db/database.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createAuditLog } from '../../../src-main/registry/audit-log.ts'
import { createAuditReader } from '../../../src-main/registry/audit-reader.ts'
import { ada, entry, now } from './audit-entry.ts'

/** @param count Rows, a multiple of ten; the log of the database is empty before. */
export async function expectBatches(db: Database, count: number): Promise<void> {
  v8.setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const heapMb = () => {
    collect()
    return process.memoryUsage().heapUsed / 1e6
  }
  const log = createAuditLog(db, silentLogger)
  const reader = createAuditReader({ db, log, now: () => now })
  const bare = (count / 10) * 9
  await db.query(
    `insert into audit (user_id, at, actor, tool, args_digest, ok, duration_ms, result_bytes)
     select $1, $2, 'mcp:client ' || n % 5, 'tool_' || n % 7, md5(n::text), true, 1, 1 from generate_series(1, $3::int) n`,
    [ada.id, now, bare],
  )
  for (let n = bare + 1; n <= count; n++) log.write(entry({ tool: `tool_${n % 7}`, argsDigest: String(n) }))
  await log.flush()
  const base = heapMb()
  let peak = 0
  let rows = 0
  let pieces = 0
  let longest = 0
  for await (const piece of reader.export(ada, {}, 'json')) {
    rows += piece.rows
    longest = Math.max(longest, piece.rows)
    if (pieces++ % 25 === 0) peak = Math.max(peak, heapMb() - base)
  }
  expect([rows, longest]).toEqual([count, 1_000])
  const page = await reader.list(ada, { tool: 'tool_3' }, { limit: 100 })
  expect([page.total, page.rows.length, page.more]).toEqual([Math.floor((count + 4) / 7), 100, true])
  expect(await reader.verify(ada)).toEqual({ ok: true, rows: count, brokenAt: null })
  // All rows at once as objects would be 600 bytes each and more.
  expect(Math.max(peak, heapMb() - base)).toBeLessThan(Math.max(8, count * 200e-6))
}
