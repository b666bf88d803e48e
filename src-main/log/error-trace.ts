/**
 * What may be written down of an error from code that held a person's data: its kind and the places it came from. Its
 * message may quote an argument or a reading, and so may every other field.
 */
export interface ErrorTrace {
  /** The class in the source, e.g. 'TypeError'; the type of what was thrown where it was no error. */
  readonly kind: string
  /** A code such as 'ENOENT' or a SQLSTATE. */
  readonly code?: string
  /** Where it was thrown, innermost first. */
  readonly at?: readonly string[]
  readonly cause?: ErrorTrace
}

const maxFrames = 6
const frame = /^\s+at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(index \d+\))$/

export function errorTrace(error: unknown, depth = 0): ErrorTrace {
  if (!(error instanceof Error)) return { kind: typeof error }
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z\d_]{2,40}$/.test(error.code) ? error.code : null
  const at = framesOf(error)
  return {
    kind: errorKind(error),
    ...(code === null ? {} : { code }),
    ...(at.length === 0 ? {} : { at }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: errorTrace(error.cause, depth + 1) }),
  }
}

/** Not `name`, which is a text that anybody may set. */
export function errorKind(error: unknown): string {
  return error instanceof Error ? error.constructor.name || 'Error' : typeof error
}

/** The lines at the end that are places; what comes before them is the message, however many lines it has. */
function framesOf(error: Error): string[] {
  const lines = typeof error.stack === 'string' ? error.stack.split('\n') : []
  const header = lines.findLastIndex((line) => !frame.test(line))
  return lines.slice(header + 1, header + 1 + maxFrames).map((line) => line.trim())
}
