/**
 * Reading and replacing a client's settings file on disk: a dated copy beside it, a temporary file in the same folder,
 * fsync, rename. A link keeps pointing where it did, a mode stays, and a file that changed meanwhile is not overwritten.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SettingsError, type SettingsFault } from './settings-error.ts'

const MAX_BYTES = 32 * 1024 * 1024
const KEPT_BACKUPS = 5
/** A settings file may hold other servers' secrets: a new one is for its owner alone. */
const NEW_FILE_MODE = 0o600

export interface SettingsFile {
  /** As the client knows it. */
  readonly path: string
  /** What a link leads to; the same as `path` where there is none. */
  readonly target: string
  /** Null where there is no file. */
  readonly content: {
    readonly bytes: Buffer
    readonly text: string
    readonly mode: number
    readonly stamp: string
  } | null
}

/** @throws SettingsError for what is no readable text file. */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
  const target = await targetOf(path)
  if (target === null) return { path, target: path, content: null }
  const handle = await open(target, 'r').catch((error: unknown) => {
    throw diskError(error, path, 'read')
  })
  try {
    const info = await handle.stat({ bigint: true })
    if (!info.isFile()) {
      throw new SettingsError({ code: 'not-a-file', file: path })
    }
    if (info.size > BigInt(MAX_BYTES)) {
      throw new SettingsError({ code: 'too-large', file: path, maxMegabytes: MAX_BYTES / 1024 / 1024 })
    }
    const bytes = await handle.readFile()
    return {
      path,
      target,
      content: { bytes, text: decode(bytes, path), mode: Number(info.mode), stamp: stampOf(info) },
    }
  } catch (error) {
    throw error instanceof SettingsError ? error : diskError(error, path, 'read')
  } finally {
    await handle.close()
  }
}

/**
 * Puts `text` in the place of what was read.
 *
 * @returns Path of the copy of the file as it was, or null where there was none.
 * @throws SettingsError; `changed` when the file is not any more what was read. The file is then as it was.
 */
export async function replaceSettingsFile(file: SettingsFile, text: string, now: Date): Promise<string | null> {
  const { path, target, content } = file
  const folder = dirname(target)
  const mode = content === null ? NEW_FILE_MODE : content.mode & 0o777
  const temporary = join(folder, `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    if (content === null) await mkdir(folder, { recursive: true, mode: 0o700 })
    await refuseReadOnly(file, folder)
    await writeDurably(temporary, Buffer.from(text, 'utf8'), mode, content === null ? null : target)
    const backup = content === null ? null : await writeBackup(target, content.bytes, mode, now)
    const current = await readSettingsFile(path)
    if (current.target !== target || current.content?.stamp !== content?.stamp) {
      if (backup !== null) await rm(backup, { force: true })
      throw new SettingsError({ code: 'changed', file: path })
    }
    await rename(temporary, target)
    await syncFolder(folder)
    await dropOldBackups(target)
    return backup
  } catch (error) {
    throw error instanceof SettingsError ? error : diskError(error, path, 'write')
  } finally {
    await rm(temporary, { force: true }).catch(() => {})
  }
}

/** `settings.json.mirohub-2026-11-30T101530.bak`, in the clock's local time. */
export function backupName(name: string, now: Date, again = 0): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
  return `${name}.mirohub-${date}T${time}${again === 0 ? '' : `-${again + 1}`}.bak`
}

/** The real file behind `path`, or null where there is nothing at all. */
async function targetOf(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw diskError(error, path, 'read')
  }
  const link = await lstat(path).catch(() => null)
  if (link === null) return null
  throw new SettingsError({ code: 'broken-link', file: path, leads: 'nowhere' })
}

function decode(bytes: Buffer, path: string): string {
  const utf16 =
    bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
  try {
    // The decoder drops a byte order mark, and none is written.
    if (!utf16) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Told below like UTF-16: either way the text is not what the client reads.
  }
  throw new SettingsError({ code: 'encoding', file: path })
}

const stampOf = (info: { ino: bigint; size: bigint; mtimeNs: bigint }): string =>
  `${info.ino}:${info.size}:${info.mtimeNs}`

/** A rename would replace a file that its owner made read-only; for an administrator nothing else would stop it. */
async function refuseReadOnly({ path, content }: SettingsFile, folder: string): Promise<void> {
  if (content !== null && (content.mode & 0o222) === 0) {
    throw new SettingsError({ code: 'read-only', what: 'file', file: path })
  }
  const { mode } = await stat(folder)
  if (process.platform !== 'win32' && (mode & 0o222) === 0) {
    throw new SettingsError({ code: 'read-only', what: 'folder', file: folder })
  }
}

/** @param owner A file whose owner the new one gets, where we may give it away. */
async function writeDurably(path: string, bytes: Buffer, mode: number, owner: string | null): Promise<void> {
  const handle = await open(path, 'wx', mode)
  try {
    await handle.writeFile(bytes)
    await handle.chmod(mode)
    if (owner !== null) await keepOwner(handle, owner)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function keepOwner(handle: FileHandle, path: string): Promise<void> {
  const [before, now] = await Promise.all([stat(path), handle.stat()])
  if (before.uid !== now.uid || before.gid !== now.gid) await handle.chown(before.uid, before.gid).catch(() => {})
}

async function writeBackup(target: string, bytes: Buffer, mode: number, now: Date): Promise<string> {
  for (let again = 0; ; again++) {
    const path = join(dirname(target), backupName(basename(target), now, again))
    try {
      await writeDurably(path, bytes, mode, target)
      return path
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || again > 1000) throw error
    }
  }
}

/** The newest ones stay. A copy that cannot be removed does not undo what was written. */
async function dropOldBackups(target: string): Promise<void> {
  const folder = dirname(target)
  const start = `${basename(target)}.mirohub-`
  const names = await readdir(folder).catch(() => [])
  const dated = /^\d{4}-\d\d-\d\dT\d{6}(-\d+)?\.bak$/
  const copies = names.filter((name) => name.startsWith(start) && dated.test(name.slice(start.length)))
  const aged = await Promise.all(
    copies.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  aged.sort((a, b) => b.at - a.at || b.name.localeCompare(a.name))
  for (const { name } of aged.slice(KEPT_BACKUPS)) await rm(join(folder, name), { force: true }).catch(() => {})
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** True for a folder or file that is there. */
export async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function diskError(error: unknown, file: string, act: 'read' | 'write'): SettingsError {
  const code = codeOf(error)
  return new SettingsError(diskFault(code === '' ? String(error) : code, file, act), { cause: error })
}

function diskFault(reason: string, file: string, act: 'read' | 'write'): SettingsFault {
  switch (reason) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { code: 'disk', file, act, reason: null }
    case 'EROFS':
      return { code: 'read-only', what: 'disk', file }
    case 'EACCES':
    case 'EPERM':
    case 'EBUSY':
      return { code: 'no-access', file, act }
    case 'ELOOP':
      return { code: 'broken-link', file, leads: 'in-a-circle' }
    default:
      return { code: 'disk', file, act, reason }
  }
}
