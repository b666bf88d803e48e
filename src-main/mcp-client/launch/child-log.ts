/** What a child says beside the protocol: the last lines for errors, all of them for the log while they are not too many. */
import { stripVTControlCharacters } from 'node:util'
import type { LogLine } from '../model/server-status.ts'

type Line = Omit<LogLine, 'at'>

const TAIL_LINES = 20
const TAIL_LINE_CHARS = 500
const LINE_CHARS = 4_000
const LINES_A_SECOND = 200
/** Shorter values are words of everyday: hiding them would hide the sense of the line. */
const SHORTEST_SECRET = 8

export interface ChildLogOptions {
  readonly onLog: (line: Line) => void
  /** Values of the entry's environment: hidden wherever the child repeats them. By the name of the variable. */
  readonly secrets: Readonly<Record<string, string>>
  /** Milliseconds of any steady clock. */
  readonly now?: () => number
}

export interface ChildLog {
  /** A line of stderr; `leftOutBytes` of it were not kept. */
  stderr(line: string, leftOutBytes?: number): void
  write(line: Line): void
  /** The last lines of stderr, oldest first. */
  tail(): readonly string[]
  /** Text as it may be shown: no secret values, no control characters. */
  clean(text: string): string
  /** Tells what was left out since the last line. */
  flush(): void
}

export function createChildLog({ onLog, secrets, now = () => performance.now() }: ChildLogOptions): ChildLog {
  // Longest first: a value that holds another one is hidden as a whole.
  const hidden = Object.entries(secrets)
    .filter(([, value]) => value.length >= SHORTEST_SECRET)
    .sort(([, a], [, b]) => b.length - a.length)
  const tail: string[] = []
  let windowStart = now()
  let written = 0
  let leftOut = 0

  const clean = (text: string): string => {
    let out = stripVTControlCharacters(text)
    for (const [name, value] of hidden) out = out.replaceAll(value, `[${name}]`)
    return out.replace(controls, ' ').trimEnd()
  }
  const flush = (): void => {
    if (leftOut === 0) return
    onLog({ from: 'hub', level: 'warn', text: `${leftOut} more lines in the same second were left out` })
    leftOut = 0
  }
  const write = (line: Line): void => {
    if (now() - windowStart >= 1000) {
      flush()
      windowStart = now()
      written = 0
    }
    // What the hub says of the child must not drown in what the child says.
    if (line.from !== 'hub') {
      if (written >= LINES_A_SECOND) {
        leftOut += 1
        return
      }
      written += 1
    }
    onLog({ ...line, text: shortened(line.text, LINE_CHARS, 0) })
  }

  return {
    write: (line) => write({ ...line, text: clean(line.text) }),
    stderr(line, leftOutBytes = 0) {
      const text = clean(line)
      if (text === '' && leftOutBytes === 0) return
      tail.push(shortened(text, TAIL_LINE_CHARS, leftOutBytes))
      if (tail.length > TAIL_LINES) tail.shift()
      write({
        from: 'stderr',
        level: 'info',
        text: leftOutBytes === 0 ? text : shortened(text, LINE_CHARS, leftOutBytes),
      })
    },
    tail: () => [...tail],
    clean,
    flush,
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out; a tab stays.
const controls = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g

function shortened(text: string, chars: number, leftOutBytes: number): string {
  if (text.length <= chars && leftOutBytes === 0) return text
  const more = Math.max(0, text.length - chars) + leftOutBytes
  return `${text.slice(0, chars).toWellFormed()} … (${more} more)`
}
