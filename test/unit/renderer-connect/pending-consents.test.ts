/** Requests that wait for an answer: their order, what was put off, and readings that overtake each other. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConsentView } from '../../../src-main/api/contract/consents.ts'

const hub = vi.hoisted(() => ({ pending: vi.fn() }))
vi.mock('../../../src-renderer/rpc/client.ts', () => ({ client: { consents: { pending: hub.pending } } }))

const { usePendingConsents } = await import('../../../src-renderer/features/consent/pending-consents.ts')
const { receiverOf } = await import('../../../src-renderer/features/consent/receiver.ts')
const { dataOwners } = await import('../../../src-renderer/features/consent/whose-data.ts')

const request = (id: string, createdAt: string): ConsentView => ({
  id,
  kind: 'oauth',
  client: { id: 'c', name: 'App', kind: 'registered', documentHost: null },
  redirectHost: 'app.example.org',
  isLoopback: false,
  scopes: ['mcp:read'],
  code: '47 13',
  createdAt,
  expiresAt: '2026-11-30T12:10:00Z',
})
const early = request('early', '2026-11-30T12:00:00Z')
const late = request('late', '2026-11-30T12:00:05Z')
const ids = () => usePendingConsents.getState().items.map((item) => item.id)

beforeEach(() => {
  hub.pending.mockReset()
  usePendingConsents.setState({ items: [], later: new Set() })
})

describe('requests', () => {
  it('stand in the order they were asked, so that a late one never takes the place of the one being read', async () => {
    hub.pending.mockResolvedValueOnce([late, early])
    await usePendingConsents.getState().load()
    expect(ids()).toEqual(['early', 'late'])
  })

  it('do not come back by a slow reading that began before they were answered', async () => {
    let answerSlow = (_: ConsentView[]) => {}
    hub.pending.mockReturnValueOnce(
      new Promise<ConsentView[]>((resolve) => {
        answerSlow = resolve
      }),
    )
    const slow = usePendingConsents.getState().load()
    hub.pending.mockResolvedValueOnce([late])
    await usePendingConsents.getState().load()
    answerSlow([early, late])
    await slow
    expect(ids()).toEqual(['late'])
  })

  it('that were put off stay put off when another one comes, and are forgotten when they end', async () => {
    hub.pending.mockResolvedValueOnce([early])
    await usePendingConsents.getState().load()
    usePendingConsents.getState().putOff('early')
    hub.pending.mockResolvedValueOnce([early, late])
    await usePendingConsents.getState().load()
    expect([...usePendingConsents.getState().later]).toEqual(['early'])
    hub.pending.mockResolvedValueOnce([late])
    await usePendingConsents.getState().load()
    expect([...usePendingConsents.getState().later]).toEqual([])
  })

  it('stay on screen while the hub is away', async () => {
    hub.pending.mockResolvedValueOnce([early])
    await usePendingConsents.getState().load()
    hub.pending.mockRejectedValueOnce(new Error('away'))
    await usePendingConsents.getState().load()
    expect(ids()).toEqual(['early'])
  })
})

describe('who receives the answer', () => {
  it('is a program of this computer for loopback and for links of its own kind', () => {
    expect(receiverOf({ redirectHost: '127.0.0.1', isLoopback: true })).toBe('loopback')
    expect(receiverOf({ redirectHost: 'cursor://', isLoopback: false })).toBe('scheme')
    expect(receiverOf({ redirectHost: 'claude.ai', isLoopback: false })).toBe('site')
  })
})

describe('whose data can be given', () => {
  const person = (id: string, isSelf: boolean) => ({ id, name: id, isDefault: false, isSelf, hasRecords: true })
  const share = (id: string, chat: 'none' | 'read') => ({
    person: { id, name: id },
    granted: { chat, health: 'read' as const, genetics: 'none' as const },
    asked: null,
    askedAt: null,
  })

  it('is the person’s own, and that of others only by their chat share', () => {
    const people = [person('ben', false), person('ada', true), person('cem', false), person('dan', false)]
    expect(dataOwners(people, [share('ben', 'read'), share('cem', 'none')]).map((owner) => owner.id)).toEqual([
      'ada',
      'ben',
    ])
  })
})
