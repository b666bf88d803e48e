/** Events of a run become what is shown. */
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import {
  answerParts,
  answerSources,
  answerText,
  splitLabel,
  splitSmallPrint,
} from '../../../src-renderer/features/chat/answer-parts.ts'

const call = (id: string): AgentEvent => ({ type: 'tool_call', id, tool: 'query_health_indicators', args: {} })
const result = (id: string, preview: unknown = {}): AgentEvent => ({ type: 'tool_result', id, ok: true, preview })

describe('parts of an answer', () => {
  it('join streamed text, but not across a call', () => {
    const parts = answerParts([
      { type: 'text', text: 'Your ' },
      { type: 'text', text: 'pulse' },
      call('a'),
      { type: 'text', text: 'was 57.' },
    ])
    expect(parts.map((part) => (part.kind === 'text' ? part.text : part.kind))).toEqual([
      'Your pulse',
      'tool',
      'was 57.',
    ])
  })

  it('give each result to its own call when several run at once', () => {
    const parts = answerParts([call('a'), call('b'), result('b', { n: 2 }), result('a', { n: 1 })])
    expect(parts.map((part) => part.kind === 'tool' && part.result?.preview)).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('leave a call without result open, so that a stopped run does not look as if it had answered', () => {
    const [part] = answerParts([call('a'), { type: 'end', reason: 'stopped' }])
    expect(part?.kind === 'tool' && part.result).toBeNull()
  })

  it('keep keys stable while text grows, so that finished parts are not drawn again', () => {
    const before = answerParts([call('a'), { type: 'text', text: 'One' }])
    const after = answerParts([call('a'), { type: 'text', text: 'One' }, { type: 'text', text: ' two' }])
    expect(after.map((part) => part.key)).toEqual(before.map((part) => part.key))
  })

  it('do not change the events they were made of', () => {
    const events: AgentEvent[] = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    answerParts(events)
    expect(events).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
  })
})

describe('copy and small print', () => {
  it('copy the words of an answer or of a declined one, without its calls', () => {
    expect(answerText([call('a'), { type: 'text', text: 'Yes. ' }, { type: 'end', reason: 'done' }])).toBe('Yes.')
    expect(answerText([{ type: 'notice', code: 'declined', text: 'Not mine to judge.' }])).toBe('Not mine to judge.')
  })

  it('name each source once and survive results of any shape', () => {
    const preview = { indicators: { a: { sources: ['Watch', 'iPhone'] }, b: { sources: ['Watch', 7] }, c: null } }
    expect(answerSources([result('a', preview), result('b', null), result('c', 'text')])).toEqual(['Watch', 'iPhone'])
  })

  it('takes the last line that says who answered off the text, in both languages, and nothing else', () => {
    expect(splitSmallPrint('It was 57 bpm.\n\nQuick answer, no AI model · Source: Watch')).toEqual({
      body: 'It was 57 bpm.',
      smallPrint: 'Quick answer, no AI model · Source: Watch',
    })
    expect(splitSmallPrint('平均 57 次/分。\n\n快速回答，未使用 AI 模型').body).toBe('平均 57 次/分。')
    expect(splitSmallPrint('A Quick answer, no AI model\n\nmore').smallPrint).toBeNull()
  })

  it('split a label in both languages', () => {
    expect(splitLabel('Read steps, July 2026')).toEqual({ act: 'Read steps', rest: ', July 2026' })
    expect(splitLabel('读取静息心率，2026年10月')).toEqual({ act: '读取静息心率', rest: '，2026年10月' })
    expect(splitLabel('Read steps')).toEqual({ act: 'Read steps', rest: '' })
  })
})

describe('a plan', () => {
  const call = (id: string) => ({ type: 'tool_call', id, tool: 'write_todos', args: {} }) as const
  const result = (id: string, ok: boolean) => ({ type: 'tool_result', id, ok, preview: null }) as const
  const todos = { type: 'todos', items: [{ text: 'Read', state: 'pending' }] } as const

  it('is shown once, as a card, and not as a call besides', () => {
    expect(answerParts([call('a'), todos, result('a', true)]).map(({ kind }) => kind)).toEqual(['todos'])
  })

  it('whose call failed is told', () => {
    const parts = answerParts([call('a'), todos, result('a', true), call('b'), result('b', false)])
    expect(parts.map(({ kind }) => kind)).toEqual(['todos', 'tool'])
  })
})
