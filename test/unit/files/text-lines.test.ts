/** Lines as agents count them. Catches counts that differ between reading and finding, and halves of characters. */
import { describe, expect, it } from 'vitest'
import { LINE_CHARS, matchingLines, textLines } from '../../../src-main/documents/text-lines.ts'

describe('lines', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\nb\rc\n\nd', ['a', 'b', 'c', '', 'd']],
    ['\n', ['']],
  ])('of %j are %j', (text, lines) => {
    expect(textLines(text)).toEqual(lines)
  })

  it('go on where one is too long, with nothing lost and no character cut in two', () => {
    const text = `${'x'.repeat(LINE_CHARS - 1)}😀${'word '.repeat(1000)}`
    const lines = textLines(text)
    expect(lines.join('')).toBe(text)
    expect(lines.every((line) => line.length <= LINE_CHARS && line.isWellFormed())).toBe(true)
  })

  it('are found by the same numbers', () => {
    const text = `one\n${'y'.repeat(5000)} Needle\nthree needle`
    expect(matchingLines(text, /needle/iu, 10).map(({ line }) => line)).toEqual([4, 5])
    expect(textLines(text)[3]).toContain('Needle')
    expect(matchingLines(text, /needle/iu, 1)).toHaveLength(1)
    const [first] = matchingLines(`${'a '.repeat(500)}NEEDLE${' b'.repeat(300)}`, /needle/iu, 1)
    expect(first?.text).toContain('NEEDLE')
    expect(first?.text.length).toBeLessThanOrEqual(402)
  })
})
