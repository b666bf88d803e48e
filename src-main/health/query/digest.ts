/** Exact medians from (value float8, count int4) pairs, as `daily.digest` and `month_digest` keep them. */
import { viewOf } from '../merge/derive-scope.ts'

const PAIR_BYTES = 12

/** Median of all samples behind the pairs; null without any. Pairs may repeat a value. */
export function medianOfDigest(digest: unknown): number | null {
  const view = viewOf(digest)
  const counts = new Map<number, number>()
  let total = 0
  for (let at = 0; at + PAIR_BYTES <= view.byteLength; at += PAIR_BYTES) {
    const value = view.getFloat64(at)
    const n = view.getInt32(at + 8)
    counts.set(value, (counts.get(value) ?? 0) + n)
    total += n
  }
  if (total === 0) return null
  const values = Float64Array.from(counts.keys()).sort()
  const lowRank = Math.floor((total - 1) / 2)
  const highRank = Math.floor(total / 2)
  let seen = 0
  let low: number | null = null
  for (const value of values) {
    seen += counts.get(value) ?? 0
    if (low === null && seen > lowRank) low = value
    if (low !== null && seen > highRank) return (low + value) / 2
  }
  return low
}

/** Numbers of a packed string_agg(float8send(…)). */
export function numbersOf(packed: unknown): Float64Array {
  const view = viewOf(packed)
  const numbers = new Float64Array(Math.floor(view.byteLength / 8))
  for (let i = 0; i < numbers.length; i++) numbers[i] = view.getFloat64(i * 8)
  return numbers
}

/** Values of packed (date int4, float8) pairs in any order, with those of the first and the last date. */
export function dayValuesOf(packed: unknown): {
  values: Float64Array
  firstValue: number | undefined
  lastValue: number | undefined
} {
  const view = viewOf(packed)
  const values = new Float64Array(Math.floor(view.byteLength / PAIR_BYTES))
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let firstValue: number | undefined
  let lastValue: number | undefined
  for (let i = 0; i < values.length; i++) {
    const date = view.getInt32(i * PAIR_BYTES)
    const value = view.getFloat64(i * PAIR_BYTES + 4)
    values[i] = value
    if (date < first) {
      first = date
      firstValue = value
    }
    if (date > last) {
      last = date
      lastValue = value
    }
  }
  return { values, firstValue, lastValue }
}

export function medianOf(numbers: Float64Array): number | null {
  if (numbers.length === 0) return null
  const sorted = numbers.slice().sort()
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  const high = sorted[Math.floor(sorted.length / 2)] ?? 0
  return (low + high) / 2
}
