/** Lines of a server's log: which ones a person wants to see, and as text to copy. Pure. */
import type { LogLineView } from '../../../src-main/api/contract/servers.ts'

/** A line with a number of its own, so that it keeps its place on the screen. */
export interface NumberedLine extends LogLineView {
  readonly number: number
}

export interface LogFilter {
  readonly text: string
  /** This and what is graver. */
  readonly level: LogLineView['level']
  readonly from: LogLineView['from'] | 'all'
}

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export const logSources = ['stderr', 'stdout', 'server', 'hub'] as const

/** More would only be scrolled past; the oldest go first. */
const KEPT_LINES = 5_000

/** Adds lines that came in, and lets the oldest go. */
export function withLines(
  before: readonly NumberedLine[],
  added: readonly LogLineView[],
  kept: number = KEPT_LINES,
): NumberedLine[] {
  const next = (before.at(-1)?.number ?? 0) + 1
  return [...before, ...added.map((line, index) => ({ ...line, number: next + index }))].slice(-kept)
}

/** Searched without regard to case, in the order they came. */
export function filteredLines(lines: readonly NumberedLine[], filter: LogFilter): readonly NumberedLine[] {
  const wanted = filter.text.trim().toLowerCase()
  const least = logLevels.indexOf(filter.level)
  if (wanted === '' && least === 0 && filter.from === 'all') return lines
  return lines.filter(
    (line) =>
      logLevels.indexOf(line.level) >= least &&
      (filter.from === 'all' || line.from === filter.from) &&
      (wanted === '' || line.text.toLowerCase().includes(wanted)),
  )
}

/** One line of a text file each: instant, level, source, text. A line break inside a text is kept, indented. */
export function logText(lines: readonly LogLineView[]): string {
  return lines
    .map((line) => `${line.at} ${line.level.padEnd(5)} ${line.from.padEnd(6)} ${line.text.replaceAll('\n', '\n    ')}`)
    .join('\n')
}
