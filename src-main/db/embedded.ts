/** The embedded engine: PGlite on a cluster directory, in a thread of its own. */

import type { MessagePort } from 'node:worker_threads'
import type { Logger } from '../log/logger.ts'
import { copySql } from './bulk-copy.ts'
import { closeTree } from './cluster.ts'
import { EngineLink } from './engine-link.ts'
import { EngineProcess } from './engine-process.ts'
import { PooledDatabase } from './pooled-database.ts'

export interface EmbeddedOptions {
  readonly clusterDir: string
  readonly log: Logger
  /** After the engine has closed. */
  readonly close: () => Promise<void>
}

export interface EmbeddedEngine {
  readonly database: PooledDatabase
  backup(file: string): Promise<void>
}

/**
 * Opens a whole cluster. A first failure is tried once more with the engine telling what it does: some pass (a crash
 * in the middle of recovery), the others then name their cause. The directory is left as it is either way.
 *
 * @throws DatabaseError
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const { clusterDir, log } = options
  const start = (explain: boolean): Promise<EngineProcess> => EngineProcess.start({ clusterDir, explain }, log)
  const engine = await start(false).catch((error) => {
    log.warn('The database did not open, trying once more', { error })
    return start(true)
  })
  const link = new EngineLink(engine.link())
  engine.onLost((error) => {
    log.error('The database engine stopped', { error })
    link.fail(error)
  })
  const database = linkedDatabase(link, clusterDir, {
    workerPort: () => engine.link(),
    close: async () => {
      await engine.close()
      link.close()
      closeTree(clusterDir)
      await options.close()
    },
  })
  return { database, backup: (file) => engine.backup(file) }
}

/** A Database over an existing line to the engine, for worker threads. */
export function linkedDatabase(
  link: EngineLink,
  place: string,
  owner: { workerPort: () => MessagePort; close: () => Promise<void> },
): PooledDatabase {
  return new PooledDatabase({
    engine: 'embedded',
    place,
    pool: {
      // The engine has one session; node-postgres queues better than the engine would.
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => link.openSocket(),
      ssl: false,
      host: 'localhost',
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: '',
    },
    bulkLoad: (_pool, table, columns, data) => link.bulkLoad(copySql(table, columns, "'/dev/blob'"), table, data),
    workerAccess: () => {
      const port = owner.workerPort()
      return { data: { engine: 'embedded', port }, transfer: [port] }
    },
    close: owner.close,
  })
}
