/** The files by which a cluster is recognised, without a database in them. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes `<temporary>/db` look like a whole cluster of PostgreSQL 18 and returns its path. */
export function clusterSkeleton(): string {
  const cluster = join(mkdtempSync(join(tmpdir(), 'mirohub-skeleton-')), 'db')
  for (const dir of ['global', 'base/1', 'pg_wal', 'pg_xact']) mkdirSync(join(cluster, dir), { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  const control = Buffer.alloc(8192)
  control.writeBigUInt64LE(7_577_000_000_000_000_001n, 0)
  control.writeUInt32LE(1800, 8)
  writeFileSync(join(cluster, 'global/pg_control'), control)
  writeFileSync(join(cluster, 'pg_wal/000000010000000000000001'), 'log')
  return cluster
}
