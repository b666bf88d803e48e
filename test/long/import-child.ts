/** Child of import-kill.long.ts: imports a path and prints each phase as it begins. */
import { openDatabase } from '../../src-main/db/open.ts'
import { createImportService } from '../../src-main/health/import/import-service.ts'
import { silentLogger } from '../../src-main/log/logger.ts'

const [dataDir = '', path = ''] = process.argv.slice(2)
const db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
const imports = await createImportService({
  db,
  config: { dataDir },
  now: () => new Date(),
  log: silentLogger,
  profileOf: async () => ({ timeZone: 'UTC' }),
})
for await (const progress of imports.follow(imports.start(1, path).jobId)) process.stdout.write(`${progress.phase}\n`)
await imports.close()
await db.close()
