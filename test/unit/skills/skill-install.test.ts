/** Zips of strangers: what is refused, that nothing of it is written outside, and that nothing is left behind. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SkillError } from '../../../src-main/skills/skill-error.ts'
import { installSkill } from '../../../src-main/skills/skill-install.ts'
import { expectBoth } from '../both-languages.ts'
import { lyingZip, type ZipEntry } from './lying-zip.ts'

let root: string
const own = () => join(root, 'data', 'skills')
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mirohub-install-'))
  mkdirSync(own(), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const main = { name: 'SKILL.md', content: '---\nname: night-shift\ndescription: Nights.\n---\nDo it.\n' }
const inFolder = { ...main, name: 'repo-main/SKILL.md' }

async function install(entries: readonly ZipEntry[]): Promise<string> {
  const source = join(root, 'skill.zip')
  writeFileSync(source, lyingZip(entries))
  return installSkill({ source, ownDir: own(), isTaken: async () => false })
}
async function refused(entries: readonly ZipEntry[]): Promise<SkillError> {
  const error = await install(entries).then(
    () => null,
    (fault: unknown) => fault,
  )
  // Neither half a skill nor the workshop, and nothing beside the directory.
  expect(readdirSync(own())).toEqual([])
  expect(readdirSync(root).toSorted()).toEqual(['data', 'skill.zip'])
  expect(readdirSync(join(root, 'data'))).toEqual(['skills'])
  if (!(error instanceof SkillError)) throw error ?? new Error('it was taken')
  expectBoth(error.told.en, error.told.zh)
  expectBoth(error.way.en, error.way.zh)
  return error
}

describe('a zip of a skill', () => {
  it('is taken with SKILL.md at its top, and with one folder whatever its name is', async () => {
    expect(await install([main, { name: 'references/a.md', content: 'a' }])).toBe('night-shift')
    expect(readFileSync(join(own(), 'night-shift', 'references', 'a.md'), 'utf8')).toBe('a')
    rmSync(join(own(), 'night-shift'), { recursive: true })
    expect(
      await install([{ name: 'repo-main/', content: '' }, inFolder, { name: '__MACOSX/repo-main/._SKILL.md' }]),
    ).toBe('night-shift')
    expect(readdirSync(own())).toEqual(['night-shift'])
  })

  it('makes nothing executable, and unpacks no zip within it', async () => {
    await install([
      main,
      { name: 'run.sh', mode: 0o100755 },
      { name: 'inner.zip', content: lyingZip([{ name: '../x' }]) },
    ])
    expect(readdirSync(join(own(), 'night-shift'))).toEqual(['SKILL.md', 'inner.zip', 'run.sh'])
    if (process.platform !== 'win32') expect(statSync(join(own(), 'night-shift', 'run.sh')).mode & 0o111).toBe(0)
  })

  it.each([
    ['a path that climbs', '../evil'],
    ['a path that climbs later', 'a/../../evil'],
    ['an absolute path', '/tmp/evil'],
    ['a drive', 'C:/evil'],
    ['a share', '//server/evil'],
    ['a backslash', 'a\\..\\evil'],
    ['a NUL', 'a\0b'],
    ['a device', 'a/con'],
    ['a device with an ending', 'NUL.txt'],
    ['a name that Windows cuts', 'a./b'],
    ['a stream', 'a:stream'],
  ])('is refused for %s', async (_what, name) => {
    expect((await refused([main, { name }])).code).toBe('unsafe_archive')
  })

  it.each<[string, ZipEntry[], SkillError['code']]>([
    ['a symbolic link', [main, { name: 'a', content: '/etc/passwd', mode: 0o120777 }], 'unsafe_archive'],
    ['a device file', [main, { name: 'a', mode: 0o020666 }], 'unsafe_archive'],
    ['a name twice', [main, { name: 'a' }, { name: 'a' }], 'unsafe_archive'],
    ['names that are one on other systems', [main, { name: 'Notes.md' }, { name: 'notes.MD' }], 'unsafe_archive'],
    ['a file where a folder is', [main, { name: 'a' }, { name: 'a/b' }], 'unsafe_archive'],
    ['a password', [main, { name: 'a', flags: 0x801 }], 'unsafe_archive'],
    ['entries that share their bytes', [main, { name: 'a', offset: 0 }], 'unsafe_archive'],
    ['a wrong sum', [main, { name: 'a', crc: 1 }], 'unsafe_archive'],
    [
      'a size of nothing that is something',
      [main, { name: 'a', content: 'x'.repeat(9), declaredSize: 0 }],
      'unsafe_archive',
    ],
    ['a size beyond every limit', [main, { name: 'a', declaredSize: 4_000_000_000 }], 'too_large'],
    ['a file beyond the limit', [main, { name: 'a', content: new Uint8Array(5 * 1024 * 1024 + 1) }], 'too_large'],
    ['files without end', [main, ...Array.from({ length: 500 }, (_, n) => ({ name: `f${n}` }))], 'too_large'],
    ['no SKILL.md', [{ name: 'readme.md' }], 'not_a_skill'],
    ['two folders', [inFolder, { ...main, name: 'b/SKILL.md' }], 'not_a_skill'],
    ['a SKILL.md without description', [{ name: 'SKILL.md', content: '---\nname: a\n---\nb' }], 'not_a_skill'],
    ['nothing', [], 'not_a_skill'],
  ])('is refused for %s', async (_what, entries, code) => {
    expect((await refused(entries)).code).toBe(code)
  })

  it('is refused as a bomb by what comes out, not by what it says', async () => {
    // Three files of 4 MB zeros, each a thousandth of that when packed.
    const zeros = new Uint8Array(4 * 1024 * 1024)
    const error = await refused([main, ...['a', 'b', 'c'].map((name) => ({ name, content: zeros }))])
    expect(error.code).toBe('unsafe_archive')
    expect(error.told.en).toMatch(/grows too much/)
  })

  it('is refused where the file is none', async () => {
    const source = join(root, 'skill.zip')
    writeFileSync(source, 'PK not really')
    await expect(installSkill({ source, ownDir: own(), isTaken: async () => false })).rejects.toMatchObject({
      code: 'unsafe_archive',
    })
  })

  it('does not write over a folder that came to be meanwhile', async () => {
    mkdirSync(join(own(), 'night-shift'))
    writeFileSync(join(own(), 'night-shift', 'mine.md'), 'mine')
    const source = join(root, 'skill.zip')
    writeFileSync(source, lyingZip([main]))
    await expect(installSkill({ source, ownDir: own(), isTaken: async () => false })).rejects.toMatchObject({
      code: 'exists',
    })
    expect(readdirSync(join(own(), 'night-shift'))).toEqual(['mine.md'])
  })
})
