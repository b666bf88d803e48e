/**
 * Puts a folder or a zip of one skill into the app's own directory: everything is written to a folder of its own first,
 * read there as any skill is, and then moved to its place in one step. Nothing of it runs.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Bilingual } from '../config/bilingual.ts'
import { SkillError } from './skill-error.ts'
import { readListed, readSkillFolder } from './skill-folder.ts'
import { unpackSkillZip } from './skill-zip.ts'
import { skillLimits } from './types.ts'

/** Begins the names of folders that are not skills yet; the list of skills leaves them out. */
const unfinished = '.new-'

export interface InstallOptions {
  /** A folder, or a zip of one. */
  readonly source: string
  readonly ownDir: string
  /** Whether a skill of the name is there, in any directory. */
  readonly isTaken: (name: string) => Promise<boolean>
}

/**
 * Answers the skill's name.
 *
 * @throws SkillError
 */
export async function installSkill({ source, ownDir, isTaken }: InstallOptions): Promise<string> {
  const info = await stat(source).catch((error: unknown) => {
    throw notASkill({ en: `There is nothing at ${source}.`, zh: `${source} 不存在。` }, error)
  })
  await mkdir(ownDir, { recursive: true, mode: 0o700 })
  const workshop = join(ownDir, `${unfinished}${randomBytes(8).toString('hex')}`)
  await mkdir(workshop, { mode: 0o700 })
  try {
    let root = workshop
    if (info.isDirectory()) await copySkill(source, workshop)
    else {
      if (info.size > skillLimits.totalBytes) throw tooLarge(source)
      await unpackSkillZip(source, workshop)
      root = await skillRoot(workshop)
    }
    // Read without the cache: the folder moves away at once.
    const { text, error } = await readSkillFolder(root, null, new Map())
    if (text === null) throw notASkill(error ?? { en: 'It cannot be read.', zh: '无法读取。' })
    if (await isTaken(text.name)) throw taken(text.name)
    await move(root, join(ownDir, text.name), text.name)
    return text.name
  } finally {
    await rm(workshop, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Takes away what an installation left that was cut off by a crash. */
export async function clearUnfinished(ownDir: string): Promise<void> {
  const names = await readdir(ownDir).catch(() => [])
  for (const name of names) {
    if (name.startsWith(unfinished)) await rm(join(ownDir, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Copies what counts as the skill's, so that a repository's history or a link to elsewhere does not come along. */
async function copySkill(source: string, target: string): Promise<void> {
  const folder = await readSkillFolder(source, null, new Map())
  if (folder.error !== null) throw notASkill(folder.error)
  for (const { path } of folder.files) {
    const content = await readListed(folder, path)
    if (content === null) {
      throw new SkillError(
        'changed',
        { en: `${path} changed while it was copied.`, zh: `${path} 在复制时发生了变化。` },
        { en: 'Install it again once nothing writes there.', zh: '请等写入结束后再安装。' },
      )
    }
    const place = join(target, ...path.split('/'))
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await writeFile(place, content, { flag: 'wx', mode: 0o600 })
  }
}

/** SKILL.md lies at the top of the zip, or in the one folder that is there. */
async function skillRoot(workshop: string): Promise<string> {
  const entries = (await readdir(workshop, { withFileTypes: true })).filter(
    ({ name }) => name !== '__MACOSX' && name !== '.DS_Store',
  )
  if (entries.some((entry) => entry.isFile() && entry.name.toLowerCase() === 'skill.md')) return workshop
  const folders = entries.filter((entry) => entry.isDirectory())
  const [only] = folders
  if (only !== undefined && folders.length === 1) return join(workshop, only.name)
  throw notASkill({
    en:
      folders.length > 1
        ? `The zip holds ${folders.length} folders. Pack each skill into a zip of its own.`
        : 'There is no SKILL.md in the zip.',
    zh:
      folders.length > 1
        ? `这个 zip 里有 ${folders.length} 个文件夹。请把每个技能单独打包。`
        : '这个 zip 里没有 SKILL.md。',
  })
}

async function move(from: string, to: string, name: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR' || code === 'EPERM') throw taken(name)
    throw error
  }
}

function taken(name: string): SkillError {
  return new SkillError(
    'exists',
    { en: `There is a skill called ${name} already.`, zh: `已经有一个叫 ${name} 的技能。` },
    {
      en: 'Delete that one first, or give this one another name: its folder, and the name in its SKILL.md.',
      zh: '请先删除原来的，或给这个换个名称（文件夹和 SKILL.md 中的 name）。',
    },
  )
}

function tooLarge(source: string): SkillError {
  const most = skillLimits.totalBytes / 1024 / 1024
  return new SkillError(
    'too_large',
    { en: `${source} is larger than ${most} MB.`, zh: `${source} 超过 ${most} MB。` },
    { en: 'Take out what the skill does not need.', zh: '请去掉不需要的文件。' },
  )
}

function notASkill(told: Bilingual<string>, cause?: unknown): SkillError {
  return new SkillError(
    'not_a_skill',
    { en: `This is no skill. ${told.en}`, zh: `这不是可用的技能。${told.zh}` },
    {
      en: 'A skill is a folder with a SKILL.md, or a zip of it.',
      zh: '技能是一个含有 SKILL.md 的文件夹，或者它的 zip。',
    },
    { cause },
  )
}
