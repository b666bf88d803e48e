/** Cuts a stream of bytes into lines under a limit, so that a line without an end costs a bounded amount of memory. */

export interface LineSplitterOptions {
  /** Bytes of a line that are kept. */
  readonly limitBytes: number
  /** Bytes of the line feed: one, or the two of an encoding in units of two bytes. */
  readonly newline: Uint8Array
  /** `leftOutBytes`: what the line had beyond the limit; always 0 with `onTooLong`. */
  readonly onLine: (line: Buffer, leftOutBytes: number) => void
  /** Called once, at the first line over the limit; nothing is read from then on. Without it such a line is cut. */
  readonly onTooLong?: () => void
}

export interface LineSplitter {
  push(chunk: Buffer): void
  /** The stream has ended: what came after the last line feed is a line too. */
  end(): void
}

export function createLineSplitter({ limitBytes, newline, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  const unit = newline.length
  const feed = Buffer.from(newline)
  let parts: Buffer[] = []
  let keptBytes = 0
  let leftOutBytes = 0
  let oddByte: Buffer | null = null
  let stopped = false

  const keep = (part: Buffer): void => {
    const room = limitBytes - keptBytes
    if (part.length > room) {
      if (onTooLong !== undefined) {
        stopped = true
        parts = []
        onTooLong()
        return
      }
      leftOutBytes += part.length - room
      part = part.subarray(0, room)
    }
    if (part.length === 0) return
    parts.push(part)
    keptBytes += part.length
  }
  const finish = (): void => {
    const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    const more = leftOutBytes
    parts = []
    keptBytes = 0
    leftOutBytes = 0
    onLine(line, more)
  }

  return {
    push(chunk) {
      if (stopped) return
      let bytes = oddByte === null ? chunk : Buffer.concat([oddByte, chunk])
      oddByte = null
      if (bytes.length % unit !== 0) {
        oddByte = Buffer.from(bytes.subarray(bytes.length - 1))
        bytes = bytes.subarray(0, bytes.length - 1)
      }
      let from = 0
      while (!stopped) {
        const at = indexOfFeed(bytes, feed, from)
        if (at < 0) break
        keep(bytes.subarray(from, at))
        if (!stopped) finish()
        from = at + unit
      }
      // A copy: the rest of a chunk must not hold the whole of it.
      if (!stopped && from < bytes.length) keep(from === 0 ? bytes : Buffer.from(bytes.subarray(from)))
    },
    end() {
      if (!stopped && (keptBytes > 0 || leftOutBytes > 0)) finish()
      stopped = true
    },
  }
}

function indexOfFeed(bytes: Buffer, feed: Buffer, from: number): number {
  let at = bytes.indexOf(feed, from)
  // U+0A0A and the like hold the bytes of a line feed across two characters.
  while (at >= 0 && (at - from) % feed.length !== 0) at = bytes.indexOf(feed, at + 1)
  return at
}
