/** What belongs to a call goes to it, what did not change stays the same object, and every state has its word. */
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src-main/agents/events.ts'
import {
  type AnswerPart,
  allCalls,
  answerParts,
  isWaiting,
  keepUnchanged,
} from '../../../src-renderer/features/chat/answer-parts.ts'
import { choicesOf, isGrave, noteOf, reasonOf } from '../../../src-renderer/features/chat/approval-words.ts'
import { citedAbout, citedRows } from '../../../src-renderer/features/chat/citation-rows.ts'
import { citationIndex, cite } from '../../../src-renderer/features/chat/citations.ts'
import { exitCode, toolState } from '../../../src-renderer/features/chat/tool-state.ts'
import { costText, usageOf } from '../../../src-renderer/features/chat/usage.ts'

const call = (id: string, parent?: string): AgentEvent => ({
  type: 'tool_call',
  id,
  tool: 't',
  args: {},
  ...(parent === undefined ? {} : { parent }),
})
const ask = (id: string, callId: string): Extract<AgentEvent, { type: 'approval' }> => ({
  type: 'approval',
  id,
  callId,
  tool: 't',
  args: {},
  expires: '2026-11-30T10:00:00Z',
})
const answered = (id: string, decision: 'once' | 'rejected' | 'expired'): AgentEvent => ({
  type: 'approval_answer',
  id,
  decision,
})
const failed = (id: string, code: string): AgentEvent => ({
  type: 'tool_result',
  id,
  ok: false,
  preview: null,
  error: { code, message: '', hint: '' },
})
const tool = (parts: readonly AnswerPart[], at = 0) => {
  const part = allCalls(parts)[at]
  if (part === undefined) throw new Error('no call')
  return part
}

describe('calls', () => {
  it('stand inside the call that made them, with their own results, and in the list of all', () => {
    const parts = answerParts([call('a'), call('b', 'a'), call('c', 'b'), call('d'), failed('c', 'timeout')])
    expect(parts).toHaveLength(2)
    expect(allCalls(parts).map((part) => part.call.id)).toEqual(['a', 'b', 'c', 'd'])
    expect(tool(parts, 2).result?.error?.code).toBe('timeout')
  })

  it('are answered by what came before a text, counted for its sources', () => {
    const done: AgentEvent = { type: 'tool_result', id: 'a', ok: true, preview: {} }
    const parts = answerParts([call('a'), { type: 'text', text: 'x' }, done, call('b'), { type: 'text', text: 'y' }])
    expect(parts.flatMap((part) => (part.kind === 'text' ? [part.before] : []))).toEqual([0, 1])
  })

  it('keep the last of what was written and the last progress', () => {
    const parts = answerParts([
      call('a'),
      { type: 'tool_output', id: 'a', text: 'one' },
      { type: 'tool_output', id: 'a', text: 'one\ntwo' },
      { type: 'tool_progress', id: 'a', done: 1, total: 3 },
      { type: 'tool_progress', id: 'a', done: 2, total: 3 },
    ])
    expect(tool(parts)).toMatchObject({ output: 'one\ntwo', progress: { done: 2 } })
  })
})

describe('the plan', () => {
  it('stays where it first stood and shows the last of it', () => {
    const plan = (text: string): AgentEvent => ({ type: 'todos', items: [{ text, state: 'pending' }] })
    const parts = answerParts([plan('one'), { type: 'text', text: 'x' }, plan('two')])
    expect(parts.map((part) => (part.kind === 'todos' ? part.items[0]?.text : part.kind))).toEqual(['two', 'text'])
  })
})

describe('a question of the agent', () => {
  it('takes the place of the call that puts it', () => {
    const parts = answerParts([
      call('q'),
      { type: 'question', id: 'x', callId: 'q', question: 'Which?', options: [], expires: '' },
      { type: 'question_answer', id: 'x', answer: 'That' },
    ])
    expect(parts.map((part) => part.kind)).toEqual(['question'])
    expect(parts[0]?.kind === 'question' && parts[0].answer?.answer).toBe('That')
  })
})

describe('what did not change', () => {
  it('is the same object, and what did is another one', () => {
    const events: AgentEvent[] = [call('a'), call('b', 'a'), { type: 'text', text: 'x' }]
    const before = answerParts(events)
    const same = keepUnchanged(before, answerParts([...events]))
    expect(same).toBe(before)
    const after = keepUnchanged(before, answerParts([...events, failed('b', 'timeout')]))
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).toBe(before[1])
  })
})

describe('the state of a call', () => {
  const stateOf = (events: AgentEvent[], hasEnded = false) =>
    toolState(tool(answerParts([call('a'), ...events])), hasEnded)

  it('is told by its result, else by what it waits for', () => {
    expect(stateOf([])).toBe('running')
    expect(stateOf([ask('p', 'a')])).toBe('waiting')
    expect(stateOf([ask('p', 'a'), answered('p', 'once')])).toBe('running')
    expect(stateOf([failed('a', 'timeout')])).toBe('failed')
    expect(stateOf([failed('a', 'cancelled')])).toBe('cancelled')
    expect(stateOf([failed('a', 'not_approved')])).toBe('notApproved')
    expect(stateOf([failed('a', 'outcome_unknown')])).toBe('unknown')
  })

  it('is unknown when the run ended after it was allowed: it may have been done', () => {
    expect(stateOf([ask('p', 'a'), answered('p', 'once')], true)).toBe('unknown')
    expect(stateOf([ask('p', 'a'), answered('p', 'expired')], true)).toBe('notApproved')
    expect(stateOf([], true)).toBe('noResult')
  })

  it('of a command has its exit code in either spelling', () => {
    expect([exitCode({ exitCode: 2 }), exitCode({ exit_code: 0 }), exitCode({}), exitCode(null)]).toEqual([
      2,
      0,
      null,
      null,
    ])
  })
})

describe('what waits for the person', () => {
  it('does so until it is answered, each by itself', () => {
    const both = [ask('p', 'a'), ask('r', 'b')]
    expect(isWaiting([])).toBe(false)
    expect(isWaiting([...both, answered('p', 'once')])).toBe(true)
    expect(isWaiting([...both, answered('p', 'once'), answered('r', 'rejected')])).toBe(false)
  })
})

describe('a request for permission', () => {
  it('without a reason or choices counts as a change, for once', () => {
    expect([reasonOf(ask('p', 'a')), choicesOf(ask('p', 'a'))]).toEqual(['writes', ['once']])
  })

  it('is grave where something may leave or run', () => {
    expect((['writes', 'policy', 'memory'] as const).map(isGrave)).toEqual([false, false, false])
    expect((['outward', 'private_and_untrusted', 'shell', 'provider'] as const).map(isGrave)).not.toContain(false)
  })

  it('to keep a note shows its text and its place', () => {
    expect(noteOf({ path: '/memories/a.md', content: 'x' })).toEqual({ text: 'x', path: '/memories/a.md' })
    expect(noteOf(null)).toEqual({ text: null, path: null })
  })
})

describe('what an answer used', () => {
  const usage = (inputTokens: number | null, costUsd: number | null): AgentEvent => ({
    type: 'usage',
    model: 'm',
    inputTokens,
    outputTokens: 1,
    costUsd,
  })

  it('is added up, and unknown as soon as one call did not say it', () => {
    expect(usageOf([usage(10, 0.1), usage(5, 0.2)])).toMatchObject({ inputTokens: 15, outputTokens: 2, models: ['m'] })
    expect(usageOf([usage(10, 0.1), usage(5, null)])?.costUsd).toBeNull()
    expect(usageOf([usage(null, 0), usage(5, 0)])).toMatchObject({ inputTokens: null, costUsd: 0 })
    expect(usageOf([])).toBeNull()
  })

  it('is never told as nothing when it cost something', () => {
    expect(costText(0.00001, 'en')).toBe('< $0.0001')
    expect(costText(0.00421, 'en')).toBe('$0.0042')
    expect(costText(1.2, 'en')).toBe('$1.20')
    expect(costText(0, 'en')).toBe('$0.00')
  })
})

describe('the rows of a source', () => {
  const result = {
    indicators: {
      pulse: {
        name: 'Pulse',
        unit: 'bpm',
        rows: [
          { period: '2026-11-01', value: 60 },
          { period: '2026-11-02', value: 64 },
        ],
        stats: { avg: 62 },
        coverage: { first_date: '2026-11-01', last_date: '2026-11-02', days: 2 },
        sources: ['Watch', 3],
        method: 'Mean of a day.',
      },
    },
  }
  const fact = (text: string) => {
    const found = cite(text, citationIndex([{ callId: 'a', number: 1, result }])).citations[0]?.candidates[0]
    if (found === undefined) throw new Error(text)
    return found
  }

  it('begin with the cited one', () => {
    const rows = citedRows(result, fact('On 2 November it was 64 bpm.'))
    expect(rows?.rows.map(({ isCited, cells }) => [isCited, ...cells])).toEqual([
      [true, '2026-11-02', 64],
      [false, '2026-11-01', 60],
    ])
  })

  it('of a statistic are those that it tells of, with none of them marked', () => {
    const rows = citedRows(result, fact('It averaged 62 bpm.'))
    expect(rows?.rows.map(({ isCited }) => isCited)).toEqual([false, false])
  })

  it('come with their period, unit, devices and method', () => {
    expect(citedAbout(result, fact('It averaged 62 bpm.'))).toEqual({
      unit: 'bpm',
      firstDate: '2026-11-01',
      lastDate: '2026-11-02',
      sources: ['Watch'],
      method: 'Mean of a day.',
    })
  })
})
