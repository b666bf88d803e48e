/** What only the embedded engine has to prove: one session shared by many, and nothing that ends its process. */

import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, SqlDatabase } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { openWorkerDatabase } from '../../../src-main/db/open-worker.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { temporaryDir } from './engines.ts'

let dataDir: string
let db: Database

beforeAll(async () => {
  dataDir = await temporaryDir()
  db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
  await db.query('CREATE TABLE t (n int PRIMARY KEY, s text)')
})
afterAll(async () => {
  await db?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function second<T>(use: (other: SqlDatabase) => Promise<T>): Promise<T> {
  const other = await openWorkerDatabase(db.workerAccess().data)
  try {
    return await use(other)
  } finally {
    await other.close()
  }
}

describe('COPY over a connection would end the process', () => {
  const refused = { code: '0A000', hint: expect.stringContaining('bulkLoad') }
  const forms = [
    'COPY t FROM STDIN',
    'copy t (n) from stdin with (format csv)',
    'COPY t TO STDOUT',
    'COPY (SELECT 1) TO STDOUT',
    '  \n\t\f cOpY\nt\nFROM\nSTDIN',
    'SELECT 1; COPY t FROM STDIN',
    "SELECT ';'; COPY t FROM STDIN; SELECT 2",
    '-- a comment\nCOPY t FROM STDIN',
    '/* a /* nested */ comment */COPY t FROM STDIN',
    'SELECT $x$ ; $x$;COPY t FROM STDIN',
    "SELECT E'a\\'; ';COPY t FROM STDIN",
    'BEGIN; COPY t FROM STDIN',
  ]
  test.each(forms)('%j is refused as a simple query', async (sql) => {
    await expect(db.query(sql)).rejects.toMatchObject(refused)
    expect(await db.query('SELECT 1 AS alive')).toEqual([{ alive: 1 }])
  })

  test('and through Parse', async () => {
    await expect(db.query('COPY t FROM STDIN', [])).rejects.toMatchObject(refused)
    await expect(db.query('/**/ copy t to stdout', [])).rejects.toMatchObject(refused)
    expect(await db.query('SELECT 1 AS alive')).toEqual([{ alive: 1 }])
  })

  test('and inside a transaction, which then fails as with any error', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query('INSERT INTO t VALUES (900)')
        await tx.query('COPY t FROM STDIN').catch(() => {})
        await tx.query('SELECT 1')
      }),
    ).rejects.toMatchObject({ code: '25P02' })
    expect(await db.query('SELECT count(*) AS n FROM t WHERE n = 900')).toEqual([{ n: 0 }])
  })

  test('the word in a string, a name or a comment is no COPY', async () => {
    expect(await db.query("SELECT 'COPY t FROM STDIN' AS copy /* ; COPY t FROM STDIN */ -- COPY")).toEqual([
      { copy: 'COPY t FROM STDIN' },
    ])
    expect(await db.query('SELECT $1 AS s', ['; COPY t FROM STDIN'])).toEqual([{ s: '; COPY t FROM STDIN' }])
  })

  test('COPY hidden in PL/pgSQL or in a prepared statement ends nothing either', async () => {
    await expect(db.query("DO $$ BEGIN EXECUTE 'COPY t FROM STDIN'; END $$")).rejects.toMatchObject({ code: '0A000' })
    await expect(db.query('DO $$ BEGIN COPY t FROM STDIN; END $$')).rejects.toThrow()
    await expect(db.query('PREPARE p AS COPY t FROM STDIN')).rejects.toThrow()
    expect(await db.query('SELECT 1 AS alive')).toEqual([{ alive: 1 }])
  })
})

test('a named prepared statement is refused: sessions share names', async () => {
  const select = db.orm.query.profile.findMany().prepare('one_name')
  await expect(select.execute()).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining('Named prepared statements') }),
  })
  expect(await db.query('SELECT 1 AS alive')).toEqual([{ alive: 1 }])
})

test('two connections with transactions at once never mix their statements', async () => {
  await db.query('CREATE TABLE ledger (who text, step int)')
  await second(async (other) => {
    const work = async (database: SqlDatabase, who: string): Promise<void> => {
      for (let round = 0; round < 15; round++) {
        await database
          .transaction(async (tx) => {
            for (let step = 0; step < 4; step++) {
              await tx.query('INSERT INTO ledger VALUES ($1, $2)', [who, round * 10 + step])
              await new Promise(setImmediate)
            }
            // Every third round changes its mind: its rows, and only its rows, must go.
            if (round % 3 === 0) throw new Error('undo')
          })
          .catch((error: Error) => expect(error.message).toBe('undo'))
      }
    }
    await Promise.all([work(db, 'a'), work(other, 'b')])
  })
  expect(await db.query('SELECT who, count(*) AS n FROM ledger GROUP BY who ORDER BY who')).toEqual([
    { who: 'a', n: 40 },
    { who: 'b', n: 40 },
  ])
  const partial = await db.query('SELECT who, step / 10 AS round FROM ledger GROUP BY 1, 2 HAVING count(*) <> 4')
  expect(partial).toEqual([])
})

test('a bulk load waits for an open transaction and is not part of it', async () => {
  const { RowEncoder } = await import('../../../src-main/db/copy-binary.ts')
  await second(async (other) => {
    const rows = new RowEncoder(1)
    rows.row()
    rows.int4(500)
    let loaded: Promise<number> = Promise.resolve(0)
    await expect(
      db.transaction(async (tx) => {
        await tx.query('INSERT INTO t VALUES (501)')
        loaded = other.bulkLoad('t', ['n'], rows.finish())
        await tx.query('SELECT pg_sleep(0.05)')
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    expect(await loaded).toBe(1)
  })
  expect(await db.query('SELECT n FROM t WHERE n BETWEEN 500 AND 501')).toEqual([{ n: 500 }])
})

test('a thread that dies inside a transaction loses it and frees the session', async () => {
  const access = db.workerAccess()
  const worker = new Worker(new URL('./dying-client.ts', import.meta.url), {
    workerData: access.data,
    transferList: [...access.transfer],
  })
  await new Promise((resolve) => worker.once('message', resolve))
  const waiting = db.query('SELECT count(*) AS n FROM t WHERE n = 700')
  await worker.terminate()
  expect(await waiting).toEqual([{ n: 0 }])
})

test('settings of a connection that ended are gone', async () => {
  await second(async (other) => {
    await other.query("SET work_mem = '1MB'")
    await other.query('BEGIN')
  })
  expect(await db.query('SHOW work_mem')).toEqual([{ work_mem: '16MB' }])
})

test('a hundred thousand rows arrive whole while the main thread stays responsive', async () => {
  const lag = monitorEventLoopDelay({ resolution: 5 })
  await db.query('CREATE TABLE many AS SELECT i, repeat(chr(65 + i % 26), 20) AS s FROM generate_series(1, 100000) i')
  lag.enable()
  const work = db.query('SELECT sum(sqrt(a.i)) FROM many a JOIN (SELECT 1 FROM generate_series(1, 20)) b ON true')
  await work
  lag.disable()
  // In the same thread it would be as long as the query, which takes about a second.
  expect(lag.percentile(99) / 1e6).toBeLessThan(100)
  const rows = await db.query<{ i: number; s: string }>('SELECT i, s FROM many ORDER BY i')
  expect(rows.length).toBe(100_000)
  expect(rows[99_999]).toEqual({ i: 100_000, s: 'E'.repeat(20) })
  expect(rows.every((row, index) => row.i === index + 1)).toBe(true)
})

test('large parameters and large single values pass', async () => {
  const text = 'æ'.repeat(3_000_000)
  const [row] = await db.query<{ s: string; n: number }>('SELECT $1::text AS s, octet_length($1::text) AS n', [text])
  expect(row?.n).toBe(6_000_000)
  expect(row?.s === text).toBe(true)
})

test('commits reach the disk: fsync is on and is called', async () => {
  expect(
    await db.query(
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'wal_sync_method') ORDER BY name",
    ),
  ).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'wal_sync_method', setting: 'fsync' },
  ])
})

test('nobody else can look into the data directory', async () => {
  expect((await stat(dataDir)).mode & 0o077).toBe(0)
  expect((await stat(join(dataDir, 'db'))).mode & 0o077).toBe(0)
  expect((await stat(join(dataDir, 'hub.lock'))).mode & 0o077).toBe(0)
})
