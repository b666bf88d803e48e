/** The REPL as a model uses it: values, console, tools, what stays and what goes. */
import { afterAll, describe, expect, it } from 'vitest'
import type { ReplOutcome } from '../../../src-main/agents/repl/types.ts'
import { openReplBed } from './repl-bed.ts'

const bed = openReplBed()
afterAll(() => bed.host.close())
const value = (outcome: ReplOutcome) =>
  outcome.ok ? outcome.result : `${outcome.error.code}: ${outcome.error.message}`

describe('an evaluation', () => {
  const session = bed.open('1:values')
  const run = (code: string) => session.eval(code, { callId: 'call' })

  it.each([
    ['1 + 1', '2'],
    ['"text"', 'text'],
    ['const a = { b: [1, null, undefined], c: 2n }; a', '{"b":[1,null,null],"c":"2n"}'],
    ['null', 'null'],
    ['const unused = 3', 'undefined'],
    ['new Map([[1, new Set([2])]])', '{"Map":[[1,[2]]]}'],
    ['const me = {}; me.me = me; me', '{"me":"[Circular]"}'],
    ['[0.1 + 0.2, NaN, 1 / 0]', '[0.30000000000000004,"NaN","Infinity"]'],
    ['new Date().toISOString() + Date.now()', '2025-07-16T12:00:00.000Z1752667200000'],
    ['new Date(2024, 0, 5).getDate()', '5'],
    ['typeof Date()', 'string'],
    ['await Promise.all([1, Promise.resolve(2)])', '[1,2]'],
    ['interface X { y: number }; const x: X = { y: 7 }; x.y as number', '7'],
    ['enum Kind { A = 4 }; Kind.A', '4'],
    ['return 5', '5'],
    ['if (true) { return 6 } 7', '6'],
    ['const p = Promise.resolve(1); [p]', '["[Promise: not awaited]"]'],
    ['"静息心率".length', '4'],
  ])('of %s is %s', async (code, expected) => {
    expect(value(await run(code))).toBe(expected)
  })

  it('keeps what it defined, and lets it be defined again', async () => {
    await run('const total = 41; class Box { n = 1 } function twice(x: number) { return 2 * x }')
    expect(value(await run('twice(total) + new Box().n'))).toBe('83')
    expect(value(await run('const total = 1; total'))).toBe('1')
  })

  it('tells what was thrown, with its line, and goes on', async () => {
    expect(value(await run('const kept = 5\nnull.x'))).toMatch(/^code_failed: TypeError: .*\(line 2\)$/)
    expect(value(await run('throw "plain"'))).toBe('code_failed: Thrown: plain')
    expect(value(await run('const = 3'))).toMatch(/^code_failed: SyntaxError/)
    expect(value(await run('kept'))).toBe('5')
  })

  it('gives the console apart from the result, both cut', async () => {
    const outcome = await run('console.log("a", { b: 1 }); console.error("c"); "y".repeat(5000)')
    expect(outcome).toMatchObject({ ok: true, console: 'a {"b":1}\nc', isCut: true })
    expect(value(outcome)).toBe('y'.repeat(4000))
    const loud = await run('for (let i = 0; i < 1e4; i++) console.log("0123456789")')
    expect(loud.console).toHaveLength(4000)
    expect(loud.ok && loud.note).toContain('console was cut')
    expect((await run('console.log("said"); throw new Error("then")')).console).toBe('said')
  })
})

describe('tools in code', () => {
  it('are called with arguments and give objects; each call has an id of its own under that of the evaluation', async () => {
    const session = bed.open('1:tools')
    bed.calls.length = 0
    const outcome = await session.eval(
      'const rows = await Promise.all([1, 2, 3].map((n) => tools.getValue({ n }))); rows.map((r) => r.v)',
      { callId: 'e7' },
    )
    expect(value(outcome)).toBe('[2,4,6]')
    expect(bed.calls.map(({ tool, callId, parent }) => `${tool} ${callId} ${parent}`).sort()).toEqual([
      'get_value e7.1 e7',
      'get_value e7.2 e7',
      'get_value e7.3 e7',
    ])
  })

  it('fail as errors that code can catch', async () => {
    const session = bed.open(null)
    const run = (code: string) => session.eval(code, { callId: 'e' })
    expect(value(await run('try { await tools.boom({}) } catch (e) { e.message }'))).toBe(
      'tool_failed: The database is down.: Wait.',
    )
    expect(value(await run('await tools.boom({})'))).toContain('The database is down.')
    expect(value(await run('await tools.nothing({})'))).toContain('There is no tools.nothing. Tools: getValue')
    expect(value(await run('await tools.big()'))).toContain('too large')
    expect(value(await run('const loop = {}; loop.loop = loop; await tools.getValue(loop)'))).toMatch(/code_failed/)
    await session.close()
  })

  it('are called eight times in one evaluation and no more', async () => {
    const session = bed.open('1:budget')
    bed.calls.length = 0
    const outcome = await session.eval('let n = 0; for (;;) { await tools.getValue({ n }); n++ }', { callId: 'e' })
    expect(value(outcome)).toContain('8 times')
    expect(bed.calls).toHaveLength(8)
    expect(value(await session.eval('n', { callId: 'e' }))).toBe('8')
  })

  it('that are not awaited are called off at the end', async () => {
    const session = bed.open('1:unawaited')
    const outcome = await session.eval('tools.slow({}); 1', { callId: 'e' })
    expect(value(outcome)).toBe('1')
    expect(outcome.ok && outcome.note).toContain('dropped')
    expect(bed.calls.at(-1)?.signal?.aborted).toBe(true)
    expect(value(await session.eval('2', { callId: 'e' }))).toBe('2')
  })

  it('do not count as time of the code', async () => {
    const session = bed.open('1:waiting', { computeMs: 100 })
    const waits = 'for (let i = 0; i < 8; i++) await tools.getValue({ n: i }); "done"'
    expect(value(await session.eval(waits, { callId: 'e' }))).toBe('done')
  })
})

describe('a session', () => {
  it('leaves what its code defined to the next one of its conversation, and to no other', async () => {
    const first = bed.open('1:conversation')
    await first.eval('const secret = "mine"', { callId: 'e' })
    await first.close()
    const again = bed.open('1:conversation')
    expect(value(await again.eval('secret', { callId: 'e' }))).toBe('mine')
    const other = bed.open('2:conversation')
    expect(value(await other.eval('typeof secret', { callId: 'e' }))).toBe('undefined')
    await Promise.all([again.close(), other.close()])
    await bed.host.forget('1:conversation')
    const after = bed.open('1:conversation')
    expect(value(await after.eval('typeof secret', { callId: 'e' }))).toBe('undefined')
    await after.close()
  })

  it('stops within a second when the run is stopped, and says that it was', async () => {
    const stop = new AbortController()
    const session = bed.open('1:stopped', {}, stop.signal)
    await session.eval('1', { callId: 'e' })
    const running = session.eval('while (true) {}', { callId: 'e' })
    const waiting = session.eval('2', { callId: 'e' })
    setTimeout(() => stop.abort(), 50)
    const startedAt = performance.now()
    expect(value(await running)).toMatch(/^cancelled/)
    expect(value(await waiting)).toMatch(/^cancelled: The code was not run/)
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })

  it('runs one evaluation after the other', async () => {
    const session = bed.open('1:order')
    const outcomes = await Promise.all(
      ['const o = [1]; await tools.getValue({ n: 1 }); o.push(2)', 'o.push(3); o.join()'].map((code) =>
        session.eval(code, { callId: 'e' }),
      ),
    )
    expect(outcomes.map(value)).toEqual(['2', '1,2,3'])
  })
})
