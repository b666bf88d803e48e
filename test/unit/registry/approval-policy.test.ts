/** When a call of an agent waits for the person: the rule as a table, written out by hand. */
import { describe, expect, it } from 'vitest'
import { approvalFor, type JudgedTool, readBy } from '../../../src-main/registry/approval/approval-policy.ts'
import type { Taint } from '../../../src-main/registry/approval/run-gate.ts'

const nothing: Taint = { hasPrivate: false, untrusted: [] }
const personal: Taint = { hasPrivate: true, untrusted: [] }
const strangers: Taint = { hasPrivate: false, untrusted: ['server x'] }
const both: Taint = { hasPrivate: true, untrusted: ['server x'] }

const tool = (
  kind: 'packaged' | 'personal' | 'server',
  { reads = true, destroys = false, reaches = false }: { reads?: boolean; destroys?: boolean; reaches?: boolean } = {},
): JudgedTool => ({
  origin: kind === 'server' ? { kind, server: 'Weather' } : { kind, file: 'x.ts' },
  annotations: { readOnlyHint: reads, destructiveHint: destroys, openWorldHint: reaches, idempotentHint: false },
})
const told = (judged: JudgedTool, taint: Taint, policy: 'allow' | 'ask' | 'block' | null) => {
  const verdict = approvalFor(judged, taint, policy)
  return verdict.kind === 'ask' ? `${verdict.reason}: ${verdict.choices.join(' ')}` : verdict.kind
}
const every = 'once conversation always'

describe('tools of the hub', () => {
  it.each([
    ['reads', tool('packaged'), 'run'],
    ['a personal one that reads', tool('personal'), 'run'],
    ['writes', tool('packaged', { reads: false }), `writes: ${every}`],
    ['destroys', tool('packaged', { reads: false, destroys: true }), `writes: ${every}`],
    ['says that it reads and destroys', tool('packaged', { destroys: true }), `writes: ${every}`],
  ])('%s: %#', (_what, judged, verdict) => {
    // What stays on this computer is judged by what it changes, whatever was read.
    for (const taint of [nothing, personal, strangers, both]) expect(told(judged, taint, null)).toBe(verdict)
  })
  it('that reach others are judged as servers are', () => {
    const fetches = tool('personal', { reaches: true })
    expect(told(fetches, nothing, null)).toBe('run')
    expect(told(fetches, strangers, null)).toBe('run')
    expect(told(fetches, personal, null)).toBe(`outward: ${every}`)
    expect(told(fetches, both, null)).toBe('private_and_untrusted: once')
  })
})

describe('a command', () => {
  it('is asked for each time, whatever was read, so that no earlier yes covers it', () => {
    const shell: JudgedTool = {
      ...tool('packaged', { reads: false, destroys: true, reaches: true }),
      approval: 'shell',
    }
    for (const taint of [nothing, personal, strangers, both]) expect(told(shell, taint, null)).toBe('shell: once')
  })
})

describe('tools of servers', () => {
  it.each([
    ['reads, allowed', tool('server'), 'allow', 'run', `outward: ${every}`],
    ['reads, to be asked', tool('server'), 'ask', `policy: ${every}`, `outward: ${every}`],
    ['writes, allowed', tool('server', { reads: false }), 'allow', `writes: ${every}`, `outward: ${every}`],
    [
      'destroys, allowed',
      tool('server', { reads: false, destroys: true }),
      'allow',
      `writes: ${every}`,
      `outward: ${every}`,
    ],
    ['reads and destroys', tool('server', { destroys: true }), 'allow', `writes: ${every}`, `outward: ${every}`],
  ] as const)('%s', (_what, judged, policy, before, afterPrivate) => {
    expect(told(judged, nothing, policy)).toBe(before)
    expect(told(judged, strangers, policy)).toBe(before)
    expect(told(judged, personal, policy)).toBe(afterPrivate)
    // However far the person trusts the server: each time, and never for longer.
    expect(told(judged, both, policy)).toBe('private_and_untrusted: once')
  })
  it('that are blocked do not run and are not asked for', () => {
    for (const taint of [nothing, personal, strangers, both])
      expect(told(tool('server'), taint, 'block')).toBe('blocked')
  })
})

describe('what a call brings in', () => {
  it.each([
    [tool('packaged'), true, { hasPrivate: true }],
    [tool('packaged'), false, {}],
    [tool('packaged', { reaches: true }), false, { untrusted: 'tool t' }],
    [tool('personal'), true, { hasPrivate: true, untrusted: 'tool t' }],
    // A server's tools need a person too, since servers are theirs; what they bring is the server's.
    [tool('server'), true, { untrusted: 'server Weather' }],
  ])('%#', (judged, needsIdentity, brings) => {
    expect(readBy({ ...judged, needsIdentity, name: 't' })).toEqual(brings)
  })
})
