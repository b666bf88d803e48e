/**
 * Makes `resources/cluster-template/`: a new, cleanly closed cluster without our schema. Unpacking it is what makes a
 * first start take a second or two where initdb takes four to seventeen.
 */

import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { resourcePath } from '../src-main/config/entries.ts'
import { writeBackup } from '../src-main/db/backup.ts'
import { templateName } from '../src-main/db/cluster.ts'

const target = resourcePath('resources/cluster-template')
const work = await mkdtemp(join(tmpdir(), 'mirohub-template-'))
try {
  const cluster = join(work, 'db')
  const db = await PGlite.create(cluster)
  // Nobody makes databases from these two; without them a start writes and syncs a third of the files.
  await db.exec("UPDATE pg_database SET datistemplate = false WHERE datname IN ('template0', 'template1')")
  for (const name of ['template0', 'template1']) await db.exec(`DROP DATABASE ${name}`)
  await db.exec('CHECKPOINT')
  await db.close()
  await mkdir(target, { recursive: true })
  const file = join(target, templateName)
  await writeBackup(cluster, file)
  // Everyone on the computer may start an installed app.
  await chmod(file, 0o644)
} finally {
  await rm(work, { recursive: true, force: true })
}
