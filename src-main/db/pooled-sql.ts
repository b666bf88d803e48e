/** SQL over a node-postgres pool; what differs between the engines is handed in. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient, PoolConfig, QueryResult } from 'pg'
import { DatabaseError, type Queryable, type Row, type SqlDatabase, type WorkerAccess } from './database.ts'
import { diskFull } from './preflight.ts'
import { pg } from './type-parsers.ts'

export interface EngineParts {
  readonly engine: SqlDatabase['engine']
  /** Names the database in errors. */
  readonly place: string
  readonly pool: PoolConfig
  /** Null when connections can be made now; else resolves when they can, or tells why not. */
  readonly ready?: () => Promise<void> | null
  bulkLoad(pool: HubPool, table: string, columns: readonly string[], data: Uint8Array): Promise<number>
  workerAccess(): WorkerAccess
  /** After the pool has ended. */
  close(): Promise<void>
}

/** How long close waits for work in flight. */
const drainMs = 5000

/** The open transaction of the current asynchronous context, per database. */
const openTransactions = new AsyncLocalStorage<ReadonlySet<object>>()

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void

/**
 * A pool that waits for an engine that is being started again, and fails at once where waiting would never end: inside
 * a transaction that holds its only connection.
 */
export class HubPool extends pg.Pool {
  readonly #ready: () => Promise<void> | null

  constructor(config: PoolConfig, ready: () => Promise<void> | null) {
    super(config)
    this.#ready = ready
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): unknown {
    if (openTransactions.getStore()?.has(this)) {
      const error = new Error('This runs inside a transaction of the same database: use the transaction handed in')
      if (callback === undefined) return Promise.reject(error)
      return callback(error, undefined, () => {})
    }
    const waiting = this.#ready()
    if (callback === undefined) return waiting === null ? super.connect() : waiting.then(() => super.connect())
    if (waiting === null) return super.connect(callback)
    return waiting.then(
      () => super.connect(callback),
      (error) => callback(error, undefined, () => {}),
    )
  }
}

export class PooledSql implements SqlDatabase {
  readonly engine: SqlDatabase['engine']
  protected readonly pool: HubPool
  readonly #parts: EngineParts
  #closing: Promise<void> | null = null

  constructor(parts: EngineParts) {
    this.engine = parts.engine
    this.#parts = parts
    this.pool = new HubPool(parts.pool, parts.ready ?? (() => null))
    // A lost connection tells whoever uses it; without these listeners it would end the process besides.
    this.pool.on('error', () => {})
    this.pool.on('connect', (client) => client.on('error', () => {}))
  }

  async query<R extends Row = Row>(text: string, params?: readonly unknown[]): Promise<R[]> {
    return this.#withClient((client) => run<R>(client, text, params))
  }

  async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.withTransaction(work)
  }

  protected async withTransaction<T>(work: (tx: Queryable, client: PoolClient) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      const tx: Queryable = {
        query: <R extends Row>(text: string, params?: readonly unknown[]) =>
          run<R>(client, text, params).catch((error): never => {
            throw this.#explain(error)
          }),
      }
      const scope = new Set([...(openTransactions.getStore() ?? []), this.pool])
      await client.query('BEGIN')
      try {
        const result = await openTransactions.run(scope, () => work(tx, client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        // A lost connection rolls back by itself, and its own error is the one to tell.
        await client.query('ROLLBACK').catch(() => {})
        throw error
      }
    })
  }

  async bulkLoad(table: string, columns: readonly string[], data: Uint8Array): Promise<number> {
    if (openTransactions.getStore()?.has(this.pool)) {
      throw new Error('bulkLoad cannot run inside a transaction of the same database')
    }
    try {
      return await this.#parts.bulkLoad(this.pool, table, columns, data)
    } catch (error) {
      throw this.#explain(error)
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, drainMs)
    })
    await Promise.race([this.pool.end(), patience])
    clearTimeout(timer)
    await this.#parts.close()
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient | null = null
    let broken: Error | undefined
    try {
      client = await this.pool.connect()
      return await work(client)
    } catch (error) {
      if (client !== null && !isStatementError(error))
        broken = error instanceof Error ? error : new Error(String(error))
      throw this.#explain(error)
    } finally {
      client?.release(broken)
    }
  }

  /** Engine faults that a person can do something about, in words; everything else as it is. */
  #explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof DatabaseError) return error
    const code = 'code' in error ? error.code : undefined
    if (code === '53100' || /no space left on device/i.test(error.message)) {
      return Object.assign(diskFull(this.#parts.place), { cause: error })
    }
    if (this.engine === 'server' && (typeof code !== 'string' || isConnectionCode(code)) && isConnectionError(error)) {
      return new DatabaseError(
        'unreachable',
        `The PostgreSQL server at ${this.#parts.place} cannot be reached: ${error.message || code}.`,
        'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded database is used.',
        { cause: error },
      )
    }
    return error
  }
}

async function run<R extends Row>(client: PoolClient, text: string, params?: readonly unknown[]): Promise<R[]> {
  // Without parameters the simple protocol is used, which takes several statements and then answers with a list.
  const result: QueryResult<R> | QueryResult<R>[] =
    params === undefined ? await client.query<R>(text) : await client.query<R>(text, [...params])
  if (!Array.isArray(result)) return result.rows
  return result.at(-1)?.rows ?? []
}

/** The statement failed and the connection is as good as before. */
function isStatementError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return !isConnectionError(error)
  return /^[\dA-Z]{5}$/.test(error.code) && !/^(08|57P)/.test(error.code) && error.code !== '25P03'
}

function isConnectionCode(code: string): boolean {
  return /^E[A-Z]+$/.test(code) || /^(08|57P|28|3D)/.test(code)
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && isConnectionCode(error.code)) return true
  return /connection|terminat|ECONN|timeout|socket/i.test(error.message) || error instanceof AggregateError
}
