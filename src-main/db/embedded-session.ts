/** The embedded engine's one session: opened on a cluster directory, run batch by batch, closed with a checkpoint. */

import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS } from './durable-fs.ts'
import { startParams } from './engine-params.ts'
import type { EngineFault } from './worker-protocol.ts'

export interface SessionOptions {
  readonly clusterDir: string
  /** Log more, so that a failed open tells its cause. */
  readonly explain: boolean
  /** Called once, from inside the engine, when it can go on no longer. */
  onFatal(message: string): void
}

/** Log written since the last checkpoint that makes the next one due. */
const checkpointBytes = 96 * 1024 * 1024
const recentLines = 40

export class EmbeddedSession {
  readonly #db: PGlite
  readonly #fs: DurableNodeFS
  readonly #startupReply: Uint8Array

  private constructor(db: PGlite, fs: DurableNodeFS, startupReply: Uint8Array) {
    this.#db = db
    this.#fs = fs
    this.#startupReply = startupReply
  }

  /** @throws OpenFailure with the engine's own last lines when the cluster cannot be opened. */
  static async open(options: SessionOptions): Promise<EmbeddedSession> {
    const lines: string[] = []
    let opened = false
    const fatal = (reason: string): void => {
      if (opened) options.onFatal(lines.findLast((line) => line.includes('PANIC:')) ?? reason)
    }
    const fs = new DurableNodeFS(options.clusterDir, fatal)
    try {
      const db = await PGlite.create({
        fs,
        startParams: [...startParams(), ...(options.explain ? ['-d', '1'] : [])],
        // Preflight saw a whole cluster; should it vanish meanwhile, initdb must fail and not write over anything.
        initDbStartParams: ['--refuse-to-initialise'],
        onStderr: (text) => {
          lines.push(text)
          if (lines.length > recentLines) lines.shift()
          return false
        },
        onStdout: () => false,
      })
      const reply = db.execProtocolRawSync(startupMessage()).slice()
      opened = true
      return new EmbeddedSession(db, fs, reply)
    } catch (error) {
      throw new OpenFailure(error instanceof Error ? error.message : String(error), lines)
    }
  }

  /** What the engine answers to a connection that starts. The same for all: they share one session. */
  get startupReply(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#startupReply)
  }

  get fsyncCount(): number {
    return this.#fs.fsyncCount
  }

  get isInTransaction(): boolean {
    return this.#db.isInTransaction()
  }

  /** Runs whole protocol messages; `onReply` gets views into the engine's memory, valid during the call only. */
  async run(bytes: Uint8Array, onReply: (piece: Uint8Array) => void): Promise<void> {
    await this.#db.execProtocolRawStream(bytes, { syncToFs: false, onRawData: onReply })
  }

  /** Runs a simple query and drops its answer. */
  async quietly(sql: string): Promise<void> {
    await this.run(queryMessage(sql), () => {})
  }

  /** COPY from the bytes at '/dev/blob'. Returns the number of rows. */
  async load(sql: string, data: Uint8Array): Promise<number> {
    const result = await this.#db.query(sql, [], { blob: new BorrowedBlob(data) })
    return result.affectedRows ?? 0
  }

  /** A checkpoint when enough log has gathered: in single-user mode PostgreSQL never begins one by itself. */
  async checkpointWhenDue(): Promise<boolean> {
    const { rows } = await this.#db.query<{ bytes: number }>(
      'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
    )
    if ((rows[0]?.bytes ?? 0) < checkpointBytes) return false
    await this.checkpoint()
    return true
  }

  async checkpoint(): Promise<void> {
    await this.#db.exec('CHECKPOINT')
    this.#fs.syncDirectories()
  }

  async analyze(table: string): Promise<void> {
    await this.#db.exec(`ANALYZE ${table}`)
  }

  /** Tables worth a VACUUM: in single-user mode there is no autovacuum. */
  async bloatedTables(): Promise<string[]> {
    const { rows } = await this.#db.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
       WHERE n_dead_tup > 5000 AND n_dead_tup > 0.2 * n_live_tup`,
    )
    return rows.map((row) => row.name)
  }

  async vacuum(table: string): Promise<void> {
    await this.#db.exec(`VACUUM (ANALYZE) ${table}`)
  }

  async close(): Promise<void> {
    if (this.isInTransaction) await this.quietly('ROLLBACK')
    await this.checkpoint()
    await this.#db.close()
    this.#fs.syncDirectories()
  }
}

export class OpenFailure extends Error {
  override readonly name = 'OpenFailure'
  readonly lines: readonly string[]
  constructor(message: string, lines: readonly string[]) {
    super(message)
    this.lines = lines
  }
}

/** The fields of an engine error that cross to another thread. */
export function faultOf(error: unknown): EngineFault {
  if (!(error instanceof Error)) return { message: String(error) }
  const field = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : undefined
  }
  return {
    message: error.message,
    code: field('code'),
    detail: field('detail'),
    hint: field('hint'),
    where: field('where'),
  }
}

/** A simple-query message. */
export function queryMessage(sql: string): Uint8Array {
  const text = Buffer.from(sql)
  const message = new Uint8Array(text.length + 6)
  message[0] = 'Q'.charCodeAt(0)
  new DataView(message.buffer).setInt32(1, text.length + 5)
  message.set(text, 5)
  return message
}

/** Protocol 3.0 start of user and database `postgres`. */
function startupMessage(): Uint8Array {
  const pairs = Buffer.from('user\0postgres\0database\0postgres\0\0')
  const message = new Uint8Array(8 + pairs.length)
  const view = new DataView(message.buffer)
  view.setInt32(0, message.length)
  view.setInt32(4, 196608)
  message.set(pairs, 8)
  return message
}

/** Hands its bytes to the engine without the copy that a Blob makes. */
class BorrowedBlob extends Blob {
  readonly #bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    super([])
    this.#bytes = bytes
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes
    const whole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength
    return Promise.resolve(whole ? buffer : new Uint8Array(this.#bytes).buffer)
  }
}
