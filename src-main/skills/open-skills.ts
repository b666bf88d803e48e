/** The skills of this computer for its people: what there is, what each decided, and what agents get of it. */
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log/logger.ts'
import { type FoundSkill, findSkills } from './skill-directories.ts'
import { SkillError } from './skill-error.ts'
import { readListed } from './skill-folder.ts'
import { clearUnfinished, installSkill } from './skill-install.ts'
import { skillPrompt } from './skill-prompt.ts'
import { createSkillState, type SkillDecision } from './skill-state.ts'
import { watchSkills } from './skill-watch.ts'
import type { SkillPromptWords, Skills, SkillView } from './types.ts'

export interface SkillsOptions {
  /** Absolute, in order: of two skills of one name the earlier counts. */
  readonly dirs: readonly string[]
  /** The app's own directory, one of `dirs`: what is installed goes there. */
  readonly ownDir: string
  /** Of the skills that come with the app, which nobody has to review. */
  readonly packagedDir: string
  readonly db: Pick<Database, 'query'>
  readonly config: Pick<Config, 'dataDir' | 'allowedSkills' | 'disallowedSkills' | 'skillPrompt'>
  readonly now: () => Date
  readonly log: Logger
}

interface JudgedSkill {
  readonly found: FoundSkill
  readonly view: SkillView
}

/** Agents that a person switches skills for. Others may be named by the configuration. */
const agents = ['BASE', 'DEEP'] as const

export async function openSkills(options: SkillsOptions): Promise<Skills> {
  const { ownDir, packagedDir, config, now, log } = options
  const dirs = [...new Set(options.dirs.map((dir) => resolve(dir)))]
  const state = createSkillState({ db: options.db, now })
  const cache = new Map()
  const listeners = new Set<() => void>()
  await clearUnfinished(ownDir)

  const find = () => findSkills(dirs, cache)
  const changed = () => {
    for (const listener of listeners) listener()
  }

  /** What was last told of: files that change without changing a skill are no news. */
  let lastSeen: string | null = null
  const look = async () => {
    const found = await find()
    const seen = JSON.stringify(
      found.map(({ id, directory, folder, error }) => [id, directory, folder.hash, error?.en]),
    )
    if (seen === lastSeen) return
    const isFirst = lastSeen === null
    lastSeen = seen
    for (const { folder, error } of found)
      if (error !== null) log.warn('a skill cannot be used', { dir: folder.dir, reason: error.en })
    if (!isFirst) changed()
  }
  const looked = () => {
    look().catch((error: unknown) => log.warn('the skills could not be looked at', { error }))
  }
  await look().catch((error: unknown) => log.warn('the skills could not be looked at', { error }))
  const watch = watchSkills(dirs, looked)

  async function judged(userId: number): Promise<JudgedSkill[]> {
    const [found, decisions] = await Promise.all([find(), state.all(userId)])
    return found.map((one) => ({ found: one, view: viewOf(one, decisions.get(one.name)) }))
  }

  function viewOf({ id, name, directory, folder, error }: FoundSkill, decision: SkillDecision | undefined): SkillView {
    const origin = originOf(directory)
    const isReviewed = origin === 'packaged' || decision?.reviewedHash === folder.hash
    const hasReview = decision?.reviewedHash !== undefined && decision.reviewedHash !== null
    const fixedAgents = knownAgents(config).filter((agent) => isLeftOut(config, agent, name))
    return {
      id,
      name: folder.text?.name ?? name,
      description: folder.text?.description ?? '',
      // Of strangers only what agents are told is shown: two descriptions could tell two things.
      descriptionZh: origin === 'packaged' ? (folder.text?.descriptionZh ?? null) : null,
      license: folder.text?.license ?? null,
      compatibility: folder.text?.compatibility ?? null,
      author: folder.text?.author ?? null,
      origin,
      dir: folder.dir,
      enabled: error === null && isReviewed && (decision?.enabled ?? origin === 'packaged'),
      review: isReviewed ? 'reviewed' : hasReview ? 'changed' : 'new',
      files: folder.files.map(({ path, bytes, kind }) => ({ path, bytes, kind })),
      hash: folder.hash,
      deniedAgents: [...new Set([...fixedAgents, ...(decision?.deniedAgents ?? [])])].sort(),
      fixedAgents,
      error,
    }
  }

  const originOf = (directory: string): SkillView['origin'] =>
    directory === resolve(ownDir) ? 'personal' : directory === resolve(packagedDir) ? 'packaged' : 'directory'

  const isUsable = ({ enabled, name, deniedAgents }: SkillView, agent: string) =>
    enabled && !deniedAgents.includes(agent) && !isLeftOut(config, agent, name)

  async function usableFor(userId: number, agent: string): Promise<JudgedSkill[]> {
    return (await judged(userId)).filter(({ view }) => isUsable(view, agent))
  }

  async function one(userId: number, id: string): Promise<JudgedSkill> {
    const skill = (await judged(userId)).find(({ view }) => view.id === id)
    if (skill !== undefined) return skill
    throw new SkillError(
      'unknown_skill',
      {
        en: `There is no skill ${JSON.stringify(id.slice(0, 80))} any more.`,
        zh: `已经没有 ${JSON.stringify(id.slice(0, 80))} 这个技能。`,
      },
      { en: 'Its folder was moved or deleted.', zh: '它的文件夹已被移走或删除。' },
    )
  }

  return {
    ownDir,
    list: async (userId) => (await judged(userId)).map(({ view }) => view),
    usable: async (userId, agent) =>
      (await usableFor(userId, agent)).map(({ view: { id, name, description } }) => ({
        id,
        name,
        description,
        path: `/skills/${id}/SKILL.md`,
      })),
    prompt: (skills, words) => skillPrompt(skills, { ...configured(config), ...words }),
    async paths(userId, agent) {
      return (await usableFor(userId, agent)).flatMap(({ view: { id, files } }) =>
        files.map(({ path, bytes }) => ({ path: `/skills/${id}/${path}`, bytes })),
      )
    },
    async read(userId, agent, path) {
      const [, id, inside] = /^\/skills\/([^/]+)\/(.+)$/.exec(path) ?? []
      if (id === undefined || inside === undefined) return null
      const skill = (await usableFor(userId, agent)).find(({ view }) => view.id === id)
      // Held to the list that the hash was taken of: a file that was changed since then is not what was reviewed.
      return skill === undefined ? null : readListed(skill.found.folder, inside)
    },
    async file(userId, id, path) {
      return readListed((await one(userId, id)).found.folder, path)
    },
    async install(userId, source) {
      const name = await installSkill({
        source,
        ownDir,
        isTaken: async (wanted) => (await find()).some((skill) => skill.name === wanted),
      })
      // What was decided about another skill of the name is none of this one's.
      await state.forget(name)
      log.info('a skill was installed', { userId, skill: name })
      looked()
      return name
    },
    async remove(userId, id) {
      const { found, view } = await one(userId, id)
      if (view.origin !== 'personal') throw notRemovable(view)
      const trash = join(config.dataDir, 'trash', 'skills')
      await mkdir(trash, { recursive: true, mode: 0o700 })
      const stamp = now().toISOString().replace(/[:.]/g, '-')
      await moveAway(found.folder.dir, join(trash, `${found.name}-${stamp}`))
      if (view.id === found.name) await state.forget(found.name)
      log.info('a skill was moved to the trash folder', { userId, skill: found.name })
      looked()
    },
    async approve(userId, id, hash) {
      const { found, view } = await one(userId, id)
      if (view.error !== null) throw notUsable(view, view.error)
      if (found.folder.hash !== hash) {
        throw new SkillError(
          'changed',
          {
            en: `Files of ${view.name} changed while you looked at them.`,
            zh: `你查看时，${view.name} 的文件发生了变化。`,
          },
          { en: 'Look at them once more.', zh: '请再看一遍。' },
        )
      }
      await state.change(userId, found.name, { reviewedHash: hash }, false)
      changed()
    },
    async setEnabled(userId, id, enabled) {
      const { found, view } = await one(userId, id)
      if (enabled && view.error !== null) throw notUsable(view, view.error)
      if (enabled && view.review !== 'reviewed') {
        throw new SkillError(
          'not_reviewed',
          {
            en: `The files of ${view.name} were not looked at as they are now.`,
            zh: `你还没有看过 ${view.name} 现在的文件。`,
          },
          { en: 'Review them, then switch it on.', zh: '请先查看文件，再打开它。' },
        )
      }
      await state.change(userId, found.name, { enabled }, enabled)
      changed()
    },
    async setDenied(userId, id, denied) {
      const { found, view } = await one(userId, id)
      await state.change(
        userId,
        found.name,
        { deniedAgents: [...new Set(denied.map((agent) => agent.toUpperCase()))].sort() },
        view.origin === 'packaged',
      )
      changed()
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      watch.close()
      listeners.clear()
    },
  }
}

/** Denied wins; a list of what is allowed leaves out everything else. */
function isLeftOut(config: SkillsOptions['config'], agent: string, name: string): boolean {
  const allowed = config.allowedSkills[agent] ?? []
  return (config.disallowedSkills[agent] ?? []).includes(name) || (allowed.length > 0 && !allowed.includes(name))
}

function knownAgents({ allowedSkills, disallowedSkills }: SkillsOptions['config']): string[] {
  return [...new Set([...agents, ...Object.keys(allowedSkills), ...Object.keys(disallowedSkills)])].sort()
}

function configured({ skillPrompt: { instruction, template } }: SkillsOptions['config']): SkillPromptWords {
  return { ...(instruction === null ? {} : { instruction }), ...(template === null ? {} : { template }) }
}

/** The own directory may be a link to another disk. */
async function moveAway(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    await cp(from, to, { recursive: true, verbatimSymlinks: true, errorOnExist: true })
    await rm(from, { recursive: true, force: true, maxRetries: 3 })
  }
}

function notUsable(view: SkillView, error: NonNullable<SkillView['error']>): SkillError {
  return new SkillError(
    'not_a_skill',
    { en: `${view.name} cannot be used. ${error.en}`, zh: `${view.name} 无法使用。${error.zh}` },
    { en: 'Mend it, then look at it again.', zh: '请先修正，再来查看。' },
  )
}

function notRemovable(view: SkillView): SkillError {
  return view.origin === 'packaged'
    ? new SkillError(
        'not_removable',
        { en: `${view.name} is part of Mirohub.`, zh: `${view.name} 是 Mirohub 自带的。` },
        { en: 'Switch it off instead.', zh: '可以把它关掉。' },
      )
    : new SkillError(
        'not_removable',
        {
          en: `${view.name} lies in a directory of your own: ${view.dir}.`,
          zh: `${view.name} 位于你自己的目录：${view.dir}。`,
        },
        { en: 'Move it away there, or switch it off.', zh: '请在那里移走它，或者把它关掉。' },
      )
}
