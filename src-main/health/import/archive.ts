/**
 * Opens what a person dropped: a folder, a zip, a gzip or a plain file, as a list of parts whose content can be
 * streamed. Nothing is ever unpacked to disk. Names inside archives are checked and then used for display only.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { createGunzip } from 'node:zlib'
import { asDamaged, diskError, EXPANSION_LIMIT, type ExpansionLimit, guardExpansion } from './archive-guard.ts'
import { fileKind, isGzip, isZip } from './file-kind.ts'
import { ImportError, type Part, type PartHead } from './reader.ts'
import { openZip } from './zip-archive.ts'

export const HEAD_BYTES = 64 * 1024
const READ_BYTES = 1 << 20
const MAX_FOLDER_FILES = 20_000

export interface OpenedPath {
  /** Last component of the path, for messages and the history. */
  readonly name: string
  readonly kind: 'folder' | 'zip' | 'file'
  readonly parts: readonly Part[]
  /** Bytes on disk. */
  readonly size: number
  close(): Promise<void>
}

/**
 * @throws {ImportError} 'not-found', 'empty', 'damaged-archive', 'unsafe-archive'; nothing stays open then.
 */
export async function openPath(path: string, limit: ExpansionLimit = EXPANSION_LIMIT): Promise<OpenedPath> {
  const name = basename(path) || path
  const info = await onDisk(path, () => stat(path))
  if (info.isDirectory()) return openFolder(path, name, limit)
  if (!info.isFile()) {
    throw new ImportError('unrecognised', `${name} is not a file.`, 'Choose a file, a zip archive or a folder.')
  }
  if (info.size === 0) {
    throw new ImportError(
      'empty',
      `${name} is empty (0 bytes).`,
      'Export or download it again, then import the new file.',
    )
  }
  const head = await onDisk(path, () => firstBytes(path, 512))
  if (isZip(head)) {
    const zip = await openZip(path, name, limit)
    return { name, kind: 'zip', parts: zip.parts, size: info.size, close: zip.close }
  }
  if (/\.zip$/i.test(name)) {
    const kind = fileKind(head)
    throw new ImportError(
      'damaged-archive',
      `${name} is not a zip archive${kind === null ? '' : `; it looks like ${kind}`}.`,
      'Choose the export.zip as the phone shared it.',
    )
  }
  return {
    name,
    kind: 'file',
    parts: [filePart(path, name, info.size, isGzip(head), limit)],
    size: info.size,
    close: async () => {},
  }
}

/** The first 64 KiB of a part, decompressed. */
export async function headOf(part: Part): Promise<PartHead> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const chunk of await part.open()) {
    pieces.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  const bytes = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  return { name: part.name, bytes, text: decodeHead(bytes) }
}

function decodeHead(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder('utf-8').decode(bytes)
}

async function openFolder(path: string, name: string, limit: ExpansionLimit): Promise<OpenedPath> {
  const root = await realpath(path)
  const parts: Part[] = []
  let size = 0
  const waiting = [root]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const here = folder
    const entries = await onDisk(here, () => readdir(here, { withFileTypes: true }))
    entries.sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const full = join(here, entry.name)
      // Links are left alone: one that points outside would read what was not dropped.
      if (entry.isDirectory()) waiting.push(full)
      else if (entry.isFile()) {
        const info = await onDisk(full, () => lstat(full))
        if (info.size === 0) continue
        if (parts.length >= MAX_FOLDER_FILES) {
          throw new ImportError(
            'unrecognised',
            `${name} holds more than ${MAX_FOLDER_FILES} files.`,
            'Choose the folder of the export itself.',
          )
        }
        const head = await onDisk(full, () => firstBytes(full, 2))
        const inside = relative(root, full).split(sep).join('/')
        parts.push(filePart(full, inside, info.size, isGzip(head), limit))
        size += info.size
      }
    }
  }
  if (parts.length === 0) {
    throw new ImportError('empty', `The folder ${name} holds no files.`, 'Choose the folder of the export itself.')
  }
  return { name, kind: 'folder', parts, size, close: async () => {} }
}

function filePart(path: string, name: string, size: number, gzip: boolean, limit: ExpansionLimit): Part {
  return {
    name,
    size: gzip ? null : size,
    async open() {
      const file = createReadStream(path, { highWaterMark: READ_BYTES })
      return gzip ? gunzip(file, name, size, limit) : file
    },
  }
}

/** Also the many members of a bgzip file, which follow one another. */
async function* gunzip(
  file: AsyncIterable<Uint8Array> & {
    pipe<T extends NodeJS.WritableStream>(to: T): T
    destroy(): unknown
    on: NodeJS.EventEmitter['on']
  },
  name: string,
  size: number,
  limit: ExpansionLimit,
): AsyncIterable<Uint8Array> {
  const inflate = createGunzip({ chunkSize: 256 * 1024 })
  file.on('error', (error: Error) => inflate.destroy(error))
  let out = 0
  try {
    for await (const chunk of file.pipe(inflate)) {
      out += chunk.length
      guardExpansion(out, size, name, limit)
      yield chunk
    }
  } catch (error) {
    throw asDamaged(error, name, 'gzip file')
  } finally {
    file.destroy()
    inflate.destroy()
  }
}

async function firstBytes(path: string, length: number): Promise<Uint8Array> {
  let file: FileHandle | null = null
  try {
    file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file?.close()
  }
}

async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskError(error, path)
  }
}
