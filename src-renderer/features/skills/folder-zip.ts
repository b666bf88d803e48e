/** A zip of a folder's files, stored as they are: a browser page can hand over one file, and no folder. Pure. */

export interface PackedFile {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly content: Uint8Array<ArrayBuffer>
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

function crc32(content: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of content) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}

/** The fields that a file's own header and its line in the directory share (APPNOTE.TXT 4.3.7, 4.3.12). */
function shared(name: Uint8Array, content: Uint8Array, sum: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(26))
  view.setUint16(0, 20, true)
  // Names are UTF-8.
  view.setUint16(2, 0x800, true)
  // The first day that the format knows.
  view.setUint16(8, 0x21, true)
  view.setUint32(10, sum, true)
  view.setUint32(14, content.length, true)
  view.setUint32(18, content.length, true)
  view.setUint16(22, name.length, true)
  return new Uint8Array(view.buffer)
}

export function zipOf(files: readonly PackedFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const { path, content } of files) {
    const name = new TextEncoder().encode(path)
    const fields = shared(name, content, crc32(content))
    const local = [signature(0x04034b50), fields, name, content]
    parts.push(...local)
    const tail = new DataView(new ArrayBuffer(14))
    tail.setUint32(10, at, true)
    directory.push(signature(0x02014b50), Uint8Array.of(20, 0), fields, new Uint8Array(tail.buffer), name)
    at += bytesOf(local)
  }
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, files.length, true)
  end.setUint16(10, files.length, true)
  end.setUint32(12, bytesOf(directory), true)
  end.setUint32(16, at, true)
  return new Blob([...parts, ...directory, new Uint8Array(end.buffer)], { type: 'application/zip' })
}

function signature(value: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, value, true)
  return new Uint8Array(view.buffer)
}

const bytesOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0)
