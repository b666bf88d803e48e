/** Code of models as programs for the engine. Catches definitions that vanish between evaluations and lost last values. */
import { describe, expect, it } from 'vitest'
import { replProgram } from '../../../src-main/agents/repl/program.ts'

describe('a program of the REPL', () => {
  it.each([
    ['const a = 1\na', 'var a = 1\na'],
    ['let { b, c: [d] } = x; d', 'var { b, c: [d] } = x; d'],
    ['for (const i of [1]) { const inner = i }', 'for (const i of [1]) { const inner = i }'],
    ['class A { m() { const x = 1 } }\nnew A()', 'var A = class A { m() { const x = 1 } };\nnew A()'],
    ['const n = await f(); n', 'var n = await f(); n'],
    ['return 1 + 1', '(1 + 1)'],
    ['const a = 2; return a', 'var a = 2; (a)'],
    ['return', '(undefined)'],
  ])('of %j is %j', (code, program) => {
    expect(replProgram(code)).toBe(program)
  })

  it('takes types out and keeps what is said of lines true', () => {
    const program = replProgram('interface P { a: number }\nconst p: P = { a: 1 }\n(p as P).a!')
    expect(program).not.toMatch(/interface|: P|as P/)
    expect(program.split('\n')[2]).toContain('p')
    expect(program.split('\n')).toHaveLength(3)
  })

  it('puts a function around code that returns in the midst', () => {
    expect(replProgram('if (a) { return 1 }\n2')).toBe('await (async () => {if (a) { return 1 }\n2\n})()')
  })

  it('leaves code that does not parse to the engine, which names the fault', () => {
    expect(replProgram('const = 4')).toBe('const = 4')
  })
})
