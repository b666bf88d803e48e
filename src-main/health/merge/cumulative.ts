/**
 * One total out of several devices that counted the same steps.
 *
 * Sources are walked from the most trusted to the least. A sample of a lower source contributes its value times the
 * share of its time that no higher source covers; a sample without length counts only where its instant is not
 * covered. Samples of one source always add up: what a device reports twice in its own series is its own account.
 */
import { localDay, startOfDay } from './local-date.ts'

export interface CumulativeSample {
  /** Epoch milliseconds, half-open [start, end). */
  readonly start: number
  readonly end: number
  readonly value: number
  readonly sourceId: number
}

/** Rank of each source, 0 = most trusted. Sources that are not listed come last, by id. */
export type SourceRank = ReadonlyMap<number, number>

/** A sample or the piece of one that lies in a single local day. `value` is the piece's share. */
export interface DayPiece {
  readonly day: number
  readonly sample: CumulativeSample
}

/**
 * Cuts a sample at the local midnights it crosses, its value in proportion to the time on each side. The shares add
 * up to the value. A sample without length stays whole.
 */
export function splitAtMidnight(sample: CumulativeSample, zone: string): DayPiece[] {
  const first = localDay(sample.start, zone)
  if (sample.end <= sample.start || sample.end <= startOfDay(first + 1, zone)) return [{ day: first, sample }]
  const pieces: DayPiece[] = []
  const duration = sample.end - sample.start
  const last = localDay(sample.end - 1, zone)
  let start = sample.start
  for (let day = first; day <= last; day++) {
    const end = day === last ? sample.end : startOfDay(day + 1, zone)
    // A day that a zone skipped altogether has no time in it.
    if (end > start)
      pieces.push({ day, sample: { ...sample, start, end, value: (sample.value * (end - start)) / duration } })
    start = Math.max(start, end)
  }
  return pieces
}

/** Merged total of samples of any sources; the order of `samples` does not matter. 0 for no samples. */
export function mergeCumulative(samples: readonly CumulativeSample[], rank: SourceRank): number {
  const bySource = new Map<number, CumulativeSample[]>()
  for (const sample of samples) {
    const list = bySource.get(sample.sourceId)
    if (list) list.push(sample)
    else bySource.set(sample.sourceId, [sample])
  }
  const order = [...bySource.keys()].sort(
    (a, b) => (rank.get(a) ?? Number.MAX_SAFE_INTEGER) - (rank.get(b) ?? Number.MAX_SAFE_INTEGER) || a - b,
  )
  let total = 0
  let covered: Coverage = { starts: [], ends: [], instants: new Set() }
  for (const [position, sourceId] of order.entries()) {
    const list = (bySource.get(sourceId) ?? []).sort(inTime)
    for (const sample of list) total += sample.value * uncoveredShare(sample, covered)
    if (position < order.length - 1) covered = withSamples(covered, list)
  }
  return total
}

/** A fixed order whatever order the samples came in, so that floating-point sums come out the same. */
function inTime(a: CumulativeSample, b: CumulativeSample): number {
  return a.start - b.start || a.end - b.end || a.value - b.value
}

/** Time that sources walked so far account for: sorted disjoint intervals, and instants of samples without length. */
interface Coverage {
  readonly starts: number[]
  readonly ends: number[]
  readonly instants: ReadonlySet<number>
}

function uncoveredShare(sample: CumulativeSample, covered: Coverage): number {
  const { starts, ends } = covered
  // First covered interval that ends after the sample starts.
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ends[middle] ?? 0) > sample.start) high = middle
    else low = middle + 1
  }
  if (sample.end <= sample.start) {
    const start = starts[low]
    if (start !== undefined && start <= sample.start) return 0
    return covered.instants.has(sample.start) ? 0 : 1
  }
  let coveredMs = 0
  for (let i = low; i < starts.length; i++) {
    const start = starts[i] ?? 0
    if (start >= sample.end) break
    coveredMs += Math.min(sample.end, ends[i] ?? 0) - Math.max(sample.start, start)
  }
  return 1 - coveredMs / (sample.end - sample.start)
}

function withSamples(covered: Coverage, sorted: readonly CumulativeSample[]): Coverage {
  const instants = new Set(covered.instants)
  const intervals: [number, number][] = covered.starts.map((start, i) => [start, covered.ends[i] ?? start])
  for (const sample of sorted) {
    if (sample.end > sample.start) intervals.push([sample.start, sample.end])
    else instants.add(sample.start)
  }
  intervals.sort((a, b) => a[0] - b[0])
  const starts: number[] = []
  const ends: number[] = []
  for (const [start, end] of intervals) {
    const last = ends.length - 1
    if (last >= 0 && start <= (ends[last] ?? 0)) ends[last] = Math.max(ends[last] ?? 0, end)
    else {
      starts.push(start)
      ends.push(end)
    }
  }
  return { starts, ends, instants }
}
