/** What is said about scopes is what the registry does with them. */
import { describe, expect, it } from 'vitest'
import { scopeName } from '../../../src-main/api/contract/consents.ts'
import { holdsScope } from '../../../src-main/registry/access.ts'
import { comesWith, firstChoice, inOrder, scopeWords } from '../../../src-renderer/features/connect/scope-words.ts'
import { en } from '../../../src-renderer/i18n/en/index.ts'

const toolScopes = ['mcp:read', 'mcp:write', 'mcp:tools', 'mcp:admin'] as const

describe('scopes', () => {
  it('have words, each of them, and an unknown one is shown as it is', () => {
    for (const scope of scopeName.options) expect(en.connect).toHaveProperty([`scopeText.${scopeWords(scope)}`])
    expect(scopeWords('mcp:everything')).toBeNull()
    expect(scopeWords('constructor')).toBeNull()
  })

  it('that come with another are those which the registry would accept it for', () => {
    for (const chosen of toolScopes) {
      for (const needed of toolScopes.filter((scope) => scope !== chosen)) {
        expect([chosen, needed, comesWith(needed, [chosen]) !== null]).toEqual([
          chosen,
          needed,
          holdsScope([chosen], needed),
        ])
      }
    }
  })

  it('that say nothing of tools come with none', () => {
    expect(comesWith('offline_access', [...scopeName.options])).toBeNull()
    expect(comesWith('mcp:connect', ['mcp:admin'])).toBeNull()
  })

  it('that reach everything are off until the person turns them on, unless nothing else is asked', () => {
    expect(firstChoice(['mcp:admin', 'mcp:read', 'openid'])).toEqual(['mcp:read', 'openid'])
    expect(firstChoice(['mcp:admin'])).toEqual(['mcp:admin'])
  })

  it('stand in one order whatever order an app asks in', () => {
    expect(inOrder(['zzz', 'offline_access', 'mcp:admin', 'mcp:read'])).toEqual([
      'mcp:read',
      'mcp:admin',
      'offline_access',
      'zzz',
    ])
  })
})
