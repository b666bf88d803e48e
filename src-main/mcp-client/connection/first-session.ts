/** The first session with a server: which transport, which era, and what to try when the first try says it was wrong. */
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import type { KnownEra } from './era-verdict.ts'

export type WireKind = 'stdio' | 'http' | 'sse'

export interface FirstSessionOptions<Session> {
  readonly kind: WireKind
  readonly known: KnownEra | null
  /** Opens over a wire of its own; what failed is closed. */
  readonly open: (kind: WireKind, era: KnownEra['era'] | null) => Promise<Session>
  /** Whether the program that was just started ended by itself. */
  readonly programEnded: () => boolean
  /** Nothing more is tried once it is aborted. */
  readonly signal: AbortSignal
  /** A program that ended when it was asked for its era and when it was not: until it starts it is not asked again. */
  readonly endedUnasked: { has(): boolean; add(): void }
}

export interface FirstSession<Session> {
  readonly session: Session
  readonly kind: WireKind
}

export function firstSession<Session>(options: FirstSessionOptions<Session>): Promise<FirstSession<Session>> {
  return options.kind === 'stdio' ? overPipe(options) : overHttp(options)
}

async function overPipe<Session>(options: FirstSessionOptions<Session>): Promise<FirstSession<Session>> {
  const { known, open, signal, endedUnasked } = options
  const era = known?.era ?? (endedUnasked.has() ? 'legacy' : null)
  try {
    return { session: await open('stdio', era), kind: 'stdio' }
  } catch (error) {
    if (signal.aborted) throw error
    if (era === null && options.programEnded()) {
      // Programs on some older SDKs end at anything before `initialize`.
      const session = await open('stdio', 'legacy').catch((second) => {
        endedUnasked.add()
        throw second
      })
      return { session, kind: 'stdio' }
    }
    if (era === 'legacy' && saysOtherEra(error)) return { session: await open('stdio', null), kind: 'stdio' }
    throw error
  }
}

async function overHttp<Session>(options: FirstSessionOptions<Session>): Promise<FirstSession<Session>> {
  const { kind, known, open, signal } = options
  if (kind === 'sse') return { session: await open('sse', 'legacy'), kind }
  if (known?.transport === 'sse') {
    try {
      return { session: await open('sse', 'legacy'), kind: 'sse' }
    } catch (error) {
      if (signal.aborted) throw error
    }
  }
  try {
    return { session: await open('http', known?.transport === 'own' ? known.era : null), kind }
  } catch (error) {
    if (signal.aborted) throw error
    if (known?.era === 'legacy' && saysOtherEra(error)) return { session: await open('http', null), kind }
    if (!mayBeOldTransport(error)) throw error
    return open('sse', 'legacy').then(
      (session) => ({ session, kind: 'sse' as const }),
      // Why the transport that the entry names did not work is what the person has to know.
      () => Promise.reject(error),
    )
  }
}

/** The server answered `initialize`, and the answer was no. */
function saysOtherEra(error: unknown): boolean {
  return (
    error instanceof ProtocolError || (error instanceof SdkError && error.code === SdkErrorCode.EraNegotiationFailed)
  )
}

/** 2025-11-25, transports, Backwards Compatibility: a POST answered with one of these may be the old HTTP+SSE. */
function mayBeOldTransport(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405].includes(error.data.status)
}
