/**
 * The zip of a bundle: every name, link and size is checked before anything is written; bytes are counted as they come
 * out, whatever the directory says (CVE-2026-56876 zip slip, CVE-2026-39244 bombs, CVE-2026-27800 links).
 */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Bilingual } from '../../config/bilingual.ts'
import { EntryError } from './entry-error.ts'

const MAX_ENTRIES = 20_000
/** node_modules and Python environments are large; more than this is no tool server. */
const MAX_TOTAL_BYTES = 2 * 1024 ** 3
const MAX_RATIO = 100
const RATIO_GRACE_BYTES = 10 * 1024 ** 2
const MAX_MANIFEST_BYTES = 1024 ** 2
const LOCAL_HEADER_BYTES = 30

const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const FILE_TYPE_MASK = 0xf000
const REGULAR_FILE = 0x8000
const DIRECTORY = 0x4000

export interface BundleArchive {
  /** Of every file; `/` between folders. */
  readonly names: readonly string[]
  /** Text of one file, at most a megabyte; null where it is not there. */
  readText(name: string): Promise<string | null>
  /** Writes all of it below `dir`, which is new. Files are for their owner alone; `executable` ones may be run. */
  unpack(dir: string, isExecutable: (name: string) => boolean): Promise<void>
  close(): void
}

/** @throws EntryError `bad_bundle` with the reason. */
export async function openBundle(path: string): Promise<BundleArchive> {
  const zip = await openPromise(path, {
    autoClose: false,
    // Bad names are then told by yauzl as they stand, not mended.
    strictFileNames: true,
    validateEntrySizes: true,
  }).catch((error: unknown) => {
    throw badBundle({ en: 'It is no zip file, or it was cut off.', zh: '它不是 zip 文件，或不完整。' }, error)
  })
  try {
    const entries = await checkedEntries(zip)
    const files = new Map([...entries].filter(([name]) => !name.endsWith('/')))
    return {
      names: [...files.keys()],
      async readText(name) {
        const entry = files.get(name)
        if (entry === undefined) return null
        if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw unsafe(name, 'is too large', '太大')
        const chunks: Buffer[] = []
        const counter = createCounter(name, entry, { left: MAX_MANIFEST_BYTES })
        for await (const chunk of (await zip.openReadStreamPromise(entry)).pipe(counter))
          chunks.push(Buffer.from(chunk))
        return Buffer.concat(chunks).toString('utf8')
      },
      async unpack(dir, isExecutable) {
        const budget = { left: MAX_TOTAL_BYTES }
        for (const [name, entry] of entries) {
          const target = join(dir, ...name.split('/'))
          if (name.endsWith('/')) {
            await mkdir(target, { recursive: true, mode: 0o700 })
            continue
          }
          await mkdir(dirname(target), { recursive: true, mode: 0o700 })
          const mode = isExecutable(name) || ((entry.externalFileAttributes >>> 16) & 0o111) !== 0 ? 0o700 : 0o600
          // `wx`: no second entry may write through what a first one made.
          const file = createWriteStream(target, { flags: 'wx', mode })
          await pipeline(await zip.openReadStreamPromise(entry), createCounter(name, entry, budget), file)
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function checkedEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  const folded = new Set<string>()
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName
      if (entries.size >= MAX_ENTRIES) throw unsafe(name, 'is one of too many files', '所在的文件数量过多')
      refuseName(name)
      refuseKind(name, entry)
      // On macOS and Windows these would be one file, written twice.
      const same = name.replace(/\/$/, '').normalize('NFC').toLowerCase()
      if (folded.has(same)) throw unsafe(name, 'is there twice', '重复出现')
      folded.add(same)
      entries.set(name, entry)
      total += entry.uncompressedSize
    }
  } catch (error) {
    if (error instanceof EntryError) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw badBundle({ en: `Its list of files is damaged: ${said}.`, zh: `它的文件列表已损坏：${said}。` }, error)
  }
  if (total > MAX_TOTAL_BYTES) {
    throw badBundle({ en: 'Unpacked it would be larger than 2 GB.', zh: '解压后会超过 2 GB。' })
  }
  refuseOverlaps([...entries])
  return entries
}

function refuseName(name: string): void {
  const segments = name.replace(/\/$/, '').split('/')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\\u0000-\u001f\u007f<>:"|?*]/.test(name) || name.startsWith('/')) {
    throw unsafe(name, 'has a name that not every system can write', '的名称并非在所有系统上都能使用')
  }
  if (segments.some((part) => part === '..' || part === '.' || part === '')) {
    throw unsafe(name, 'leads out of the bundle', '指向安装包之外')
  }
  if (segments.some((part) => DEVICE_NAME.test(part) || /[. ]$/.test(part))) {
    throw unsafe(name, 'has a name that means a device or another file', '的名称会指向设备或其他文件')
  }
}

function refuseKind(name: string, entry: Entry): void {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK
  if (type !== 0 && type !== REGULAR_FILE && type !== DIRECTORY) {
    throw unsafe(name, 'is a link or a device, not a file', '是链接或设备，而不是文件')
  }
  if (entry.isEncrypted()) throw unsafe(name, 'is protected with a password', '有密码保护')
  if (!entry.canDecodeFileData()) throw unsafe(name, 'is packed in a way that is not known here', '的压缩方式不受支持')
}

/** Entries that share compressed bytes multiply a small file without any single large ratio. */
function refuseOverlaps(entries: readonly (readonly [string, Entry])[]): void {
  const byOffset = entries.toSorted(([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const [name, entry] of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw unsafe(name, 'shares its bytes with another file', '与其他文件共用数据')
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameRaw.length + entry.compressedSize
  }
}

/** Lets bytes through while they are as many as was said, and their sum is right. */
function createCounter(name: string, entry: Entry, budget: { left: number }): Transform {
  let out = 0
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      out += chunk.length
      budget.left -= chunk.length
      sum = crc32(chunk, sum)
      const isBomb = out > RATIO_GRACE_BYTES && out > entry.compressedSize * MAX_RATIO
      if (isBomb || budget.left < 0) return done(unsafe(name, 'grows too much when unpacked', '解压后过大'))
      done(null, chunk)
    },
    flush: (done) => done(sum === entry.crc32 ? null : unsafe(name, 'is damaged', '已损坏')),
  })
}

function unsafe(name: string, en: string, zh: string): EntryError {
  const shown = JSON.stringify(name.slice(0, 120))
  return badBundle({ en: `The file ${shown} in it ${en}.`, zh: `其中的文件 ${shown} ${zh}。` })
}

export function badBundle(told: Bilingual<string>, cause?: unknown): EntryError {
  return new EntryError(
    'bad_bundle',
    { en: `This bundle cannot be used. ${told.en}`, zh: `无法使用这个安装包。${told.zh}` },
    { en: 'Get it again from its publisher, or tell them.', zh: '请从发布者处重新获取，或告知发布者。' },
    { cause },
  )
}
