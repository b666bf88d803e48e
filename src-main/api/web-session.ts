/**
 * Who may see the page in browser mode. Loopback is not identity: the address that `serve` prints carries a one-time
 * code, which becomes an HttpOnly, SameSite=Strict cookie. Sessions live as long as the hub; only hashes are kept.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const SESSION_COOKIE = 'mirohub_session'
const MAX_OPEN_CODES = 32
const MAX_SESSIONS = 64

const digest = (value: string) => createHash('sha256').update(value).digest('hex')

export interface WebSessions {
  /** A code that opens the page once. */
  newCode(): string
  /** The cookie value for a code; null when the code is unknown or used. */
  redeem(code: string): string | null
  /** True when the request carries a live session cookie. */
  accepts(request: Pick<IncomingMessage, 'headers'>): boolean
}

/** Drops the oldest entries of an insertion-ordered set, so that neither codes nor sessions grow without bound. */
function trim(set: Set<string>, max: number): void {
  for (const oldest of set) {
    if (set.size <= max) return
    set.delete(oldest)
  }
}

export function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

export function createWebSessions(): WebSessions {
  const codes = new Set<string>()
  const sessions = new Set<string>()
  return {
    newCode() {
      const code = randomBytes(24).toString('base64url')
      codes.add(digest(code))
      trim(codes, MAX_OPEN_CODES)
      return code
    },
    redeem(code) {
      if (!codes.delete(digest(code))) return null
      const session = randomBytes(32).toString('base64url')
      sessions.add(digest(session))
      trim(sessions, MAX_SESSIONS)
      return session
    },
    accepts(request) {
      const value = cookieValue(request.headers.cookie, SESSION_COOKIE)
      // Look-up by hash: equal time whatever the guess shares with a real value.
      return value !== null && sessions.has(digest(value))
    },
  }
}
