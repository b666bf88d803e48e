/** What a database over a line to the embedded engine is made of, in the thread that owns the engine or in another. */

import type { MessagePort } from 'node:worker_threads'
import { copySql } from './bulk-copy.ts'
import type { EngineLink } from './engine-link.ts'
import type { EngineParts } from './pooled-sql.ts'

/** `link` is asked anew for each connection. */
export function linkedParts(
  link: () => EngineLink,
  place: string,
  owner: {
    /** Null when the engine runs; else resolves when it runs again. */
    ready: () => Promise<void> | null
    workerPort: () => MessagePort
    close: () => Promise<void>
  },
): EngineParts {
  return {
    engine: 'embedded',
    place,
    pool: {
      // The engine has one session; node-postgres queues better than the engine would.
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => link().openSocket(),
      ssl: false,
      host: 'localhost',
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      password: '',
    },
    ready: owner.ready,
    bulkLoad: async (_pool, table, columns, data) => {
      await owner.ready()
      return link().bulkLoad(copySql(table, columns, "'/dev/blob'"), table, data)
    },
    workerAccess: () => {
      const port = owner.workerPort()
      return { data: { engine: 'embedded', port }, transfer: [port] }
    },
    close: owner.close,
  }
}
