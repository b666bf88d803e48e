/**
 * The zip of a skill: names, kinds and sizes are checked before anything is written, and bytes are counted as they come
 * out, whatever its directory says (CVE-2026-56876 zip slip, CVE-2026-39244 bombs, CVE-2026-27800 links). Zips within it
 * are files like others.
 */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Bilingual } from '../config/bilingual.ts'
import { SkillError } from './skill-error.ts'
import { skillLimits } from './types.ts'

const localHeaderBytes = 30
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const fileTypeMask = 0xf000
const regularFile = 0x8000
const directory = 0x4000

/**
 * Writes the files below `dir`, which is new and empty. None of them is made executable.
 *
 * @throws SkillError `unsafe_archive` or `too_large`; what was written until then stays for the caller to remove.
 */
export async function unpackSkillZip(path: string, dir: string): Promise<void> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true }).catch(
    (error: unknown) => {
      throw unsafe({ en: 'It is no zip file, or it was cut off.', zh: '它不是 zip 文件，或不完整。' }, error)
    },
  )
  try {
    const entries = await checkedEntries(zip)
    const sofar = { out: 0, packed: 0 }
    for (const [name, entry] of entries) {
      const target = join(dir, ...name.split('/'))
      if (name.endsWith('/')) {
        await mkdir(target, { recursive: true, mode: 0o700 })
        continue
      }
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      // `wx`: no second entry may write through what a first one made.
      const file = createWriteStream(target, { flags: 'wx', mode: 0o600 })
      await pipeline(await zip.openReadStreamPromise(entry), byteCounter(name, entry, sofar), file)
    }
  } catch (error) {
    if (error instanceof SkillError) throw error
    const said = error instanceof Error ? error.message : String(error)
    throw unsafe({ en: `It is damaged: ${said}.`, zh: `它已损坏：${said}。` }, error)
  } finally {
    zip.close()
  }
}

async function checkedEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  const folded = new Set<string>()
  let files = 0
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    if (entries.size >= skillLimits.zipEntries)
      throw tooLarge(`more than ${skillLimits.zipEntries} entries`, `条目超过 ${skillLimits.zipEntries} 个`)
    refuseName(name)
    refuseKind(name, entry)
    // On macOS and Windows these would be one file, written twice.
    const same = name.replace(/\/$/, '').normalize('NFC').toLowerCase()
    if (folded.has(same)) throw unsafeFile(name, 'is there twice', '重复出现')
    folded.add(same)
    entries.set(name, entry)
    if (!name.endsWith('/')) files++
    total += entry.uncompressedSize
    if (files > skillLimits.files)
      throw tooLarge(`more than ${skillLimits.files} files`, `文件超过 ${skillLimits.files} 个`)
    if (total > skillLimits.totalBytes) throw tooLarge(`more than ${megabytes} MB`, `解压后超过 ${megabytes} MB`)
  }
  refuseOverlaps([...entries])
  return entries
}

const megabytes = skillLimits.totalBytes / 1024 / 1024

function refuseName(name: string): void {
  const segments = name.replace(/\/$/, '').split('/')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\\u0000-\u001f\u007f<>:"|?*]/.test(name) || name.startsWith('/')) {
    throw unsafeFile(name, 'has a name that not every system can write', '的名称并非在所有系统上都能使用')
  }
  if (segments.some((part) => part === '..' || part === '.' || part === '')) {
    throw unsafeFile(name, 'leads out of the folder', '指向文件夹之外')
  }
  if (segments.some((part) => deviceName.test(part) || /[. ]$/.test(part))) {
    throw unsafeFile(name, 'has a name that means a device or another file', '的名称会指向设备或其他文件')
  }
  if (segments.length > skillLimits.depth + 2) {
    throw tooLarge(`more than ${skillLimits.depth} folders within each other`, `文件夹嵌套超过 ${skillLimits.depth} 层`)
  }
}

function refuseKind(name: string, entry: Entry): void {
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask
  if (type !== 0 && type !== regularFile && type !== directory) {
    throw unsafeFile(name, 'is a link or a device, not a file', '是链接或设备，而不是文件')
  }
  if (entry.isEncrypted()) throw unsafeFile(name, 'is protected with a password', '有密码保护')
  if (!entry.canDecodeFileData())
    throw unsafeFile(name, 'is packed in a way that is not known here', '的压缩方式不受支持')
}

/** Entries that share compressed bytes multiply a small file without any single large ratio. */
function refuseOverlaps(entries: readonly (readonly [string, Entry])[]): void {
  const byOffset = entries.toSorted(([, a], [, b]) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const [name, entry] of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw unsafeFile(name, 'shares its bytes with another file', '与其他文件共用数据')
    end = entry.relativeOffsetOfLocalHeader + localHeaderBytes + entry.fileNameRaw.length + entry.compressedSize
  }
}

/** Lets bytes through while they are as many as may be, of this file and of all until now, and their sum is right. */
function byteCounter(name: string, entry: Entry, sofar: { out: number; packed: number }): Transform {
  let out = 0
  let sum = 0
  sofar.packed += entry.compressedSize
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      out += chunk.length
      sofar.out += chunk.length
      sum = crc32(chunk, sum)
      const isBomb = sofar.out > skillLimits.zipGraceBytes && sofar.out > sofar.packed * skillLimits.zipRatio
      if (isBomb) done(unsafeFile(name, 'grows too much when unpacked', '解压后过大'))
      else if (out > skillLimits.fileBytes || sofar.out > skillLimits.totalBytes) done(tooLargeFile(name))
      else done(null, chunk)
    },
    flush: (done) => done(sum === entry.crc32 ? null : unsafeFile(name, 'is damaged', '已损坏')),
  })
}

const shown = (name: string) => JSON.stringify(name.slice(0, 120))
const smaller: Bilingual<string> = {
  en: 'Take out what the skill does not need, and pack it again.',
  zh: '请去掉不需要的文件，再重新打包。',
}

function tooLargeFile(name: string): SkillError {
  const most = skillLimits.fileBytes / 1024 / 1024
  return new SkillError(
    'too_large',
    {
      en: `The file ${shown(name)} in it is larger than ${most} MB.`,
      zh: `其中的文件 ${shown(name)} 超过 ${most} MB。`,
    },
    smaller,
  )
}

function tooLarge(en: string, zh: string): SkillError {
  return new SkillError('too_large', { en: `The zip holds ${en}.`, zh: `这个 zip 的${zh}。` }, smaller)
}

function unsafeFile(name: string, en: string, zh: string): SkillError {
  return unsafe({ en: `The file ${shown(name)} in it ${en}.`, zh: `其中的文件 ${shown(name)} ${zh}。` })
}

function unsafe(told: Bilingual<string>, cause?: unknown): SkillError {
  return new SkillError(
    'unsafe_archive',
    { en: `This zip was refused. ${told.en}`, zh: `这个 zip 未被接受。${told.zh}` },
    { en: 'Get it again from where it comes from, or tell its author.', zh: '请从来源处重新获取，或告知作者。' },
    { cause },
  )
}
