/**
 * What a command writes, as a person would see it on a terminal: progress lines that overwrite themselves, colours and
 * titles are acted out by a terminal emulator and only the words remain. Text that was written to be invisible is left out.
 */
import type { Terminal as HeadlessTerminal, IBufferLine } from '@xterm/headless'

export const SCREEN_COLUMNS = 120
const ROWS = 40
/** Lines kept; older ones are counted. */
const MAX_LINES = 5_000
/** Characters handed on: the beginning and, more of it, the end. */
const HEAD_CHARS = 8_000
const TAIL_CHARS = 24_000

export interface Screen {
  /** Resolves when it has been acted out: whoever reads faster than that waits, so that nothing piles up. */
  write(data: string): Promise<void>
  /** The words so far, at most 32,000 characters with a line that says how many were left out. */
  text(): string
  dispose(): void
}

/** Loads the emulator at the first command. */
export async function openScreen(): Promise<Screen> {
  // A CommonJS bundle: its names are only on the default export.
  const { default: xterm } = await import('@xterm/headless')
  const terminal: HeadlessTerminal = new xterm.Terminal({
    cols: SCREEN_COLUMNS,
    rows: ROWS,
    scrollback: MAX_LINES,
    allowProposedApi: true,
    convertEol: false,
  })
  let rolledOut = 0
  terminal.onScroll(() => {
    if (terminal.buffer.normal.length >= MAX_LINES + ROWS) rolledOut++
  })
  return {
    write: (data) => new Promise((resolve) => terminal.write(data, resolve)),
    text: () => capped(linesOf(terminal), rolledOut),
    dispose: () => terminal.dispose(),
  }
}

function linesOf(terminal: HeadlessTerminal): string[] {
  const { normal, active } = terminal.buffer
  // A program that drew on the second screen and left it leaves nothing; one that is drawing is shown as it is.
  const buffer = active.type === 'alternate' ? active : normal
  const lines: string[] = []
  for (let row = 0; row < buffer.length; row++) {
    const line = buffer.getLine(row)
    if (line === undefined) continue
    const text = visible(line)
    // A line that was too long for the screen is one line.
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text
    else lines.push(text)
  }
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop()
  return lines.map((line) => line.trimEnd())
}

function visible(line: IBufferLine): string {
  let text = ''
  for (let column = 0; column < line.length; column++) {
    const cell = line.getCell(column)
    if (cell === undefined || cell.getWidth() === 0 || cell.isInvisible() !== 0) continue
    text += cell.getChars() || ' '
  }
  return text
}

function capped(lines: readonly string[], rolledOut: number): string {
  const text = lines.join('\n')
  const gone = rolledOut > 0 ? `… ${rolledOut} earlier lines are gone …\n` : ''
  if (text.length <= HEAD_CHARS + TAIL_CHARS) return gone + text
  const left = text.length - HEAD_CHARS - TAIL_CHARS
  return `${gone}${text.slice(0, HEAD_CHARS).toWellFormed()}\n… ${left} characters are left out …\n${text.slice(-TAIL_CHARS).toWellFormed()}`
}
