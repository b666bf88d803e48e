/**
 * Makes `resources/cluster-template/`: a new, cleanly closed cluster without our schema. Unpacking it is what makes a
 * first start take a second where initdb takes four to seventeen. Does nothing when it is there for this PGlite.
 */

import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { resourcePath } from '../src-main/config/entries.ts'
import { writeBackup } from '../src-main/db/backup.ts'
import { templateName, templateVersion } from '../src-main/db/cluster.ts'

const target = resourcePath('resources/cluster-template')
const manifest: { version: string } = JSON.parse(
  await readFile(resourcePath('node_modules/@electric-sql/pglite/package.json'), 'utf8'),
)

if (templateVersion(target) !== manifest.version || process.argv.includes('--force')) {
  const work = await mkdtemp(join(tmpdir(), 'mirohub-template-'))
  try {
    const cluster = join(work, 'db')
    await (await PGlite.create(cluster)).close()
    await mkdir(target, { recursive: true })
    await writeBackup(cluster, join(target, templateName))
    // Everyone on the computer may start an installed app.
    await chmod(join(target, templateName), 0o644)
    await writeFile(join(target, 'VERSION'), `${manifest.version}\n`)
    process.stderr.write(`Cluster template made for PGlite ${manifest.version}\n`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
