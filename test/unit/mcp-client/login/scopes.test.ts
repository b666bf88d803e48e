/** Which scopes a login asks for: MCP authorization, "Scope Selection Strategy". */
import { expect, it } from 'vitest'
import { scopesToAskFor } from '../../../../src-main/mcp-client/login/scopes.ts'

const nothing = { chosen: null, challenged: null, supported: null, issuerSupports: null, stepUp: [] }

it.each([
  ['none, where nobody says any', {}, null],
  ['the challenge before the list of the resource', { challenged: 'a b', supported: ['c'] }, 'a b'],
  ['the list of the resource without a challenge', { supported: ['c', 'd'] }, 'c d'],
  ['the person’s before both', { chosen: ['mine'], challenged: 'a', supported: ['c'] }, 'mine'],
  ['a step-up on top, each once', { challenged: 'a', stepUp: ['a', 'w'] }, 'a w'],
  ['a step-up on top of the person’s', { chosen: ['mine'], stepUp: ['w'] }, 'mine w'],
  [
    'offline_access where the issuer knows it',
    { challenged: 'a', issuerSupports: ['a', 'offline_access'] },
    'a offline_access',
  ],
  ['offline_access not by itself', { issuerSupports: ['offline_access'] }, null],
  ['offline_access not on top of the person’s', { chosen: ['mine'], issuerSupports: ['offline_access'] }, 'mine'],
])('%s', (_name, sources, expected) => {
  expect(scopesToAskFor({ ...nothing, ...sources })).toBe(expected)
})
