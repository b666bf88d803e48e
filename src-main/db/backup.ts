/** Whole copies of a cluster as `.tar.gz`, the format that PGlite's `loadDataDir` and our own restore read. */

import { createWriteStream } from 'node:fs'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncDirectory } from './durable-fs.ts'
import { packDirectory } from './tar.ts'

/**
 * Writes a backup of the cluster to `file`: beside it first, made durable, then renamed. Nobody may write to the
 * cluster meanwhile; call it with the session in hand, after a checkpoint.
 */
export async function writeBackup(clusterDir: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.part`)
  try {
    await pipeline(
      Readable.from(packDirectory(clusterDir)),
      createGzip({ level: 4 }),
      createWriteStream(temporary, { mode: 0o600 }),
    )
    const written = await open(temporary, 'r+')
    await written.sync().finally(() => written.close())
    await chmod(temporary, 0o600)
    await rename(temporary, file)
    syncDirectory(dirname(file))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Where the backup before a migration goes: `backups/before-migration-4-20260301T101500Z.tar.gz`. */
export function backupPath(dataDir: string, reason: string, now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return join(dataDir, 'backups', `${reason}-${stamp}.tar.gz`)
}
