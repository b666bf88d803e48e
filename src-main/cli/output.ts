/** What commands print: results on stdout, everything else on stderr, exit status at the end. */

/** A failure that was already told in full; the entry only sets the exit status. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

export function printResult(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function printJson(value: unknown): void {
  printResult(JSON.stringify(value))
}

export function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One clear line for whatever went wrong, with the hint where the error carries one. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const hint = hintOf(error)
  const message = error.message.replaceAll(/\s*\n\s*/g, ' ')
  return hint === null ? message : `${message} ${hint}`
}

function hintOf(error: Error): string | null {
  if ('hint' in error && typeof error.hint === 'string') return error.hint
  // Errors of a running hub arrive as ORPCError with our code and hint in `data`.
  if ('data' in error && typeof error.data === 'object' && error.data !== null && 'hint' in error.data) {
    return typeof error.data.hint === 'string' ? error.data.hint : null
  }
  return null
}
