/** One row per tool call. Rows are written behind the answer, in order, and all of them before close. */
import { createHash } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import type { Logger } from '../log/logger.ts'

export interface AuditEntry {
  /** 0 for anonymous callers. */
  readonly userId: number
  readonly at: Date
  readonly actor: string
  readonly tool: string
  readonly server: string | null
  readonly argsDigest: string
  readonly ok: boolean
  readonly errorCode: string | null
  readonly durationMs: number
  readonly resultBytes: number
}

export interface AuditLog {
  write(entry: AuditEntry): void
  /** Resolves when every row so far is stored. */
  flush(): Promise<void>
}

const columns = 10
/** Rows of busy clients are gathered this long: a commit each would cost every second call its speed. */
const gatherMs = 100

/** Failures to write are logged and never reach the call that was audited. */
export function createAuditLog(db: Queryable, log: Logger): AuditLog {
  const waiting: AuditEntry[] = []
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, 200)
      try {
        await insert(db, batch)
      } catch (error) {
        log.error('audit rows could not be written', { rows: batch.length, error })
      }
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
      waiting.push(entry)
      timer ??= setTimeout(start, gatherMs)
    },
    async flush() {
      if (waiting.length > 0) start()
      while (writing) await writing
    },
  }
}

async function insert(db: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  const marks = entries.map((_, row) => `(${Array.from({ length: columns }, (_, c) => `$${row * columns + c + 1}`)})`)
  await db.query(
    `insert into audit (user_id, at, actor, tool, server, args_digest, ok, error_code, duration_ms, result_bytes) values ${marks.join(', ')}`,
    entries.flatMap((e) => [
      e.userId,
      e.at,
      e.actor.slice(0, 200),
      e.tool.slice(0, 200),
      e.server,
      e.argsDigest,
      e.ok,
      e.errorCode,
      e.durationMs,
      e.resultBytes,
    ]),
  )
}

/** Tells two calls with the same arguments apart from others without keeping the arguments: key order does not matter. */
export function argsDigest(args: unknown): string {
  return createHash('sha256').update(canonical(args, 0)).digest('hex').slice(0, 32)
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
