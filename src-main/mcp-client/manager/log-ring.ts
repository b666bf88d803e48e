/** The newest log lines of one server, in memory and bounded; a server that floods loses lines, not the app its time. */
import type { LogLine } from '../model/server-status.ts'

const MAX_LINES = 2_000
const MAX_BYTES = 1024 * 1024
const MAX_LINE_CHARS = 16_384
const MAX_LINES_A_SECOND = 1_000

export interface LogRing {
  add(line: Omit<LogLine, 'at'>): void
  /** Oldest first. */
  lines(): readonly LogLine[]
  onLine(listener: (line: LogLine) => void): () => void
}

/** `nowMs` is monotonic. */
export function createLogRing(now: () => Date, nowMs: () => number): LogRing {
  const held: { readonly line: LogLine; readonly bytes: number }[] = []
  const listeners = new Set<(line: LogLine) => void>()
  let bytes = 0
  let second = { began: Number.NEGATIVE_INFINITY, lines: 0 }
  let left = 0

  function keep(line: LogLine): void {
    const size = Buffer.byteLength(line.text)
    held.push({ line, bytes: size })
    bytes += size
    while (held.length > MAX_LINES || bytes > MAX_BYTES) bytes -= held.shift()?.bytes ?? 0
    for (const listener of listeners) {
      try {
        listener(line)
      } catch {
        // Whoever listens must not stop the server that speaks.
      }
    }
  }

  return {
    add(line) {
      const atMs = nowMs()
      if (atMs - second.began >= 1_000) second = { began: atMs, lines: 0 }
      if (++second.lines > MAX_LINES_A_SECOND) {
        left++
        return
      }
      const at = now().toISOString()
      if (left > 0) {
        const text = `${left} lines were left out: more than ${MAX_LINES_A_SECOND} came in a second.`
        left = 0
        keep({ at, from: 'hub', level: 'warn', text })
      }
      const text = line.text.length > MAX_LINE_CHARS ? `${line.text.slice(0, MAX_LINE_CHARS)} …` : line.text
      keep({ ...line, at, text })
    },
    lines: () => held.map(({ line }) => line),
    onLine(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
