/** A few ten thousand observations as columns, so that a batch costs a dozen arrays and no object a record. */
import type { RawObservation } from '../types.ts'

/** Values that few records have; most batches never make one. */
export type RareValues = Pick<RawObservation, 'comparator' | 'refLow' | 'refHigh' | 'refText' | 'flag' | 'detail'>

export class ObservationBatch {
  readonly capacity: number
  length = 0
  /** Index into the writer's series. */
  readonly series: Int32Array
  readonly start: Float64Array
  readonly end: Float64Array
  /** High half at 2i, low half at 2i+1. */
  readonly fingerprint: Uint32Array
  /** Canonical unit; NaN = no number. */
  readonly value: Float64Array
  /** Days since 1970-01-01. */
  readonly day: Int32Array
  readonly zone: Int32Array
  readonly text: (string | null)[]
  /** Null where it is the number as JavaScript prints it, in the canonical unit. */
  readonly rawValue: (string | null)[]
  readonly rare = new Map<number, RareValues>()

  constructor(capacity: number) {
    this.capacity = capacity
    this.series = new Int32Array(capacity)
    this.start = new Float64Array(capacity)
    this.end = new Float64Array(capacity)
    this.fingerprint = new Uint32Array(capacity * 2)
    this.value = new Float64Array(capacity)
    this.day = new Int32Array(capacity)
    this.zone = new Int32Array(capacity)
    this.text = new Array<string | null>(capacity).fill(null)
    this.rawValue = new Array<string | null>(capacity).fill(null)
  }

  clear(): void {
    this.length = 0
    this.rare.clear()
  }

  /** Row numbers ordered by indicator, start and fingerprint: the order of the primary key. */
  sorted(indicatorOfSeries: Int32Array): Uint32Array {
    const order = new Uint32Array(this.length)
    for (let i = 0; i < order.length; i++) order[i] = i
    const compare = (a: number, b: number): number => this.#compare(a, b, indicatorOfSeries)
    for (let i = 1; i < order.length; i++) {
      // The phone writes a type in time order: most batches are sorted already.
      if (compare(i - 1, i) > 0) return order.sort(compare)
    }
    return order
  }

  #compare(a: number, b: number, indicatorOfSeries: Int32Array): number {
    return (
      (indicatorOfSeries[this.series[a] ?? 0] ?? 0) - (indicatorOfSeries[this.series[b] ?? 0] ?? 0) ||
      (this.start[a] ?? 0) - (this.start[b] ?? 0) ||
      (this.fingerprint[2 * a] ?? 0) - (this.fingerprint[2 * b] ?? 0) ||
      (this.fingerprint[2 * a + 1] ?? 0) - (this.fingerprint[2 * b + 1] ?? 0)
    )
  }
}
