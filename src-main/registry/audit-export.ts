/** The audit log as text for a spreadsheet or a program. Pure; takes rows a batch at a time. */

/** A row as people see it. */
export interface AuditView {
  readonly id: number
  /** ISO instant. */
  readonly at: string
  readonly actor: string
  readonly tool: string
  readonly server: string | null
  readonly ok: boolean
  readonly errorCode: string | null
  readonly durationMs: number
  readonly argsBytes: number
  readonly resultBytes: number
  readonly credential: { readonly kind: string; readonly label: string | null } | null
}

export interface AuditFormat {
  readonly head: string
  rows(rows: readonly AuditView[], isFirst: boolean): string
  readonly foot: string
}

type Cell = string | number | null

const csvColumns: readonly (readonly [string, (row: AuditView) => Cell])[] = [
  ['time', (row) => row.at],
  ['caller', (row) => row.actor],
  ['tool', (row) => row.tool],
  ['server', (row) => row.server],
  ['outcome', (row) => (row.ok ? 'ok' : 'failed')],
  ['error', (row) => row.errorCode],
  ['duration_ms', (row) => row.durationMs],
  ['argument_bytes', (row) => row.argsBytes],
  ['result_bytes', (row) => row.resultBytes],
  ['credential', (row) => row.credential?.kind ?? null],
  ['credential_label', (row) => row.credential?.label ?? null],
]

/** RFC 4180: commas, CRLF, quotes doubled. */
export const csvFormat: AuditFormat = {
  head: csvLine(csvColumns.map(([name]) => name)),
  rows: (rows) => rows.map((row) => csvLine(csvColumns.map(([, value]) => value(row)))).join(''),
  foot: '',
}

/** One JSON array, a row a line. */
export const jsonFormat: AuditFormat = {
  head: '[',
  rows: (rows, isFirst) => rows.map((row, i) => `${isFirst && i === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
  foot: '\n]\n',
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  // Names come from strangers, and a spreadsheet runs a cell that begins so as a formula (OWASP, "CSV Injection").
  const text = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
