/** Whatever the two texts are, the shown change leads from one to the other. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeLines, foldUnchanged } from '../../../src-renderer/features/connect/change-lines.ts'

// Few different lines, so that equal ones stand in several places.
const file = fc.array(fc.constantFrom('{', '}', '  "a": 1,', '  "b": 2', ''), { maxLength: 30 })
/** As a text that ends with a line break; an empty file has no line. */
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

it('removed and kept lines are the file before, added and kept lines the file afterwards', () => {
  fc.assert(
    fc.property(file, file, (before, after) => {
      const lines = changeLines(textOf(before), textOf(after))
      expect(lines.filter((line) => line.kind !== 'added').map((line) => line.text)).toEqual(before)
      expect(lines.filter((line) => line.kind !== 'removed').map((line) => line.text)).toEqual(after)
      for (const line of lines) expect((line.kind === 'removed' ? before : after)[line.line - 1]).toBe(line.text)
    }),
  )
})

it('folding loses no line and keeps their order', () => {
  fc.assert(
    fc.property(file, file, fc.nat(4), (before, after, context) => {
      const lines = changeLines(textOf(before), textOf(after))
      const unfolded = foldUnchanged(lines, context).flatMap((row) => (row.kind === 'folded' ? row.lines : [row]))
      expect(unfolded).toEqual(lines)
    }),
  )
})
