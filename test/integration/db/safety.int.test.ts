/** The data directory against everything that destroys data directories: second owners, kills, damage, full disks. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RowEncoder } from '../../../src-main/db/copy-binary.ts'
import type { Database } from '../../../src-main/db/database.ts'
import { openEmbedded } from '../../../src-main/db/embedded.ts'
import { migrate } from '../../../src-main/db/migrate.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { unpackTar } from '../../../src-main/db/tar.ts'
import { createLogger, type Logger, silentLogger } from '../../../src-main/log/logger.ts'
import { temporaryDir } from './engines.ts'
import { startWriter, type WriterProcess } from './writer-process.ts'

const open = (dataDir: string): Promise<Database> =>
  openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })

/** What a logger at debug level was told. */
function listening(): { lines: string[]; log: Logger } {
  const lines: string[] = []
  const log = createLogger({ level: 'debug', dataDir: null, stream: { write: (text) => lines.push(text) } })
  return { lines, log }
}

// Made by initdb, as happens where there is no template: the slow way, so one test asks what came of it.
let pristine: string
const making = listening()
beforeAll(async () => {
  pristine = await temporaryDir()
  const db = await openDatabase({
    config: { dataDir: pristine, databaseUrl: null },
    log: making.log,
    templateFile: join(pristine, 'no-such-template.tar.gz'),
  })
  await db.query("INSERT INTO time_zone (name) VALUES ('Europe/Berlin')")
  await db.close()
})
afterAll(async () => rm(pristine, { recursive: true, force: true }))

const made: string[] = []
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
})
function copyOfPristine(): string {
  const dir = mkdtempSync(join(tmpdir(), 'mirohub-safety-'))
  made.push(dir)
  cpSync(pristine, dir, { recursive: true })
  return dir
}

/** Every file with its size, to prove that a refusal touched nothing. */
function listing(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${readFileSync(path).length}`)
    .sort()
}

describe('one owner, killed in the middle of writing', () => {
  let dataDir: string
  let owner: WriterProcess
  let refusal: unknown
  let db: Database
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'mirohub-safety-'))
    cpSync(pristine, dataDir, { recursive: true })
    owner = startWriter(dataDir)
    expect(await owner.opened).toBe('OPEN')
    writeFileSync(join(dataDir, 'hub.json'), JSON.stringify({ url: 'http://127.0.0.1:4242/', pid: owner.pid }))
    refusal = await open(dataDir).catch((error: unknown) => error)
    await owner.confirmed
    await new Promise((resolve) => setTimeout(resolve, 60))
    await owner.kill()
    db = await open(dataDir)
  }, 120_000)
  afterAll(async () => {
    await db?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('the refusal of a second one names the address of the first', () => {
    expect(refusal).toMatchObject({
      code: 'locked',
      message: expect.stringMatching(new RegExp(`pid ${owner.pid}.*http://127\\.0\\.0\\.1:4242/`)),
      hint: expect.stringContaining('--data-dir'),
    })
  })

  // Twenty times over in test/long/db-kill.long.ts.
  test('nothing confirmed is lost, no transaction is torn', async () => {
    const acked = owner.acked()
    expect(acked).toBeGreaterThan(0)
    const [row] = await db.query<{ last: number; rows: number }>('SELECT max(n) AS last, count(*) AS rows FROM acked')
    expect(row?.last).toBeGreaterThanOrEqual(acked)
    expect(row?.rows).toBe(row?.last)
  })

  test('the killed one holds nothing', async () => {
    expect(await db.query('SELECT name FROM time_zone')).toEqual([{ name: 'Europe/Berlin' }])
    await db.close()
    expect(existsSync(join(dataDir, 'hub.lock'))).toBe(false)
  })
})

describe('a database that is opened again', () => {
  let dataDir: string
  let db: Database
  const { lines, log } = listening()
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'mirohub-safety-'))
    cpSync(pristine, dataDir, { recursive: true })
    db = await openDatabase({ config: { dataDir, databaseUrl: null }, log })
  })
  afterAll(async () => {
    await db?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('a second open in the same process is refused and does not free the lock of the first', async () => {
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'locked' })
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'locked' })
  })

  test('the start sees its own fsync calls', () => {
    const opened = lines.find((line) => line.includes('Database opened')) ?? ''
    expect(Number(/"fsyncs":(\d+)/.exec(opened)?.[1])).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain('no fsync')
  })
})

describe('preflight', () => {
  // Every single fault is a row of the table in test/unit/db/preflight.test.ts; these two go through the whole door.
  test('a lost PG_VERSION, over which the engine would run initdb in silence, is refused and nothing is touched', async () => {
    const dataDir = copyOfPristine()
    rmSync(join(dataDir, 'db/PG_VERSION'))
    const before = listing(dataDir)
    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('PG_VERSION is missing'),
      hint: expect.stringContaining('--data-dir'),
    })
    expect(listing(dataDir)).toEqual(before)
  })

  test('a lost log, which the engine meets with "Aborted()", is told by its cause and nothing is replaced', async () => {
    const dataDir = copyOfPristine()
    const wal = join(dataDir, 'db/pg_wal')
    for (const name of readdirSync(wal)) {
      if (/^[\dA-F]{24}$/.test(name)) writeFileSync(join(wal, name), Buffer.alloc(16 * 1024 * 1024))
    }
    const names = () => readdirSync(join(dataDir, 'db'), { recursive: true, encoding: 'utf8' })
    const before = names()
    const opening = open(dataDir)
    await expect(opening).rejects.toMatchObject({ code: 'damaged', hint: expect.stringContaining('backup') })
    await expect(opening).rejects.toThrow(/checkpoint/i)
    // Refused again, not made anew.
    await expect(open(dataDir)).rejects.toMatchObject({ code: 'damaged' })
    expect(names()).toEqual(expect.arrayContaining(before))
    expect(readFileSync(join(dataDir, 'db/global/pg_control'))).toEqual(
      readFileSync(join(pristine, 'db/global/pg_control')),
    )
  })

  test('an empty directory and a missing one become a database; a half-made one beside is swept away', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mirohub-safety-'))
    made.push(dataDir)
    mkdirSync(join(dataDir, 'db'))
    mkdirSync(join(dataDir, '.db-new-1-dead'))
    const db = await open(dataDir)
    expect(await db.query('SELECT count(*) AS n FROM profile')).toEqual([{ n: 0 }])
    await db.close()
    expect(readdirSync(dataDir)).toEqual(['db'])
  })

  test('without a template the cluster is made by initdb', () => {
    expect(making.lines.find((line) => line.includes('New database made'))).toContain('"how":"initdb"')
  })
})

test('an existing database is saved whole before its schema changes', async () => {
  const dataDir = copyOfPristine()
  const engine = await openEmbedded({ clusterDir: join(dataDir, 'db'), log: silentLogger, close: async () => {} })
  const { migrations } = await import('../../../src-main/db/migrations/all.ts')
  const next = { id: migrations.length + 1, name: 'next', sql: 'ALTER TABLE time_zone ADD COLUMN extra int' }
  const file = join(dataDir, 'backups/before.tar.gz')
  await migrate(engine.database, {
    log: silentLogger,
    migrations: [...migrations, next],
    backup: () => engine.backup(file),
  })
  await engine.database.close()
  expect(readdirSync(join(dataDir, 'backups'))).toEqual(['before.tar.gz'])

  const restored = mkdtempSync(join(tmpdir(), 'mirohub-safety-'))
  made.push(restored)
  mkdirSync(join(restored, 'db'))
  await unpackTar(gunzipSync(readFileSync(file)), join(restored, 'db'))
  const db = await open(restored)
  expect(await db.query('SELECT * FROM time_zone')).toEqual([{ id: 1, name: 'Europe/Berlin' }])
  await db.close()
}, 120_000)

/** A directory on a small disk of its own, or null where none can be mounted. */
function smallDisk(megabytes: number): { dir: string; resize(megabytes: number): void; unmount(): void } | null {
  const dir = mkdtempSync(join(tmpdir(), 'mirohub-full-'))
  const mount = (...args: string[]): void => {
    execFileSync('mount', args, { stdio: 'ignore' })
  }
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir)
  } catch {
    rmSync(dir, { recursive: true, force: true })
    process.stderr.write('Full disk not tested: no tmpfs can be mounted here\n')
    return null
  }
  return {
    dir,
    resize: (size) => mount('-o', `remount,size=${size}m`, dir),
    unmount: () => {
      execFileSync('umount', ['-l', dir], { stdio: 'ignore' })
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

test('a full disk is told as such, loses nothing confirmed, and is over when there is room again', async (context) => {
  const disk = smallDisk(110)
  if (disk === null) return context.skip('no tmpfs can be mounted here')
  try {
    cpSync(pristine, disk.dir, { recursive: true })
    const db = await open(disk.dir)
    await db.query('CREATE TABLE fill (n int PRIMARY KEY, pad text)')
    let confirmed = 0
    const fill = async (): Promise<void> => {
      for (;;) {
        const rows = new RowEncoder(2)
        for (let i = 0; i < 2000; i++) {
          rows.row()
          rows.int4(confirmed + i)
          rows.text(`${confirmed + i}`.padEnd(900, 'x'))
        }
        await db.bulkLoad('fill', ['n', 'pad'], rows.finish())
        confirmed += 2000
      }
    }
    await expect(fill()).rejects.toMatchObject({ code: 'disk-full', hint: expect.stringContaining('Free some space') })
    await db.close()
    disk.resize(400)
    const again = await open(disk.dir)
    expect(await again.query('SELECT count(*) AS n FROM fill WHERE n < $1', [confirmed])).toEqual([{ n: confirmed }])
    expect(await again.query('SELECT name FROM time_zone')).toEqual([{ name: 'Europe/Berlin' }])
    await again.close()
  } finally {
    disk.unmount()
  }
}, 120_000)

test('an engine that a full log stopped is started again by itself once there is room', async (context) => {
  const disk = smallDisk(60)
  if (disk === null) return context.skip('no tmpfs can be mounted here')
  try {
    cpSync(pristine, disk.dir, { recursive: true })
    const reasons: Error[] = []
    const db = await openDatabase({
      config: { dataDir: disk.dir, databaseUrl: null },
      log: silentLogger,
      onRecovered: (reason) => reasons.push(reason),
    })
    await db.query("INSERT INTO time_zone (name) VALUES ('Asia/Shanghai')")
    // Only the log grows, so the next segment of it cannot be made: PostgreSQL answers that with PANIC.
    const growLog = async (): Promise<void> => {
      for (;;) await db.query("SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))")
    }
    await expect(growLog()).rejects.toMatchObject({ code: 'disk-full' })
    await expect(db.query('SELECT 1')).rejects.toMatchObject({ code: 'disk-full' })
    disk.resize(400)
    await expect.poll(() => db.query('SELECT 1 AS ok').catch(() => null), { timeout: 30_000 }).toEqual([{ ok: 1 }])
    expect(await db.query('SELECT name FROM time_zone ORDER BY id')).toEqual([
      { name: 'Europe/Berlin' },
      { name: 'Asia/Shanghai' },
    ])
    expect(reasons).toMatchObject([{ code: 'disk-full' }])
    await db.close()
  } finally {
    disk.unmount()
  }
}, 120_000)
