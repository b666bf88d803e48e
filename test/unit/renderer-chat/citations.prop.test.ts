/** Whatever an answer and a result say: nothing is thrown, no word is lost, and no number is marked that is not there. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findNumbers } from '../../../src-renderer/features/chat/citation-numbers.ts'
import { citationIndex, cite } from '../../../src-renderer/features/chat/citations.ts'

const piece = fc.oneof(
  fc.string(),
  fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e6, max: 1e6 }).map((value) => value.toFixed(2)),
  fc.integer({ min: -500, max: 20_000 }).map(String),
  fc.constantFrom(
    ' bpm',
    '次/分',
    '%',
    ' kg',
    '**',
    '`',
    '```\n',
    '\n\n',
    '- ',
    '| ',
    '[',
    '](',
    '年',
    '月',
    '1,234',
    '万',
    '\uE000',
  ),
)
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const result = fc.jsonValue({ maxDepth: 4 })
const unsigned = (figure: string) => figure.replace(/[*_~]/g, '').replace(/^[-−+]/, '')

it('never throws, and keeps the text but for its marks', () => {
  fc.assert(
    fc.property(text, result, (answer, value) => {
      const index = citationIndex([{ callId: 'a', number: 1, result: value }])
      const cited = cite(answer, index)
      expect(cited.text.replace(/\uE000\d+\uE001/g, '')).toBe(answer.replace(/[\uE000\uE001]/g, '\uFFFD'))
      expect(cited.citations.length).toBeLessThanOrEqual(cited.figures)
    }),
    { numRuns: 500 },
  )
})

it('marks no number that no value rounds to', () => {
  const numbers = fc.array(fc.double({ noDefaultInfinity: true, noNaN: true, min: -2000, max: 2000 }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(text, numbers, (answer, values) => {
      const index = citationIndex([{ callId: 'a', number: 1, result: { rows: values.map((value) => ({ value })) } }])
      const sum = values.reduce((total, value) => total + value, 0)
      const known = [...values, sum, sum / values.length, values.length]
      const tokens = findNumbers(answer)
      for (const { said } of cite(answer, index).citations) {
        // Whether a stroke behind code is a sign or a dash is told by what stands before it; the figure is the same.
        const token = tokens.find((one) => unsigned(answer.slice(one.start, one.end)) === unsigned(said))
        expect(token, said).toBeDefined()
        if (!token) continue
        // A share may stand for a percentage; nothing else is rescaled without a unit.
        const candidates = known.flatMap((value) => [value, value * 100])
        const isNear = candidates.some(
          (value) => Math.abs(Math.abs(value) - Math.abs(token.value)) <= token.tolerance * 1.001 + 1e-9,
        )
        expect(isNear, said).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
