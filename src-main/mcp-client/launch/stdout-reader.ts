/** Reads messages from a child's stdout: what is none is skipped, logged and counted, up to a point. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { createLineSplitter } from './line-splitter.ts'
import type { LineCodec } from './text-encoding.ts'
import { wireMessages } from './wire-messages.ts'

/** Lines in a row, from the first one on, after which it is no MCP server. */
const BAD_LINES_AT_FIRST = 100
/** Lines in a row of a server that has spoken: a dump on stdout is forgiven, a flood without end is not. */
const BAD_LINES_IN_A_ROW = 10_000
const LOGGED_IN_A_ROW = 20
const LOGGED_CHARS = 4_000

export interface StdoutReaderOptions {
  readonly codec: LineCodec
  /** Bytes of a message. */
  readonly limitBytes: number
  readonly onMessages: (messages: readonly JSONRPCMessage[]) => void
  /** A line that was no JSON-RPC, or how many there were. */
  readonly onBadLine: (text: string) => void
  /** Both: nothing is read from then on. */
  readonly onNotMcp: (firstLines: readonly string[]) => void
  readonly onTooLong: () => void
}

export interface StdoutReader {
  push(chunk: Buffer): void
  end(): void
  /** Lines so far that were no JSON-RPC. */
  badLines(): number
  /** Whether a message has come. */
  spoke(): boolean
}

export function createStdoutReader(options: StdoutReaderOptions): StdoutReader {
  const { codec } = options
  const firstLines: string[] = []
  let total = 0
  let inARow = 0
  let spoke = false
  let stopped = false

  const bad = (text: string): void => {
    total += 1
    inARow += 1
    const shown = text.slice(0, LOGGED_CHARS)
    if (firstLines.length < 3) firstLines.push(shown.slice(0, 200))
    if (inARow <= LOGGED_IN_A_ROW) options.onBadLine(shown)
    else if (/^10+$/.test(String(inARow))) options.onBadLine(`… ${inARow} lines in a row that are no JSON-RPC`)
    if (inARow >= (spoke ? BAD_LINES_IN_A_ROW : BAD_LINES_AT_FIRST)) {
      stopped = true
      options.onNotMcp(firstLines)
    }
  }
  const take = (line: Buffer): void => {
    if (stopped) return
    let text: string
    try {
      text = codec.decode(line)
    } catch {
      // Shown as far as it is ASCII.
      bad(line.subarray(0, LOGGED_CHARS).toString('latin1'))
      return
    }
    if (text.trim() === '') return
    const messages = wireMessages(text)
    if (messages === null) {
      bad(text)
      return
    }
    spoke = true
    inARow = 0
    options.onMessages(messages)
  }
  const lines = createLineSplitter({
    limitBytes: options.limitBytes,
    newline: codec.newline,
    onLine: take,
    onTooLong: () => {
      stopped = true
      options.onTooLong()
    },
  })
  return {
    push: (chunk) => {
      if (!stopped) lines.push(chunk)
    },
    end: () => {
      if (!stopped) lines.end()
    },
    badLines: () => total,
    spoke: () => spoke,
  }
}
