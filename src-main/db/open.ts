/** The way in: opens the hub's database, embedded or on a server, locked, checked and migrated. */

import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { resourcePath } from '../config/entries.ts'
import type { Logger } from '../log/logger.ts'
import { backupPath } from './backup.ts'
import { closeTree, createCluster, removeUnfinishedClusters, templateName } from './cluster.ts'
import { type Database, DatabaseError } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { acquireLock, type DataDirLock } from './lock.ts'
import { migrate } from './migrate.ts'
import { PooledDatabase } from './pooled-database.ts'
import { diskFull, inspectCluster } from './preflight.ts'
import { serverParts } from './server.ts'

export interface OpenOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>
  readonly log: Logger
  /** After the embedded engine stopped by itself (a full disk) and was started again; `reason` is why it stopped. */
  readonly onRecovered?: (reason: Error) => void
  /** The template of a new cluster; only tests pass another. Null makes it with initdb. */
  readonly templateFile?: string | null
}

/**
 * Opens the database of a data directory, which it creates (0700) when missing, and keeps the directory locked until
 * `close`. Ready means migrated.
 *
 * @throws DatabaseError with a code, what is wrong where, and the ways out.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { dataDir, databaseUrl } = options.config
  const log = options.log.child('db')
  prepareDataDir(dataDir)
  const lock = acquireLock(dataDir)
  try {
    return databaseUrl === null ? await openOwnCluster(options, log, lock) : await openServer(databaseUrl, log, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openOwnCluster(options: OpenOptions, log: Logger, lock: DataDirLock): Promise<Database> {
  const { dataDir } = options.config
  const clusterDir = join(dataDir, 'db')
  if (inspectCluster(clusterDir) === 'absent') {
    removeUnfinishedClusters(clusterDir)
    const template = options.templateFile === undefined ? templateFile() : options.templateFile
    const how = await createCluster(clusterDir, template).catch((error) => Promise.reject(explainDisk(error, dataDir)))
    log.info('New database made', { how })
  }
  closeTree(clusterDir)
  const { database, backup } = await openEmbedded({
    clusterDir,
    log,
    close: async () => lock.release(),
    onRecovered: options.onRecovered,
  })
  try {
    await migrate(database, {
      log,
      backup: async () => {
        const file = backupPath(dataDir, 'before-migration', new Date())
        await backup(file)
        log.info('Backup made before the schema changes', { file })
      },
    })
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

async function openServer(url: string, log: Logger, lock: DataDirLock): Promise<Database> {
  const database = new PooledDatabase(serverParts({ url, close: async () => lock.release() }))
  try {
    await database.query('SELECT 1')
    await migrate(database, { log })
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Nobody else may look in: the engine makes its files readable for all, so the directory above is the guard. */
function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new DatabaseError(
      'foreign-directory',
      `The data directory ${dataDir} cannot be made: ${error instanceof Error ? error.message : String(error)}.`,
      'Choose another one with --data-dir.',
    )
  }
  if (process.platform === 'win32') return
  if ((statSync(dataDir).mode & 0o077) === 0) return
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    throw new DatabaseError(
      'foreign-directory',
      `The data directory ${dataDir} is open to other users and cannot be closed to them: ${String(error)}.`,
      'Take ownership of it, or choose another one with --data-dir.',
    )
  }
}

function templateFile(): string {
  return join(resourcePath('resources/cluster-template'), templateName())
}

function explainDisk(error: unknown, place: string): unknown {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? diskFull(place) : error
}
