/** Skills as a connected app meets them: prompts of who they belong to, with everything that it cannot read by itself. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../../src-main/db/database.ts'
import { openDatabase } from '../../../src-main/db/open.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import type { SharedServers } from '../../../src-main/mcp-client/model/shared-servers.ts'
import { offersTo } from '../../../src-main/mcp-server/upstream/offers.ts'
import { openSkills } from '../../../src-main/skills/open-skills.ts'
import { skillOffers } from '../../../src-main/skills/skill-offers.ts'
import type { Skills } from '../../../src-main/skills/types.ts'

let root: string
let db: Database
let skills: Skills
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-skill-prompts-'))
  const dir = join(root, 'packaged', 'sleep-review')
  mkdirSync(join(dir, 'references'), { recursive: true })
  writeFileSync(
    join(dir, 'SKILL.md'),
    '---\nname: sleep-review\ndescription: Looks at nights.\n---\nRead the nights.\n',
  )
  writeFileSync(join(dir, 'references', 'norms.md'), 'Seven hours.\n')
  writeFileSync(join(dir, 'icon.png'), new Uint8Array([0, 1, 2]))
  db = await openDatabase({ config: { dataDir: join(root, 'data'), databaseUrl: null }, log: silentLogger })
  skills = await openSkills({
    dirs: [join(root, 'packaged')],
    ownDir: join(root, 'own'),
    packagedDir: join(root, 'packaged'),
    db,
    config: {
      dataDir: root,
      allowedSkills: {},
      disallowedSkills: { BASE: ['sleep-review'] },
      skillPrompt: { instruction: null, template: null },
    },
    now: () => new Date('2025-07-16T12:00:00Z'),
    log: silentLogger,
  })
})
afterAll(async () => {
  await skills?.close()
  await db?.close()
  rmSync(root, { recursive: true, force: true })
})

const none = async () => null
const unasked = async () => {
  throw new Error('nothing is shared here')
}
const servers: SharedServers = {
  of: async () => [],
  readResource: unasked,
  getPrompt: unasked,
  complete: none,
  onChanged: () => () => {},
  onResourceUpdated: () => () => {},
}
const resources = { list: async () => [], templates: async () => [], read: none, onChanged: () => () => {} }
const person = { id: 1, publicId: 'p', timeZone: 'UTC', language: 'en' }
function promptsFor(caller: Partial<Parameters<typeof offersTo>[0]>) {
  const { prompts } = offersTo(
    { user: person, scopes: null, ...caller },
    {
      resources,
      servers,
      skills: skillOffers(skills),
      now: () => new Date(),
    },
  )
  if (prompts === undefined) throw new Error('no prompts are offered')
  return prompts
}
const client = { canAnswer: () => false, answers: {}, state: undefined, log: () => {}, closeStream: () => {} }
const request = { signal: new AbortController().signal, client }

describe('a connected app', () => {
  it('is offered what its person has on, and gets instructions and texts as one', async () => {
    const prompts = promptsFor({})
    expect(await prompts.list()).toEqual([{ name: 'sleep-review', description: 'Looks at nights.' }])
    expect(await prompts.get('sleep-review', {}, request)).toEqual({
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: 'Read the nights.\n\n[icon.png is not included.]\n\nThe file references/norms.md:\n\nSeven hours.',
          },
        },
      ],
    })
    expect(await prompts.get('other', {}, request)).toBeNull()
  })

  it('is offered none without a person, without the right to read, or as an agent that may not', async () => {
    for (const caller of [{ user: null }, { scopes: ['mcp:call'] }, { agent: 'BASE' }]) {
      const prompts = promptsFor(caller)
      expect(await prompts.list()).toEqual([])
      expect(await prompts.get('sleep-review', {}, request)).toBeNull()
    }
  })

  it('is not offered what was switched off, and hears of it', async () => {
    const prompts = promptsFor({})
    const heard = vi.fn()
    const stop = prompts.onChanged(heard)
    await skills.setEnabled(1, 'sleep-review', false)
    expect(heard).toHaveBeenCalledTimes(1)
    expect(await prompts.list()).toEqual([])
    stop()
    await skills.setEnabled(1, 'sleep-review', true)
    expect(heard).toHaveBeenCalledTimes(1)
  })
})
