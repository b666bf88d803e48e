/** What the Skills page makes of a skill, and the zip that a browser packs of a folder. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unpackSkillZip } from '../../../src-main/skills/skill-zip.ts'
import { type PackedFile, zipOf } from '../../../src-renderer/features/skills/folder-zip.ts'
import { markOf, sortedSkills, whenUsed } from '../../../src-renderer/features/skills/skill-state.ts'

const skill = (id: string, rest: object = {}) => ({
  id,
  name: id,
  description: '',
  license: null,
  compatibility: null,
  author: null,
  origin: 'personal' as const,
  dir: '',
  enabled: true,
  review: 'reviewed' as const,
  files: [],
  hash: '',
  deniedAgents: [],
  fixedAgents: [],
  error: null,
  ...rest,
})

test('an error is told before a missing review, and a missing review before the switch', () => {
  expect(markOf({ error: 'x', review: 'new', enabled: false })).toBe('broken')
  expect(markOf({ error: null, review: 'changed', enabled: true })).toBe('changed')
  expect(markOf({ error: null, review: 'reviewed', enabled: false })).toBe('off')
})

test('what waits for the person comes first, then what is on, by name', () => {
  const all = [
    skill('off', { enabled: false }),
    skill('b-on'),
    skill('a-on'),
    skill('broken', { error: 'x' }),
    skill('new', { review: 'new' }),
    skill('changed', { review: 'changed' }),
  ]
  expect(sortedSkills(all).map(({ id }) => id)).toEqual(['changed', 'new', 'broken', 'a-on', 'b-on', 'off'])
})

test('a description is told apart into what and when, in both languages, and left whole where it has no when', () => {
  expect(whenUsed('Reads v1.2 files. Use when you have one. Or two.')).toEqual({
    what: 'Reads v1.2 files.',
    when: 'Use when you have one. Or two.',
  })
  expect(whenUsed('看睡眠。当你想知道时使用。')).toEqual({ what: '看睡眠。', when: '当你想知道时使用。' })
  expect(whenUsed('User manual of things')).toBeNull()
})

test('the zip of a folder is one that the hub unpacks, with names of all languages and empty files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mirohub-folder-zip-'))
  try {
    const files: PackedFile[] = [
      { path: '笔记/SKILL.md', content: new TextEncoder().encode('# 睡眠\n'.repeat(500)) },
      { path: '笔记/a/empty.txt', content: new Uint8Array() },
      { path: '笔记/a/all.bin', content: Uint8Array.from({ length: 256 }, (_, byte) => byte) },
    ]
    writeFileSync(join(dir, 'x.zip'), new Uint8Array(await zipOf(files).arrayBuffer()))
    mkdirSync(join(dir, 'out'))
    await unpackSkillZip(join(dir, 'x.zip'), join(dir, 'out'))
    expect(readFileSync(join(dir, 'out', '笔记', 'SKILL.md'), 'utf8')).toBe('# 睡眠\n'.repeat(500))
    expect(readdirSync(join(dir, 'out', '笔记', 'a')).toSorted()).toEqual(['all.bin', 'empty.txt'])
    expect([...readFileSync(join(dir, 'out', '笔记', 'a', 'all.bin'))]).toEqual([...(files[2]?.content ?? [])])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
