/** Brings a database to this program's schema: each migration in its own transaction, recorded with its checksum. */

import { createHash } from 'node:crypto'
import type { Logger } from '../log/logger.ts'
import { type Database, DatabaseError, type Queryable } from './database.ts'
import { migrations as allMigrations } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'

export interface MigrateOptions {
  readonly log: Logger
  /** Saves the database before it is changed; called once, and only when it was migrated before. */
  readonly backup?: () => Promise<void>
  readonly migrations?: readonly Migration[]
}

/** Any number will do, as long as every hub uses the same: two hubs on one server must not migrate at once. */
const advisoryLock = 4_911_270_118

const createRecord = `CREATE TABLE IF NOT EXISTS schema_migration (
  id integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL)`

/**
 * Applies what is pending and returns how many migrations that were.
 *
 * @throws DatabaseError 'newer-schema' when a later program has been here, 'open-failed' when a recorded migration is
 *   not the one this program knows.
 */
export async function migrate(db: Database, options: MigrateOptions): Promise<number> {
  const known = options.migrations ?? allMigrations
  const applied = await recordedIds(db, known)
  const pending = known.filter((migration) => !applied.has(migration.id))
  if (pending.length === 0) return 0
  if (applied.size > 0) await options.backup?.()
  let count = 0
  for (const migration of pending) {
    const isApplied = await db.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock])
      await tx.query(createRecord)
      // Another hub on the same server may have been quicker.
      if ((await recordedIds(tx, known)).has(migration.id)) return false
      await tx.query(migration.sql)
      await tx.query('INSERT INTO schema_migration (id, name, checksum, applied_at) VALUES ($1, $2, $3, now())', [
        migration.id,
        migration.name,
        checksum(migration),
      ])
      return true
    })
    if (isApplied) {
      count++
      options.log.info('Database schema migrated', { migration: `${migration.id} ${migration.name}` })
    }
  }
  return count
}

/** Ids of the migrations in the database, after checking that they are ours. */
async function recordedIds(db: Queryable, known: readonly Migration[]): Promise<Set<number>> {
  const [found] = await db.query<{ exists: boolean }>("SELECT to_regclass('schema_migration') IS NOT NULL AS exists")
  if (found?.exists !== true) return new Set()
  const rows = await db.query<{ id: number; name: string; checksum: string }>(
    'SELECT id, name, checksum FROM schema_migration ORDER BY id',
  )
  for (const row of rows) {
    const migration = known.find((candidate) => candidate.id === row.id)
    if (migration === undefined) {
      throw new DatabaseError(
        'newer-schema',
        `The database was used by a newer Mirohub (its schema has step ${row.id}, "${row.name}").`,
        'Update Mirohub, or choose another directory with --data-dir. Nothing was changed.',
      )
    }
    if (row.checksum !== checksum(migration)) {
      throw new DatabaseError(
        'open-failed',
        `The database's schema step ${row.id} ("${row.name}") is not the one this Mirohub knows.`,
        'It was made by a development version. Choose another directory with --data-dir. Nothing was changed.',
      )
    }
  }
  return new Set(rows.map((row) => row.id))
}

/** Of the whole schema: what a cluster was made with that has it already. */
export function schemaDigest(): string {
  const digest = createHash('sha256')
  for (const migration of allMigrations) digest.update(`${migration.id} ${migration.name} ${checksum(migration)}\n`)
  return digest.digest('hex').slice(0, 16)
}

function checksum(migration: Migration): string {
  return createHash('sha256').update(migration.sql.replaceAll('\r\n', '\n')).digest('hex')
}
