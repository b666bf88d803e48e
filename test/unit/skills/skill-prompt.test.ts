/** How an agent is told of skills: the built-in words, and those of a person in their place. */
import { describe, expect, it, test } from 'vitest'
import { skillPrompt } from '../../../src-main/skills/skill-prompt.ts'

const skill = { id: 'a', name: 'a', description: 'Does {path}. $& Use it.', path: '/skills/a/SKILL.md' }

test('nothing is said of skills where there are none', () => {
  expect(skillPrompt([], { instruction: 'Here they are:' })).toBe('')
})

describe('with skills', () => {
  it('names each with its description and where its instructions lie', () => {
    const lines = skillPrompt([skill, { ...skill, name: 'b', path: '/skills/b/SKILL.md' }]).split('\n')
    expect(lines[0]).toBe('# Skills')
    expect(lines.at(-1)).toBe('- b: Does {path}. $& Use it. Instructions: /skills/b/SKILL.md')
  })
  it('takes an instruction and a template of one’s own, and fills a description in as it stands', () => {
    const words = { instruction: 'Mine:', template: '{path} = {name}, {description}{other}' }
    expect(skillPrompt([skill], words)).toBe('Mine:\n/skills/a/SKILL.md = a, Does {path}. $& Use it.{other}')
  })
})
