/** What an answer is stored as: small, and the same however it is cut into pieces. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import { EventRecord, folded } from '../../../src-main/chat/event-record.ts'

const text = (words: string): AgentEvent => ({ type: 'text', text: words })
const output = (id: string, words: string): AgentEvent => ({ type: 'tool_output', id, text: words })
const progress = (id: string, done: number): AgentEvent => ({ type: 'tool_progress', id, done, total: null })
const plan = (words: string): AgentEvent => ({ type: 'todos', items: [{ text: words, state: 'pending' }] })

describe('a record of events', () => {
  it('joins neighbouring words of one kind, and only those', () => {
    expect(
      folded([text('a'), text('b'), { type: 'reasoning', text: 'c' }, { type: 'reasoning', text: 'd' }, text('e')]),
    ).toEqual([text('ab'), { type: 'reasoning', text: 'cd' }, text('e')])
  })
  it('keeps the last of what only replaces something, of each call', () => {
    expect(
      folded([
        output('1', 'x'),
        plan('first'),
        progress('1', 1),
        output('2', 'y'),
        output('1', 'xx'),
        plan('second'),
        progress('1', 2),
      ]),
    ).toEqual([output('1', 'xx'), plan('second'), progress('1', 2), output('2', 'y')])
  })
  it('gives a list that later pieces do not change', () => {
    const record = new EventRecord([text('a'), output('1', 'x')])
    const before = record.list()
    record.add(output('1', 'xx'))
    record.add(text('b'))
    expect(before).toEqual([text('a'), output('1', 'x')])
  })

  const event = fc.oneof(
    fc.string({ maxLength: 3 }).map(text),
    fc.string({ maxLength: 3 }).map((words): AgentEvent => ({ type: 'reasoning', text: words })),
    fc.tuple(fc.constantFrom('1', '2'), fc.string({ maxLength: 3 })).map(([id, words]) => output(id, words)),
    fc.tuple(fc.constantFrom('1', '2'), fc.nat(9)).map(([id, done]) => progress(id, done)),
    fc.string({ maxLength: 3 }).map(plan),
    fc.constant<AgentEvent>({ type: 'notice', text: 'n' }),
  )
  it('is the same however the answer was cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.array(event, { maxLength: 6 }), { maxLength: 6 }), (pieces) => {
        const inPieces = folded(pieces.flatMap((piece) => folded(piece)))
        expect(inPieces).toEqual(folded(pieces.flat()))
        // No word is lost on the way.
        const words = (events: readonly AgentEvent[]) =>
          events.flatMap((one) => (one.type === 'text' ? [one.text] : [])).join('')
        expect(words(inPieces)).toBe(words(pieces.flat()))
      }),
    )
  })
})
