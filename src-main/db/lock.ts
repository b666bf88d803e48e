/**
 * The lock on a data directory: one hub owns it. The engine has no lock of its own, and two processes that open one
 * cluster lose each other's rows in silence.
 *
 * The file is made whole and put in place by link(2), which fails when the name is taken. A lock whose owner is gone is
 * replaced by whoever first takes the claim `hub.lock.<id of the stale lock>`, which is a lock of the same kind: so
 * however many processes start at once, and wherever one of them dies, there is one winner.
 */

import { randomUUID } from 'node:crypto'
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseError } from './database.ts'
import { isGone, ownIdentity, type ProcessIdentity, type ProcessProbe, systemProbe } from './process-identity.ts'

export interface DataDirLock {
  readonly path: string
  /** Removes the lock if it is still ours. Idempotent. */
  release(): void
}

interface LockRecord extends ProcessIdentity {
  readonly id: string
}

/** A lock that cannot be read is being written right now, or was torn by a crash long ago. */
const tornAfterMs = 5000

/**
 * Takes the lock of `dataDir`, which must exist.
 *
 * @throws DatabaseError 'locked' naming the owner's pid and, when it wrote one, its address.
 */
export function acquireLock(dataDir: string, probe: ProcessProbe = systemProbe()): DataDirLock {
  const path = join(dataDir, 'hub.lock')
  const mine: LockRecord = { id: randomUUID(), ...ownIdentity(probe) }
  const owner = take(path, mine, probe)
  if (owner !== null) throw locked(dataDir, owner)
  return {
    path,
    release: () => {
      if (read(path)?.id === mine.id) rmSync(path, { force: true })
    },
  }
}

/** Takes the lock file at `path`; returns the living owner when there is one, null when it is ours now. */
function take(path: string, mine: LockRecord, probe: ProcessProbe): LockRecord | null {
  for (;;) {
    if (create(path, mine)) return null
    const found = read(path)
    if (found === null) {
      // Gone again: try once more. Torn: only its age tells.
      const age = ageMs(path)
      if (age === null) continue
      if (age < tornAfterMs) return { id: '', pid: 0, startedAt: null, bootId: null }
      rmSync(path, { force: true })
      continue
    }
    if (!isGone(found, probe)) return found
    const claim = `${path}.${found.id}`
    const rival = take(claim, mine, probe)
    if (rival !== null) return rival
    // The claim may be older than the lock's next owner: only the lock it was made for may be replaced.
    const isStill = read(path)?.id === found.id
    if (isStill) put(path, mine)
    rmSync(claim, { force: true })
    if (isStill) return null
  }
}

/** Makes the file with its whole content, or returns false when the name is taken. */
function create(path: string, record: LockRecord): boolean {
  const temporary = writeTemporary(path, record)
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EEXIST') return false
    // File systems without hard links (FAT, some network shares).
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS' || code === 'EISDIR') {
      return createExclusively(path, record)
    }
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

function createExclusively(path: string, record: LockRecord): boolean {
  try {
    const fd = openSync(path, 'wx', 0o600)
    try {
      writeFileSync(fd, JSON.stringify(record))
    } finally {
      closeSync(fd)
    }
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function put(path: string, record: LockRecord): void {
  renameSync(writeTemporary(path, record), path)
}

function writeTemporary(path: string, record: LockRecord): string {
  const temporary = `${path}.new-${process.pid}-${randomUUID()}`
  writeFileSync(temporary, JSON.stringify(record), { mode: 0o600, flag: 'wx' })
  return temporary
}

function read(path: string): LockRecord | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isLockRecord(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return null
    throw error
  }
}

function isLockRecord(value: unknown): value is LockRecord {
  const isTextOrNull = (field: unknown): boolean => field === null || typeof field === 'string'
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    /^[\w-]+$/.test(value.id) &&
    'pid' in value &&
    Number.isInteger(value.pid) &&
    'startedAt' in value &&
    isTextOrNull(value.startedAt) &&
    'bootId' in value &&
    isTextOrNull(value.bootId)
  )
}

function ageMs(path: string): number | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? null : Date.now() - stat.mtimeMs
}

function locked(dataDir: string, owner: LockRecord): DatabaseError {
  const url = runningUrl(dataDir, owner.pid)
  const who = owner.pid === 0 ? 'another Mirohub that is just starting' : `another Mirohub (pid ${owner.pid})`
  return new DatabaseError(
    'locked',
    `${dataDir} is in use by ${who}${url === null ? '' : ` at ${url}`}.`,
    'Use that one, stop it first, or choose another directory with --data-dir.',
  )
}

/** The address in the owner's runtime file, if it has got that far. */
function runningUrl(dataDir: string, pid: number): string | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(dataDir, 'hub.json'), 'utf8'))
    if (typeof value !== 'object' || value === null || !('url' in value) || typeof value.url !== 'string') return null
    return 'pid' in value && value.pid !== pid ? null : value.url
  } catch {
    return null
  }
}
