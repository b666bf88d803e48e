/** The limits of what is read: expansion, free disk; and the faults of disk and archive as errors a person can act on. */
import { statfs } from 'node:fs/promises'
import { ImportError } from './reader.ts'

const MIN_FREE_BYTES = 500 * 1024 * 1024

/** Compressed input is allowed to grow this much once `graceBytes` came out; real exports reach 25. */
export interface ExpansionLimit {
  readonly ratio: number
  readonly graceBytes: number
}

export const EXPANSION_LIMIT: ExpansionLimit = { ratio: 200, graceBytes: 50 * 1024 * 1024 }

/** Refuses an import that the disk cannot hold: `inputBytes` of text need about twice that in the database. */
export async function checkFreeDisk(dataDir: string, inputBytes: number): Promise<void> {
  const fs = await statfs(dataDir).catch(() => null)
  if (fs === null) return
  const free = fs.bavail * fs.bsize
  const need = Math.max(MIN_FREE_BYTES, 2 * inputBytes)
  if (free >= need) return
  throw new ImportError(
    'disk-full',
    `Only ${megabytes(free)} are free on the disk of ${dataDir}; this import may need ${megabytes(need)}.`,
    'Free some space, or start with another --data-dir, then import again.',
  )
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}

/** Counts what really came out; declared sizes are not believed. */
export function guardExpansion(outBytes: number, inBytes: number, name: string, limit: ExpansionLimit): void {
  if (outBytes <= limit.graceBytes || outBytes <= inBytes * limit.ratio) return
  throw new ImportError(
    'unsafe-archive',
    `${name} grows to more than ${limit.ratio} times its size when unpacked, as no health export does.`,
    'If you trust it, unpack it yourself and import the file inside.',
  )
}

/** Faults of zlib and of reading become a clear refusal; our own errors pass. */
export function asDamaged(error: unknown, name: string, what: string): unknown {
  if (error instanceof ImportError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isZlib = code.startsWith('Z_') || code.startsWith('ERR_ZLIB') || code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (
    !isZlib &&
    !(error instanceof Error && /crc|size|too many bytes|not enough bytes|unexpected end/i.test(error.message))
  ) {
    return error
  }
  return new ImportError(
    'damaged-archive',
    `The ${what} ${name} is damaged or was cut off (${error instanceof Error ? error.message : code}). Nothing was imported.`,
    'Copy or export it again; large files are often cut by mail or cloud transfers.',
    { cause: error },
  )
}

/** What the operating system says, as an ImportError that names the path. */
export function diskError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new ImportError(
      'not-found',
      `There is no file at ${path}.`,
      'Check the path; the file may have been moved.',
      { cause: error },
    )
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new ImportError(
      'not-found',
      `${path} may not be read by this user.`,
      'Change its permissions, or copy it to your own folder.',
      { cause: error },
    )
  }
  if (code === 'EISDIR' || code === 'ELOOP' || code === 'EIO' || code === 'ENAMETOOLONG') {
    return new ImportError(
      'not-found',
      `${path} cannot be read (${code}).`,
      'Copy it to another place and import that copy.',
      { cause: error },
    )
  }
  return error
}
