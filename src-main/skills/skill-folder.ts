/** One folder as a skill: its files, what they are, one hash over all of them, and what is wrong with it. */
import { createHash } from 'node:crypto'
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Bilingual } from '../config/bilingual.ts'
import { fileKind, textOf } from './file-kind.ts'
import { readSkillText, type SkillText } from './skill-text.ts'
import { type SkillFile, skillLimits } from './types.ts'

export interface FolderFile extends SkillFile {
  readonly sha256: string
}

export interface SkillFolder {
  readonly dir: string
  readonly files: readonly FolderFile[]
  /** SHA-256 over path and content of every file, in hex. */
  readonly hash: string
  /** Null when it is no usable skill; `error` says why then. */
  readonly text: SkillText | null
  readonly error: Bilingual<string> | null
}

/** What was read of a file whose size, times and place are still the same. */
export type FileCache = Map<string, { readonly mark: string; readonly file: FolderFile; readonly text: string | null }>

/** What systems and tools put into folders by themselves: no part of a skill, and never handed to an agent. */
const leftOut = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX', '.git'])
/** A file that was written just now may be written again within one tick of its clock: its mark is not trusted yet. */
const settledMs = 2_000

class FolderFault extends Error {
  readonly told: Bilingual<string>
  constructor(told: Bilingual<string>) {
    super(told.en)
    this.told = told
  }
}

/** Never throws: what cannot be read is a skill with an error. `name`: what SKILL.md has to say; null where that is open. */
export async function readSkillFolder(dir: string, name: string | null, cache: FileCache): Promise<SkillFolder> {
  const files: FolderFile[] = []
  let main: string | null = null
  try {
    const root = await realpath(dir)
    const budget = { bytes: skillLimits.totalBytes }
    const folded = new Set<string>()
    for await (const { path, real } of filesBelow(root, root, 0)) {
      const same = path.normalize('NFC').toLowerCase()
      if (folded.has(same)) throw fault(path, 'is there twice, in upper and lower case', '大小写不同的同名文件重复出现')
      folded.add(same)
      if (files.length >= skillLimits.files)
        throw tooMuch(`more than ${skillLimits.files} files`, `文件超过 ${skillLimits.files} 个`)
      const read = await readOne(path, real, cache, budget)
      files.push(read.file)
      if (path === 'SKILL.md') main = read.text
    }
  } catch (error) {
    return { dir, files, hash: hashOf(files), text: null, error: toldOf(error, dir) }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  const whole = { dir, files, hash: hashOf(files) }
  if (!files.some(({ path }) => path === 'SKILL.md')) return { ...whole, text: null, error: noMain(files) }
  if (main === null) {
    return {
      ...whole,
      text: null,
      error: { en: 'SKILL.md is not UTF-8 text. Save it as such.', zh: 'SKILL.md 不是 UTF-8 文本，请另存为 UTF-8。' },
    }
  }
  const read = readSkillText(main, name)
  return 'fault' in read ? { ...whole, text: null, error: read.fault } : { ...whole, text: read.skill, error: null }
}

/** The content of a listed file, null when it is not the one that was listed any more. */
export async function readListed(folder: SkillFolder, path: string): Promise<Uint8Array | null> {
  const file = folder.files.find((one) => one.path === path)
  if (file === undefined) return null
  try {
    const root = await realpath(folder.dir)
    const real = await realpath(join(root, ...path.split('/')))
    if (!isInside(root, real)) return null
    const content = await readWhole(real, skillLimits.fileBytes)
    return content !== null && digest(content) === file.sha256 ? content : null
  } catch {
    // Gone between the list and now.
    return null
  }
}

async function* filesBelow(
  root: string,
  folder: string,
  depth: number,
): AsyncIterable<{ readonly path: string; readonly real: string }> {
  if (depth > skillLimits.depth)
    throw tooMuch(`more than ${skillLimits.depth} folders within each other`, `文件夹嵌套超过 ${skillLimits.depth} 层`)
  const names = (await readdir(folder)).filter((name) => !leftOut.has(name)).sort()
  for (const name of names) {
    const place = join(folder, name)
    const path = relative(root, place).split(sep).join('/')
    if (name.includes('\\')) throw fault(path, 'has a backslash in its name', '的名称中有反斜杠')
    const info = await lstat(place)
    if (info.isDirectory()) {
      yield* filesBelow(root, place, depth + 1)
      continue
    }
    let real = place
    if (info.isSymbolicLink()) {
      real = await realpath(place).catch(() => '')
      if (!isInside(root, real)) throw fault(path, 'is a link that leads out of the folder', '是指向文件夹之外的链接')
      // What a link to a folder holds would be listed twice, or without end.
      if ((await stat(real)).isDirectory()) throw fault(path, 'is a link to a folder', '是指向文件夹的链接')
    } else if (!info.isFile()) throw fault(path, 'is a device, not a file', '是设备，而不是文件')
    yield { path, real }
  }
}

async function readOne(
  path: string,
  real: string,
  cache: FileCache,
  budget: { bytes: number },
): Promise<{ readonly file: FolderFile; readonly text: string | null }> {
  const info = await stat(real, { bigint: true })
  const bytes = Number(info.size)
  const most = path === 'SKILL.md' ? skillLimits.bodyBytes : skillLimits.fileBytes
  if (bytes > most) throw fault(path, `is larger than ${sizeWords(most)}`, `超过 ${sizeWords(most)}`)
  budget.bytes -= bytes
  if (budget.bytes < 0)
    throw tooMuch(`more than ${sizeWords(skillLimits.totalBytes)}`, `总大小超过 ${sizeWords(skillLimits.totalBytes)}`)
  const mark = [info.dev, info.ino, info.size, info.mtimeNs, info.ctimeNs, info.mode].join(':')
  const known = cache.get(real)
  if (known !== undefined && known.mark === mark && known.file.path === path) return known
  const content = await readWhole(real, most)
  if (content === null) throw fault(path, `is larger than ${sizeWords(most)}`, `超过 ${sizeWords(most)}`)
  const isExecutable = process.platform !== 'win32' && (Number(info.mode) & 0o111) !== 0
  const read = {
    file: { path, bytes: content.length, kind: fileKind(path, content, isExecutable), sha256: digest(content) },
    text: path === 'SKILL.md' ? textOf(content) : null,
  }
  if (Date.now() - Number(info.ctimeMs) > settledMs) cache.set(real, { mark, ...read })
  else cache.delete(real)
  return read
}

/** Null when it is larger than `most`, whatever its size was said to be. */
async function readWhole(path: string, most: number): Promise<Uint8Array | null> {
  const file = await open(path, 'r')
  try {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      bytes += chunk.length
      if (bytes > most) return null
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    await file.close()
  }
}

/** By component, so that `/skills/ab` is not inside `/skills/a`. Both are real paths. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return path !== '' && way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !/^(?:[A-Za-z]:|[\\/])/.test(way)
}

const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

function hashOf(files: readonly FolderFile[]): string {
  const hash = createHash('sha256')
  for (const { path, sha256 } of files) hash.update(`${Buffer.byteLength(path)}:${path}:${sha256}\n`)
  return hash.digest('hex')
}

function noMain(files: readonly FolderFile[]): Bilingual<string> {
  const near = files.find(({ path }) => path.toLowerCase() === 'skill.md')
  return near === undefined
    ? {
        en: 'There is no SKILL.md in the folder. Put one there, or move the folder away.',
        zh: '文件夹里没有 SKILL.md。请放入一个，或移走这个文件夹。',
      }
    : {
        en: `The file is called ${near.path}. Rename it to SKILL.md.`,
        zh: `文件名是 ${near.path}，请改为 SKILL.md。`,
      }
}

function fault(path: string, en: string, zh: string): FolderFault {
  const shown = JSON.stringify(path.slice(0, 160))
  return new FolderFault({ en: `The file ${shown} ${en}. Take it out.`, zh: `文件 ${shown} ${zh}，请将其移除。` })
}

function tooMuch(en: string, zh: string): FolderFault {
  return new FolderFault({
    en: `The folder holds ${en}. Take out what it does not need.`,
    zh: `${zh}，请移除不需要的文件。`,
  })
}

function toldOf(error: unknown, dir: string): Bilingual<string> {
  if (error instanceof FolderFault) return error.told
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return {
    en: `${dir} cannot be read (${code}). Look at its permissions.`,
    zh: `无法读取 ${dir}（${code}），请检查权限。`,
  }
}

function sizeWords(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} KB`
}
