/**
 * Looks at a cluster directory before the engine does. PGlite 0.5.17 runs initdb over any directory without
 * PG_VERSION, in silence, and ends with a bare "Aborted()" on most others; so whatever is not surely a whole cluster of
 * our version is refused here, untouched.
 */

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from './database.ts'

/** PostgreSQL's major version inside PGlite 0.5. */
export const engineMajor = '18'

const waysOut =
  'Nothing was changed. Ways out: restore a backup from its backups folder, move the directory away, or choose another one with --data-dir.'

/** Part of every whole cluster. */
const required = [
  { path: 'global', kind: 'dir' },
  { path: 'global/pg_control', kind: 'file' },
  { path: 'base', kind: 'dir' },
  { path: 'pg_wal', kind: 'dir' },
  { path: 'pg_xact', kind: 'dir' },
] as const

/**
 * @returns 'absent' when there is nothing (a new cluster may be made), 'present' for a whole cluster.
 * @throws DatabaseError 'foreign-directory', 'damaged' or 'wrong-major-version', naming the fault and the ways out.
 */
export function inspectCluster(clusterDir: string): 'absent' | 'present' {
  let names: string[]
  try {
    names = readdirSync(clusterDir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return 'absent'
    if (code === 'ENOTDIR') {
      throw new DatabaseError('foreign-directory', `${clusterDir} is a file, not a database directory.`, waysOut)
    }
    throw error
  }
  if (names.length === 0) return 'absent'
  if (!names.includes('PG_VERSION')) {
    if (names.includes('global') || names.includes('pg_wal') || names.includes('base')) {
      throw damaged(clusterDir, 'its file PG_VERSION is missing')
    }
    throw new DatabaseError(
      'foreign-directory',
      `${clusterDir} is not empty and holds no database (found ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}).`,
      waysOut,
    )
  }
  const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  if (version === '') throw damaged(clusterDir, 'its file PG_VERSION is empty')
  if (version !== engineMajor) {
    throw new DatabaseError(
      'wrong-major-version',
      `${clusterDir} is a database of PostgreSQL ${version.slice(0, 20)}; this Mirohub reads version ${engineMajor}.`,
      `Open it with the Mirohub that made it, or choose another directory with --data-dir. Nothing was changed.`,
    )
  }
  for (const { path, kind } of required) {
    const stat = statSync(join(clusterDir, path), { throwIfNoEntry: false })
    if (stat === undefined) throw damaged(clusterDir, `${path} is missing`)
    if (kind === 'dir' ? !stat.isDirectory() : !stat.isFile()) throw damaged(clusterDir, `${path} is not a ${kind}`)
  }
  checkControl(clusterDir)
  if (!readdirSync(join(clusterDir, 'pg_wal')).some((name) => /^[\dA-F]{24}$/.test(name))) {
    throw damaged(clusterDir, 'pg_wal holds no log')
  }
  return 'present'
}

/** pg_control: 8 kB; a 64-bit system identifier, then the control version, which is 1800 and up for PostgreSQL 18. */
function checkControl(clusterDir: string): void {
  const bytes = Buffer.alloc(8192)
  const fd = openSync(join(clusterDir, 'global/pg_control'), 'r')
  let length: number
  try {
    length = readSync(fd, bytes)
  } finally {
    closeSync(fd)
  }
  if (length < 8192) throw damaged(clusterDir, `global/pg_control is ${length} bytes long instead of 8192`)
  const controlVersion = bytes.readUInt32LE(8)
  if (bytes.readBigUInt64LE(0) === 0n || controlVersion === 0) {
    throw damaged(clusterDir, 'global/pg_control is empty')
  }
  if (Math.floor(controlVersion / 100) !== Number(engineMajor)) {
    throw damaged(clusterDir, 'global/pg_control is not of the version that PG_VERSION names')
  }
}

function damaged(clusterDir: string, fault: string): DatabaseError {
  return new DatabaseError('damaged', `The database in ${clusterDir} is damaged: ${fault}.`, waysOut)
}

/** The error of a cluster that passed preflight and still did not open; `lines` are the engine's last words. */
export function openFailure(clusterDir: string, message: string, lines: readonly string[]): DatabaseError {
  const told = lines.findLast((line) => /PANIC:|FATAL:/.test(line)) ?? lines.findLast((line) => /ERROR:/.test(line))
  const cause = (told ?? message).replace(/^.*?(PANIC|FATAL|ERROR):\s*/, '').trim()
  if (/no space left on device/i.test(lines.join('\n'))) return diskFull(clusterDir)
  return new DatabaseError(
    'damaged',
    `The database in ${clusterDir} cannot be opened: ${cause.replace(/\.$/, '')}.`,
    waysOut,
  )
}

export function diskFull(place: string): DatabaseError {
  return new DatabaseError(
    'disk-full',
    `The disk that holds ${place} is full.`,
    'Free some space and try again. Everything that was confirmed before is kept.',
  )
}
