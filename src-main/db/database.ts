/** What the rest of the hub knows of the database: one interface over the embedded and the server engine. */

import type { Transferable } from 'node:worker_threads'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type * as schema from './schema.ts'

/** Row values as node-postgres gives them with db/type-parsers.ts: int8 → number (bigint beyond 2^53), date and numeric → text. */
export type Row = Record<string, unknown>

/** Anything that runs SQL: the database itself or an open transaction. */
export interface Queryable {
  /** Runs one statement with `$1`-style parameters and returns its rows. Never uses named prepared statements. */
  query<R extends Row = Row>(text: string, params?: readonly unknown[]): Promise<R[]>
}

export interface Transaction extends Queryable {
  readonly orm: NodePgDatabase<typeof schema>
}

/** What a worker thread works with: SQL alone, because loading the mapper would take longer than most imports do. */
export interface SqlDatabase extends Queryable {
  readonly engine: 'embedded' | 'server'
  /** Runs `work` in one transaction; rolls back when it throws. Keep it short: the embedded engine has one session. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /**
   * Loads rows in one statement: COPY from a blob inside the worker, COPY FROM STDIN on a server.
   * `data` is COPY binary format with header and trailer (see db/copy-binary.ts). Returns the number of rows.
   */
  bulkLoad(table: string, columns: readonly string[], data: Uint8Array): Promise<number>
  /** Drains, checkpoints and closes. Idempotent. */
  close(): Promise<void>
}

export interface Database extends SqlDatabase {
  readonly orm: NodePgDatabase<typeof schema>
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** What another worker thread needs to open its own database on the same engine (`openWorkerDatabase`). */
  workerAccess(): WorkerAccess
}

/** Passed to a worker thread through workerData / transferList. */
export interface WorkerAccess {
  data: { engine: 'embedded'; port: unknown } | { engine: 'server'; url: string }
  transfer: readonly Transferable[]
}

export type DatabaseErrorCode =
  | 'locked'
  | 'foreign-directory'
  | 'damaged'
  | 'wrong-major-version'
  | 'newer-schema'
  | 'disk-full'
  | 'unreachable'
  | 'open-failed'

/** A fault in opening or keeping the data. `message` names the fault and the place, `hint` the ways out. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode
  readonly hint: string
  constructor(code: DatabaseErrorCode, message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.hint = hint
  }
}
