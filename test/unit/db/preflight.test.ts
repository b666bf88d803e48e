/** Whatever is not surely a whole cluster is refused before the engine can do harm. */

import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DatabaseError } from '../../../src-main/db/database.ts'
import { inspectCluster, openFailure } from '../../../src-main/db/preflight.ts'
import { clusterSkeleton } from './skeleton.ts'

const made: string[] = []
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
})

function skeleton(): string {
  const cluster = clusterSkeleton()
  made.push(dirname(cluster))
  return cluster
}

function control(change: (bytes: Buffer) => void): (dir: string) => void {
  return (dir) => {
    const bytes = Buffer.alloc(8192, 1)
    bytes.writeUInt32LE(1800, 8)
    change(bytes)
    writeFileSync(join(dir, 'global/pg_control'), bytes)
  }
}

function replace(dir: string, fill: (dir: string) => void): void {
  rmSync(dir, { recursive: true })
  fill(dir)
}

test('a whole cluster is present; a missing and an empty directory are absent', () => {
  const cluster = skeleton()
  expect(inspectCluster(cluster)).toBe('present')
  const empty = mkdtempSync(join(tmpdir(), 'mirohub-empty-'))
  made.push(empty)
  expect(inspectCluster(empty)).toBe('absent')
  expect(inspectCluster(join(empty, 'none'))).toBe('absent')
})

const faults: [string, (dir: string) => void, string, RegExp][] = [
  ['no PG_VERSION', (dir) => rmSync(join(dir, 'PG_VERSION')), 'damaged', /PG_VERSION is missing/],
  ['an empty PG_VERSION', (dir) => writeFileSync(join(dir, 'PG_VERSION'), ''), 'damaged', /PG_VERSION is empty/],
  ['version 17', (dir) => writeFileSync(join(dir, 'PG_VERSION'), '17\n'), 'wrong-major-version', /PostgreSQL 17/],
  ['version 180', (dir) => writeFileSync(join(dir, 'PG_VERSION'), '180\n'), 'wrong-major-version', /PostgreSQL 180/],
  ['no global/', (dir) => rmSync(join(dir, 'global'), { recursive: true }), 'damaged', /global is missing/],
  ['no pg_control', (dir) => rmSync(join(dir, 'global/pg_control')), 'damaged', /global\/pg_control is missing/],
  ['a zeroed pg_control', control((bytes) => bytes.fill(0)), 'damaged', /pg_control is empty/],
  ['a pg_control of 17', control((bytes) => bytes.writeUInt32LE(1700, 8)), 'damaged', /not of the version/],
  ['a cut pg_control', (dir) => truncateSync(join(dir, 'global/pg_control'), 100), 'damaged', /100 bytes long/],
  ['no base/', (dir) => rmSync(join(dir, 'base'), { recursive: true }), 'damaged', /base is missing/],
  [
    'a file named base',
    (dir) => replace(join(dir, 'base'), (path) => writeFileSync(path, '')),
    'damaged',
    /base is not a dir/,
  ],
  ['no pg_wal/', (dir) => rmSync(join(dir, 'pg_wal'), { recursive: true }), 'damaged', /pg_wal is missing/],
  [
    'an emptied pg_wal/',
    (dir) => rmSync(join(dir, 'pg_wal/000000010000000000000001')),
    'damaged',
    /pg_wal holds no log/,
  ],
  [
    'photos',
    (dir) =>
      replace(dir, (path) => {
        mkdirSync(path)
        for (const n of [1, 2, 3, 4]) writeFileSync(join(path, `photo${n}.jpg`), '')
      }),
    'foreign-directory',
    /holds no database \(found photo1\.jpg, photo2\.jpg, photo3\.jpg, …\)/,
  ],
  ['a file', (dir) => replace(dir, (path) => writeFileSync(path, '')), 'foreign-directory', /is a file/],
]
test.each(faults)('%s is refused and named', (_name, damage, code, message) => {
  const cluster = skeleton()
  damage(cluster)
  let caught: unknown
  try {
    inspectCluster(cluster)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(DatabaseError)
  expect(caught).toMatchObject({ code, message: expect.stringMatching(message) })
  expect(caught).toMatchObject({
    hint: expect.stringContaining('--data-dir'),
    message: expect.stringContaining(cluster),
  })
})

test("a failed open is told by the engine's own last words", () => {
  const lines = [
    '2026-01-01 00:00:00.000 UTC [42] LOG:  database system was interrupted',
    '2026-01-01 00:00:00.000 UTC [42] PANIC:  could not locate a valid checkpoint record',
    'Aborted()',
  ]
  expect(openFailure('/d/db', 'Aborted()', lines).message).toBe(
    'The database in /d/db cannot be opened: could not locate a valid checkpoint record.',
  )
  expect(openFailure('/d/db', 'Aborted()', []).message).toBe('The database in /d/db cannot be opened: Aborted().')
  expect(openFailure('/d/db', 'x', ['PANIC:  could not write: No space left on device']).code).toBe('disk-full')
})
