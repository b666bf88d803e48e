/**
 * Instants and local days in an IANA zone, fast enough to be called for every record of an import.
 *
 * `Intl` answers in microseconds, a record must cost nanoseconds: the offsets of a zone are asked once per year and
 * kept as spans; a last-used span answers nearly every call, because records come in time order.
 */

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS

/** Raised for a zone name that the system's tables do not know. */
export class TimeZoneError extends Error {
  override readonly name = 'TimeZoneError'
  readonly code = 'unknown-time-zone'
  readonly hint = 'Use an IANA name such as Europe/Berlin or Asia/Shanghai.'
}

/** From `from` (inclusive) to `to` (exclusive) local time is UTC + `offset`; all in milliseconds. */
interface OffsetSpan {
  readonly from: number
  readonly to: number
  readonly offset: number
}

class Zone {
  private readonly format: Intl.DateTimeFormat
  private readonly years = new Map<number, readonly OffsetSpan[]>()
  private last: OffsetSpan = { from: 1, to: 0, offset: 0 }

  constructor(name: string) {
    try {
      this.format = new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        calendar: 'iso8601',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch (cause) {
      throw new TimeZoneError(`The time zone "${name}" is not known.`, { cause })
    }
  }

  /** Milliseconds to add to UTC at the instant. */
  offsetAt(epochMs: number): number {
    const last = this.last
    if (epochMs >= last.from && epochMs < last.to) return last.offset
    for (const span of this.spansOfYear(new Date(epochMs).getUTCFullYear())) {
      if (epochMs >= span.from && epochMs < span.to) {
        this.last = span
        return span.offset
      }
    }
    throw new RangeError(`${epochMs} is outside the range of dates`)
  }

  private spansOfYear(year: number): readonly OffsetSpan[] {
    const known = this.years.get(year)
    if (known) return known
    const spans: OffsetSpan[] = []
    const end = Date.UTC(year + 1, 0, 1)
    let from = Date.UTC(year, 0, 1)
    let offset = this.askOffset(from)
    // No zone changes its offset and changes it back within a week, so weekly probes see every transition.
    for (let probe = from; probe < end; probe += WEEK_MS) {
      const next = Math.min(probe + WEEK_MS, end)
      const nextOffset = this.askOffset(next)
      if (nextOffset === offset) continue
      let before = probe
      let after = next
      while (after - before > 1000) {
        const middle = Math.floor((before + after) / 2000) * 1000
        if (this.askOffset(middle) === offset) before = middle
        else after = middle
      }
      spans.push({ from, to: after, offset })
      from = after
      offset = nextOffset
    }
    spans.push({ from, to: end, offset })
    this.years.set(year, spans)
    return spans
  }

  private askOffset(epochMs: number): number {
    let year = 0
    let month = 1
    let day = 1
    let hour = 0
    let minute = 0
    let second = 0
    for (const part of this.format.formatToParts(epochMs)) {
      const value = Number(part.value)
      if (part.type === 'year') year = value
      else if (part.type === 'month') month = value
      else if (part.type === 'day') day = value
      else if (part.type === 'hour') hour = value
      else if (part.type === 'minute') minute = value
      else if (part.type === 'second') second = value
    }
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(epochMs / 1000) * 1000
  }
}

const zones = new Map<string, Zone>()
let lastName = ''
let lastZone: Zone | null = null

function zoneOf(name: string): Zone {
  if (name === lastName && lastZone) return lastZone
  let zone = zones.get(name)
  if (!zone) {
    zone = new Zone(name)
    zones.set(name, zone)
  }
  lastName = name
  lastZone = zone
  return zone
}

/** True when the system's tables know the zone. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOf(name)
    return true
  } catch {
    return false
  }
}

/** Days since 1970-01-01 of the local date at an instant. */
export function localDay(epochMs: number, zone: string): number {
  return Math.floor((epochMs + zoneOf(zone).offsetAt(epochMs)) / DAY_MS)
}

const dateNames = new Map<number, string>()

/** 'YYYY-MM-DD' of a count of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  let name = dateNames.get(day)
  if (name === undefined) {
    name = new Date(day * DAY_MS).toISOString().slice(0, 10)
    dateNames.set(day, name)
  }
  return name
}

/** Days since 1970-01-01 of 'YYYY-MM-DD'. NaN when it is no date. */
export function dayOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The local date ('YYYY-MM-DD') of an instant in an IANA zone. Throws TimeZoneError for an unknown zone. */
export function localDate(epochMs: number, zone: string): string {
  return dateOfDay(localDay(epochMs, zone))
}

/**
 * First instant of a local day. Where midnight does not exist (clocks that jump at 00:00), it is the first instant
 * after the jump; where it happens twice, the first of the two.
 */
export function startOfDay(day: number, zone: string): number {
  const z = zoneOf(zone)
  const wall = day * DAY_MS
  // The right instant is reached from one of the offsets in force around it; the earlier candidate wins.
  const offsets = [z.offsetAt(wall - DAY_MS), z.offsetAt(wall + DAY_MS)]
  const candidates = offsets.map((offset) => wall - offset).sort((a, b) => a - b)
  for (const candidate of candidates) {
    if (candidate + z.offsetAt(candidate) === wall) return candidate
  }
  // In a gap: search the jump between the two candidates.
  let before = candidates[0] ?? wall
  let after = candidates[candidates.length - 1] ?? wall
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (Math.floor((middle + z.offsetAt(middle)) / DAY_MS) < day) before = middle
    else after = middle
  }
  return after
}

/** ISO 8601 with the offset of the zone at that instant: '2025-07-01T08:00:00-04:00'. Milliseconds only where set. */
export function localIsoTime(epochMs: number, zone: string): string {
  const offset = zoneOf(zone).offsetAt(epochMs)
  const wall = new Date(epochMs + offset).toISOString()
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const hh = String(Math.floor(minutes / 60)).padStart(2, '0')
  const mm = String(minutes % 60).padStart(2, '0')
  const clock = wall.endsWith('.000Z') ? wall.slice(0, 19) : wall.slice(0, 23)
  return `${clock}${offset < 0 ? '-' : '+'}${hh}:${mm}`
}
