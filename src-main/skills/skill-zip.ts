/**
 * The zip of a skill: names, kinds and sizes are checked before anything is written, and bytes are counted as they come
 * out, whatever its directory says (CVE-2026-56876 zip slip, CVE-2026-39244 bombs, CVE-2026-27800 links). Zips within it
 * are files like others.
 */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Bilingual } from '../config/bilingual.ts'
import {
  checkedBytes,
  foldedName,
  growthFault,
  kindFault,
  nameFault,
  overlapFault,
  overlapping,
  twiceFault,
} from '../documents/archive-entries.ts'
import { SkillError } from './skill-error.ts'
import { skillLimits } from './types.ts'

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
    const kind = kindFault(entry)
    if (kind !== null) throw unsafeFile(name, kind)
    const same = foldedName(name)
    if (folded.has(same)) throw unsafeFile(name, twiceFault)
    folded.add(same)
    entries.set(name, entry)
    if (!name.endsWith('/')) files++
    total += entry.uncompressedSize
    if (files > skillLimits.files)
      throw tooLarge(`more than ${skillLimits.files} files`, `文件超过 ${skillLimits.files} 个`)
    if (total > skillLimits.totalBytes) throw tooLarge(`more than ${megabytes} MB`, `解压后超过 ${megabytes} MB`)
  }
  const shared = overlapping([...entries])
  if (shared !== null) throw unsafeFile(shared, overlapFault)
  return entries
}

const megabytes = skillLimits.totalBytes / 1024 / 1024

function refuseName(name: string): void {
  const fault = nameFault(name, { en: 'folder', zh: '文件夹' })
  if (fault !== null) throw unsafeFile(name, fault)
  if (name.replace(/\/$/, '').split('/').length > skillLimits.depth + 2) {
    throw tooLarge(`more than ${skillLimits.depth} folders within each other`, `文件夹嵌套超过 ${skillLimits.depth} 层`)
  }
}

/** As many bytes as may be, of this file and of all until now. */
function byteCounter(name: string, entry: Entry, sofar: { out: number; packed: number }): Transform {
  sofar.packed += entry.compressedSize
  return checkedBytes(
    entry,
    (piece, out) => {
      sofar.out += piece
      const isBomb = sofar.out > skillLimits.zipGraceBytes && sofar.out > sofar.packed * skillLimits.zipRatio
      if (isBomb) return unsafeFile(name, growthFault)
      return out > skillLimits.fileBytes || sofar.out > skillLimits.totalBytes ? tooLargeFile(name) : null
    },
    (fault) => unsafeFile(name, fault),
  )
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

function unsafeFile(name: string, { en, zh }: Bilingual<string>): SkillError {
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
