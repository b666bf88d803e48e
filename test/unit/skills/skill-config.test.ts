/** What the configuration says of skills. */
import { expect, test } from 'vitest'
import { loadConfig } from '../../../src-main/config/load.ts'

const load = (env: Record<string, string>) =>
  loadConfig({ env: { MIROHUB_DATA_DIR: '/nowhere', ...env }, flags: {}, platform: 'linux', homedir: '/home/x' })

test('lists of skills belong to agents, whose names are upper case', () => {
  const config = load({ ALLOWED_SKILLS_deep: 'a, b', DISALLOWED_SKILLS_MCP: 'c' })
  expect(config).toMatchObject({ allowedSkills: { DEEP: ['a', 'b'] }, disallowedSkills: { MCP: ['c'] } })
  expect(load({})).toMatchObject({
    allowedSkills: {},
    disallowedSkills: {},
    skillPrompt: { instruction: null, template: null },
  })
})

test('a template without the path of a skill is refused: no agent could read it', () => {
  expect(load({ SKILL_PROMPT_TEMPLATE: '{name} {path}' }).skillPrompt.template).toBe('{name} {path}')
  expect(() => load({ SKILL_PROMPT_TEMPLATE: '{name}: {description}' })).toThrow(/SKILL_PROMPT_TEMPLATE.*\{path\}/)
})
