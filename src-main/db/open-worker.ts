/**
 * The way in from a worker thread. In a file of its own, without the object-relational mapper: loading that in every
 * thread of an import took more time than most imports.
 */

import { MessagePort } from 'node:worker_threads'
import type { SqlDatabase, WorkerAccess } from './database.ts'
import { EngineLink } from './engine-link.ts'
import { linkedParts } from './linked-engine.ts'
import { PooledSql } from './pooled-sql.ts'
import { serverParts } from './server.ts'

/** Opens the same database from a worker thread, with what `Database.workerAccess()` gave for it. */
export async function openWorkerDatabase(data: WorkerAccess['data']): Promise<SqlDatabase> {
  if (data.engine === 'server') return new PooledSql(serverParts({ url: data.url }))
  const port = data.port
  if (!(port instanceof MessagePort)) throw new TypeError('The port of the embedded database was not transferred')
  const link = new EngineLink(port)
  return new PooledSql(
    linkedParts(() => link, 'the data directory', {
      ready: () => null,
      workerPort: () => {
        throw new Error('Only the thread that opened the database can give out access to it')
      },
      close: async () => link.close(),
    }),
  )
}
