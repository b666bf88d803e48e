/** One suite over both engines: whatever the rest of the hub may rely on holds for each. */

import { rm } from 'node:fs/promises'
import { eq, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RowEncoder } from '../../../src-main/db/copy-binary.ts'
import { type Database, DatabaseError } from '../../../src-main/db/database.ts'
import { migrate } from '../../../src-main/db/migrate.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { openWorkerDatabase } from '../../../src-main/db/open-worker.ts'
import * as schema from '../../../src-main/db/schema.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { startServer, temporaryDir } from './engines.ts'

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
  const open = (): Promise<Database> => openDatabase({ config: { dataDir, databaseUrl }, log: silentLogger })

  beforeAll(async () => {
    dataDir = await temporaryDir()
    databaseUrl = engine === 'server' && typeof server !== 'string' ? await server.newDatabase() : null
    db = await open()
  })
  afterAll(async () => {
    await db?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('values come back in the types the hub relies on', async () => {
    const [row] = await db.query(
      `SELECT 12::int8 AS small, 9007199254740993::int8 AS large, '2025-03-30'::date AS day,
              '2025-03-30T01:30:00Z'::timestamptz AS at, 0.1::float8 AS float, 1.10::numeric AS exact,
              '\\x00ff'::bytea AS bytes, ARRAY[1,2] AS list, '{"a":[1]}'::jsonb AS json, NULL AS nothing, count(*) AS n`,
    )
    expect(row).toEqual({
      small: 12,
      large: 9007199254740993n,
      day: '2025-03-30',
      at: new Date('2025-03-30T01:30:00Z'),
      float: 0.1,
      exact: '1.10',
      bytes: Buffer.from([0, 255]),
      list: [1, 2],
      json: { a: [1] },
      nothing: null,
      n: 1,
    })
  })

  test('times are told in UTC whatever zone the machine is in', async () => {
    expect(await db.query("SELECT '2025-07-01T00:00:00+02'::timestamptz::text AS at")).toEqual([
      { at: '2025-06-30 22:00:00+00' },
    ])
  })

  test('parameters of every kind arrive', async () => {
    const at = new Date('2025-01-02T03:04:05.678Z')
    const [row] = await db.query(
      'SELECT $1::int8 AS big, $2::text AS text, $3::timestamptz AS at, $4::text[] AS list, $5::jsonb AS json, $6::bytea AS bytes, $7::date AS day',
      [-(2n ** 63n), "'; DROP TABLE profile; -- 😀", at, ['a,b', '"q"'], { x: null }, Buffer.from('hi'), '2024-02-29'],
    )
    expect(row).toEqual({
      big: -(2n ** 63n),
      text: "'; DROP TABLE profile; -- 😀",
      at,
      list: ['a,b', '"q"'],
      json: { x: null },
      bytes: Buffer.from('hi'),
      day: '2024-02-29',
    })
  })

  test('several statements without parameters answer with the last one', async () => {
    expect(await db.query('SELECT 1 AS a; SELECT 2 AS b')).toEqual([{ b: 2 }])
  })

  test('fifty queries at once each get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => db.query<{ i: number }>('SELECT $1::int AS i, pg_sleep(0.001)', [i])),
    )
    expect(answers.map((rows) => rows[0]?.i)).toEqual(Array.from({ length: 50 }, (_, i) => i))
  })

  test('a failed statement has its SQLSTATE and spoils nothing', async () => {
    await expect(db.query('SELECT nope')).rejects.toMatchObject({ code: '42703' })
    await expect(db.query('SELECT 1/$1::int', [0])).rejects.toMatchObject({ code: '22012' })
    expect(await db.query('SELECT 1 AS ok')).toEqual([{ ok: 1 }])
  })

  test('a transaction commits as a whole', async () => {
    await db.query('CREATE TABLE tx_probe (n int PRIMARY KEY)')
    const result = await db.transaction(async (tx) => {
      await tx.query('INSERT INTO tx_probe VALUES (1)')
      await tx.query('INSERT INTO tx_probe VALUES ($1)', [2])
      return 'done'
    })
    expect(result).toBe('done')
    expect(await db.query('SELECT count(*) AS n FROM tx_probe')).toEqual([{ n: 2 }])
  })

  test('a transaction that throws leaves nothing, whether its own code or a statement threw', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.query('INSERT INTO tx_probe VALUES (10)')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await expect(
      db.transaction(async (tx) => {
        await tx.query('INSERT INTO tx_probe VALUES (11)')
        await tx.query('INSERT INTO tx_probe VALUES (11)')
      }),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await db.query('SELECT count(*) AS n FROM tx_probe WHERE n >= 10')).toEqual([{ n: 0 }])
  })

  test('drizzle writes inside the transaction it was given', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.orm.insert(schema.timeZone).values({ name: 'Nowhere/Rolled_Back' })
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    await db.orm.transaction(async (tx) => {
      await tx.insert(schema.timeZone).values({ name: 'Nowhere/Kept' })
    })
    const names = await db.query<{ name: string }>("SELECT name FROM time_zone WHERE name LIKE 'Nowhere/%'")
    expect(names).toEqual([{ name: 'Nowhere/Kept' }])
  })

  test('a query on the database inside its own transaction fails at once instead of waiting for ever', async () => {
    await expect(db.transaction(async () => db.query('SELECT 1'))).rejects.toThrow('inside a transaction')
    await expect(db.transaction(async () => db.transaction(async () => 1))).rejects.toThrow('inside a transaction')
    await expect(db.transaction(async () => db.bulkLoad('tx_probe', ['n'], new Uint8Array(0)))).rejects.toThrow(
      'inside a transaction',
    )
    await expect(db.transaction(async () => db.orm.select().from(schema.profile))).rejects.toThrow()
    expect(await db.query('SELECT 1 AS ok')).toEqual([{ ok: 1 }])
  })

  test('a second opener sees committed rows only, and waits or reads around an open transaction', async () => {
    const access = db.workerAccess()
    const second = await openWorkerDatabase(access.data)
    try {
      await db.query('CREATE TABLE two_openers (n int)')
      let seenInside: unknown
      const outside = db.transaction(async (tx) => {
        await tx.query('INSERT INTO two_openers VALUES (1)')
        const reading = second.query('SELECT count(*) AS n FROM two_openers')
        // On the embedded engine the reader waits for the only session; on a server it reads the old state.
        const patience = new Promise((resolve) => setTimeout(resolve, 150, 'waiting'))
        seenInside = await (engine === 'embedded' ? Promise.race([reading, patience]) : reading)
        await tx.query('INSERT INTO two_openers VALUES (2)')
        // In an object, because a bare promise would be waited for inside the transaction.
        return { reading }
      })
      const [row] = await (await outside).reading
      if (engine === 'embedded') {
        expect(seenInside).toBe('waiting')
        expect(row).toEqual({ n: 2 })
      } else {
        expect(seenInside).toEqual([{ n: 0 }])
      }
      expect(await second.query('SELECT count(*) AS n FROM two_openers')).toEqual([{ n: 2 }])
    } finally {
      await second.close()
    }
    expect(await db.query('SELECT 1 AS ok')).toEqual([{ ok: 1 }])
  })

  test('a bulk load brings every type across, nulls and odd texts included', async () => {
    await db.query(`CREATE TABLE bulk_probe (b bool, i2 int2, i4 int4, i8 int8, h8 int8, f float8, at timestamptz,
      day date, t text, j jsonb, bytes bytea, list int4[])`)
    const columns = ['b', 'i2', 'i4', 'i8', 'h8', 'f', 'at', 'day', 't', 'j', 'bytes', 'list']
    const rows = new RowEncoder(columns.length, 64)
    rows.row()
    rows.bool(true)
    rows.int2(-32768)
    rows.int4(2147483647)
    rows.int8(-(2n ** 63n))
    rows.int8Halves(-1, -2)
    rows.float8(-0.1)
    rows.timestamptz(Date.UTC(1999, 11, 31, 23, 59, 59, 999))
    rows.date('1899-12-31')
    rows.text('naïve "quoted", tab\t, line\n, \\., 心率, 😀, a\0b and something beyond twenty-four characters')
    rows.jsonb({ a: 'b\0c', path: 'C:\\u0000', list: [1, null] })
    rows.bytea(Uint8Array.of(0, 1, 255))
    rows.int4Array([7, -7])
    rows.row()
    rows.bool(false)
    for (let i = 0; i < 9; i++) rows.null()
    rows.bytea(new Uint8Array(0))
    rows.int4Array([])
    expect(await db.bulkLoad('bulk_probe', columns, rows.finish())).toBe(2)
    const loaded = await db.query('SELECT * FROM bulk_probe ORDER BY b DESC')
    expect(loaded[0]).toEqual({
      b: true,
      i2: -32768,
      i4: 2147483647,
      i8: -(2n ** 63n),
      h8: -2,
      f: -0.1,
      at: new Date('1999-12-31T23:59:59.999Z'),
      day: '1899-12-31',
      t: 'naïve "quoted", tab\t, line\n, \\., 心率, 😀, ab and something beyond twenty-four characters',
      j: { a: 'bc', path: 'C:\\u0000', list: [1, null] },
      bytes: Buffer.from([0, 1, 255]),
      list: [7, -7],
    })
    expect(loaded[1]).toMatchObject({ b: false, i2: null, t: null, bytes: Buffer.alloc(0), list: [] })
  })

  test('a bulk load with a bad row leaves none of its rows and the database usable', async () => {
    const rows = new RowEncoder(1)
    for (const n of [100, 101, 1]) {
      rows.row()
      rows.int4(n)
    }
    await expect(db.bulkLoad('tx_probe', ['n'], rows.finish())).rejects.toMatchObject({ code: '23505' })
    await expect(db.bulkLoad('no_such_table', ['n'], rows.finish())).rejects.toMatchObject({ code: '42P01' })
    await expect(db.bulkLoad('tx_probe', ['n'], Uint8Array.of(1, 2, 3))).rejects.toMatchObject({ code: '22P04' })
    expect(await db.query('SELECT count(*) AS n FROM tx_probe WHERE n >= 100')).toEqual([{ n: 0 }])
  })

  test('rows of an unfinished import are invisible, and appear when it is done', async () => {
    const [file] = await db.orm
      .insert(schema.importFile)
      .values({
        userId: 7,
        jobId: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
        name: 'export.zip',
        format: 'apple-health',
        sizeBytes: 10,
        state: 'loading',
        isSample: false,
        read: 0,
        imported: 0,
        duplicates: 0,
        skipped: 0,
        absent: 0,
        summary: {},
        startedAt: new Date(0),
      })
      .returning()
    const fileId = file?.id ?? 0
    await db.orm.insert(schema.observation).values({
      userId: 7,
      indicatorId: 1,
      startAt: new Date(0),
      fingerprint: 1n,
      endAt: new Date(0),
      localDate: '1970-01-01',
      zoneId: 1,
      sourceId: 1,
      fileId,
    })
    await db.query(
      `INSERT INTO genotype_set (user_id, file_id, vendor, rows, called, created_at) VALUES (7, $1, 'x', 1, 1, now())`,
      [fileId],
    )
    await db.query(`INSERT INTO genotype SELECT 7, id, '1', 5, 'rs1', 'AA' FROM genotype_set WHERE user_id = 7`)
    const count = (): Promise<unknown> =>
      db.query(`SELECT (SELECT count(*) FROM visible_observation WHERE user_id = 7) AS o,
                       (SELECT count(*) FROM visible_genotype WHERE user_id = 7) AS g`)
    expect(await count()).toEqual([{ o: 0, g: 0 }])
    await db.orm.update(schema.importFile).set({ state: 'done' }).where(eq(schema.importFile.id, fileId))
    expect(await count()).toEqual([{ o: 1, g: 1 }])
    await db.query("UPDATE import_file SET state = 'removed' WHERE id = $1", [fileId])
    expect(await db.query('SELECT count(*) AS g FROM visible_genotype WHERE user_id = 7')).toEqual([{ g: 0 }])
  })

  test('the migrated database has exactly the tables that drizzle knows', async () => {
    const tables = Object.values(schema).filter((value) => is(value, PgTable))
    const expected = tables.flatMap((table) => {
      const { name, columns, primaryKeys } = getTableConfig(table)
      const key = primaryKeys.flatMap((primary) => primary.columns.map((column) => column.name))
      return columns.map((column) => ({
        table: name,
        column: column.name,
        type: column.getSQLType(),
        not_null: column.notNull || column.primary,
        identity: column.generatedIdentity?.type === 'always',
        key: column.primary ? 1 : key.indexOf(column.name) + 1,
      }))
    })
    const made = await db.query(`
      SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
             a.attnotnull AS not_null, a.attidentity = 'a' AS identity,
             coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS key
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        AND c.relname NOT IN ('schema_migration', 'tx_probe', 'two_openers', 'bulk_probe') AND c.relname NOT LIKE '%\\_next'`)
    const order = (a: { table?: unknown; column?: unknown }, b: { table?: unknown; column?: unknown }): number =>
      `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`)
    expect(made.sort(order)).toEqual(expected.sort(order))
  })

  test('indexes and unique columns are those of the schema, and personal tables lead with user_id', async () => {
    const tables = Object.values(schema).filter((value) => is(value, PgTable))
    const expected = tables.flatMap((table) =>
      getTableConfig(table).indexes.map(({ config }) => ({
        name: config.name,
        unique: config.unique ?? false,
        columns: config.columns.map((column) => ('name' in column ? column.name : '?')),
      })),
    )
    const made = await db.query<{ name: string; unique: boolean; columns: string[] }>(`
      SELECT i.relname AS name, x.indisunique AS unique,
             ARRAY(SELECT a.attname::text FROM unnest(x.indkey::int2[]) WITH ORDINALITY k(n, o)
                   JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.n ORDER BY o) AS columns
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE '%\\_next'`)
    const byName = new Map(made.map((index) => [index.name, index]))
    for (const index of expected) expect(byName.get(index.name ?? '')).toEqual(index)
    for (const table of tables) {
      const { name, columns } = getTableConfig(table)
      if (!columns.some((column) => column.name === 'user_id')) continue
      expect(made.find((index) => index.name === `${name}_pkey`)?.columns[0], name).toBe('user_id')
    }
  })

  test('staging tables take the same rows as what they stage', async () => {
    for (const table of ['daily', 'month_digest', 'sleep_night']) {
      const columns = (name: string): Promise<unknown> =>
        db.query(
          `SELECT column_name, data_type, is_nullable FROM information_schema.columns
           WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
          [name],
        )
      expect(await columns(`${table}_next`)).toEqual(await columns(table))
      expect(await db.query('SELECT relpersistence FROM pg_class WHERE relname = $1', [`${table}_next`])).toEqual([
        { relpersistence: 'u' },
      ])
    }
  })

  test('migrating again changes nothing; a newer or altered schema is refused', async () => {
    expect(await migrate(db, { log: silentLogger })).toBe(0)
    await db.query("INSERT INTO schema_migration VALUES (99, 'from-the-future', 'x', now())")
    await expect(migrate(db, { log: silentLogger })).rejects.toMatchObject({
      code: 'newer-schema',
      message: expect.stringContaining('from-the-future'),
    })
    await db.query('DELETE FROM schema_migration WHERE id = 99')
    const altered = [{ id: 1, name: 'core', sql: 'SELECT 1' }]
    await expect(migrate(db, { log: silentLogger, migrations: altered })).rejects.toBeInstanceOf(DatabaseError)
  })

  test('a migration that fails half-way leaves no trace of itself', async () => {
    const { migrations } = await import('../../../src-main/db/migrations/all.ts')
    const broken = { id: migrations.length + 1, name: 'broken', sql: 'CREATE TABLE half_way (n int); SELECT 1/0;' }
    await expect(migrate(db, { log: silentLogger, migrations: [...migrations, broken] })).rejects.toMatchObject({
      code: '22012',
    })
    expect(await db.query("SELECT to_regclass('half_way') AS t, (SELECT max(id) FROM schema_migration) AS id")).toEqual(
      [{ t: null, id: migrations.length }],
    )
  })

  test('closes once, opens again in the same process, and the rows are there', async () => {
    await Promise.all([db.close(), db.close()])
    await expect(db.query('SELECT 1')).rejects.toThrow()
    db = await open()
    expect(await db.query('SELECT n FROM tx_probe ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
  })
})

test('an address where no server listens is told in plain words', async () => {
  const dataDir = await temporaryDir()
  const databaseUrl = 'postgres://someone:password1@127.0.0.1:9/health'
  const opening = openDatabase({ config: { dataDir, databaseUrl }, log: silentLogger })
  await expect(opening).rejects.toMatchObject({ code: 'unreachable', hint: expect.stringContaining('DATABASE_URL') })
  await expect(opening).rejects.toThrow(/127\.0\.0\.1:9\/health/)
  await expect(opening).rejects.not.toThrow(/password1/)
  await rm(dataDir, { recursive: true, force: true })
})
