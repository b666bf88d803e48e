/**
 * Reading and replacing a client's settings file on disk: a dated copy beside it, a temporary file in the same folder,
 * fsync, rename. A link keeps pointing where it did, a mode stays, and a file that changed meanwhile is not overwritten.
 */
import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SettingsError } from './settings-error.ts'

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
      throw new SettingsError('not-a-file', `${path} is not a file.`, 'Move it away and try again.')
    }
    if (info.size > BigInt(MAX_BYTES)) {
      throw new SettingsError(
        'too-large',
        `${path} is larger than ${MAX_BYTES / 1024 / 1024} MB, which no settings file should be.`,
        'Copy the entry from the Connect page into the file by hand.',
      )
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
      throw new SettingsError('changed', `${path} was changed by another program just now.`, 'Try again.')
    }
    await rename(temporary, target)
    await syncFolder(folder)
    await dropOldBackups(target)
    return backup
  } catch (error) {
    throw error instanceof SettingsError ? error : diskError(error, path, 'written')
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
  throw new SettingsError(
    'broken-link',
    `${path} is a link to something that is not there.`,
    'Mend or remove the link and try again.',
  )
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
  throw new SettingsError('encoding', `${path} is not UTF-8 text.`, 'Save it as UTF-8 in an editor and try again.')
}

const stampOf = (info: { ino: bigint; size: bigint; mtimeNs: bigint }): string =>
  `${info.ino}:${info.size}:${info.mtimeNs}`

/** A rename would replace a file that its owner made read-only; for an administrator nothing else would stop it. */
async function refuseReadOnly({ path, content }: SettingsFile, folder: string): Promise<void> {
  if (content !== null && (content.mode & 0o222) === 0) {
    throw new SettingsError('read-only', `${path} is read-only.`, 'Allow writing to it, or copy the entry in by hand.')
  }
  const { mode } = await stat(folder)
  if (process.platform !== 'win32' && (mode & 0o222) === 0) {
    throw new SettingsError('read-only', `The folder ${folder} is read-only.`, 'Allow writing to it and try again.')
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

function diskError(error: unknown, path: string, done: 'read' | 'written'): SettingsError {
  const code = codeOf(error)
  const cause = { cause: error }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new SettingsError(
      'disk',
      `${path} could not be ${done}: the disk is full.`,
      'Make room and try again.',
      cause,
    )
  }
  if (code === 'EROFS') {
    return new SettingsError('read-only', `${path} is on a read-only disk.`, 'Copy the entry in by hand.', cause)
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EBUSY') {
    const hint = 'Give your account access to it, close programs that have it open, and try again.'
    return new SettingsError('no-access', `${path} could not be ${done}: access was denied.`, hint, cause)
  }
  if (code === 'ELOOP') {
    return new SettingsError('broken-link', `${path} is a link that leads in a circle.`, 'Remove the link.', cause)
  }
  const reason = code === '' ? String(error) : code
  return new SettingsError(
    'disk',
    `${path} could not be ${done} (${reason}).`,
    'Look at the file and try again.',
    cause,
  )
}
