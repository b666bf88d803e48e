/**
 * The zip of a bundle: every name, link and size is checked before anything is written; bytes are counted as they come
 * out, whatever the directory says (CVE-2026-56876 zip slip, CVE-2026-39244 bombs, CVE-2026-27800 links).
 */
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { Bilingual } from '../../config/bilingual.ts'
import {
  checkedBytes,
  foldedName,
  growthFault,
  kindFault,
  nameFault,
  overlapFault,
  overlapping,
  twiceFault,
} from '../../documents/archive-entries.ts'
import { EntryError } from './entry-error.ts'

const MAX_ENTRIES = 20_000
/** node_modules and Python environments are large; more than this is no tool server. */
const MAX_TOTAL_BYTES = 2 * 1024 ** 3
const MAX_RATIO = 100
const RATIO_GRACE_BYTES = 10 * 1024 ** 2
const MAX_MANIFEST_BYTES = 1024 ** 2

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
        if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw unsafe(name, { en: 'is too large', zh: '太大' })
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
      if (entries.size >= MAX_ENTRIES) throw unsafe(name, { en: 'is one of too many files', zh: '所在的文件数量过多' })
      const fault = nameFault(name, { en: 'bundle', zh: '安装包' }) ?? kindFault(entry)
      if (fault !== null) throw unsafe(name, fault)
      const same = foldedName(name)
      if (folded.has(same)) throw unsafe(name, twiceFault)
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
  const shared = overlapping([...entries])
  if (shared !== null) throw unsafe(shared, overlapFault)
  return entries
}

/** As many bytes as was said. */
function createCounter(name: string, entry: Entry, budget: { left: number }): Transform {
  return checkedBytes(
    entry,
    (piece, out) => {
      budget.left -= piece
      const isBomb = out > RATIO_GRACE_BYTES && out > entry.compressedSize * MAX_RATIO
      return isBomb || budget.left < 0 ? unsafe(name, growthFault) : null
    },
    (fault) => unsafe(name, fault),
  )
}

function unsafe(name: string, { en, zh }: Bilingual<string>): EntryError {
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
