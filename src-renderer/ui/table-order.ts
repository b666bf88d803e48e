/** Sorting of table rows: numbers as numbers, text by the person's language, unknown values last either way. Pure. */

export type SortValue = string | number | null | undefined
export interface SortState {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** A sorted copy; equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  direction: SortState['direction'],
  locale: string,
): Row[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const sign = direction === 'ascending' ? 1 : -1
  const keyed = rows.map((row) => ({ row, key: value(row) }))
  keyed.sort((a, b) => {
    if (unknown(a.key) || unknown(b.key)) return Number(unknown(a.key)) - Number(unknown(b.key))
    return sign * compare(a.key, b.key, collator)
  })
  return keyed.map((entry) => entry.row)
}

function unknown(value: SortValue): value is null | undefined {
  return value === null || value === undefined || (typeof value === 'number' && Number.isNaN(value))
}

function compare(a: SortValue, b: SortValue, collator: Intl.Collator): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

/** First click sorts ascending (or as the column says), the next one turns it round. */
export function nextSort(
  current: SortState | null,
  column: string,
  first: SortState['direction'] = 'ascending',
): SortState {
  if (current?.column !== column) return { column, direction: first }
  return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
}
