/** The open sessions of the 2025 versions: bound to who opened them, ended when idle, never more than so many. */
import { randomBytes } from 'node:crypto'
import type { Server } from '@modelcontextprotocol/server'
import type { ExchangeCall } from '../exchange-call.ts'
import type { EndpointLimits } from '../limits.ts'
import type { LegacyTransport } from './transport.ts'

export interface Session {
  readonly id: string
  readonly principal: string
  readonly server: Server
  readonly transport: LegacyTransport
  /** The newest request of the session: who asks now. */
  call: ExchangeCall
  /** Milliseconds of the table's clock. */
  usedAt: number
}

export interface SessionTable {
  /** Null for an id that is unknown, ended, or another principal's: a client cannot tell these apart. */
  find(id: string, principal: string): Session | null
  /** Makes room by ending the longest idle session; false when all of them are at work. */
  makeRoomFor(principal: string): boolean
  add(session: Session): void
  end(session: Session): Promise<void>
  all(): Iterable<Session>
  close(): Promise<void>
}

const SWEEP_MS = 60_000

/** 256 random bits in characters that a header may carry. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url')
}

type SessionLimits = Pick<EndpointLimits, 'sessions' | 'sessionsPerPrincipal' | 'sessionIdleMs'>

export function createSessionTable(limits: SessionLimits, now: () => number): SessionTable {
  const sessions = new Map<string, Session>()
  const end = async (session: Session) => {
    sessions.delete(session.id)
    await session.server.close().catch(() => {})
  }
  /** A client that listens or waits is there, however long it says nothing. */
  const expired = ({ transport, usedAt }: Session) =>
    transport.running === 0 && !transport.listening && now() - usedAt >= limits.sessionIdleMs
  const sweep = () => {
    for (const session of sessions.values()) if (expired(session)) void end(session)
  }
  const timer = setInterval(sweep, SWEEP_MS).unref()

  /** The one to end: without a listener before one with, the longest unused first. */
  const leastWanted = (of: readonly Session[]): Session | undefined =>
    of
      .filter(({ transport }) => transport.running === 0)
      .sort((a, b) => Number(a.transport.listening) - Number(b.transport.listening) || a.usedAt - b.usedAt)[0]

  return {
    find(id, principal) {
      const session = sessions.get(id)
      if (session === undefined || session.principal !== principal) return null
      if (expired(session)) {
        void end(session)
        return null
      }
      session.usedAt = now()
      return session
    },
    makeRoomFor(principal) {
      sweep()
      const own = [...sessions.values()].filter((session) => session.principal === principal)
      const crowd =
        own.length >= limits.sessionsPerPrincipal
          ? own
          : sessions.size >= limits.sessions
            ? [...sessions.values()]
            : null
      if (crowd === null) return true
      const victim = leastWanted(crowd)
      if (victim === undefined) return false
      void end(victim)
      return true
    },
    add(session) {
      sessions.set(session.id, session)
    },
    end,
    all: () => sessions.values(),
    async close() {
      clearInterval(timer)
      await Promise.all([...sessions.values()].map(end))
    },
  }
}
