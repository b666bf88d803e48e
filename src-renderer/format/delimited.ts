/** Comma-separated text for spreadsheets: quoted where needed, and never a formula. */

export type DelimitedCell = string | number | boolean | null | undefined

/** RFC 4180 lines with CRLF. Null and undefined stay empty: a value that was not recorded is never written as 0. */
export function toDelimited(header: readonly string[], rows: readonly (readonly DelimitedCell[])[]): string {
  return `${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: DelimitedCell): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  // Text from a file that begins like a formula would run in a spreadsheet (OWASP, "CSV injection").
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
