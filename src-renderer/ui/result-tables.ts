/** Any tool's result as tables a person can read: what is a list of rows becomes one, the rest name and value. Pure. */

export type ResultCell = string | number | boolean | null

export interface ResultTable {
  /** Where in the result it stood: 'indicators.steps.rows'; '' for the top. */
  path: string
  /** Words for its heading, when the result names the thing; else null. */
  name: string | null
  columns: string[]
  rows: ResultCell[][]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isScalar = (value: unknown): value is ResultCell =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const cell = (value: unknown): ResultCell =>
  isScalar(value) ? value : value === undefined ? null : JSON.stringify(value)

const isRowList = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord)

/** Tables in the order of the result, at most `limit` deep levels down; facts of the top level come first. */
export function resultTables(result: unknown, limit = 4): ResultTable[] {
  if (isRowList(result)) return [rowTable('', null, result)]
  if (!isRecord(result)) return []
  return collect(result, '', null, limit)
}

function collect(record: Record<string, unknown>, path: string, name: string | null, limit: number): ResultTable[] {
  const facts: ResultCell[][] = []
  const tables: ResultTable[] = []
  for (const [key, value] of Object.entries(record)) {
    const at = path ? `${path}.${key}` : key
    if (isRowList(value)) tables.push(rowTable(at, name, value))
    else if (isRecord(value) && limit > 0) tables.push(...collect(value, at, nameOf(value) ?? name, limit - 1))
    else if (Array.isArray(value)) facts.push([key, value.map((item) => String(cell(item))).join(', ')])
    else if (value !== undefined && value !== '') facts.push([key, cell(value)])
  }
  return facts.length > 0 ? [{ path, name, columns: [], rows: facts }, ...tables] : tables
}

function nameOf(record: Record<string, unknown>): string | null {
  return typeof record.name === 'string' && record.name !== '' ? record.name : null
}

/** Columns in the order they first appear; those without a single value are left out. */
function rowTable(path: string, name: string | null, rows: readonly Record<string, unknown>[]): ResultTable {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) =>
    rows.some((row) => row[column] !== undefined && row[column] !== null && row[column] !== ''),
  )
  return { path, name, columns, rows: rows.map((row) => columns.map((column) => cell(row[column]))) }
}
