/** Texts for models: a table that loses a row or a cap that breaks a character would mislead whoever reads it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capText, pipeTable, textContent } from '../../../src-main/registry/text-content.ts'

describe('pipe tables', () => {
  it('drops empty columns, lifts constant ones and keeps the rest in order', () => {
    expect(
      pipeTable([
        { time: '2025-07-02', value: 61, unit: 'bpm', text: null, flag: '' },
        { time: '2025-07-01', value: 60, unit: 'bpm', text: undefined, flag: '' },
      ]),
    ).toBe('(constants: unit=bpm)\ntime|value\n2025-07-02|61\n2025-07-01|60')
  })
  it('keeps a single row whole, and rows that are all alike countable', () => {
    expect(pipeTable([{ a: 1, b: 'x' }])).toBe('a|b\n1|x')
    expect(
      pipeTable([
        { a: 1, b: 'x' },
        { a: 1, b: 'x' },
      ]),
    ).toBe('(constants: b=x)\na\n1\n1')
  })
  it('escapes what would make a column or a row', () => {
    expect(
      pipeTable([
        { a: 'x|y\nz\\', b: 1 },
        { a: 'q', b: 2 },
      ]),
    ).toBe('a|b\nx\\|y\\nz\\\\|1\nq|2')
    expect(
      pipeTable([
        { s: 'a, b', n: 1 },
        { s: 'a, b', n: 2 },
      ]),
    ).toBe('(constants: s="a, b")\nn\n1\n2')
  })
  it('does not take a column for empty or constant because one cell is 0 or missing', () => {
    expect(pipeTable([{ v: 0 }, { v: 0 }])).toBe('v\n0\n0')
    expect(pipeTable([{ v: 1, x: 1 }, { v: 2 }])).toBe('v|x\n1|1\n2|')
  })
})

describe('a result’s text', () => {
  it('is the object with rows and catalogues as tables, and nothing else changed', () => {
    const text = textContent({
      success: true,
      indicators: {
        steps: {
          rows: [
            { p: 1, u: 's' },
            { p: 2, u: 's' },
          ],
          sources: ['a', 'b'],
        },
      },
      catalog: [],
    })
    expect(JSON.parse(text)).toEqual({
      success: true,
      indicators: { steps: { rows: '(constants: u=s)\np\n1\n2', sources: ['a', 'b'] } },
      catalog: [],
    })
  })
  it('is a plain text where the tool gave one', () => {
    expect(textContent('hello')).toBe('hello')
    expect(textContent(null)).toBe('null')
  })
})

describe('the cap', () => {
  it('keeps head and tail, says what is missing, and stays within its bytes', () => {
    const text = `HEAD${'血'.repeat(100_000)}TAIL`
    const cut = capText(text, 1000)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(1000)
    expect(cut.startsWith('HEAD血')).toBe(true)
    expect(cut.endsWith('血TAIL')).toBe(true)
    expect(cut).toMatch(/… \d+ of 300008 bytes left out/)
    expect(cut).not.toContain('\ufffd')
  })
  it('never breaks a character and never grows a text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '血', '🫀', '\n')),
        fc.integer({ min: 200, max: 400 }),
        (parts, limit) => {
          const text = parts.join('').repeat(20)
          const cut = capText(text, limit)
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Math.max(limit, 0))
          expect(cut.isWellFormed()).toBe(true)
          expect(cut.includes('\ufffd')).toBe(false)
          if (Buffer.byteLength(text) <= limit) expect(cut).toBe(text)
        },
      ),
    )
  })
})
