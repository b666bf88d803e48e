/** The Database interface: SQL over a pool, and the object-relational mapper over the same pool. */

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Database, Transaction, WorkerAccess } from './database.ts'
import { type EngineParts, PooledSql } from './pooled-sql.ts'
import * as schema from './schema.ts'

export class PooledDatabase extends PooledSql implements Database {
  readonly orm: NodePgDatabase<typeof schema>
  readonly #access: () => WorkerAccess

  constructor(parts: EngineParts) {
    super(parts)
    this.orm = drizzle(this.pool, { schema })
    this.#access = parts.workerAccess
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.withTransaction((tx, client) => work({ query: tx.query, orm: drizzle(client, { schema }) }))
  }

  workerAccess(): WorkerAccess {
    return this.#access()
  }
}
