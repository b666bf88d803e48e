/** Choosing, switching and approving tools of a server. */
import { describe, expect, it } from 'vitest'
import type { ServerToolView } from '../../../src-main/api/contract/servers.ts'
import { presetOf, presetRows } from '../../../src-renderer/features/server/preset-rows.ts'
import { approvalsOf, shownTools, withTools } from '../../../src-renderer/features/server/tool-choice.ts'

const tool = (name: string, more: Partial<ServerToolView> = {}): ServerToolView => ({
  name,
  alias: `files__${name}`,
  title: name,
  description: `Does ${name}.`,
  inputSchema: {},
  outputSchema: null,
  annotations: { readOnly: null, destructive: null, idempotent: null, openWorld: null },
  enabled: true,
  policy: null,
  preset: {},
  trust: 'approved',
  approved: null,
  fingerprint: `f-${name}`,
  warnings: [],
  setAside: null,
  ...more,
})
const tools = [
  tool('read'),
  tool('write', { enabled: false }),
  tool('erase', { trust: 'changed', fingerprint: 'f-now' }),
  tool('odd', { setAside: 'Its schema cannot be used.' }),
]
const server = { toolList: tools, tools: { on: 2, total: 4 } }
const names = (list: readonly ServerToolView[]) => list.map((one) => one.name)

describe('shownTools', () => {
  it.each([
    ['all', ['read', 'write', 'erase', 'odd']],
    ['on', ['read', 'erase', 'odd']],
    ['off', ['write']],
    ['review', ['erase']],
    ['aside', ['odd']],
  ] as const)('%s', (filter, expected) => expect(names(shownTools(tools, '', filter))).toEqual(expected))

  it('finds by offered name and description, without regard to case', () => {
    expect(names(shownTools(tools, 'FILES__WR', 'all'))).toEqual(['write'])
    expect(names(shownTools(tools, 'does erase', 'all'))).toEqual(['erase'])
  })
})

describe('withTools', () => {
  it('changes those named and no other, and counts only what is approved as on', () => {
    const changed = withTools(server, ['write'], { enabled: true })
    expect(changed.toolList.map((one) => one.enabled)).toEqual([true, true, true, true])
    expect(changed.tools).toEqual({ on: 3, total: 4 })
    expect(server.toolList[1]?.enabled).toBe(false)
  })
})

describe('approvalsOf', () => {
  it('sends what was looked at, and nothing that needs no look', () => {
    expect(approvalsOf(tools)).toEqual([{ name: 'erase', fingerprint: 'f-now' }])
  })
})

describe('preset arguments', () => {
  const properties = {
    path: { type: 'string' },
    limit: { type: 'integer' },
    mode: { enum: ['fast', 'slow'] },
    either: { type: ['string', 'null'] },
  }

  it('read text as it stands and everything else as JSON', () => {
    const rows = [
      { name: 'path', text: '5' },
      { name: 'limit', text: '5' },
      { name: 'mode', text: 'fast' },
      { name: 'either', text: 'null' },
      { name: 'gone', text: '{"a":1}' },
    ]
    expect(presetOf(rows, properties)).toEqual({
      preset: { path: '5', limit: 5, mode: 'fast', either: 'null', gone: { a: 1 } },
      faults: [],
    })
  })

  it('name the lines that are no JSON instead of sending text for a number', () => {
    expect(presetOf([{ name: 'limit', text: 'five' }], properties)).toEqual({ preset: {}, faults: ['limit'] })
  })

  it('come back from the lines as they were', () => {
    const preset = { path: 'a "b"', limit: 5, gone: ['x'] }
    expect(presetOf(presetRows(preset), properties).preset).toEqual(preset)
  })
})
