/** The desk where apps wait for a person: once, in bounds, and never wider than asked. */
import { expect, it, vi } from 'vitest'
import {
  type ConsentQuestion,
  createConsentDesk,
  MAX_PENDING,
} from '../../../src-main/mcp-server/oauth/consent-desk.ts'

const QUESTION: ConsentQuestion = {
  kind: 'oauth',
  client: { id: 'c', name: 'App', kind: 'registered', documentHost: null },
  redirectHost: '127.0.0.1',
  isLoopback: true,
  scopes: ['mcp:read', 'mcp:write'],
}
const YES = { allow: true, userId: 1, publicId: 'p', grantedBy: 1, scopes: ['mcp:read'] } as const

function desk() {
  const clock = { ms: 1_000_000 }
  const onChanged = vi.fn()
  const made = createConsentDesk({ now: () => clock.ms, onChanged })
  const ask = () => {
    const ticket = made.ask(QUESTION)
    if (ticket === null) throw new Error('the desk is full')
    return ticket
  }
  return { ...made, ask, tryAsk: () => made.ask(QUESTION), clock, onChanged }
}

it('an answer is given once and handed out once', () => {
  const d = desk()
  const { id } = d.ask()
  expect([d.stateOf(id), d.take(id)]).toEqual(['pending', null])
  expect(d.answer(id, YES)).toBe(true)
  expect(d.answer(id, { allow: false })).toBe(false)
  expect(d.stateOf(id)).toBe('answered')
  expect(d.take(id)).toEqual(YES)
  expect([d.take(id), d.stateOf(id)]).toEqual([null, 'gone'])
})

it('an answer never holds a scope that was not asked for', () => {
  const d = desk()
  const { id } = d.ask()
  d.answer(id, { ...YES, scopes: ['mcp:read', 'mcp:admin'] })
  expect(d.take(id)).toMatchObject({ scopes: ['mcp:read'] })
})

it('eight wait at most; answers that nobody fetches do not pile up either', () => {
  const d = desk()
  const tickets = Array.from({ length: MAX_PENDING }, () => d.ask())
  expect(new Set(tickets.map(({ code }) => code)).size).toBe(8)
  expect([d.isFull(), d.tryAsk()]).toEqual([true, null])
  for (const { id } of tickets) d.answer(id, YES)
  let more = 0
  for (let n = 0; n < 100; n++) {
    const ticket = d.tryAsk()
    if (ticket === null) continue
    more++
    d.answer(ticket.id, { allow: false })
  }
  expect(more).toBe(24)
})

it('a question ends after ten minutes, to the millisecond', () => {
  const d = desk()
  const { id } = d.ask()
  d.clock.ms += 599_999
  expect(d.stateOf(id)).toBe('pending')
  d.clock.ms += 1
  expect([d.stateOf(id), d.answer(id, YES), d.get(id)]).toEqual(['gone', false, null])
  expect(d.tryAsk()).not.toBeNull()
})

it('an asker that gave up is nobody’s question any more, but cannot undo an answer', () => {
  const d = desk()
  const first = d.ask()
  d.withdraw(first.id)
  expect(d.stateOf(first.id)).toBe('gone')
  const second = d.ask()
  d.answer(second.id, YES)
  d.withdraw(second.id)
  expect(d.stateOf(second.id)).toBe('answered')
  expect(d.onChanged).toHaveBeenCalledTimes(4)
})
