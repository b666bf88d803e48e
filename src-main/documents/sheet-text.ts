/** The sheets of an Excel file as tables, each under its name. */
import { DocumentError } from './document-error.ts'

/** Throws DocumentError when it is no workbook or an empty one. The archive was checked before. */
export async function sheetText(bytes: Uint8Array, name: string): Promise<string> {
  const { default: readSheets } = await import('read-excel-file/universal')
  let sheets: { readonly sheet: string; readonly data: readonly (readonly unknown[])[] }[]
  try {
    sheets = await readSheets(Uint8Array.from(bytes).buffer)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DocumentError('damaged', `${name} cannot be read as a workbook (${why}).`, { cause: error })
  }
  const parts = sheets.map(({ sheet, data }) => {
    const rows = data.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''))
    return { sheet, rows }
  })
  if (parts.every(({ rows }) => rows.length === 0))
    throw new DocumentError('nothing_readable', `${name} has no filled cells.`)
  return parts.map(({ sheet, rows }) => `## Sheet ${sheet}\n\n${tableText(rows)}`).join('\n\n')
}

/** Times stand in a workbook without a zone, and are written so. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (!(cell instanceof Date))
    return String(cell)
      .replace(/\s*\n\s*/g, ' ')
      .replaceAll('|', '\\|')
      .trim()
  const text = cell.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

function tableText(rows: readonly (readonly string[])[]): string {
  const [head, ...rest] = rows
  if (head === undefined) return '(empty)'
  const width = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0)
  const line = (row: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(width)}`, ...rest.map(line)].join('\n')
}
