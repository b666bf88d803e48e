/** The rows behind a cited number, and what is to be said of them: period, unit, sources, how they came about. Pure. */
import { isJson } from '../tools/schema-parameters.ts'
import type { Fact } from './citation-facts.ts'

export type RowCell = string | number | boolean | null

export interface CitedRows {
  readonly columns: readonly string[]
  /** What was cited stands first, the rest in its order. */
  readonly rows: readonly { readonly id: number; readonly isCited: boolean; readonly cells: readonly RowCell[] }[]
}

export interface CitedAbout {
  readonly unit: string | null
  readonly firstDate: string | null
  readonly lastDate: string | null
  readonly sources: readonly string[]
  readonly method: string | null
}

function at(result: unknown, path: readonly (string | number)[]): unknown {
  let value = result
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

function cell(value: unknown): RowCell {
  if (value === undefined) return null
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return JSON.stringify(value)
}

/** The list that the fact stands in or was worked out over; for a statistic, all statistics beside it. */
export function citedRows(result: unknown, fact: Fact): CitedRows | null {
  const place = listPlace(result, fact.path) ?? rowsBeside(result, fact.path)
  if (place === null) return besides(result, fact)
  const list = at(result, place)
  if (!Array.isArray(list)) return null
  const cited = !fact.isDerived && startsWith(fact.path, place) ? fact.path[place.length] : null
  const records = list.filter(isJson)
  const columns = records.length > 0 ? [...new Set(records.flatMap((row) => Object.keys(row)))] : ['value']
  const rows = list.map((row, id) => ({
    id,
    isCited: cited === id,
    cells: isJson(row) ? columns.map((column) => cell(row[column])) : [cell(row)],
  }))
  return { columns, rows: [...rows.filter((row) => row.isCited), ...rows.filter((row) => !row.isCited)] }
}

const startsWith = (path: readonly (string | number)[], place: readonly (string | number)[]) =>
  place.every((step, index) => path[index] === step)

/** The deepest list on the way to the fact. */
function listPlace(result: unknown, path: readonly (string | number)[]): readonly (string | number)[] | null {
  for (let length = path.length; length >= 0; length -= 1) {
    const place = path.slice(0, length)
    if (Array.isArray(at(result, place))) return place
  }
  return null
}

/** The rows that a statistic tells of, where they came with it. */
function rowsBeside(result: unknown, path: readonly (string | number)[]): readonly (string | number)[] | null {
  const around = path.slice(0, -2)
  const rows = at(result, [...around, 'rows'])
  return path.length >= 2 && Array.isArray(rows) && rows.length > 0 ? [...around, 'rows'] : null
}

function besides(result: unknown, fact: Fact): CitedRows | null {
  const beside = at(result, fact.path.slice(0, -1))
  if (!isJson(beside)) return null
  const entries = Object.entries(beside).filter(([, value]) => typeof value !== 'object' || value === null)
  const rows = entries.map(([name, value], id) => ({ id, isCited: name === fact.name, cells: [name, cell(value)] }))
  return {
    columns: ['name', 'value'],
    rows: [...rows.filter((row) => row.isCited), ...rows.filter((row) => !row.isCited)],
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What the nearest surrounding of the fact says of itself. */
export function citedAbout(result: unknown, fact: Fact): CitedAbout {
  const about = { unit: null, firstDate: null, lastDate: null, sources: [], method: null }
  for (let length = fact.path.length - 1; length >= 0; length -= 1) {
    const around = at(result, fact.path.slice(0, length))
    if (!isJson(around) || !isJson(around.coverage)) continue
    return {
      unit: text(around.unit),
      firstDate: text(around.coverage.first_date),
      lastDate: text(around.coverage.last_date),
      sources: Array.isArray(around.sources) ? around.sources.filter((one) => typeof one === 'string') : [],
      method: text(around.method),
    }
  }
  return { ...about, unit: text(fact.unit) }
}
