/** The pure parts that keep a run in bounds: what is mended in arguments, what is repeated, what is refused. */
import { describe, expect, it } from 'vitest'
import { callKey, createLoopGuard } from '../../../src-main/agents/deep/limits/loop-guard.ts'
import { readArguments } from '../../../src-main/agents/deep/limits/repair-arguments.ts'
import { createRetryGovernance } from '../../../src-main/agents/deep/limits/retry-governance.ts'

describe('arguments', () => {
  it.each([
    ['{"a": None, "b": True, "c": False}', { a: null, b: true, c: false }],
    ['{"a": [1, 2,], "b": {"c": 1,},}', { a: [1, 2], b: { c: 1 } }],
    ['{"from": 2025-06-01, "to": 2025-06-30T10:00:00Z}', { from: '2025-06-01', to: '2025-06-30T10:00:00Z' }],
    ['', {}],
  ])('mends %s', (text, args) => {
    expect(readArguments(text)).toMatchObject({ ok: true, args })
  })

  it('touches nothing inside of texts', () => {
    const args = { note: 'None of it, True or 2025-06-01, }', quote: 'a "b", ]' }
    expect(readArguments(`{"note": "None of it, True or 2025-06-01, }", "quote": "a \\"b\\", ]", }`)).toMatchObject({
      ok: true,
      args,
    })
  })

  it.each(['{"a": 1', '{"date": "2025-0', '[1, 2]', 'None', '"text"', '{a: 1}', '{"a": undefined}'])(
    'never guesses what %s was to be',
    (text) => {
      expect(readArguments(text)).toEqual({ ok: false })
    },
  )
})

describe('calls that mean the same', () => {
  it('have one key, whatever their order, white space, letter case and empty arguments', () => {
    expect(callKey('t', { b: ' LDL  Cholesterol ', a: 1, c: null, d: '' })).toBe(
      callKey('t', { a: 1, b: 'ldl cholesterol' }),
    )
    expect(callKey('t', { a: [1, 2] })).not.toBe(callKey('t', { a: [2, 1] }))
  })
})

describe('the loop guard', () => {
  it('warns at the third alike, does not run the sixth, and ends at the second that it held', () => {
    const guard = createLoopGuard()
    const step = () => guard.before('t', { q: 1 })
    const warned = Array.from({ length: 5 }, () => [step(), guard.after('t', { q: 1 }, 'same')])
    expect(warned).toEqual([
      ['run', false],
      ['run', false],
      ['run', true],
      ['run', true],
      ['run', true],
    ])
    expect([step(), guard.isEnded, step(), guard.isEnded]).toEqual(['refused', false, 'ended', true])
  })

  it('lets a call go on whose result changes, and forgets what lies ten calls back', () => {
    const guard = createLoopGuard()
    for (let at = 0; at < 9; at++) {
      expect(guard.before('poll', {})).toBe('run')
      expect(guard.after('poll', {}, `state ${at}`)).toBe(false)
    }
    for (let at = 0; at < 5; at++) guard.after('t', {}, 'same')
    for (let at = 0; at < 10; at++) guard.after('other', { at }, 'x')
    expect(guard.before('t', {})).toBe('run')
  })
})

describe('retry governance', () => {
  it('refuses at once after a failure for good, after two of the others, and not when it then worked', () => {
    const rules = createRetryGovernance()
    rules.note('t', { q: 'x' }, { code: 'not_approved' })
    expect(rules.refusal('t', { q: ' X ' })).toContain('not_approved')
    expect(rules.refusal('t', { q: 'y' })).toBeNull()
    rules.note('t', { q: 'y' }, { code: 'timeout' })
    expect(rules.refusal('t', { q: 'y' })).toBeNull()
    rules.note('t', { q: 'y' }, { code: 'timeout' })
    expect(rules.refusal('t', { q: 'y' })).toContain('2 times')
    rules.note('t', { q: 'z' }, { code: 'timeout' })
    rules.note('t', { q: 'z' }, { code: null })
    rules.note('t', { q: 'z' }, { code: 'timeout' })
    expect(rules.refusal('t', { q: 'z' })).toBeNull()
  })
})
