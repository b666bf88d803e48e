/**
 * Makes a new cluster directory: unpacked from the template that the build made, or by initdb where there is none;
 * always in a temporary directory beside, made durable, then renamed. An existing directory is never written over.
 */

import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { syncDirectory } from './durable-fs.ts'
import { schemaDigest } from './migrate.ts'
import { unpackTar } from './tar.ts'

/** Name of the template inside `resources/cluster-template/`: one of another schema is not taken for it. */
export const templateName = (): string => `cluster-${schemaDigest()}.tar.gz`

/**
 * @param clusterDir Does not exist, or is an empty directory.
 * @param templateFile The template, or null to run initdb (4 to 17 seconds).
 * @returns How the cluster came about.
 */
export async function createCluster(clusterDir: string, templateFile: string | null): Promise<'template' | 'initdb'> {
  const parent = dirname(clusterDir)
  const temporary = join(parent, `.${basename(clusterDir)}-new-${process.pid}-${randomUUID().slice(0, 8)}`)
  mkdirSync(temporary, { mode: 0o700 })
  try {
    const template = templateFile !== null && existsSync(templateFile) ? await readFile(templateFile) : null
    const archive = template === null ? await initialCluster() : gunzipSync(template)
    await unpackTar(archive, temporary)
    syncTree(temporary)
    // Empty by preflight; rename(2) would replace an empty directory on POSIX, Windows would not.
    if (existsSync(clusterDir)) rmdirSync(clusterDir)
    renameSync(temporary, clusterDir)
    syncDirectory(parent)
    return template === null ? 'initdb' : 'template'
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

/** What `createCluster` runs left behind when their process died. */
export function removeUnfinishedClusters(clusterDir: string): void {
  const parent = dirname(clusterDir)
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`.${basename(clusterDir)}-new-`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** A new cluster's files as an uncompressed tar, made by initdb in memory. */
export async function initialCluster(): Promise<Uint8Array> {
  const { PGlite } = await import('@electric-sql/pglite')
  const db: PGlite = await PGlite.create('memory://')
  try {
    await db.exec('CHECKPOINT')
    const dump = await db.dumpDataDir('none')
    return new Uint8Array(await dump.arrayBuffer())
  } finally {
    await db.close()
  }
}

/** Closes the whole tree to everyone else: PGlite makes its files 0666 (measured, 0.5.17). */
export function closeTree(dir: string): void {
  chmodSync(dir, 0o700)
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o700)
    else if (entry.isFile()) chmodSync(path, 0o600)
  }
}

function syncTree(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) syncDirectory(join(entry.parentPath, entry.name))
  }
  syncDirectory(dir)
}
