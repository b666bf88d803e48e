/** What every step of a derivation shares. */
import type { Queryable } from '../../db/database.ts'
import { dateOfDay } from './local-date.ts'

export interface DeriveScope {
  readonly q: Queryable
  readonly userId: number
  /** Files that are still loading and not part of this derivation. */
  readonly hiddenFileIds: readonly number[]
  /** Source id → rank, 0 = most trusted. */
  readonly rank: ReadonlyMap<number, number>
  /** IANA zone by `time_zone.id`. */
  readonly zoneById: ReadonlyMap<number, string>
  readonly signal: AbortSignal | undefined
}

/** Zones differ from UTC by at most 14 hours: an instant of a local day lies within one day of it in UTC. */
export function instantBounds(firstDay: number, lastDay: number): [string, string] {
  return [`${dateOfDay(firstDay - 1)}T00:00:00Z`, `${dateOfDay(lastDay + 2)}T00:00:00Z`]
}

/** Microseconds since 2000 as two 32-bit words (timestamptz_send) → epoch milliseconds. */
export function readTimestamp(view: DataView, at: number): number {
  return (view.getInt32(at) * 4_294_967_296 + view.getUint32(at + 4)) / 1000 + 946_684_800_000
}

/** A bytea column as a view; empty for null. */
export function viewOf(value: unknown): DataView {
  if (!(value instanceof Uint8Array)) return new DataView(new ArrayBuffer(0))
  return new DataView(value.buffer, value.byteOffset, value.byteLength)
}
