/** Lines of a text as agents count them, and the ones in which something is found. Pure. */

/** Longer lines go on in the next one: data without line ends could not be read in pages otherwise. */
export const LINE_CHARS = 2_000
/** Of a line that is shown as a find. */
const SHOWN_CHARS = 400

export interface LineMatch {
  /** 1-based. */
  readonly line: number
  readonly text: string
}

export function textLines(text: string): string[] {
  const lines: string[] = []
  for (const whole of text.split(/\r\n|\n|\r/)) {
    if (whole.length <= LINE_CHARS) lines.push(whole)
    else lines.push(...pieces(whole))
  }
  // A line end at the end of a text ends its last line and begins none.
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Cut at a blank where there is one near, and never between the two halves of one character. */
function pieces(line: string): string[] {
  const found: string[] = []
  let at = 0
  while (line.length - at > LINE_CHARS) {
    const blank = line.lastIndexOf(' ', at + LINE_CHARS - 1)
    let end = blank > at + LINE_CHARS / 2 ? blank + 1 : at + LINE_CHARS
    if (/[\uD800-\uDBFF]/.test(line[end - 1] ?? '')) end--
    found.push(line.slice(at, end))
    at = end
  }
  found.push(line.slice(at))
  return found
}

/** At most `limit` lines in which the expression is found; long ones as the part around it. */
export function matchingLines(text: string, expression: RegExp, limit: number): LineMatch[] {
  const found: LineMatch[] = []
  for (const [index, line] of textLines(text).entries()) {
    const match = expression.exec(line)
    if (match === null) continue
    found.push({ line: index + 1, text: around(line, match.index) })
    if (found.length >= limit) break
  }
  return found
}

function around(line: string, at: number): string {
  if (line.length <= SHOWN_CHARS) return line
  const start = Math.max(0, Math.min(at - SHOWN_CHARS / 4, line.length - SHOWN_CHARS))
  const end = start + SHOWN_CHARS
  return `${start > 0 ? '…' : ''}${line.slice(start, end).toWellFormed()}${end < line.length ? '…' : ''}`
}
