/** The audit log in real databases: pages, filters, export, retention, and what a verification finds. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { AuditEntry } from '../../../src-main/registry/audit-chain.ts'
import { type AuditLog, createAuditLog } from '../../../src-main/registry/audit-log.ts'
import { type AuditReader, createAuditReader } from '../../../src-main/registry/audit-reader.ts'
import { pruneAudit } from '../../../src-main/registry/audit-retention.ts'
import { startServer, temporaryDir } from '../db/engines.ts'
import { ada, entry, now } from './audit-entry.ts'
import { expectBatches } from './many-rows.ts'

const server = await startServer()
if (typeof server === 'string') process.stderr.write(`Server engine not tested: ${server}\n`)
afterAll(async () => {
  if (typeof server !== 'string') await server.stop()
})

describe.each(['embedded', 'server'] as const)('%s engine', (engine) => {
  if (engine === 'server' && typeof server === 'string') {
    test.skip(`skipped: ${server}`, () => {})
    return
  }
  let dataDir: string
  let databaseUrl: string | null
  let db: Database
  let log: AuditLog
  let reader: AuditReader
  const open = () => openDatabase({ config: { dataDir, databaseUrl }, log: silentLogger })
  beforeAll(async () => {
    dataDir = await temporaryDir()
    databaseUrl = engine === 'server' && typeof server !== 'string' ? await server.newDatabase() : null
    db = await open()
  })
  beforeEach(async () => {
    await db.query('delete from audit')
    log = createAuditLog(db, silentLogger)
    reader = createAuditReader({ db, log, now: () => now })
  })
  afterAll(async () => {
    await db?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const write = async (...entries: Partial<AuditEntry>[]) => {
    for (const one of entries) log.write(entry(one))
    await log.flush()
  }
  const ids = async () =>
    (await db.query<{ id: number }>('select id from audit where user_id = $1 order by id', [ada.id])).map(
      (row) => row.id,
    )
  /** Five calls, and the ids of their rows; a fresh process does the verifying. */
  const five = async () => {
    await write({ tool: 'a' }, { tool: 'b' }, { tool: 'c' }, { tool: 'd' }, { tool: 'e' })
    return ids()
  }
  const verify = () => createAuditReader({ db, log: createAuditLog(db, silentLogger), now: () => now }).verify(ada)

  test('the chain holds over restarts, people, and calls without an identity', async () => {
    await five()
    log = createAuditLog(db, silentLogger)
    await write({ tool: 'f' }, { userId: 12 }, { userId: 0, actor: 'mcp:\0 \ud800', durationMs: 1 / 3 }, { tool: 'g' })
    expect(await verify()).toEqual({ ok: true, rows: 8, brokenAt: null })
    expect(await reader.verify({ ...ada, id: 12 })).toEqual({ ok: true, rows: 2, brokenAt: null })
  })

  test.each([
    ['tool', "'x'"],
    ['actor', "'x'"],
    ['ok', 'not ok'],
    ['at', "at + interval '1 second'"],
    ['duration_ms', 'duration_ms + 1'],
    ['args_bytes', '99'],
    ['result_bytes', '99'],
    ['credential', "'token:x'"],
    ['error_code', "'timeout'"],
    ['args_digest', "'x'"],
    ['hash', 'null'],
  ])('a row whose %s was edited is named', async (column, value) => {
    const rows = await five()
    await db.query(`update audit set ${column} = ${value} where id = $1`, [rows[2]])
    expect(await verify()).toEqual({ ok: false, rows: 3, brokenAt: rows[2] })
  })

  test('an edit that is hashed anew breaks at the row after it', async () => {
    const rows = await five()
    await db.query('update audit set hash = sha256(hash) where id = $1', [rows[2]])
    expect((await verify()).brokenAt).toBe(rows[2])
  })

  test('a row taken out is noticed at the next one; the first and the last too', async () => {
    const rows = await five()
    await db.query('delete from audit where id = $1', [rows[2]])
    expect((await verify()).brokenAt).toBe(rows[3])
    await db.query('delete from audit')
    const again = await five()
    await db.query('delete from audit where id = $1', [again[0]])
    expect((await verify()).brokenAt).toBe(again[1])
    await db.query('delete from audit')
    log = createAuditLog(db, silentLogger)
    reader = createAuditReader({ db, log, now: () => now })
    const last = await five()
    await db.query('delete from audit where id = $1', [last[4]])
    // Nothing in the table tells; the embedded engine's only writer remembers.
    if (engine === 'embedded') expect((await reader.verify(ada)).brokenAt).toBe(last[3])
  })

  test('two rows that changed places are noticed at the first of them', async () => {
    const [, second = 0, third = 0] = await five()
    await db.query(`
      create temporary table moved as select * from audit where id in (${second}, ${third});
      delete from audit where id in (${second}, ${third});
      insert into audit overriding system value
        select user_id, ${second} + ${third} - id, at, actor, tool, server, args_digest, ok, error_code, duration_ms,
          result_bytes, args_bytes, credential, previous_hash, hash from moved;
      drop table moved`)
    expect((await verify()).brokenAt).toBe(second)
  })

  test('rows of before the chain are shown and do not break it', async () => {
    await db.query(
      `insert into audit (user_id, at, actor, tool, args_digest, ok, duration_ms, result_bytes) values ($1, $2, 'cli', 'old', 'd', true, 1, 1)`,
      [ada.id, now],
    )
    log = createAuditLog(db, silentLogger)
    await write({ tool: 'new' })
    expect(await verify()).toEqual({ ok: true, rows: 2, brokenAt: null })
    expect((await reader.list(ada, {}, { limit: 10 })).rows.map((row) => row.tool)).toEqual(['new', 'old'])
  })

  test('pages go on where the last one ended, while rows come in', async () => {
    for (let i = 1; i <= 7; i++) await write({ tool: `t${i}`, userId: i % 3 === 0 ? 0 : ada.id })
    await write({ userId: 12, tool: 'of another person' })
    const first = await reader.list(ada, {}, { limit: 3 })
    expect(first).toMatchObject({ total: 7, more: true })
    await write({ tool: 't8' })
    const second = await reader.list(ada, {}, { limit: 4, before: first.rows.at(-1)?.id })
    expect([...first.rows, ...second.rows].map((row) => row.tool)).toEqual(['t7', 't6', 't5', 't4', 't3', 't2', 't1'])
    expect(second).toMatchObject({ total: 8, more: false })
    expect(first.rows.map((row) => row.credential)).toEqual([null, { kind: 'none', label: null }, null])
  })

  test('filters work on everything, and days are the person’s own', async () => {
    // 16:30 UTC is half past midnight of the next day in Shanghai.
    await write(
      { at: new Date('2026-06-01T15:59:59Z'), tool: 'june 1' },
      { at: new Date('2026-06-01T16:30:00Z'), tool: 'june 2', actor: 'mcp:X', ok: false, errorCode: 'timeout' },
      { at: new Date('2026-06-02T16:00:00Z'), tool: 'june 3' },
    )
    const tools = async (filter: Parameters<AuditReader['list']>[1]) =>
      (await reader.list(ada, filter, { limit: 10 })).rows.map((row) => row.tool)
    expect(await tools({ fromDate: '2026-06-02', toDate: '2026-06-02' })).toEqual(['june 2'])
    expect(await tools({ toDate: '2026-06-01' })).toEqual(['june 1'])
    expect(await tools({ actor: 'mcp:X', outcome: 'failed' })).toEqual(['june 2'])
    expect(await tools({ outcome: 'ok' })).toEqual(['june 3', 'june 1'])
    expect(await tools({ tool: 'june 3', outcome: 'failed' })).toEqual([])
    expect(await reader.facets(ada)).toEqual({ actors: ['mcp:X', 'window'], tools: ['june 1', 'june 2', 'june 3'] })
  })

  test('credentials are shown with the names people gave them', async () => {
    const id = '00000000-0000-4000-8000-000000000001'
    await db.query(
      `insert into access_token (user_id, id, label, scopes, created_at, expires_at) values (11, $1, 'my laptop', '{}', $2, $2) on conflict do nothing`,
      [id, now],
    )
    await db.query(
      `insert into oauth_grant (user_id, granted_by, id, client_id, client_name, redirect_host, scopes, created_at) values (11, 11, 'g1', 'c', 'Some App', 'h', '{}', $1) on conflict do nothing`,
      [now],
    )
    const gone = 'personal-url:00000000-0000-4000-8000-000000000009'
    for (const credential of [`token:${id}`, 'oauth:g1', gone, 'agent-url']) await write({ credential })
    expect((await reader.list(ada, {}, { limit: 10 })).rows.map((row) => row.credential)).toEqual([
      { kind: 'agent-url', label: null },
      { kind: 'personal-url', label: null },
      { kind: 'oauth', label: 'Some App' },
      { kind: 'token', label: 'my laptop' },
    ])
  })

  test('rows older than a year go, their anchor stays unseen, and the chain holds from there', async () => {
    const old = (day: string) => ({ at: new Date(`${day}T00:00:00Z`), tool: day })
    await write(old('2025-06-01'), old('2025-06-10'), old('2025-06-14'), old('2025-06-16'), { tool: 'today' })
    // Those of nobody too.
    await write({ userId: 0, ...old('2025-01-01') }, { userId: 0, ...old('2025-01-02') })
    await db.query(
      `insert into profile (id, public_id, name, time_zone, units, preferences, is_default, created_at) overriding system value values ($1, gen_random_uuid(), 'Ada', 'UTC', '{}', '{}', false, now()) on conflict do nothing`,
      [ada.id],
    )
    expect(await pruneAudit(db, now)).toBe(3)
    const kept = await db.query('select tool from audit order by id')
    expect(kept.map((row) => row.tool)).toEqual(['2025-06-14', '2025-06-16', 'today', '2025-01-02'])
    expect((await reader.list(ada, {}, { limit: 10 })).rows.map((row) => row.tool)).toEqual(['today', '2025-06-16'])
    expect(await verify()).toEqual({ ok: true, rows: 4, brokenAt: null })
    expect(await pruneAudit(db, now)).toBe(0)
    // What was pruned is no cover for taking out more.
    const [anchor, first] = await ids()
    await db.query('delete from audit where id = $1', [anchor])
    expect((await verify()).brokenAt).toBe(first)
  })

  test('two hubs that write at once keep one chain', async () => {
    if (engine === 'embedded') return expect(db.engine).toBe('embedded')
    const otherDir = await temporaryDir()
    const other = await openDatabase({ config: { dataDir: otherDir, databaseUrl }, log: silentLogger })
    try {
      const logs = [createAuditLog(db, silentLogger), createAuditLog(other, silentLogger)]
      for (let round = 0; round < 20; round++) {
        for (const one of logs) one.write(entry({ tool: `r${round}` }))
        await Promise.all(logs.map((one) => one.flush()))
      }
      expect(await verify()).toEqual({ ok: true, rows: 40, brokenAt: null })
    } finally {
      await other.close()
      await rm(otherDir, { recursive: true, force: true })
    }
  })

  // A hundred thousand of them in test/long/audit.long.ts. The engine makes no difference to what this thread holds.
  if (engine === 'embedded') {
    test('many rows: pages, export and verification hold a batch at a time', () => expectBatches(db, 30_000))
  }
})
