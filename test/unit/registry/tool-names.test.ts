/** A wrong name is put right only when there is one way to. */
import { describe, expect, it } from 'vitest'
import { holdsScope, isAllowed } from '../../../src-main/registry/access.ts'
import { matchToolName } from '../../../src-main/registry/tool-names.ts'

const names = ['convert_unit', 'get_genetic_data', 'list_a', 'list_b', 'query_health_indicators']

describe('names', () => {
  it.each([
    ['query_health_indicators', { kind: 'exact', name: 'query_health_indicators' }],
    ['Query-Health-Indicators', { kind: 'corrected', name: 'query_health_indicators' }],
    ['queryHealthIndicators', { kind: 'corrected', name: 'query_health_indicators' }],
    ['query_health_indicator', { kind: 'corrected', name: 'query_health_indicators' }],
    ['convert_unti', { kind: 'corrected', name: 'convert_unit' }],
    ['list_c', { kind: 'several', names: ['list_a', 'list_b'] }],
    ['drop_tables', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (asked, match) => {
    expect(matchToolName(asked, names)).toEqual(match)
  })
})

describe('lists of an agent', () => {
  const config = { allowedTools: { DEEP: ['a', 'b'], BASE: [] }, disallowedTools: { DEEP: ['b'], BASE: ['c'] } }
  it.each([
    ['a', 'DEEP', true],
    ['b', 'DEEP', false],
    ['z', 'DEEP', false],
    ['c', 'BASE', false],
    ['a', 'base', true],
    ['a', 'QUICK', true],
    ['b', undefined, true],
    ['a', 'constructor', true],
  ])('%s for %s: %s', (tool, agent, allowed) => {
    expect(isAllowed(tool, agent, config)).toBe(allowed)
  })
})

describe('scopes', () => {
  it.each([
    [null, 'mcp:write', true],
    [['mcp:read'], 'mcp:read', true],
    [['mcp:read'], 'mcp:write', false],
    [['mcp:write'], 'mcp:read', true],
    [['mcp:tools'], 'mcp:write', true],
    [['mcp:tools'], 'mcp:admin', false],
    [[], 'mcp:read', false],
  ] as const)('%j for %s: %s', (held, needed, holds) => {
    expect(holdsScope(held, needed)).toBe(holds)
  })
})
