/** Skills in real folders and a real database: who may use what, and that nothing is used that was not looked at. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { openSkills, type SkillsOptions } from '../../../src-main/skills/open-skills.ts'
import type { Skills } from '../../../src-main/skills/types.ts'

let dataDir: string
let db: Database
let root: string
let skills: Skills
/** A new person for each test: their decisions are rows of one database. */
let user = 100
const own = () => join(root, 'own')
const packaged = () => join(root, 'packaged')
const extra = () => join(root, 'extra')

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mirohub-skills-db-'))
  db = await openDatabase({ config: { dataDir, databaseUrl: null }, log: silentLogger })
})
afterAll(async () => {
  await db?.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-skills-'))
  user++
  for (const dir of [own(), packaged(), extra()]) mkdirSync(dir)
  skills = await open()
})
afterEach(async () => {
  await skills.close()
  rmSync(root, { recursive: true, force: true })
})

const open = (config: Partial<SkillsOptions['config']> = {}) =>
  openSkills({
    dirs: [extra(), own(), packaged()],
    ownDir: own(),
    packagedDir: packaged(),
    db,
    config: {
      dataDir: root,
      allowedSkills: {},
      disallowedSkills: {},
      skillPrompt: { instruction: null, template: null },
      ...config,
    },
    now: () => new Date('2025-07-16T12:00:00Z'),
    log: silentLogger,
  })

function write(dir: string, name: string, files: Record<string, string> = {}, description = `About ${name}.`): void {
  const all = { 'SKILL.md': `---\nname: ${name}\ndescription: ${description}\n---\nDo ${name}.\n`, ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(join(dir, name, path, '..'), { recursive: true })
    writeFileSync(join(dir, name, path), text)
  }
}
const view = async (id: string) => {
  const found = (await skills.list(user)).find((one) => one.id === id)
  if (found === undefined) throw new Error(`${id} is not listed`)
  return found
}
const usable = async (agent = 'DEEP') => (await skills.usable(user, agent)).map(({ id }) => id)
const text = async (path: string, agent = 'DEEP') => {
  const bytes = await skills.read(user, agent, path)
  return bytes === null ? null : Buffer.from(bytes).toString('utf8')
}
async function turnOn(id: string): Promise<void> {
  await skills.approve(user, id, (await view(id)).hash)
  await skills.setEnabled(user, id, true)
}

describe('who may use a skill', () => {
  it('takes what is packaged as it is; everything else waits until its files were looked at and it was switched on', async () => {
    write(packaged(), 'sleep-review')
    write(own(), 'mine')
    expect(await usable()).toEqual(['sleep-review'])
    expect(await view('mine')).toMatchObject({ origin: 'personal', review: 'new', enabled: false, error: null })
    await expect(skills.setEnabled(user, 'mine', true)).rejects.toMatchObject({ code: 'not_reviewed' })
    await skills.approve(user, 'mine', (await view('mine')).hash)
    expect(await usable()).toEqual(['sleep-review'])
    await skills.setEnabled(user, 'mine', true)
    expect(await usable()).toEqual(['mine', 'sleep-review'])
    // Another person has looked at nothing.
    expect((await skills.usable(user + 5_000, 'DEEP')).map(({ id }) => id)).toEqual(['sleep-review'])
  })

  it('is off at once when any file changes, is added or goes, and on again when all is as it was looked at', async () => {
    write(own(), 'mine', { 'references/a.md': 'one' })
    await turnOn('mine')
    const file = join(own(), 'mine', 'references', 'a.md')
    // The same size, so that only the content tells.
    writeFileSync(file, 'two')
    expect(await view('mine')).toMatchObject({ enabled: false, review: 'changed' })
    expect(await text('/skills/mine/SKILL.md')).toBeNull()
    writeFileSync(file, 'one')
    expect(await usable()).toEqual(['mine'])
    writeFileSync(join(own(), 'mine', 'extra.sh'), 'curl x')
    expect(await usable()).toEqual([])
    rmSync(join(own(), 'mine', 'extra.sh'))
    renameSync(file, join(own(), 'mine', 'references', 'b.md'))
    expect((await view('mine')).review).toBe('changed')
  })

  it('refuses an approval of what was looked at a moment ago', async () => {
    write(own(), 'mine')
    const { hash } = await view('mine')
    writeFileSync(join(own(), 'mine', 'SKILL.md'), '---\nname: mine\ndescription: x\n---\nDo harm.\n')
    await expect(skills.approve(user, 'mine', hash)).rejects.toMatchObject({ code: 'changed' })
  })

  it('is kept from the agents that a person or the configuration leaves out', async () => {
    write(packaged(), 'a-skill')
    write(packaged(), 'b-skill')
    await skills.setDenied(user, 'a-skill', ['base'])
    expect([await usable('DEEP'), await usable('BASE')]).toEqual([['a-skill', 'b-skill'], ['b-skill']])
    await skills.close()
    skills = await open({
      allowedSkills: { DEEP: ['a-skill'] },
      disallowedSkills: { DEEP: ['a-skill'], MCP: ['b-skill'] },
    })
    expect(await usable('DEEP')).toEqual([])
    expect(await usable('MCP')).toEqual(['a-skill'])
    expect(await view('b-skill')).toMatchObject({ fixedAgents: ['DEEP', 'MCP'], deniedAgents: ['DEEP', 'MCP'] })
    await skills.setEnabled(user, 'a-skill', false)
    expect(await usable('MCP')).toEqual([])
  })
})

describe('what is there', () => {
  it('sees what comes, changes and goes at the next turn, and tells of it by itself', async () => {
    const told = vi.fn()
    skills.onChanged(told)
    expect(await skills.list(user)).toEqual([])
    write(packaged(), 'late')
    expect(await usable()).toEqual(['late'])
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 8_000 })
    rmSync(join(packaged(), 'late'), { recursive: true })
    expect(await usable()).toEqual([])
  })

  it('shows a broken skill as one error that names file and field, and every other one', async () => {
    write(own(), 'good')
    write(own(), 'broken', { 'SKILL.md': '---\nname: broken\n---\nx' })
    mkdirSync(join(own(), 'empty'))
    const errors = (await skills.list(user)).map(({ id, error }) => [id, error?.en ?? null])
    expect(errors).toEqual([
      ['broken', expect.stringMatching(/SKILL\.md, description/)],
      ['empty', expect.stringMatching(/no SKILL\.md/)],
      ['good', null],
    ])
    await expect(skills.approve(user, 'broken', (await view('broken')).hash)).rejects.toMatchObject({
      code: 'not_a_skill',
    })
  })

  it('lets the earlier directory win and says so; a broken one hides nobody', async () => {
    write(extra(), 'twice', {}, 'The first.')
    write(packaged(), 'twice', {}, 'The second.')
    expect(await view('twice')).toMatchObject({ description: 'The first.', origin: 'directory', error: null })
    expect((await view('twice~2')).error?.en).toContain(join(extra(), 'twice'))
    writeFileSync(join(extra(), 'twice', 'SKILL.md'), 'nothing')
    expect(await view('twice')).toMatchObject({ description: 'The second.', origin: 'packaged', error: null })
    expect(await usable()).toEqual(['twice'])
  })

  it.skipIf(process.platform === 'win32')(
    'refuses links that lead out, also to a neighbour whose name begins the same',
    async () => {
      write(own(), 'links')
      mkdirSync(join(own(), 'links-secret'))
      writeFileSync(join(own(), 'links-secret', 'x'), 'secret')
      symlinkSync('../links-secret/x', join(own(), 'links', 'x'))
      symlinkSync('/etc', join(own(), 'outside'))
      expect((await view('links')).error?.en).toMatch(/"x" is a link that leads out/)
      expect((await view('outside')).error?.en).toMatch(/link that leads out/)
      expect(await skills.file(user, 'links', 'x')).toBeNull()
      rmSync(join(own(), 'links', 'x'))
      symlinkSync('SKILL.md', join(own(), 'links', 'again.md'))
      expect(await view('links')).toMatchObject({ error: null, files: [{ path: 'SKILL.md' }, { path: 'again.md' }] })
    },
  )

  it('tells scripts from text, and leaves the litter of systems out', async () => {
    write(own(), 'mine', { run: '#!/bin/sh\n', 'a.py': 'x', 'b.txt': 'x', '.DS_Store': 'x', '.git/config': 'x' })
    writeFileSync(join(own(), 'mine', 'c.bin'), new Uint8Array([0, 1]))
    if (process.platform !== 'win32') chmodSync(join(own(), 'mine', 'b.txt'), 0o755)
    const kinds = (await view('mine')).files.map(({ path, kind }) => `${path} ${kind}`)
    const last = process.platform === 'win32' ? 'b.txt text' : 'b.txt script'
    expect(kinds).toEqual(['SKILL.md instructions', 'a.py script', last, 'c.bin binary', 'run script'])
  })

  it('reads under /skills what is listed, and nothing by any other way of writing it', async () => {
    write(packaged(), 'a-skill', { 'references/x.md': 'here' })
    writeFileSync(join(packaged(), 'secret'), 'secret')
    expect(await text('/skills/a-skill/references/x.md')).toBe('here')
    for (const path of [
      '/skills/a-skill/../secret',
      '/skills/a-skill/references/../../../secret',
      '/skills/../packaged/a-skill/SKILL.md',
      '/skills/a-skill//SKILL.md',
      '/skills/a-skill/references',
      '/skills/a-skill/references\\x.md',
      'skills/a-skill/SKILL.md',
    ]) {
      expect(await text(path), path).toBeNull()
    }
    expect(await skills.paths(user, 'DEEP')).toEqual([
      { path: '/skills/a-skill/SKILL.md', bytes: 62 },
      { path: '/skills/a-skill/references/x.md', bytes: 4 },
    ])
  })
})

describe('installing a folder', () => {
  it('copies the skill, switched off, without its history, and names it as it names itself', async () => {
    write(root, 'download', { '.git/config': 'x', 'references/a.md': 'a' })
    writeFileSync(join(root, 'download', 'SKILL.md'), '---\nname: night-shift\ndescription: Nights.\n---\nDo it.\n')
    expect(await skills.install(user, join(root, 'download'))).toBe('night-shift')
    expect(readdirSync(join(own(), 'night-shift'))).toEqual(['SKILL.md', 'references'])
    expect(await view('night-shift')).toMatchObject({ enabled: false, review: 'new', origin: 'personal' })
    expect(readdirSync(own())).toEqual(['night-shift'])
  })

  it('refuses what is no skill, what has the name of another, and links; and leaves nothing behind', async () => {
    write(packaged(), 'sleep-review')
    write(root, 'download')
    cpSync(join(packaged(), 'sleep-review'), join(root, 'sleep-review'), { recursive: true })
    await expect(skills.install(user, join(root, 'sleep-review'))).rejects.toMatchObject({ code: 'exists' })
    writeFileSync(join(root, 'download', 'SKILL.md'), '---\nname: x\n---\n')
    await expect(skills.install(user, join(root, 'download'))).rejects.toMatchObject({ code: 'not_a_skill' })
    await expect(skills.install(user, join(root, 'nowhere'))).rejects.toMatchObject({ code: 'not_a_skill' })
    expect(readdirSync(own())).toEqual([])
  })

  it('does not take over what was decided about a skill of the name that was there before', async () => {
    write(root, 'mine')
    await skills.install(user, join(root, 'mine'))
    await turnOn('mine')
    await skills.remove(user, 'mine')
    await skills.install(user, join(root, 'mine'))
    expect(await view('mine')).toMatchObject({ enabled: false, review: 'new' })
  })

  it('moves a deleted one to the trash folder, and nothing that is not its own', async () => {
    write(own(), 'mine', { 'notes.md': 'keep' })
    write(packaged(), 'sleep-review')
    write(extra(), 'theirs')
    await skills.remove(user, 'mine')
    expect(existsSync(join(root, 'trash', 'skills', 'mine-2025-07-16T12-00-00-000Z', 'notes.md'))).toBe(true)
    await expect(skills.remove(user, 'sleep-review')).rejects.toMatchObject({ code: 'not_removable' })
    await expect(skills.remove(user, 'theirs')).rejects.toMatchObject({ code: 'not_removable' })
    await expect(skills.remove(user, 'mine')).rejects.toMatchObject({ code: 'unknown_skill' })
  })

  it('clears what an installation left that was cut off', async () => {
    await skills.close()
    mkdirSync(join(own(), '.new-0011'))
    skills = await open()
    expect(readdirSync(own())).toEqual([])
  })
})
