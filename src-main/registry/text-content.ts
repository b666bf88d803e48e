/** A tool's result as text for a model: compact JSON, with long lists as pipe tables to spare tokens. */

/** Most bytes that go to a model in one answer (design: the rest is asked for with narrower arguments). */
export const textLimitBytes = 128 * 1024

/** Lists under these keys become tables. */
const tabular = new Set(['rows', 'catalog'])

/** The text of a result. Strings stay as they are. */
export function textContent(result: unknown, limitBytes: number = textLimitBytes): string {
  const text = typeof result === 'string' ? result : (JSON.stringify(withTables(result)) ?? 'null')
  return capText(text, limitBytes)
}

function withTables(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTables)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      tabular.has(key) && Array.isArray(inner) && inner.length > 0 && inner.every(isRecord)
        ? pipeTable(inner)
        : withTables(inner),
    ]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Rows as a pipe table. Columns that are empty everywhere are dropped; in two rows and more, columns with one value
 * everywhere move to a first line `(constants: unit=bpm, source=Watch)`. `|`, `\` and line breaks are escaped.
 */
export function pipeTable(rows: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((c) =>
    rows.some((r) => cell(r[c]) !== ''),
  )
  const varies = (column: string) => rows.some((row) => cell(row[column]) !== cell(rows[0]?.[column]))
  let shown = rows.length > 1 ? columns.filter(varies) : columns
  // Rows that are all alike keep their first column, so that their number can still be read.
  if (shown.length === 0) shown = columns.slice(0, 1)
  const constants = columns.filter((column) => !shown.includes(column))
  const lines: string[] = []
  if (constants.length > 0)
    lines.push(`(constants: ${constants.map((c) => `${c}=${constant(cell(rows[0]?.[c]))}`).join(', ')})`)
  lines.push(shown.map(escapeCell).join('|'))
  for (const row of rows) lines.push(shown.map((column) => escapeCell(cell(row[column]))).join('|'))
  return lines.join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function escapeCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\r', '\\r').replaceAll('\n', '\\n')
}

/** Constants share one line, so a value with a comma, bracket, quote or line break is written as a JSON string. */
function constant(text: string): string {
  return /[,()="\n\r\\|]/.test(text) ? JSON.stringify(text) : text
}

const fewerRows = 'ask for fewer rows or a coarser aggregate'

/** Keeps head and tail of a text that is too long, cut between characters, with a line that says what is missing. */
export function capText(text: string, limitBytes: number = textLimitBytes, advice: string = fewerRows): string {
  if (text.length * 3 <= limitBytes) return text
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= limitBytes) return text
  const room = Math.max(0, limitBytes - 160)
  const headEnd = characterStart(bytes, Math.floor(room * 0.75))
  const tailStart = characterStart(bytes, bytes.length - Math.floor(room * 0.25) + 3)
  const marker = `\n… ${tailStart - headEnd} of ${bytes.length} bytes left out here: ${advice} …\n`
  return bytes.toString('utf8', 0, headEnd) + marker + bytes.toString('utf8', tailStart)
}

/** The start of the character that byte `at` belongs to. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = Math.min(at, bytes.length)
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--
  return start
}
