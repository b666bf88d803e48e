/** Zips written by hand, so that they can lie about names, kinds, sizes and places. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content?: string | Uint8Array
  /** Unix mode in the external attributes. */
  readonly mode?: number
  readonly flags?: number
  readonly declaredSize?: number
  readonly crc?: number
  /** Points at the bytes of another entry instead of having its own. */
  readonly offset?: number
}

export function lyingZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const content = Buffer.from(entry.content ?? 'x')
    const data = deflateRawSync(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(entry.flags ?? 0x800, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(entry.crc ?? crc32(content), 10)
    head.writeUInt32LE(data.length, 14)
    head.writeUInt32LE(entry.declaredSize ?? content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(entry.offset ?? at, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), head, tail, name)
    if (entry.offset !== undefined) continue
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, name, data])
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}
