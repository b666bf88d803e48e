/** Office documents are zip archives: checked before any library unpacks one, and read entry by entry where ours does. */
import { createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DocumentError } from './document-error.ts'
import { documentLimits } from './limits.ts'

const DEFLATED = 8
const LOCAL_HEADER_BYTES = 30

/**
 * Unpacks every entry once, counting what really comes out: declared sizes are not believed. Throws DocumentError
 * `unsafe`, `protected` or `damaged`. Returns the content of the entries that are asked for.
 */
export async function checkedArchive(
  bytes: Uint8Array,
  name: string,
  isWanted: (path: string) => boolean = () => false,
): Promise<Map<string, Uint8Array>> {
  const wanted = new Map<string, Uint8Array>()
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      autoClose: false,
      validateEntrySizes: true,
    })
  } catch (error) {
    throw damaged(name, error)
  }
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= documentLimits.archiveEntries)
        throw unsafe(name, 'it lists more entries than a document has')
      entries.push(entry)
    }
    refuseOverlaps(entries, name)
    let total = 0
    for (const entry of entries) {
      if (entry.isEncrypted()) throw new DocumentError('protected', `${name} is protected with a password.`)
      const chunks: Uint8Array[] = []
      const isKept = isWanted(entry.fileName)
      for await (const chunk of content(zip, entry)) {
        total += chunk.length
        if (
          total > documentLimits.unpackedBytes ||
          (total > documentLimits.graceBytes && total > bytes.length * documentLimits.unpackedRatio)
        )
          throw unsafe(name, 'it unpacks to far more than a document of its size does')
        if (isKept) chunks.push(chunk)
      }
      if (isKept) wanted.set(entry.fileName, Buffer.concat(chunks))
    }
    return wanted
  } catch (error) {
    throw error instanceof DocumentError ? error : damaged(name, error)
  } finally {
    zip.close()
  }
}

async function* content(zip: ZipFile, entry: Entry): AsyncIterable<Uint8Array> {
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  const inflate = entry.compressionMethod === DEFLATED ? createInflateRaw() : null
  raw.on('error', (error) => inflate?.destroy(error))
  let out = 0
  try {
    const stream: AsyncIterable<Uint8Array> = inflate === null ? raw : raw.pipe(inflate)
    for await (const chunk of stream) {
      out += chunk.length
      // What a library goes by is what is declared; it must be what comes out.
      if (out > entry.uncompressedSize) throw new Error('an entry is larger than it says')
      yield chunk
    }
    if (out !== entry.uncompressedSize) throw new Error('an entry is smaller than it says')
  } finally {
    raw.destroy()
    inflate?.destroy()
  }
}

/** Entries that share compressed bytes multiply a small file. */
function refuseOverlaps(entries: readonly Entry[], name: string): void {
  const byOffset = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const entry of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end) throw unsafe(name, 'its entries overlap')
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameRaw.length + entry.compressedSize
  }
}

function unsafe(name: string, why: string): DocumentError {
  return new DocumentError('unsafe', `${name} was refused: ${why}.`)
}

function damaged(name: string, cause: unknown): DocumentError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new DocumentError('damaged', `${name} is damaged or was cut off (${why}).`, { cause })
}
