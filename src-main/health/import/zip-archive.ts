/** The entries of a zip as parts, checked before any of them is read: names, links, overlaps, encryption, sizes. */
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { asDamaged, diskError, type ExpansionLimit, guardExpansion } from './archive-guard.ts'
import { ImportError, type Part } from './reader.ts'

const MAX_ENTRIES = 20_000
const INFLATE_CHUNK = 256 * 1024
const STORED = 0
const DEFLATED = 8
const FILE_TYPE_MASK = 0xf000
const SYMBOLIC_LINK = 0xa000
const LOCAL_HEADER_BYTES = 30
const DEVICE_NAMES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

export async function openZip(
  path: string,
  name: string,
  limit: ExpansionLimit,
): Promise<{ parts: Part[]; close(): Promise<void> }> {
  let zip: ZipFile
  try {
    zip = await openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: true })
  } catch (error) {
    const told = diskError(error, path)
    throw told === error ? damaged(name, error) : told
  }
  const close = async (): Promise<void> => {
    if (!zip.isOpen) return
    zip.close()
  }
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= MAX_ENTRIES) throw unsafe(name, `it lists more than ${MAX_ENTRIES} entries`)
      entries.push(entry)
    }
    if (entries.length === 0) throw damaged(name, new Error('it holds no entries'))
    refuseOverlaps(entries, name)
    const parts: Part[] = []
    for (const entry of entries) {
      const entryName = safeName(entry, name)
      const fileName = entryName.slice(entryName.lastIndexOf('/') + 1)
      if (entryName.endsWith('/') || fileName.startsWith('.') || entryName.startsWith('__MACOSX/')) continue
      if (entry.uncompressedSize === 0) continue
      parts.push(zipPart(zip, entry, entryName, name, limit))
    }
    return { parts, close }
  } catch (error) {
    await close()
    throw error instanceof ImportError ? error : damaged(name, error)
  }
}

/** The name for display. Bytes that are UTF-8 are read as such: many writers forget the flag. */
function safeName(entry: Entry, archive: string): string {
  const raw = entry.fileNameRaw
  let name: string
  try {
    name = new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    name = getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true)
  }
  const shown = JSON.stringify(name.slice(0, 120))
  if (name.includes('\0')) throw unsafe(archive, `the entry name ${shown} contains a NUL character`)
  if (name.includes('\\')) throw unsafe(archive, `the entry name ${shown} contains a backslash`)
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name))
    throw unsafe(archive, `the entry name ${shown} is an absolute path`)
  const segments = name.split('/')
  if (segments.includes('..')) throw unsafe(archive, `the entry name ${shown} leads out of the archive`)
  if (segments.some((segment) => DEVICE_NAMES.test(segment))) {
    throw unsafe(archive, `the entry name ${shown} is the name of a device`)
  }
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) === SYMBOLIC_LINK) {
    throw unsafe(archive, `the entry ${shown} is a symbolic link`)
  }
  return name
}

/** Entries that share compressed bytes multiply a small file without any single large ratio. */
function refuseOverlaps(entries: readonly Entry[], archive: string): void {
  const byOffset = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end) throw unsafe(archive, 'its entries overlap')
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameRaw.length + entry.compressedSize
  }
}

function zipPart(zip: ZipFile, entry: Entry, entryName: string, archive: string, limit: ExpansionLimit): Part {
  return {
    name: entryName,
    size: entry.uncompressedSize,
    async open() {
      if (entry.isEncrypted()) {
        throw new ImportError(
          'unsafe-archive',
          `${archive} is protected with a password.`,
          'Unpack it yourself with the password and import the file inside.',
        )
      }
      if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
        throw new ImportError(
          'damaged-archive',
          `${archive} uses compression method ${entry.compressionMethod}, which is not supported.`,
          'Unpack it yourself and import the folder.',
        )
      }
      return content(zip, entry, entryName, archive, limit)
    },
  }
}

async function* content(
  zip: ZipFile,
  entry: Entry,
  entryName: string,
  archive: string,
  limit: ExpansionLimit,
): AsyncIterable<Uint8Array> {
  let out = 0
  let sum = 0
  try {
    const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    const inflate = entry.compressionMethod === DEFLATED ? createInflateRaw({ chunkSize: INFLATE_CHUNK }) : null
    raw.on('error', (error) => inflate?.destroy(error))
    try {
      const stream: AsyncIterable<Uint8Array> = inflate === null ? raw : raw.pipe(inflate)
      for await (const chunk of stream) {
        out += chunk.length
        guardExpansion(out, entry.compressedSize, archive, limit)
        if (out > entry.uncompressedSize) throw new Error('size of the content differs from the directory')
        sum = crc32(chunk, sum)
        yield chunk
      }
    } finally {
      raw.destroy()
      inflate?.destroy()
    }
    if (out !== entry.uncompressedSize) throw new Error('size of the content differs from the directory')
    if (sum !== entry.crc32) throw new Error('CRC of the content differs from the directory')
  } catch (error) {
    throw asDamaged(error, `${archive} (${entryName})`, 'archive')
  }
}

function damaged(name: string, cause: unknown): ImportError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new ImportError(
    'damaged-archive',
    `The zip archive ${name} is damaged or was cut off (${why}). Nothing was imported.`,
    'Copy or export it again; large files are often cut by mail or cloud transfers.',
    { cause },
  )
}

function unsafe(name: string, why: string): ImportError {
  return new ImportError(
    'unsafe-archive',
    `${name} was refused: ${why}.`,
    'Health exports never look like this. If you trust it, unpack it yourself and import the file inside.',
  )
}
