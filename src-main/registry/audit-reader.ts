/** Reads the audit log for a person: pages, filters, export, and whether its chain holds. */
import type { Queryable } from '../db/database.ts'
import { dayOfDate, startOfDay } from '../health/merge/local-date.ts'
import { type AuditEntry, type ChainedRow, walkChain } from './audit-chain.ts'
import { type AuditView, csvFormat, jsonFormat } from './audit-export.ts'
import type { AuditLog } from './audit-log.ts'
import { keptFrom } from './audit-retention.ts'

export interface AuditFilter {
  readonly actor?: string | undefined
  readonly tool?: string | undefined
  readonly outcome?: 'ok' | 'failed' | undefined
  /** Local days of the person, both ends included. */
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
}

/** Whose rows. Calls without an identity belong to nobody, so that everyone here sees them: who else would notice them? */
export interface AuditOwner {
  readonly id: number
  readonly timeZone: string
}

export interface AuditReader {
  /** Newest first; `before` is the id of the last row of the page before. */
  list(
    owner: AuditOwner,
    filter: AuditFilter,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ rows: AuditView[]; total: number; more: boolean }>
  facets(owner: AuditOwner): Promise<{ actors: string[]; tools: string[] }>
  /** Oldest first, in pieces of text with the number of rows in each; ends with the rows that were there at its start. */
  export(
    owner: AuditOwner,
    filter: AuditFilter,
    format: 'csv' | 'json',
    signal?: AbortSignal,
  ): AsyncGenerator<{ text: string; rows: number }>
  /** Walks the chains in batches. `brokenAt` is the first row that is not as it was written or does not follow. */
  verify(owner: AuditOwner): Promise<{ ok: boolean; rows: number; brokenAt: number | null }>
}

const anonymous = 0
const exportRows = 1_000
const verifyRows = 2_000

/** A type and not an interface: only such is assignable to what the database gives. */
type StoredRow = {
  user_id: number
  id: number
  at: Date
  actor: string
  tool: string
  server: string | null
  args_digest: string
  ok: boolean
  error_code: string | null
  duration_ms: number
  args_bytes: number
  result_bytes: number
  credential: string | null
  previous_hash: Uint8Array | null
  hash: Uint8Array | null
}

export interface AuditReaderOptions {
  readonly db: Queryable
  readonly log: Pick<AuditLog, 'flush' | 'head'>
  readonly now: () => Date
}

export function createAuditReader({ db, log, now }: AuditReaderOptions): AuditReader {
  /** One query for each of the two people, so that both walk the primary key; merged, since ids are common to all. */
  const page = async (where: Where, range: string, direction: 'asc' | 'desc', limit: number): Promise<StoredRow[]> => {
    const one = (user: string) =>
      `(select * from audit where user_id = ${user} and ${where.sql} and ${range} order by id ${direction} limit ${limit})`
    return db.query<StoredRow>(
      `select * from (${one('$1')} union all ${one(String(anonymous))}) a order by id ${direction} limit ${limit}`,
      where.params,
    )
  }

  async function views(rows: readonly StoredRow[]): Promise<AuditView[]> {
    const labels = await readLabels(db, rows)
    return rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actor,
      tool: row.tool,
      server: row.server,
      ok: row.ok,
      errorCode: row.error_code,
      durationMs: row.duration_ms,
      argsBytes: row.args_bytes,
      resultBytes: row.result_bytes,
      credential: credentialOf(row, labels),
    }))
  }

  async function verifyOne(userId: number): Promise<{ rows: number; brokenAt: number | null }> {
    const walk = walkChain(keptFrom(now()))
    const newest = log.head(userId)
    let rows = 0
    let last = 0
    for (;;) {
      const batch = await db.query<StoredRow>(
        `select * from audit where user_id = $1 and id > $2 order by id limit ${verifyRows}`,
        [userId, last],
      )
      for (const row of batch) {
        if (!walk.next(chained(row))) return { rows: rows + 1, brokenAt: row.id }
        last = row.id
        rows++
      }
      if (batch.length < verifyRows) break
    }
    // Rows taken off the end leave a chain that holds; this process still knows what it wrote last.
    const end = walk.head()
    const isCut = newest !== null && (end === null || Buffer.compare(end, newest) !== 0)
    return { rows, brokenAt: isCut && !(await hasGrown(userId, last)) ? last : null }
  }

  /** A call made during the walk is no fault. */
  async function hasGrown(userId: number, last: number): Promise<boolean> {
    const [row] = await db.query('select 1 as one from audit where user_id = $1 and id > $2 limit 1', [userId, last])
    return row !== undefined
  }

  return {
    async list(owner, filter, { before, limit }) {
      await log.flush()
      const where = whereOf(owner, filter, now())
      const range = before === undefined ? 'true' : `id < ${Math.trunc(before)}`
      const rows = await page(where, range, 'desc', limit + 1)
      const [count] = await db.query<{ total: number }>(
        `select count(*) as total from audit where user_id in ($1, ${anonymous}) and ${where.sql}`,
        where.params,
      )
      return { rows: await views(rows.slice(0, limit)), total: count?.total ?? 0, more: rows.length > limit }
    },
    async facets(owner) {
      await log.flush()
      const where = whereOf(owner, {}, now())
      const distinct = async (column: 'actor' | 'tool') => {
        const rows = await db.query<{ value: string }>(
          `select distinct ${column} as value from audit where user_id in ($1, ${anonymous}) and ${where.sql} order by 1 limit 500`,
          where.params,
        )
        return rows.map((row) => row.value)
      }
      return { actors: await distinct('actor'), tools: await distinct('tool') }
    },
    async *export(owner, filter, format, signal) {
      await log.flush()
      const { head, rows: write, foot } = format === 'csv' ? csvFormat : jsonFormat
      const where = whereOf(owner, filter, now())
      const [end] = await db.query<{ id: number | null }>('select max(id) as id from audit')
      const until = end?.id ?? 0
      yield { text: head, rows: 0 }
      let last = 0
      for (;;) {
        signal?.throwIfAborted()
        const rows = await page(where, `id > ${last} and id <= ${until}`, 'asc', exportRows)
        if (rows.length > 0) yield { text: write(await views(rows), last === 0), rows: rows.length }
        last = rows.at(-1)?.id ?? last
        if (rows.length < exportRows) break
      }
      if (foot !== '') yield { text: foot, rows: 0 }
    },
    async verify(owner) {
      await log.flush()
      const own = await verifyOne(owner.id)
      const others = await verifyOne(anonymous)
      const brokenAt = own.brokenAt ?? others.brokenAt
      return { ok: brokenAt === null, rows: own.rows + others.rows, brokenAt }
    },
  }
}

interface Where {
  readonly sql: string
  /** The first is the person. */
  readonly params: readonly unknown[]
}

/** What is older than a year is the anchor of the chain and nothing that anybody reads. */
function whereOf(owner: AuditOwner, filter: AuditFilter, now: Date): Where {
  const params: unknown[] = [owner.id]
  const terms: string[] = []
  const term = (sql: string, value: unknown) => {
    params.push(value)
    terms.push(`${sql} $${params.length}`)
  }
  const midnight = (date: string, addDays: number) => new Date(startOfDay(dayOfDate(date) + addDays, owner.timeZone))
  term('at >=', keptFrom(now))
  if (filter.actor !== undefined) term('actor =', filter.actor)
  if (filter.tool !== undefined) term('tool =', filter.tool)
  if (filter.outcome !== undefined) term('ok =', filter.outcome === 'ok')
  if (filter.fromDate !== undefined) term('at >=', midnight(filter.fromDate, 0))
  if (filter.toDate !== undefined) term('at <', midnight(filter.toDate, 1))
  return { sql: terms.join(' and '), params }
}

function chained(row: StoredRow): ChainedRow {
  const entry: AuditEntry = {
    userId: row.user_id,
    at: row.at,
    actor: row.actor,
    tool: row.tool,
    server: row.server,
    argsDigest: row.args_digest,
    ok: row.ok,
    errorCode: row.error_code,
    durationMs: row.duration_ms,
    argsBytes: row.args_bytes,
    resultBytes: row.result_bytes,
    credential: row.credential,
  }
  return { id: row.id, entry, hash: row.hash, previousHash: row.previous_hash }
}

/** Where the names of credentials stand: a token's label, an address's label, an app's name. */
const labelled: Readonly<Record<string, string>> = {
  token: 'select id::text as id, label from access_token where id::text = any($1)',
  'personal-url': 'select id::text as id, label from personal_url where id::text = any($1)',
  oauth: 'select id, client_name as label from oauth_grant where id = any($1)',
}

/** By credential, as the rows name it. */
async function readLabels(db: Queryable, rows: readonly StoredRow[]): Promise<Map<string, string>> {
  const labels = new Map<string, string>()
  const credentials = [...new Set(rows.flatMap((row) => row.credential ?? []))]
  for (const [kind, sql] of Object.entries(labelled)) {
    const ids = credentials.filter((text) => text.startsWith(`${kind}:`)).map((text) => text.slice(kind.length + 1))
    if (ids.length === 0) continue
    for (const { id, label } of await db.query<{ id: string; label: string }>(sql, [ids]))
      if (label !== '') labels.set(`${kind}:${id}`, label)
  }
  return labels
}

function credentialOf(row: StoredRow, labels: ReadonlyMap<string, string>): AuditView['credential'] {
  if (row.credential === null) return row.user_id === anonymous ? { kind: 'none', label: null } : null
  return { kind: row.credential.split(':')[0] ?? row.credential, label: labels.get(row.credential) ?? null }
}
