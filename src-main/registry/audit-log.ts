/** One row per tool call, chained by hash. Written behind the answer, in order, and all of them before close. */
import { createHash } from 'node:crypto'
import type { Database, Queryable } from '../db/database.ts'
import { errorTrace } from '../log/error-trace.ts'
import type { Logger } from '../log/logger.ts'
import { type AuditEntry, chainHash, entryValues, storable } from './audit-chain.ts'

export interface AuditLog {
  write(entry: AuditEntry): void
  /** Resolves when every row so far is stored, or told to be lost. */
  flush(): Promise<void>
  /** The hash of the person's last row as this process wrote it; null where it does not know better than the table. */
  head(userId: number): Uint8Array | null
}

export type AuditDatabase = Queryable & Partial<Pick<Database, 'engine' | 'transaction'>>

/** Rows of busy clients are gathered this long: a commit each would cost every second call its speed. */
const gatherMs = 100
const batchRows = 200
/** Names the lock among hubs on one server; any number that nothing else in the database uses. */
const chainLock = 1_634_035_828

type Heads = Map<number, Uint8Array | null>

/** Failures to write are logged and never reach the call that was audited. */
export function createAuditLog(db: AuditDatabase, log: Logger): AuditLog {
  const waiting: AuditEntry[] = []
  /** Rows handed in and rows dealt with, to know when those of a moment are done. */
  let taken = 0
  let done = 0
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  /** The embedded engine has one owner, so that it is read once; on a server another hub may write in between. */
  const heads: Heads = new Map()

  async function store(batch: readonly AuditEntry[]): Promise<void> {
    const { transaction } = db
    if (db.engine !== 'server' || transaction === undefined) return append(db, batch, heads)
    await transaction.call(db, async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [chainLock])
      await append(tx, batch, new Map())
    })
  }
  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchRows)
      try {
        await store(batch)
      } catch (error) {
        // Whether they were stored is not known here; the table is.
        heads.clear()
        log.error('audit rows could not be written', { rows: batch.length, error: errorTrace(error) })
      }
      done += batch.length
    }
  }
  const start = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing ??= drain().finally(() => {
      writing = null
      if (waiting.length > 0) start()
    })
  }
  return {
    write(entry) {
      waiting.push(storable(entry))
      taken++
      timer ??= setTimeout(start, gatherMs)
    },
    async flush() {
      const goal = taken
      while (done < goal) {
        start()
        await writing
      }
    },
    head: (userId) => (db.engine === 'server' ? null : (heads.get(userId) ?? null)),
  }
}

const columns = [
  'user_id',
  'at',
  'actor',
  'tool',
  'server',
  'args_digest',
  'ok',
  'error_code',
  'duration_ms',
  'args_bytes',
  'result_bytes',
  'credential',
  'previous_hash',
  'hash',
]

async function append(db: Queryable, entries: readonly AuditEntry[], heads: Heads): Promise<void> {
  await readHeads(db, entries, heads)
  const next: Heads = new Map(heads)
  const values = entries.flatMap((entry) => {
    const previous = next.get(entry.userId) ?? null
    const hash = chainHash(previous, entry)
    next.set(entry.userId, hash)
    return [...entryValues(entry), previous, hash]
  })
  const width = columns.length
  const marks = entries.map((_, row) => `(${columns.map((_name, column) => `$${row * width + column + 1}`)})`)
  await db.query(`insert into audit (${columns.join(', ')}) values ${marks.join(', ')}`, values)
  for (const [userId, hash] of next) heads.set(userId, hash)
}

/** Adds the last stored hash of every person in the batch who is not known yet. */
async function readHeads(db: Queryable, entries: readonly AuditEntry[], heads: Heads): Promise<void> {
  const unknown = [...new Set(entries.map((entry) => entry.userId))].filter((userId) => !heads.has(userId))
  if (unknown.length === 0) return
  const rows = await db.query<{ user_id: number; hash: Uint8Array | null }>(
    `select u.user_id, (select a.hash from audit a where a.user_id = u.user_id order by a.id desc limit 1) as hash
     from unnest($1::integer[]) as u (user_id)`,
    [unknown],
  )
  for (const userId of unknown) heads.set(userId, rows.find((row) => row.user_id === userId)?.hash ?? null)
}

/**
 * What is kept of a call's arguments: a digest that tells two calls with the same arguments apart from others (key order
 * does not matter), and how long they are as JSON, in bytes.
 */
export function argsTrace(args: unknown): { digest: string; bytes: number } {
  const text = canonical(args, 0)
  return { digest: createHash('sha256').update(text).digest('hex').slice(0, 32), bytes: Buffer.byteLength(text) }
}

function canonical(value: unknown, depth: number): string {
  if (depth > 64) return '"…"'
  if (Array.isArray(value)) return `[${value.map((v) => canonical(v, depth + 1)).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v, depth + 1)}`)
      .join(',')}}`
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null')
}
