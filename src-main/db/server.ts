/** The server engine: any PostgreSQL behind DATABASE_URL. */

import { CopyIn, copySql } from './bulk-copy.ts'
import type { EngineParts } from './pooled-sql.ts'

export interface ServerOptions {
  readonly url: string
  readonly close?: () => Promise<void>
}

/** What a database over the server at `url` is made of. Connects on first use. */
export function serverParts(options: ServerOptions): EngineParts {
  return {
    engine: 'server',
    place: placeOf(options.url),
    pool: {
      connectionString: options.url,
      max: 8,
      application_name: 'mirohub',
      connectionTimeoutMillis: 10_000,
      // The embedded engine's own settings, so that both answer with the same texts.
      options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
    },
    bulkLoad: async (pool, table, columns, data) => {
      const client = await pool.connect()
      const copy = new CopyIn(copySql(table, columns, 'STDIN'), data)
      let failure: Error | undefined
      try {
        client.query(copy)
        return await copy.done
      } catch (error) {
        // A failed COPY may leave its connection in the middle of things.
        failure = error instanceof Error ? error : new Error(String(error))
        throw error
      } finally {
        client.release(failure)
      }
    },
    workerAccess: () => ({ data: { engine: 'server', url: options.url }, transfer: [] }),
    close: async () => options.close?.(),
  }
}

/** Host and database, without user and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`
}
