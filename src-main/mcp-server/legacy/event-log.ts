/** What one session's streams have said, kept for a client that lost its connection (Last-Event-ID), within bounds. */

export interface LoggedEvent {
  readonly id: string
  /** JSON text of a message; '' for an event that only carries its id. */
  readonly data: string
}

export interface EventLog {
  /** Keeps the event and returns its id, unique in the session. */
  append(stream: number, data: string): string
  /**
   * The later events of the stream that `id` is of, oldest first, as far as they are still kept; null for an id that was
   * never given out.
   */
  after(id: string): { readonly stream: number; readonly events: readonly LoggedEvent[] } | null
}

export interface EventLogLimits {
  readonly maxEvents: number
  /** Of UTF-8. An event above it is sent like any other and not kept. */
  readonly maxBytes: number
}

interface KeptEvent extends LoggedEvent {
  readonly stream: number
  readonly position: number
  readonly bytes: number
}

const ID = /^(\d{1,12})-(\d{1,12})$/

export function createEventLog({ maxEvents, maxBytes }: EventLogLimits): EventLog {
  const kept: KeptEvent[] = []
  let bytesKept = 0
  let position = 0
  let lastStream = 0
  return {
    append(stream, data) {
      position++
      lastStream = Math.max(lastStream, stream)
      const id = `${stream}-${position}`
      const bytes = Buffer.byteLength(data)
      kept.push({ id, data, stream, position, bytes })
      bytesKept += bytes
      while (kept.length > maxEvents || bytesKept > maxBytes) bytesKept -= kept.shift()?.bytes ?? 0
      return id
    },
    after(id) {
      const [, stream, seen] = (ID.exec(id) ?? []).map(Number)
      if (stream === undefined || seen === undefined || stream > lastStream || seen > position) return null
      return { stream, events: kept.filter((event) => event.stream === stream && event.position > seen) }
    },
  }
}
