/** What changes in a settings file, line by line, with the untouched rest folded away. Pure. */

export interface ChangeLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
  /** Number in the file afterwards; for a removed line, in the file before. */
  readonly line: number
}
/** A run of lines that stay as they are. */
export interface FoldedLines {
  readonly kind: 'folded'
  readonly lines: readonly ChangeLine[]
}

/** Above this many comparisons the middle is shown as taken out and put in, which is true as well, only longer. */
const comparisonLimit = 4_000_000

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  // The end of the last line is no line of its own.
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Length of the longest common subsequence of the ends `a[i…]` and `b[j…]`, row by row. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    const row = rows[i]
    const below = rows[i + 1]
    if (!row || !below) continue
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}

/** Every line of both texts, in order. `before` null: there was no file. */
export function changeLines(before: string | null, after: string): ChangeLine[] {
  const a = before === null ? [] : linesOf(before)
  const b = linesOf(after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++

  const lines: ChangeLine[] = []
  const put = (kind: ChangeLine['kind'], index: number) =>
    lines.push({ kind, text: (kind === 'removed' ? a : b)[index] ?? '', line: index + 1 })
  for (let index = 0; index < start; index++) put('same', index)

  const oldMiddle = a.slice(start, a.length - end)
  const newMiddle = b.slice(start, b.length - end)
  const isTooLong = oldMiddle.length * newMiddle.length > comparisonLimit
  const lengths = isTooLong ? null : commonLengths(oldMiddle, newMiddle)
  let i = 0
  let j = 0
  while (i < oldMiddle.length || j < newMiddle.length) {
    if (lengths && i < oldMiddle.length && j < newMiddle.length && oldMiddle[i] === newMiddle[j]) {
      put('same', start + j)
      i++
      j++
    } else if (
      i < oldMiddle.length &&
      (!lengths || j >= newMiddle.length || (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      put('removed', start + i++)
    } else put('added', start + j++)
  }
  for (let index = b.length - end; index < b.length; index++) put('same', index)
  return lines
}

/** Keeps `context` untouched lines around every change; a run that hides fewer than two lines is not worth a fold. */
export function foldUnchanged(lines: readonly ChangeLine[], context = 3): (ChangeLine | FoldedLines)[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some((one) => one.kind !== 'same'),
  )
  const rows: (ChangeLine | FoldedLines)[] = []
  let run: ChangeLine[] = []
  const flush = () => {
    if (run.length < 2) rows.push(...run)
    else rows.push({ kind: 'folded', lines: run })
    run = []
  }
  for (const [index, line] of lines.entries()) {
    if (isNear[index]) {
      flush()
      rows.push(line)
    } else run.push(line)
  }
  flush()
  return rows
}
