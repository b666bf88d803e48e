/** The text of a settings file: its lines, its manner of writing, and small cuts that leave the rest as it is. */

/** How a file is written; what we add is written the same way. */
export interface TextStyle {
  readonly eol: '\n' | '\r\n'
  /** One step of indentation: spaces or a tab. */
  readonly unit: string
}

/** Replaces `[start, end)` by `text`. Offsets are UTF-16 units of the text before any edit. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Two spaces and `\n` where the text shows no manner of its own. */
export function styleOf(text: string): TextStyle {
  const firstBreak = text.indexOf('\n')
  const eol = firstBreak > 0 && text[firstBreak - 1] === '\r' ? '\r\n' : '\n'
  // A line that begins with a star is the inside of a block comment, indented by one for looks.
  const indented = /^([ \t]+)[^\s*]/m.exec(text)?.[1]
  if (indented === undefined) return { eol, unit: '  ' }
  return { eol, unit: indented.startsWith('\t') ? '\t' : ' '.repeat(Math.min(indented.length, 8)) }
}

/** Applies edits that do not overlap; of two at one place the first given comes first. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.map((edit, order) => ({ ...edit, order }))
  ordered.sort((a, b) => a.start - b.start || a.order - b.order)
  let result = ''
  let at = 0
  for (const edit of ordered) {
    if (edit.start < at) throw new RangeError('edits overlap')
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}

/** Line and column of an offset, both from 1. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** Offset after the line break of this line, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  return at < 0 ? text.length : at + 1
}

/** Offset of this line's break (the `\r` of `\r\n`), or the end of the text. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset)
  if (at < 0) return text.length
  return at > offset && text[at - 1] === '\r' ? at - 1 : at
}

/** White space that the line of `offset` begins with. */
export function indentOfLine(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? ''
}
