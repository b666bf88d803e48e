/** Finds what can be shown as tables in any result: lists of objects, lists of values, and the plain facts between. Pure. */
import { isJson } from './schema-parameters.ts'

export type Cell = string | number | boolean | null

export interface ResultTable {
  /** Where it stands in the result: ['indicators', 'steps', 'rows']. Empty at the root. */
  readonly path: readonly string[]
  /** 'facts': two columns, name and value. */
  readonly kind: 'rows' | 'facts'
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (Cell | undefined)[])[]
}

const MOST_TABLES = 24
const DEEPEST = 6

/** In document order. Values too deep for a cell are shown as JSON text. */
export function resultTables(result: unknown): ResultTable[] {
  const tables: ResultTable[] = []
  collect(result, [], tables)
  return tables.slice(0, MOST_TABLES)
}

function collect(value: unknown, path: readonly string[], tables: ResultTable[]): void {
  if (Array.isArray(value)) {
    if (value.length > 0) tables.push(listTable(value, path))
    return
  }
  if (!isJson(value)) {
    if (path.length === 0 && value !== undefined) {
      tables.push({ path, kind: 'facts', columns: ['value'], rows: [[cell(value)]] })
    }
    return
  }
  const entries = Object.entries(value)
  const facts = entries.filter(([, one]) => isCell(one) || isShortList(one))
  if (facts.length > 0) {
    tables.push({
      path,
      kind: 'facts',
      columns: ['name', 'value'],
      rows: facts.map(([name, one]) => [name, isShortList(one) ? one.join(', ') : cell(one)]),
    })
  }
  for (const [name, one] of entries) {
    if (isCell(one) || isShortList(one) || one === undefined) continue
    if (path.length >= DEEPEST)
      tables.push({ path: [...path, name], kind: 'facts', columns: ['value'], rows: [[cell(one)]] })
    else collect(one, [...path, name], tables)
  }
}

function listTable(list: readonly unknown[], path: readonly string[]): ResultTable {
  if (!list.every(isJson)) return { path, kind: 'rows', columns: ['value'], rows: list.map((one) => [cell(one)]) }
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))]
  return {
    path,
    kind: 'rows',
    columns,
    // Absent stays undefined and shows as nothing; only a null that was said shows as null.
    rows: list.map((row) => columns.map((column) => (column in row ? cell(row[column]) : undefined))),
  }
}

function isCell(value: unknown): value is Cell {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** A few words or numbers read better in a line than in a table of one column. */
function isShortList(value: unknown): value is readonly Cell[] {
  return Array.isArray(value) && value.length <= 12 && value.every(isCell) && value.join(', ').length <= 200
}

function cell(value: unknown): Cell {
  if (isCell(value)) return value
  return value === undefined ? '' : JSON.stringify(value)
}
