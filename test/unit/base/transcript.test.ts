/** What is said again with each request: the branch and nothing of another, and less of it when it is too much. */
import { describe, expect, it } from 'vitest'
import { messagesOf, Transcript, within } from '../../../src-main/agents/base/transcript.ts'

const turn = (question: string, answer: string) => ({
  question,
  attachments: [],
  events: [
    { type: 'reasoning', text: 'hidden' } as const,
    { type: 'text', text: answer.slice(0, 2) } as const,
    { type: 'tool_result', id: 'c', ok: true, preview: { secret: 1 } } as const,
    { type: 'text', text: answer.slice(2) } as const,
  ],
})

describe('earlier turns', () => {
  it('are question and answer, without reasoning and results; an answer that never came is left out', () => {
    expect(messagesOf([turn('A?', 'Alpha'), { question: 'B?', attachments: [], events: [] }])).toEqual([
      { role: 'user', text: 'A?' },
      { role: 'assistant', text: 'Alpha' },
      { role: 'user', text: 'B?' },
    ])
  })

  it('go from the oldest on, whole, until the rest fits', () => {
    const messages = messagesOf([turn('old '.repeat(100), 'x'), turn('new', 'yes')])
    expect(within(messages, 50)).toEqual({
      messages: [
        { role: 'user', text: 'new' },
        { role: 'assistant', text: 'yes' },
      ],
      leftOut: 1,
    })
    expect(within(messages, 10_000).leftOut).toBe(0)
    expect(within(messagesOf([turn('x'.repeat(1_000), 'y')]), 10)).toEqual({ messages: [], leftOut: 1 })
  })
})

describe('a transcript that was too long', () => {
  const question = { role: 'user', text: 'Now?' } as const
  it('drops the older half of its turns and shortens results, and never the question', () => {
    const said = new Transcript<string>([...messagesOf([turn('1', 'a'), turn('2', 'b'), turn('3', 'c')]), question])
    said.results([{ id: 'c', name: 't', ok: true, text: 'r'.repeat(10_000) }])
    expect(said.shrink()).toEqual({ turns: 2 })
    expect(said.messages).toEqual([{ role: 'user', text: '3' }, { role: 'assistant', text: 'c' }, question])
    const [result] = said.since
    expect(result).toMatchObject({ kind: 'results', results: [{ text: expect.stringMatching(/^r{4000}\n\[cut/) }] })
  })

  it('says when there is nothing left to leave out', () => {
    expect(new Transcript<string>([question]).shrink()).toBeNull()
  })
})
