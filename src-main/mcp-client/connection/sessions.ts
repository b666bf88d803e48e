/** Where requests find their session: one that is kept and renewed when the server forgot it, or one for each request. */
import { SdkHttpError } from '@modelcontextprotocol/client'
import type { ClientSession } from './client-session.ts'

export interface Sessions {
  /** Rejects with what `run` or opening a session threw. `runId` is told to a program that is started for it. */
  use<T>(run: (session: ClientSession) => Promise<T>, runId?: string): Promise<T>
  close(): Promise<void>
}

export type OpenNext = (last: ClientSession, runId?: string) => Promise<ClientSession>

/** One kept session. `onRenewed` is told when the server had forgotten it and there is another (peers row 24). */
export function keptSession(
  first: ClientSession,
  openNext: OpenNext,
  onRenewed: (session: ClientSession) => void,
): Sessions {
  let newest = first
  let renewing: Promise<ClientSession> | null = null
  /** How many requests run in each; one that was forgotten is closed with its last: they may still get their answers. */
  const users = new Map<ClientSession, number>()

  /** All that find the same session gone wait for the same new one. */
  function renewed(gone: ClientSession): Promise<ClientSession> {
    if (gone !== newest) return Promise.resolve(newest)
    renewing ??= openNext(gone)
      .then((session) => {
        newest = session
        if ((users.get(gone) ?? 0) === 0) void gone.close()
        onRenewed(session)
        return session
      })
      .finally(() => {
        renewing = null
      })
    return renewing
  }
  async function inside<T>(session: ClientSession, run: (session: ClientSession) => Promise<T>): Promise<T> {
    users.set(session, (users.get(session) ?? 0) + 1)
    try {
      return await run(session)
    } finally {
      const left = (users.get(session) ?? 1) - 1
      users.set(session, left)
      if (left === 0 && session !== newest) {
        users.delete(session)
        void session.close()
      }
    }
  }

  return {
    async use(run) {
      const session = await (renewing ?? newest)
      try {
        return await inside(session, run)
      } catch (error) {
        if (!isForgotten(error, session)) throw error
        // The server refused the request before it looked at it: sending it again does nothing twice.
        return inside(await renewed(session), run)
      }
    },
    close: async () => {
      await renewing?.catch(() => {})
      await Promise.all([...new Set([...users.keys(), newest])].map((session) => session.close()))
    },
  }
}

/** A session for each request, ended with it. */
export function sessionEach(model: ClientSession, openNext: OpenNext): Sessions {
  const open = new Set<ClientSession>()
  return {
    async use(run, runId) {
      const session = await openNext(model, runId)
      open.add(session)
      try {
        return await run(session)
      } finally {
        open.delete(session)
        void session.close()
      }
    },
    close: async () => {
      await Promise.all([...open].map((session) => session.close()))
    },
  }
}

/** 404 for a session id (2025-11-25, transports); some servers say 400 and name the session in words. */
function isForgotten(error: unknown, session: ClientSession): boolean {
  if (!(error instanceof SdkHttpError) || session.transport.sessionId === undefined) return false
  const { status, text } = error.data
  return status === 404 || (status === 400 && typeof text === 'string' && /session/i.test(text))
}
