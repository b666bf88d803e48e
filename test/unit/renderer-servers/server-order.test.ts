/** Which servers a person sees first, and which a search leaves. */
import { describe, expect, it } from 'vitest'
import type { ServerRow } from '../../../src-main/api/contract/servers.ts'
import { inOrder, matching, needsAttention } from '../../../src-renderer/features/servers/server-order.ts'

const row = (name: string, state: ServerRow['state'], more: Partial<ServerRow> = {}): ServerRow => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  transport: 'stdio',
  summary: `npx ${name.toLowerCase()}-mcp`,
  origin: { kind: 'form', detail: null },
  enabled: true,
  state,
  since: '2026-11-30T10:00:00Z',
  lastAnswerAt: null,
  retryAt: null,
  fault: null,
  stale: false,
  tools: { on: 1, total: 1 },
  toReview: 0,
  shared: false,
  ...more,
})
const names = (rows: readonly ServerRow[]) => rows.map((one) => one.name)

describe('the order of servers', () => {
  it('begins with what does not work, then what waits for the person; the rest keeps the person’s order', () => {
    const rows = [
      row('B', 'ready'),
      row('Changed', 'ready', { toReview: 2 }),
      row('A', 'stopped'),
      row('Login', 'needs-login'),
      row('Broken', 'failed'),
      row('Starting', 'starting'),
    ]
    expect(names(inOrder(rows))).toEqual(['Broken', 'Login', 'Changed', 'B', 'A', 'Starting'])
  })

  it('a server that is off as the person wants it needs nobody', () => {
    expect(needsAttention(row('A', 'stopped'))).toBe(false)
    expect(needsAttention(row('A', 'ready', { toReview: 1 }))).toBe(true)
    expect(needsAttention(row('A', 'parked'))).toBe(true)
  })

  it('search looks into name, command and origin, all words anywhere, whatever the case', () => {
    const rows = [
      row('Notes', 'ready', { origin: { kind: 'client', detail: 'Claude Desktop' } }),
      row('Weather', 'failed'),
    ]
    expect(names(matching(rows, 'NOTES-mcp claude', 'all'))).toEqual(['Notes'])
    expect(names(matching(rows, 'npx', 'attention'))).toEqual(['Weather'])
    expect(names(matching(rows, '', 'off'))).toEqual([])
    expect(names(matching(rows, 'claude weather', 'all'))).toEqual([])
  })
})
