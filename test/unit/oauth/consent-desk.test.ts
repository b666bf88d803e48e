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
const of = (client: Partial<ConsentQuestion['client']>) => ({ client: { ...QUESTION.client, ...client } })
const YES = { allow: true, userId: 1, publicId: 'p', grantedBy: 1, scopes: ['mcp:read'] } as const

function desk() {
  const clock = { ms: 1_000_000 }
  const onChanged = vi.fn()
  const made = createConsentDesk({ now: () => clock.ms, onChanged })
  let asked = 0
  /** Each of another app, unless it is said whose. */
  const tryAsk = (of: Partial<ConsentQuestion> & { readonly id?: string } = {}) =>
    made.ask({ ...QUESTION, client: { ...QUESTION.client, id: of.id ?? `c${asked++}` }, ...of })
  const ask = (of?: Parameters<typeof tryAsk>[0]) => {
    const ticket = tryAsk(of)
    if (ticket === null) throw new Error('the desk is full')
    return ticket
  }
  return { ...made, ask, tryAsk, clock, onChanged }
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

it('eight wait at most, told apart by their codes, and each for a minute at least', () => {
  const d = desk()
  const tickets = Array.from({ length: MAX_PENDING }, () => d.ask())
  expect(new Set(tickets.map(({ code }) => code)).size).toBe(8)
  d.clock.ms += 59_999
  expect([d.isFull('new'), d.tryAsk({ id: 'new' })]).toEqual([true, null])
  d.clock.ms += 1
  expect(d.isFull('new')).toBe(false)
  const newest = d.ask({ id: 'new' })
  expect(d.pending()).toEqual([...tickets.slice(1), newest])
})

it('an app’s third question ends its first, and the other apps’ stand', () => {
  const d = desk()
  const other = d.ask()
  const [, second, third] = [d.ask({ id: 'a' }), d.ask({ id: 'a' }), d.ask({ id: 'a' })]
  expect(d.pending()).toEqual([other, second, third])
})

it('when all places are taken, an app that has one gives it for its newer question', () => {
  const d = desk()
  const [mine, ...others] = Array.from({ length: MAX_PENDING }, (_, n) => d.ask({ id: `full${n}` }))
  expect([d.isFull('full0'), d.isFull('another')]).toEqual([false, true])
  const again = d.ask({ id: 'full0' })
  expect(d.pending()).toEqual([...others, again])
  expect(mine && d.stateOf(mine.id)).toBe('gone')
})

it.each<[string, (n: number) => Partial<ConsentQuestion>, number]>([
  ['documents of one host', (n) => of({ id: `https://a.example/${n}`, documentHost: 'a.example' }), 2],
  [
    'clients with one redirect host',
    (n) => ({ ...of({ id: `r${n}` }), redirectHost: 'a.example', isLoopback: false }),
    2,
  ],
  ['programs on this computer', (n) => of({ id: `r${n}` }), 5],
])('five of %s do not hold more places than they should', (_name, question, places) => {
  const d = desk()
  for (let n = 0; n < 5; n++) d.ask(question(n))
  expect(d.pending()).toHaveLength(places)
})

it('answers that nobody fetches do not pile up, and a flood that was denied keeps nobody out', () => {
  const d = desk()
  const allowed = d.ask()
  d.answer(allowed.id, YES)
  const denied = Array.from({ length: 100 }, () => {
    const { id } = d.ask()
    d.answer(id, { allow: false })
    return id
  })
  expect(denied.filter((id) => d.stateOf(id) === 'answered')).toEqual(denied.slice(-23))
  expect(d.take(allowed.id)).toEqual(YES)
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
