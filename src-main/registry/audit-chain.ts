/**
 * The chain over a person's audit rows: each carries the SHA-256 of itself and of the row before, so that a row that was
 * changed, taken out or moved afterwards shows. Pure.
 */
import { createHash } from 'node:crypto'

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
  readonly argsBytes: number
  readonly resultBytes: number
  /** Caller.credential. */
  readonly credential: string | null
}

/** Values in the order in which they are hashed and stored: another order would break every chain that exists. */
export function entryValues(entry: AuditEntry) {
  return [
    entry.userId,
    entry.at,
    entry.actor,
    entry.tool,
    entry.server,
    entry.argsDigest,
    entry.ok,
    entry.errorCode,
    entry.durationMs,
    entry.argsBytes,
    entry.resultBytes,
    entry.credential,
  ]
}

/** `previous` null begins a chain. */
export function chainHash(previous: Uint8Array | null, entry: AuditEntry): Buffer {
  const hash = createHash('sha256')
  if (previous !== null) hash.update(previous)
  return hash.update(JSON.stringify(entryValues(entry))).digest()
}

const maxText = 200
const maxInt4 = 2 ** 31 - 1

/**
 * The entry as the database gives it back. Names come from strangers: one with a NUL or half a character would not be
 * stored, or not be stored as it was hashed.
 */
export function storable(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    actor: plain(entry.actor),
    tool: plain(entry.tool),
    server: entry.server === null ? null : plain(entry.server),
    credential: entry.credential === null ? null : plain(entry.credential),
    argsBytes: Math.min(entry.argsBytes, maxInt4),
    resultBytes: Math.min(entry.resultBytes, maxInt4),
  }
}

function plain(text: string): string {
  return text.slice(0, maxText).toWellFormed().replaceAll('\0', '\uFFFD')
}

export interface ChainedRow {
  readonly id: number
  readonly entry: AuditEntry
  /** Both null for a row of before the chain began. */
  readonly previousHash: Uint8Array | null
  readonly hash: Uint8Array | null
}

export interface ChainWalk {
  /** False when this row is not what was written, or does not follow the one before. */
  next(row: ChainedRow): boolean
  /** The hash of the last row; null before the first. */
  head(): Uint8Array | null
}

/**
 * Walks one person's rows in the order of their ids.
 *
 * @param keptFrom Rows of before are removed but for the last of them, which stays as the anchor of those that follow. So
 * a first row that follows another one is older than this, or what it follows was taken out.
 */
export function walkChain(keptFrom: Date): ChainWalk {
  let previous: Uint8Array | null = null
  let isFirst = true
  return {
    next({ entry, hash, previousHash }) {
      const wasFirst = isFirst
      isFirst = false
      // Before the chain there was none; once it runs, a row without a hash is one whose hash was taken away.
      if (hash === null) return previous === null && previousHash === null
      const follows = wasFirst && previousHash !== null ? entry.at < keptFrom : sameBytes(previousHash, previous)
      previous = hash
      return follows && sameBytes(chainHash(previousHash, entry), hash)
    },
    head: () => previous,
  }
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0
}
