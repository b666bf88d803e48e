/** A hub's worth of imports over a real database, for tests: one person each, so that cases do not meet. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Database } from '../../src-main/db/database.ts'
import { openDatabase } from '../../src-main/db/open.ts'
import { createImportService, type ImportService } from '../../src-main/health/import/import-service.ts'
import type { ImportedFile, ImportProgress } from '../../src-main/health/import/summary.ts'
import { createLogger } from '../../src-main/log/logger.ts'

export interface ImportBed {
  readonly dir: string
  readonly db: Database
  readonly imports: ImportService
  /** Imports and returns the final state. */
  run(userId: number, path: string): Promise<ImportProgress>
  /** Imports and returns the parts; throws with the error's text when it failed. */
  files(userId: number, path: string): Promise<ImportedFile[]>
  /** value by local date. */
  daily(userId: number, key: string): Promise<Record<string, number | null>>
  counts(
    userId: number,
  ): Promise<{ observations: number; daily: number; nights: number; genotypes: number; files: number }>
  zip(name: string, entries: Record<string, string | Uint8Array>): Promise<string>
  close(): Promise<void>
}

export async function openImportBed(timeZone = 'Europe/Berlin'): Promise<ImportBed> {
  const dir = await mkdtemp(join(tmpdir(), 'imports-'))
  const dataDir = join(dir, 'data')
  const log = createLogger({ dataDir: null, level: 'error' })
  const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log })
  const imports = await createImportService({
    db,
    config: { dataDir },
    now: () => new Date('2025-07-15T10:00:00Z'),
    log,
    profileOf: async () => ({ timeZone }),
  })
  const run = async (userId: number, path: string): Promise<ImportProgress> => {
    const { jobId } = imports.start(userId, path)
    let last: ImportProgress | undefined
    for await (const progress of imports.follow(jobId)) last = progress
    if (last === undefined) throw new Error('an import always tells how it ended')
    return last
  }
  return {
    dir,
    db,
    imports,
    run,
    async files(userId, path) {
      const end = await run(userId, path)
      if (end.files === undefined) throw new Error(`${end.phase}: ${end.error?.message}`)
      return end.files
    },
    async daily(userId, key) {
      const rows = await db.query<{ local_date: string; value: number | null }>(
        `SELECT local_date, value FROM daily d JOIN indicator i ON i.id = d.indicator_id
          WHERE d.user_id = $1 AND i.key = $2 ORDER BY 1`,
        [userId, key],
      )
      return Object.fromEntries(rows.map((row) => [row.local_date, row.value]))
    },
    async counts(userId) {
      const [row] = await db.query<{
        observations: number
        daily: number
        nights: number
        genotypes: number
        files: number
      }>(
        `SELECT (SELECT count(*)::int FROM observation WHERE user_id = $1) AS observations,
                (SELECT count(*)::int FROM daily WHERE user_id = $1) AS daily,
                (SELECT count(*)::int FROM sleep_night WHERE user_id = $1) AS nights,
                (SELECT count(*)::int FROM genotype WHERE user_id = $1) AS genotypes,
                (SELECT count(*)::int FROM import_file WHERE user_id = $1 AND state <> 'removed') AS files`,
        [userId],
      )
      if (row === undefined) throw new Error('no counts')
      return row
    },
    async zip(name, entries) {
      const zip = new yazl.ZipFile()
      for (const [entry, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), entry)
      zip.end()
      const path = join(dir, name)
      await pipeline(zip.outputStream, createWriteStream(path))
      return path
    },
    async close() {
      await imports.close()
      await db.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
