/**
 * What no entry of a zip may be that is unpacked onto the disk: a name that leads elsewhere, a link, shared bytes
 * (CVE-2026-56876 zip slip, CVE-2026-27800 links). One list for bundles and skills; limits of size are each one's own.
 */
import { Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import type { Bilingual } from '../config/bilingual.ts'

const localHeaderBytes = 30
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const fileTypeMask = 0xf000
const regularFile = 0x8000
const directory = 0x4000

/** Ends a sentence that begins with the file's name; null for a name that is good everywhere. `out` is what it leaves. */
export function nameFault(name: string, out: Bilingual<string>): Bilingual<string> | null {
  const segments = name.replace(/\/$/, '').split('/')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\\u0000-\u001f\u007f<>:"|?*]/.test(name) || name.startsWith('/'))
    return { en: 'has a name that not every system can write', zh: '的名称并非在所有系统上都能使用' }
  if (segments.some((part) => part === '..' || part === '.' || part === ''))
    return { en: `leads out of the ${out.en}`, zh: `指向${out.zh}之外` }
  if (segments.some((part) => deviceName.test(part) || /[. ]$/.test(part)))
    return { en: 'has a name that means a device or another file', zh: '的名称会指向设备或其他文件' }
  return null
}

export function kindFault(entry: Entry): Bilingual<string> | null {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask
  if (type !== 0 && type !== regularFile && type !== directory)
    return { en: 'is a link or a device, not a file', zh: '是链接或设备，而不是文件' }
  if (entry.isEncrypted()) return { en: 'is protected with a password', zh: '有密码保护' }
  if (!entry.canDecodeFileData()) return { en: 'is packed in a way that is not known here', zh: '的压缩方式不受支持' }
  return null
}

/** The same for names that macOS and Windows take for one file. */
export const foldedName = (name: string): string => name.replace(/\/$/, '').normalize('NFC').toLowerCase()

export const twiceFault: Bilingual<string> = { en: 'is there twice', zh: '重复出现' }

/** The first entry that shares compressed bytes with another: they multiply a small file without any large ratio. */
export function overlapping(entries: readonly (readonly [string, Entry])[]): string | null {
  const byOffset = entries.toSorted(([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const [name, entry] of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end) return name
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize
  }
  return null
}

export const overlapFault: Bilingual<string> = { en: 'shares its bytes with another file', zh: '与其他文件共用数据' }
export const growthFault: Bilingual<string> = { en: 'grows too much when unpacked', zh: '解压后过大' }

/**
 * Lets bytes through while `refusal` has none to give, and their sum is right, whatever the zip's directory says.
 * @param refusal Told the length of each piece and the whole of this entry until now.
 */
export function checkedBytes(
  entry: Entry,
  refusal: (piece: number, out: number) => Error | null,
  refused: (fault: Bilingual<string>) => Error,
): Transform {
  let out = 0
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      out += chunk.length
      sum = crc32(chunk, sum)
      const error = refusal(chunk.length, out)
      if (error === null) done(null, chunk)
      else done(error)
    },
    flush: (done) => done(sum === entry.crc32 ? null : refused({ en: 'is damaged', zh: '已损坏' })),
  })
}
