/** The change of a settings file as it is shown before it is written. */
import { describe, expect, it } from 'vitest'
import { changeLines, foldUnchanged } from '../../../src-renderer/features/connect/change-lines.ts'

const shown = (before: string | null, after: string) =>
  changeLines(before, after).map(
    ({ kind, text, line }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${line} ${text}`,
  )

describe('change lines', () => {
  it('mark an entry that is put between others, and only it', () => {
    expect(shown('{\n  "a": 1,\n  "c": 3\n}\n', '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n')).toEqual([
      ' 1 {',
      ' 2   "a": 1,',
      '+3   "b": 2,',
      ' 4   "c": 3',
      ' 5 }',
    ])
  })

  it('show what goes before what comes in its place, each with the number of its own file', () => {
    expect(shown('x\nold\nold too\ny', 'x\nnew\ny')).toEqual([' 1 x', '-2 old', '-3 old too', '+2 new', ' 3 y'])
  })

  it('show a new file as added from its first line, and no line after its last line break', () => {
    expect(shown(null, 'a\nb\n')).toEqual(['+1 a', '+2 b'])
    expect(shown('', 'a\n')).toEqual(['+1 a'])
  })

  it('keep an untouched line between two changes instead of taking it out and putting it in again', () => {
    expect(shown('1\nkeep\n2', 'one\nkeep\ntwo')).toEqual(['-1 1', '+1 one', ' 2 keep', '-3 2', '+3 two'])
  })

  it('see nothing in line breaks of another system', () => {
    expect(changeLines('a\r\nb\r\n', 'a\nb\n').every((line) => line.kind === 'same')).toBe(true)
  })

  it('stay true and quick where everything in a very long file changed', () => {
    const before = Array.from({ length: 3_000 }, (_, index) => `old ${index}`)
    const after = Array.from({ length: 3_000 }, (_, index) => `new ${index}`)
    const lines = changeLines(before.join('\n'), after.join('\n'))
    expect(lines.filter((line) => line.kind === 'removed').map((line) => line.text)).toEqual(before)
    expect(lines.filter((line) => line.kind === 'added').map((line) => line.text)).toEqual(after)
  })
})

describe('folding', () => {
  const file = (extra: string[]) => ['1', '2', '3', '4', '5', '6', '7', ...extra, '8', '9'].join('\n')

  it('leaves the lines around a change and counts the others', () => {
    const rows = foldUnchanged(changeLines(file([]), file(['new'])), 2)
    expect(rows.map((row) => (row.kind === 'folded' ? `${row.lines.length} folded` : row.text))).toEqual([
      '5 folded',
      '6',
      '7',
      'new',
      '8',
      '9',
    ])
  })

  it('never hides a changed line', () => {
    const lines = changeLines('a\nb\nc\nd\ne\nf\ng\nh\ni', 'A\nb\nc\nd\ne\nf\ng\nh\nI')
    const rows = foldUnchanged(lines, 1)
    const hidden = rows.flatMap((row) => (row.kind === 'folded' ? row.lines : []))
    expect(hidden.map((line) => line.text)).toEqual(['c', 'd', 'e', 'f', 'g'])
  })

  it('does not fold away a single line to show a line about it', () => {
    const rows = foldUnchanged(changeLines('a\nb\nc\nd', 'a\nb\nc\nD'), 2)
    expect(rows.map((row) => row.kind)).toEqual(['same', 'same', 'same', 'removed', 'added'])
  })
})
