/** How much one endpoint takes at once, so that no client, broken or hostile, takes the hub from the others. */
import type { EventLogLimits } from './legacy/event-log.ts'
import type { LegacyTimings } from './legacy/exchange.ts'

export interface EndpointLimits {
  /** Requests being worked on. */
  readonly inFlight: number
  /** Of these, one principal's: what is left over is for the others. */
  readonly inFlightPerPrincipal: number
  /** One principal's requests in a window. Far above what any client needs and the machine can do for long. */
  readonly requestsPerWindow: number
  readonly windowMs: number
  /** Refused credentials of one kind in a minute that are told why; later ones hear 429. Good ones never count. */
  readonly badCredentialsPerMinute: number
  /** Open listening streams, of both eras together. */
  readonly streams: number
  /** How often the credential of an open listening stream is looked at again. */
  readonly recheckMs: number
  readonly sessions: number
  readonly sessionsPerPrincipal: number
  readonly sessionIdleMs: number
  readonly batch: number
  /** A session's events that a client can come back for. */
  readonly events: EventLogLimits
  readonly timings: LegacyTimings
}

export const DEFAULT_LIMITS: EndpointLimits = {
  inFlight: 256,
  inFlightPerPrincipal: 200,
  requestsPerWindow: 20_000,
  windowMs: 10_000,
  badCredentialsPerMinute: 60,
  streams: 100,
  recheckMs: 60_000,
  sessions: 256,
  sessionsPerPrincipal: 32,
  sessionIdleMs: 30 * 60_000,
  batch: 100,
  events: { maxEvents: 256, maxBytes: 1024 * 1024 },
  timings: { streamAfterMs: 1_000, resumeWithinMs: 60_000, keepAliveMs: 15_000, retryMs: 1_000 },
}

export type Admission =
  | { readonly ok: true; readonly leave: () => void }
  | { readonly ok: false; readonly retryAfterS: number; readonly message: string }

/** Counts a refused credential; false when too many of its kind were refused in the last minute. */
export type RefusalCounter = (kind: string) => boolean

export interface Admissions {
  enter(principal: string): Admission
  readonly mayExplain: RefusalCounter
  /** A place for a listening stream. */
  listen(): Admission
}

interface Principal {
  inFlight: number
  requests: number
  windowStart: number
}

const MINUTE_MS = 60_000
const MAX_IDLE_PRINCIPALS = 1_000

/** `now` in milliseconds; any clock that does not run backwards. */
export function createRefusalCounter(perMinute: number, now: () => number): RefusalCounter {
  const refusals = new Map<string, { count: number; since: number }>()
  return (kind) => {
    const at = now()
    const known = refusals.get(kind)
    if (known === undefined || at - known.since >= MINUTE_MS) {
      refusals.set(kind, { count: 1, since: at })
      return true
    }
    known.count++
    return known.count <= perMinute
  }
}

/** `now` in milliseconds; any clock that does not run backwards. */
export function createAdmissions(limits: EndpointLimits, now: () => number): Admissions {
  const principals = new Map<string, Principal>()
  let inFlight = 0
  let streams = 0

  const principalOf = (name: string, at: number): Principal => {
    const known = principals.get(name)
    if (known !== undefined) {
      if (at - known.windowStart >= limits.windowMs) Object.assign(known, { requests: 0, windowStart: at })
      return known
    }
    if (principals.size >= MAX_IDLE_PRINCIPALS) {
      for (const [other, { inFlight: busy }] of principals) if (busy === 0) principals.delete(other)
    }
    const added = { inFlight: 0, requests: 0, windowStart: at }
    principals.set(name, added)
    return added
  }

  return {
    enter(name) {
      const at = now()
      const principal = principalOf(name, at)
      if (principal.requests >= limits.requestsPerWindow) {
        const retryAfterS = Math.max(1, Math.ceil((principal.windowStart + limits.windowMs - at) / 1_000))
        return { ok: false, retryAfterS, message: 'Too many requests: send fewer in the same time.' }
      }
      if (inFlight >= limits.inFlight || principal.inFlight >= limits.inFlightPerPrincipal) {
        return { ok: false, retryAfterS: 1, message: 'Too many requests at once: wait for some to end.' }
      }
      principal.requests++
      principal.inFlight++
      inFlight++
      return {
        ok: true,
        leave: () => {
          principal.inFlight--
          inFlight--
        },
      }
    },
    mayExplain: createRefusalCounter(limits.badCredentialsPerMinute, now),
    listen() {
      if (streams >= limits.streams) {
        return { ok: false, retryAfterS: 60, message: 'Too many clients listen already.' }
      }
      streams++
      return { ok: true, leave: () => streams-- }
    },
  }
}
