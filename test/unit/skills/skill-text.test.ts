/** SKILL.md of strangers: what is taken, what is refused, and whether the refusal names file, field and way out. */
import { describe, expect, it } from 'vitest'
import { readSkillText } from '../../../src-main/skills/skill-text.ts'
import { expectBoth } from '../both-languages.ts'

const skill = (head: string, body = '\nDo it.\n') => `---\n${head}\n---\n${body}`
const read = (text: string, folder: string | null = 'sleep-review') => readSkillText(text, folder)

function faultOf(text: string, folder: string | null = 'sleep-review'): string {
  const found = read(text, folder)
  if (!('fault' in found)) throw new Error('it was taken')
  expectBoth(found.fault.en, found.fault.zh)
  return found.fault.en
}

describe('what is taken', () => {
  it('reads every field of the specification', () => {
    const text = skill(
      'name: sleep-review\ndescription: >-\n  Looks at nights.\n  Use it for sleep.\nlicense: MIT\ncompatibility: Needs records\nmetadata:\n  author: Ada\n  version: 1.0\nallowed-tools: Read Grep',
    )
    expect(read(text)).toEqual({
      skill: {
        name: 'sleep-review',
        description: 'Looks at nights. Use it for sleep.',
        descriptionZh: null,
        license: 'MIT',
        compatibility: 'Needs records',
        author: 'Ada',
        body: 'Do it.',
      },
    })
  })
  it('takes a file of Windows: byte order mark and CRLF', () => {
    const text = '\uFEFF---\r\nname: sleep-review\r\ndescription: Nights\r\n---\r\nDo it.\r\n'
    expect(read(text)).toMatchObject({ skill: { description: 'Nights', body: 'Do it.' } })
  })
  it('keeps rules in the body apart from the end of the frontmatter', () => {
    expect(read(skill('name: sleep-review\ndescription: x', 'one\n---\ntwo'))).toMatchObject({
      skill: { body: 'one\n---\ntwo' },
    })
  })
  it('ignores fields that others invented, and nested metadata', () => {
    const text = skill('name: sleep-review\ndescription: x\nmodel: opus\nmetadata:\n  a:\n    b: [1, 2]')
    expect(read(text)).toMatchObject({ skill: { author: null } })
  })
  it('allows 1024 characters of description, of whatever planes', () => {
    expect(read(skill(`name: sleep-review\ndescription: ${'😴'.repeat(1024)}`))).toHaveProperty('skill')
    expect(faultOf(skill(`name: sleep-review\ndescription: ${'a'.repeat(1025)}`))).toContain('1025')
  })
})

describe('what is refused', () => {
  it.each([
    ['no frontmatter', '# Sleep\nname: sleep-review', /frontmatter/],
    ['a frontmatter without end', '---\nname: sleep-review\ndescription: x\n', /frontmatter/],
    ['no name', skill('description: x'), /SKILL\.md, name.*missing/],
    ['no description', skill('name: sleep-review'), /SKILL\.md, description.*missing/],
    ['a blank description', skill('name: sleep-review\ndescription: "  "'), /description.*missing/],
    ['a description that is a list', skill('name: sleep-review\ndescription: [a, b]'), /description/],
    ['a licence that is a list', skill('name: sleep-review\ndescription: x\nlicense: [a]'), /license/],
    [
      'a long compatibility',
      skill(`name: sleep-review\ndescription: x\ncompatibility: ${'a'.repeat(501)}`),
      /compatibility.*501/,
    ],
    ['metadata that is a text', skill('name: sleep-review\ndescription: x\nmetadata: mine'), /metadata/],
    ['no body', skill('name: sleep-review\ndescription: x', ' \n'), /instructions/],
    ['another name than the folder’s', skill('name: sleep\ndescription: x'), /"sleep".*"sleep-review"/],
    ['broken YAML', skill('name: "sleep-review\ndescription: x'), /frontmatter cannot be read/],
    ['a key twice', skill('name: sleep-review\nname: sleep-review\ndescription: x'), /frontmatter cannot be read/],
    ['a list of items', skill('- name\n- description'), /frontmatter cannot be read/],
    ['a hidden direction override', skill('name: sleep-review\ndescription: "safe \\u202e text"'), /cannot be seen/],
    ['hidden tag characters', skill('name: sleep-review\ndescription: "a\\U000E0041b"'), /cannot be seen/],
    [
      'a frontmatter beyond the limit',
      skill(`name: sleep-review\ndescription: x\nnotes: ${'a'.repeat(17_000)}`),
      /16 KB/,
    ],
  ])('%s', (_what, text, why) => {
    expect(faultOf(text)).toMatch(why)
  })

  it.each(['Sleep', 'sleep_review', '-sleep', 'sleep-', 'sleep--review', 'schlaf-ü', 'a'.repeat(65), '../x'])(
    'the name %s',
    (name) => {
      expect(faultOf(skill(`name: "${name}"\ndescription: x`), null)).toMatch(/SKILL\.md, name/)
    },
  )

  it.each([
    ['an alias bomb', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]'],
    ['an anchor alone', 'a: &a x'],
    ['a tag that would make an object', 'a: !!js/function "x"'],
    ['a tag of its own', 'a: !env HOME'],
    ['binary', 'a: !!binary aGk='],
    ['a merge key', 'base: &b {x: 1}\nmore:\n  <<: *b'],
  ])('%s, before anything is made of it', (_what, extra) => {
    expect(faultOf(skill(`name: sleep-review\ndescription: x\n${extra}`))).toMatch(/plain keys and texts/)
  })

  it.each([
    ['brackets', 'a: [', '['.repeat(15_000)],
    ['braces', 'a: ', '{a: '.repeat(3_000)],
    ['dashes', 'a:\n  ', '- '.repeat(7_000)],
    ['question marks', 'a:\n  ', '? '.repeat(7_000)],
  ])('nesting without end, before it is parsed: %s', (_what, before, text) => {
    // Not what the parser says, which takes seconds of the hub's own thread to say it.
    expect(faultOf(skill(`name: sleep-review\ndescription: x\n${before}${text}`))).toMatch(/nested too deeply/)
  })
})
