/** Which files of this computer a companion may read: those in folders that the person named, wherever links lead. */
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Environment, setting } from '../companion.ts'

const MAX_FILE_BYTES = 50 * 1024 * 1024

/** `READ_FOLDERS` holds absolute folders, divided by the system's path delimiter or a comma. Without it no file is read. */
function allowedFolders(env: Environment): readonly string[] {
  const divider = process.platform === 'win32' ? /[;,]/ : /[:,]/
  return (setting(env, 'READ_FOLDERS') ?? '')
    .split(divider)
    .map((folder) => folder.trim())
    .filter((folder) => isAbsolute(folder))
}

/** The real path of a file (path or file: address) that may be read. Rejects with the reason and the way out. */
export async function allowedFile(source: string, env: Environment): Promise<string> {
  const folders = allowedFolders(env)
  const path = /^file:/i.test(source) ? fileURLToPath(source) : source
  if (!isAbsolute(path)) throw new Error(`"${path}" is no absolute path and no web address.`)
  if (folders.length === 0)
    throw new Error('No folder is allowed: the person can name some in READ_FOLDERS of this server.')
  const allowed = (await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)))).filter(
    (folder) => folder !== null,
  )
  // Links are followed first: what counts is where the file really is.
  const real = await realpath(resolve(path)).catch(() => null)
  if (real === null || !allowed.some((folder) => isInside(real, folder)))
    throw new Error(`${path} is not there, or not in a folder that was allowed (${folders.join(', ')}).`)
  const { size } = await stat(real)
  if (size > MAX_FILE_BYTES)
    throw new Error(`${path} has ${Math.round(size / 1024 / 1024)} MB; ${MAX_FILE_BYTES / 1024 / 1024} MB can be read.`)
  return real
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
