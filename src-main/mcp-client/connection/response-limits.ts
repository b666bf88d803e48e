/**
 * Limits of a response while it arrives: how much is held in memory at once, and how long it may be silent. A body of
 * JSON counts whole; of a stream of events each event counts, since it is dealt with and forgotten (security X8, X10).
 */

export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The response is larger than ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

export class ResponseSilent extends Error {
  override readonly name = 'ResponseSilent'
  readonly silentMs: number
  constructor(silentMs: number) {
    super(`The response sent nothing for ${silentMs} ms.`)
    this.silentMs = silentMs
  }
}

export interface ResponseLimits {
  readonly maxBytes: number
  /** Null: it may be silent as long as it likes, as a stream of notifications is. */
  readonly silentMs: number | null
  /** Each event of a stream counts for itself. */
  readonly events: boolean
  /** Told of a broken limit before the reader is. */
  readonly onBroken?: (error: ResponseTooLarge | ResponseSilent) => void
}

/** What is needed of a web stream; DOM and node type theirs each in their own way. */
interface ByteSource {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>
    cancel(reason?: unknown): Promise<void>
  }
}

/** The same bytes; it errors with ResponseTooLarge or ResponseSilent, and the source is cancelled then. */
export function limitedBody(body: ByteSource, limits: ResponseLimits): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const held = limits.events ? eventBytes() : bodyBytes()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await inTime(reader.read(), limits.silentMs)
        if (done || value === undefined) {
          controller.close()
          return
        }
        if (held(value) > limits.maxBytes) throw new ResponseTooLarge(limits.maxBytes)
        controller.enqueue(value)
      } catch (error) {
        if (error instanceof ResponseTooLarge || error instanceof ResponseSilent) limits.onBroken?.(error)
        controller.error(error)
        reader.cancel(error).catch(() => {})
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

async function inTime<T>(reading: Promise<T>, silentMs: number | null): Promise<T> {
  if (silentMs === null) return reading
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ResponseSilent(silentMs)), silentMs)
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
  }
}

function bodyBytes(): (chunk: Uint8Array) => number {
  let bytes = 0
  return (chunk) => {
    bytes += chunk.length
    return bytes
  }
}

const LF = 10
const CR = 13

/** Bytes since the last empty line, the end of an event (HTML, server-sent events): LF, CR LF and CR end lines. */
function eventBytes(): (chunk: Uint8Array) => number {
  let bytes = 0
  /** The end of what came before: an empty line may be cut in two. */
  let before: readonly number[] = []
  return (chunk) => {
    const end = lastEmptyLine(chunk, before)
    bytes = end === -1 ? bytes + chunk.length : chunk.length - end - 1
    before = [...before, ...chunk.subarray(-2)].slice(-2)
    return bytes
  }
}

/** Where the last empty line of a chunk ends, -1 without one. */
function lastEmptyLine(chunk: Uint8Array, before: readonly number[]): number {
  const byteAt = (at: number) => (at >= 0 ? chunk[at] : before[before.length + at])
  for (let at = chunk.length - 1; at >= 0; at -= 1) {
    const byte = chunk[at]
    if (byte !== LF && byte !== CR) continue
    const last = byteAt(at - 1)
    const isEmpty =
      byte === LF && last === CR ? byteAt(at - 2) === LF || byteAt(at - 2) === CR : last === LF || last === CR
    if (isEmpty) return at
  }
  return -1
}
