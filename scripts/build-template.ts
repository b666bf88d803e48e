/**
 * Makes `resources/cluster-template/`: a new, cleanly closed cluster with our schema and no data. Unpacking it is what makes
 * a first start take a second or two where initdb takes four to seventeen.
 */

import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { resourcePath } from '../src-main/config/entries.ts'
import { writeBackup } from '../src-main/db/backup.ts'
import { templateName } from '../src-main/db/cluster.ts'
import { openDatabase } from '../src-main/db/open.ts'
import { silentLogger } from '../src-main/log/logger.ts'

const target = resourcePath('resources/cluster-template')
const work = await mkdtemp(join(tmpdir(), 'mirohub-template-'))
try {
  // Where a hub keeps its cluster in a data directory, so that it can be opened as one.
  const cluster = join(work, 'db')
  const db = await PGlite.create(cluster)
  // Nobody makes databases from these two; without them a start writes and syncs a third of the files.
  await db.exec("UPDATE pg_database SET datistemplate = false WHERE datname IN ('template0', 'template1')")
  for (const name of ['template0', 'template1']) await db.exec(`DROP DATABASE ${name}`)
  await db.exec('CHECKPOINT')
  await db.close()
  const migrated = await openDatabase({ config: { dataDir: work, databaseUrl: null }, log: silentLogger })
  await migrated.close()
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const file = join(target, templateName())
  await writeBackup(cluster, file)
  // Everyone on the computer may start an installed app.
  await chmod(file, 0o644)
} finally {
  await rm(work, { recursive: true, force: true })
}
