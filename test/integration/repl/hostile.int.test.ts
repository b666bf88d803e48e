/** Code that means harm: it is stopped, it reaches nothing, and the loop of the hub goes on beside it. */
import { afterAll, describe, expect, it } from 'vitest'
import type { ReplOutcome } from '../../../src-main/agents/repl/types.ts'
import { openReplBed } from './repl-bed.ts'

const bed = openReplBed()
const session = bed.open('1:hostile', { computeMs: 1_000, wallMs: 6_000 })
// The same engine on shorter terms, for code of which only the end counts.
const brief = bed.open('1:hostile', { computeMs: 250, wallMs: 6_000 })
const hurried = bed.open('1:hostile', { computeMs: 1_000, wallMs: 1_500 })
afterAll(() => bed.host.close())

async function run(code: string, on = session): Promise<ReplOutcome> {
  const { outcome, stallMs } = await bed.measured(on, code)
  expect(stallMs).toBeLessThan(50)
  return outcome
}
const value = (outcome: ReplOutcome) =>
  outcome.ok ? outcome.result : `${outcome.error.code}: ${outcome.error.message}`
const code = (outcome: ReplOutcome) => (outcome.ok ? `ok ${outcome.result}` : outcome.error.code)
const works = async () => expect(value(await run('1 + 1'))).toBe('2')

describe('code that does not end', () => {
  it.each([
    ['a loop', 'while (true) {}'],
    ['a loop that awaits', 'while (true) await null'],
    ['a storm of promises', 'const f = () => Promise.resolve().then(f); await f()'],
    [
      'two storms',
      'const g = () => { Promise.resolve().then(g); Promise.resolve().then(g) }; g(); await new Promise(() => {})',
    ],
    ['a pattern that backtracks', '/^(a+)+$/.test("a".repeat(35) + "!")'],
    ['a search that the engine cannot interrupt', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['an iterator', '[...{ *[Symbol.iterator]() { while (true) yield 1 } }].length'],
    ['a getter of the result', '({ get a() { while (true) {} } })'],
    ['a sort', 'Array.from({ length: 1e3 }, (_, i) => -i).sort(() => { while (true) {} })'],
  ])(
    '%s is stopped',
    async (_, hostile) => {
      const outcome = await run(hostile, brief)
      expect(['too_long', 'out_of_memory']).toContain(code(outcome))
      await works()
    },
    20_000,
  )

  it('says so at once where nothing can ever settle what is awaited', async () => {
    const outcome = await run('await new Promise(() => {})')
    expect(code(outcome)).toBe('code_failed')
    expect(outcome.durationMs).toBeLessThan(900)
  })

  it('is ended with a storm that goes on after the result, and does not slow what comes next', async () => {
    const outcome = await run('const h = () => { Promise.resolve().then(h) }; h(); 7')
    expect(value(outcome)).toBe('7')
    expect(outcome.ok && outcome.note).toContain('dropped')
    const next = await run('typeof h')
    expect(value(next)).toBe('undefined')
    expect(next.ok && next.note).toContain('anew')
  })

  it('is stopped by the clock on the wall while a tool works', async () => {
    // The start of an engine is no part of the time that is measured here.
    await works()
    const outcome = await run('await tools.slow({})', hurried)
    expect(value(outcome)).toMatch(/^too_long: .*1\.5 s/)
    expect(bed.calls.at(-1)?.signal?.aborted).toBe(true)
    await works()
  }, 20_000)
})

it('a number without end is refused by the engine', async () => {
  expect((await run('(2n ** 300000n) ** 3000n > 1n')).ok).toBe(false)
  await works()
})

describe('code that wants memory', () => {
  it.each([
    ['arrays', 'const a = []; while (true) a.push(new Array(1e5).fill(1))'],
    ['small objects', 'const a = []; while (true) a.push({ a: 1, b: [2] })'],
    ['a string that doubles', 'let x = "a"; while (true) x += x'],
    ['chunks of strings', 'const c = []; while (true) c.push("x".repeat(1024 * 1024) + c.length)'],
    ['one huge buffer', 'new Uint8Array(1e9).length'],
    [
      'memory that grows when it is caught',
      'const a = []; for (;;) { try { a.push(new Array(1e5).fill(1)) } catch {} }',
    ],
    ['a result without end', 'const r = []; for (let i = 0; i < 1e7; i++) r.push({ i }); r'],
  ])(
    'gets no more than it has: %s',
    async (_, hostile) => {
      const before = process.memoryUsage().rss
      const outcome = await run(hostile)
      expect(outcome.ok).toBe(false)
      expect(['out_of_memory', 'too_long', 'code_failed', 'engine_failed']).toContain(code(outcome))
      await works()
      // 64 MB of engine, and what a thread takes besides.
      expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024)
    },
    20_000,
  )

  it.each([
    ['calls itself', 'function f() { return f() + 1 } f()'],
    ['nests deeply', 'let d = []; for (let i = 0; i < 200000; i++) d = [d]; d'],
    ['parses deeply', 'JSON.parse("[".repeat(200000) + "]".repeat(200000))'],
    ['proxies itself', 'let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); p.x'],
    ['is written deeply', `${'['.repeat(20_000)}1${']'.repeat(20_000)}`],
  ])(
    'cannot break the stack: %s',
    async (_, hostile) => {
      const outcome = await run(hostile)
      expect(outcome.ok).toBe(false)
      await works()
    },
    20_000,
  )
})

describe('code that wants out', () => {
  it('finds no process, modules, network, files, timers or clock', async () => {
    expect(
      value(
        await run(
          '[typeof process, typeof require, typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof Worker, typeof setTimeout, typeof performance, typeof SharedArrayBuffer, typeof Atomics, typeof WebAssembly, typeof std, typeof os, typeof Deno, typeof Buffer].filter((t) => t !== "undefined").length',
        ),
      ),
    ).toBe('0')
  })

  it.each([
    ['a function constructor', 'Function("return typeof process + typeof require")()'],
    ['the constructor of a tool', 'await tools.getValue.constructor("return typeof process + typeof require")()'],
    ['the constructor of the console', 'console.log.constructor("return typeof process + typeof require")()'],
    [
      'the constructor of an error of a tool',
      'try { await tools.boom() } catch (e) { e.constructor.constructor("return typeof process + typeof require")() }',
    ],
    ['an indirect eval', '(0, eval)("typeof process + typeof require")'],
    ['a generator function', '(function* () {}).constructor("return typeof process + typeof require")().next().value'],
    ['an async function', 'await (async () => {}).constructor("return typeof process + typeof require")()'],
  ])('meets its own globals through %s', async (_, hostile) => {
    expect(value(await run(hostile))).toBe('undefinedundefined')
  })

  it('walks prototypes only up to its own Object', async () => {
    const outcome = await run(`
      const roots = [tools, console, console.log, tools.getValue, Date, new Date(), await tools.getValue({ n: 1 })]
      const tops = new Set()
      for (let r of roots) { let top = r; while (r !== null) { top = r; r = Object.getPrototypeOf(r) } tops.add(top === Object.prototype || top === tools) }
      [...tops].join()`)
    expect(value(outcome)).toBe('true')
  })

  it('cannot import', async () => {
    expect(code(await run('await import("node:fs")'))).toBe('code_failed')
    expect(code(await run('import fs from "node:fs"'))).toBe('code_failed')
  })

  it('cannot change what later calls of tools mean', async () => {
    await run(
      'Promise.prototype.then = () => {}; Array.prototype.map = () => ["forged"]; JSON.parse = () => "forged"; Object.freeze = (x) => x',
    )
    const outcome = await run('const got = await tools.getValue({ n: 4 }); got.v')
    // Its own world is broken at most; the hub still sees true arguments.
    expect(bed.calls.at(-1)?.args).toEqual({ n: 4 })
    expect(outcome.durationMs).toBeLessThan(7_000)
    await session.eval('while (true) {}', { callId: 'reset' })
    await works()
  }, 20_000)

  it('cannot replace its tools with others', async () => {
    expect(code(await run('tools.getValue = 1; tools.getValue'))).not.toBe('ok 1')
    expect(code(await run('tools = { getValue: 1 }; typeof tools.getValue'))).toBe('ok function')
  })
})
