/**
 * Nights out of sleep segments of several apps and devices.
 *
 * Segments whose gaps are at most 60 minutes make a cluster. In a cluster one source is believed: one with stages
 * before one with sleep only before one with time in bed only, then the one with the longest sleep. The cluster
 * belongs to the local date of its end; the longest of a date is the night, the others are naps.
 */
import { localDate } from './local-date.ts'

export type SleepState = 'in_bed' | 'asleep' | 'core' | 'deep' | 'rem' | 'awake'

export interface SleepSegment {
  /** Epoch milliseconds, half-open. */
  readonly start: number
  readonly end: number
  readonly state: SleepState
  readonly sourceId: number
  /** IANA zone of the record. */
  readonly zone: string
}

export interface Night {
  readonly localDate: string
  readonly start: number
  readonly end: number
  readonly isMain: boolean
  /** Minutes; null where the source does not tell. */
  readonly asleep: number | null
  readonly inBed: number
  readonly deep: number | null
  readonly rem: number | null
  readonly core: number | null
  readonly awake: number | null
  /** Percent of the time in bed. */
  readonly efficiency: number | null
  /** The source believed for sleep and stages. */
  readonly sourceId: number
  /** The believed source and those whose time in bed was used. */
  readonly sourceIds: readonly number[]
  readonly zone: string
}

const MAX_GAP_MS = 60 * 60_000
/** A "segment" longer than this is a forgotten timer, and would glue nights together. */
const MAX_SEGMENT_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000

type Interval = readonly [start: number, end: number]

/** All nights and naps in the segments, by date and start. `rank` breaks the last ties between sources. */
export function sleepNights(segments: readonly SleepSegment[], rank?: ReadonlyMap<number, number>): Night[] {
  const clusters = clusterSegments(segments).map((cluster) => nightOf(cluster, rank))
  const longest = new Map<string, Omit<Night, 'isMain'>>()
  for (const night of clusters) {
    const best = longest.get(night.localDate)
    if (!best || night.end - night.start > best.end - best.start) longest.set(night.localDate, night)
  }
  return clusters
    .map((night) => ({ ...night, isMain: longest.get(night.localDate) === night }))
    .sort((a, b) => (a.localDate < b.localDate ? -1 : a.localDate > b.localDate ? 1 : a.start - b.start))
}

function clusterSegments(segments: readonly SleepSegment[]): SleepSegment[][] {
  const sorted = segments
    .filter((segment) => segment.end > segment.start && segment.end - segment.start <= MAX_SEGMENT_MS)
    .sort((a, b) => a.start - b.start || a.end - b.end || a.sourceId - b.sourceId)
  const clusters: SleepSegment[][] = []
  let current: SleepSegment[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const segment of sorted) {
    if (current.length > 0 && segment.start - end > MAX_GAP_MS) {
      clusters.push(current)
      current = []
      end = Number.NEGATIVE_INFINITY
    }
    current.push(segment)
    end = Math.max(end, segment.end)
  }
  if (current.length > 0) clusters.push(current)
  return clusters
}

function nightOf(cluster: readonly SleepSegment[], rank?: ReadonlyMap<number, number>): Omit<Night, 'isMain'> {
  const sourceId = believedSource(cluster, rank)
  const own = cluster.filter((segment) => segment.sourceId === sourceId)
  const of = (...states: SleepState[]) =>
    union(own.filter((segment) => states.includes(segment.state)).map((segment) => [segment.start, segment.end]))
  const start = Math.min(...cluster.map((segment) => segment.start))
  const last = cluster.reduce((latest, segment) => (segment.end > latest.end ? segment : latest))
  const slept = of('asleep', 'core', 'deep', 'rem')
  const awake = of('awake')
  const hasStages = own.some((segment) => isStage(segment.state))
  const asleep = slept.length > 0 ? length(subtract(slept, awake)) : null
  const bed = cluster.filter((segment) => segment.state === 'in_bed')
  const inBedUnion = union(bed.map((segment) => [segment.start, segment.end]))
  const inBed = timeInBed(inBedUnion, slept, asleep ?? 0, last.end - start)
  const stage = (state: SleepState) => (hasStages ? minutes(length(of(state))) : null)
  return {
    localDate: localDate(last.end, last.zone),
    start,
    end: last.end,
    asleep: asleep === null ? null : minutes(asleep),
    inBed: minutes(inBed),
    deep: stage('deep'),
    rem: stage('rem'),
    core: stage('core'),
    awake: hasStages || awake.length > 0 ? minutes(length(awake)) : null,
    efficiency: asleep === null || inBed === 0 ? null : (100 * asleep) / inBed,
    sourceId,
    sourceIds: [...new Set([sourceId, ...bed.map((segment) => segment.sourceId)])],
    zone: last.zone,
  }
}

/**
 * Time in bed is what sources report as such, else the whole cluster. Blocks that do not even hold the sleep (the
 * phone was picked up at midnight) are completed by it: nobody sleeps longer than they lie.
 */
function timeInBed(inBed: readonly Interval[], slept: readonly Interval[], asleepMs: number, spanMs: number): number {
  if (inBed.length === 0) return spanMs
  const reported = length(inBed)
  return reported >= asleepMs ? reported : length(union([...inBed, ...slept]))
}

function believedSource(cluster: readonly SleepSegment[], rank?: ReadonlyMap<number, number>): number {
  const candidates = [...new Set(cluster.map((segment) => segment.sourceId))].map((id) => {
    const own = cluster.filter((segment) => segment.sourceId === id)
    const slept = own.filter((segment) => segment.state === 'asleep' || isStage(segment.state))
    return {
      id,
      detail: own.some((segment) => isStage(segment.state)) ? 2 : slept.length > 0 ? 1 : 0,
      asleepMs: length(union(slept.map((segment) => [segment.start, segment.end]))),
      rank: rank?.get(id) ?? Number.MAX_SAFE_INTEGER,
    }
  })
  candidates.sort((a, b) => b.detail - a.detail || b.asleepMs - a.asleepMs || a.rank - b.rank || a.id - b.id)
  return candidates[0]?.id ?? -1
}

function isStage(state: SleepState): boolean {
  return state === 'core' || state === 'deep' || state === 'rem'
}

/** Sorted disjoint intervals that cover the same time. */
function union(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [start, end] of sorted) {
    const last = joined[joined.length - 1]
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

/** Time of `from` that is not in `cut`; both sorted and disjoint. */
function subtract(from: readonly Interval[], cut: readonly Interval[]): Interval[] {
  const rest: Interval[] = []
  for (const [start, end] of from) {
    let cursor = start
    for (const [cutStart, cutEnd] of cut) {
      if (cutEnd <= cursor) continue
      if (cutStart >= end) break
      if (cutStart > cursor) rest.push([cursor, cutStart])
      cursor = Math.max(cursor, cutEnd)
    }
    if (cursor < end) rest.push([cursor, end])
  }
  return rest
}

function length(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [start, end]) => sum + end - start, 0)
}

function minutes(ms: number): number {
  return ms / MINUTE_MS
}
