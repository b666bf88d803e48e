/** Every number in a call's result, with what it is: of which indicator, in which unit, of which row or statistic. Pure. */
import { isJson } from '../tools/schema-parameters.ts'
import { findNumbers } from './citation-numbers.ts'
import { canonicalUnit, otherReadings } from './citation-units.ts'

/**
 * 'stat': a statistic, given or worked out over the rows. 'count': how many (n, days). 'row': a value of a row.
 * 'value': any other number. 'text': written in a text of the result.
 */
export type FactKind = 'stat' | 'count' | 'row' | 'value' | 'text'

export interface Fact {
  readonly callId: string
  readonly kind: FactKind
  readonly value: number
  readonly unit: string
  /** The statistic or column: 'avg', 'min', 'value'. */
  readonly name: string
  /** Key of the indicator; null where the result is of another kind. */
  readonly indicator: string | null
  readonly indicatorName: string | null
  /** Local date or ISO time of the row, the first one of its period. */
  readonly date: string | null
  /** Where it stands in the result; for a statistic over rows, where the rows stand. */
  readonly path: readonly (string | number)[]
  /** Worked out here from the rows, not given by the tool. */
  readonly isDerived: boolean
}

/** A fact as a person may say it: in its own unit or another one. */
export interface Reading {
  readonly value: number
  readonly unit: string
  readonly fact: Fact
}

export const mostFacts = 20_000
const mostText = 20_000
const deepest = 8

const countNames = new Set([
  'n',
  'count',
  'numeric_count',
  'days',
  'nights',
  'rows',
  'total_rows',
  'sample_size',
  'pairs',
])
const statNames = new Set([
  'avg',
  'mean',
  'average',
  'min',
  'max',
  'median',
  'first',
  'last',
  'change',
  'total',
  'sum',
  'sd',
  'std',
  'r',
  'slope',
  'difference',
  'percent_change',
])
const dateNames = ['period', 'time', 'date', 'local_date', 'start', 'start_time', 'day', 'week', 'month', 'timestamp']

const dateOf = (row: Record<string, unknown>): string | null => {
  for (const name of dateNames) {
    const value = row[name]
    if (typeof value === 'string' && /^\d{4}-\d{2}(-\d{2})?/.test(value)) return value
  }
  return null
}

const unitIn = (record: Record<string, unknown>, otherwise: string): string =>
  typeof record.unit === 'string' ? canonicalUnit(record.unit) : otherwise

function push(columns: Map<string, number[]>, column: string, value: number): void {
  const values = columns.get(column)
  if (values === undefined) columns.set(column, [value])
  else values.push(value)
}

interface Place {
  readonly unit: string
  readonly indicator: string | null
  readonly indicatorName: string | null
  readonly isStat: boolean
  readonly path: readonly (string | number)[]
  readonly depth: number
}

/** At most `mostFacts`; a larger result is read as far as that. */
export function factsOf(callId: string, result: unknown): Fact[] {
  const facts: Fact[] = []

  const add = (fact: Omit<Fact, 'callId' | 'isDerived'>, isDerived = false) => {
    if (facts.length < mostFacts && Number.isFinite(fact.value)) facts.push({ ...fact, callId, isDerived })
  }

  function numberAt(name: string, value: number, place: Place): void {
    const isCount = countNames.has(name)
    add({
      kind: isCount ? 'count' : place.isStat || statNames.has(name) ? 'stat' : 'value',
      value,
      unit: isCount ? '' : place.unit,
      name,
      indicator: place.indicator,
      indicatorName: place.indicatorName,
      date: null,
      path: [...place.path, name],
    })
  }

  function textAt(name: string, text: string, place: Place): void {
    for (const token of findNumbers(text.slice(0, mostText))) {
      if (token.kind === 'year') continue
      const { indicator, indicatorName, path } = place
      const { value, unit } = token
      add({ kind: 'text', value, unit, name, indicator, indicatorName, date: null, path: [...path, name] })
    }
  }

  function rowsAt(rows: readonly Record<string, unknown>[], place: Place): void {
    const columns = new Map<string, number[]>()
    rows.forEach((row, index) => {
      const date = dateOf(row)
      const unit = unitIn(row, place.unit)
      const name = typeof row.indicator === 'string' ? row.indicator : place.indicator
      const title = typeof row.name === 'string' ? row.name : place.indicatorName
      for (const [column, value] of Object.entries(row)) {
        if (typeof value === 'number') {
          const isCount = countNames.has(column)
          add({
            kind: isCount ? 'count' : 'row',
            value,
            unit: isCount ? '' : unit,
            name: column,
            indicator: name,
            indicatorName: title,
            date,
            path: [...place.path, index, column],
          })
          if (!isCount) push(columns, column, value)
        } else if (typeof value === 'object' && value !== null) {
          walk(column, value, { ...place, unit, path: [...place.path, index], depth: place.depth + 1 })
        }
      }
    })
    for (const [column, values] of columns) {
      if (values.length < 2) continue
      const at = { unit: place.unit || unitIn(rows[0] ?? {}, ''), path: place.path, date: null }
      const { indicator, indicatorName } = place
      const stat = (name: string, value: number) =>
        add(
          {
            kind: 'stat',
            name: column === 'value' ? name : `${name} ${column}`,
            value,
            indicator,
            indicatorName,
            ...at,
          },
          true,
        )
      const sum = values.reduce((total, value) => total + value, 0)
      stat('avg', sum / values.length)
      stat(
        'min',
        values.reduce((a, b) => Math.min(a, b)),
      )
      stat(
        'max',
        values.reduce((a, b) => Math.max(a, b)),
      )
      stat('sum', sum)
    }
    if (rows.length > 1) {
      const { indicator, indicatorName, path } = place
      add(
        { kind: 'count', value: rows.length, unit: '', name: 'rows', indicator, indicatorName, date: null, path },
        true,
      )
    }
  }

  function walk(name: string, value: unknown, place: Place): void {
    if (place.depth > deepest || facts.length >= mostFacts) return
    if (typeof value === 'number') numberAt(name, value, place)
    else if (typeof value === 'string') {
      if (!dateNames.includes(name) && !/date|time|unit|file|source|code|id$|method/i.test(name))
        textAt(name, value, place)
    } else if (Array.isArray(value)) {
      const path = name === '' ? place.path : [...place.path, name]
      const rows = value.filter(isJson)
      if (rows.length === value.length && rows.length > 0) rowsAt(rows, { ...place, path })
      else
        for (const [index, one] of value.entries()) walk(String(index), one, { ...place, path, depth: place.depth + 1 })
    } else if (isJson(value)) {
      const path = name === '' ? place.path : [...place.path, name]
      const isIndicator = place.path.at(-1) === 'indicators'
      const inside: Place = {
        unit: unitIn(value, place.unit),
        indicator: isIndicator ? name : place.indicator,
        indicatorName: isIndicator && typeof value.name === 'string' ? value.name : place.indicatorName,
        isStat: place.isStat || name === 'stats' || name === 'statistics',
        path,
        depth: place.depth + 1,
      }
      for (const [key, one] of Object.entries(value)) walk(key, one, inside)
    }
  }

  walk('', result, { unit: '', indicator: null, indicatorName: null, isStat: false, path: [], depth: 0 })
  return facts
}

/** All ways in which facts may be said, by value. */
export function readingsOf(facts: readonly Fact[]): Reading[] {
  return facts
    .flatMap((fact) => [
      { value: fact.value, unit: fact.unit, fact },
      ...(fact.kind === 'count' ? [] : otherReadings(fact.value, fact.unit).map((other) => ({ ...other, fact }))),
    ])
    .sort((a, b) => a.value - b.value)
}
