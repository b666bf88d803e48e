/** Every skill of every directory: which of the same name counts, and under which id each is known. */
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bilingual } from '../config/bilingual.ts'
import { type FileCache, isInside, readSkillFolder, type SkillFolder } from './skill-folder.ts'

export interface FoundSkill {
  readonly id: string
  /** Of the folder. */
  readonly name: string
  /** The directory of skills that it lies in. */
  readonly directory: string
  readonly folder: SkillFolder
  /** Of the folder, or that another skill of the name comes first. */
  readonly error: Bilingual<string> | null
}

/** In the order of `dirs`, then by name. A directory that is not there holds none. */
export async function findSkills(dirs: readonly string[], cache: FileCache): Promise<FoundSkill[]> {
  const all: Omit<FoundSkill, 'id'>[] = []
  for (const directory of dirs) {
    for (const name of await folderNames(directory)) {
      const folder = await readInside(directory, name, cache)
      all.push({ name, directory, folder, error: folder.error })
    }
  }
  // A skill that cannot be used must not keep one of the same name from being used.
  const first = new Map<string, Omit<FoundSkill, 'id'>>()
  for (const one of all) if (one.error === null && !first.has(one.name)) first.set(one.name, one)
  for (const one of all) if (!first.has(one.name)) first.set(one.name, one)
  const taken = new Set(all.map(({ name }) => name))
  return all.map((one) => {
    const chosen = first.get(one.name)
    if (chosen === one || chosen === undefined) return { ...one, id: one.name }
    let number = 2
    while (taken.has(`${one.name}~${number}`)) number++
    const id = `${one.name}~${number}`
    taken.add(id)
    return { ...one, id, error: one.error ?? shadowed(chosen.folder.dir) }
  })
}

async function folderNames(directory: string): Promise<string[]> {
  let entries: string[]
  try {
    entries = await readdir(directory)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
  const names: string[] = []
  for (const name of entries.sort()) {
    // What begins with a dot is not for people: an installation that is under way, a repository's own folder.
    if (name.startsWith('.') || name === '__MACOSX') continue
    const info = await lstat(join(directory, name)).catch(() => null)
    if (info?.isDirectory() || info?.isSymbolicLink()) names.push(name)
  }
  return names
}

async function readInside(directory: string, name: string, cache: FileCache): Promise<SkillFolder> {
  const dir = join(directory, name)
  const [root, real] = await Promise.all([realpath(directory), realpath(dir).catch(() => '')])
  if (isInside(root, real)) return readSkillFolder(dir, name, cache)
  return {
    dir,
    files: [],
    hash: '',
    text: null,
    error: {
      en: 'The folder is a link that leads out of the skills directory. Copy it here, or name its parent in SKILL_DIRS.',
      zh: '这个文件夹是指向技能目录之外的链接。请复制到这里，或把它的上级目录写进 SKILL_DIRS。',
    },
  }
}

function shadowed(dir: string): Bilingual<string> {
  return {
    en: `There is another skill of this name, in ${dir}, whose directory comes first. Rename one of the folders, and the name in its SKILL.md.`,
    zh: `${dir} 中有同名的技能，而且它的目录排在前面。请给其中一个改名（文件夹和 SKILL.md 中的 name）。`,
  }
}
