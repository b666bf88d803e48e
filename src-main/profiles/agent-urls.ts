/**
 * Ten-minute MCP addresses that the hub gives to a model provider for one run: the person, the session and the agent
 * whose allow and deny lists bind the calls. In memory only: after a restart there is no run that needs one.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'

const LIFE_MS = 10 * 60_000
const SECRET_BYTES = 32
/** 32 bytes in base64url. */
const SECRET_SHAPE = /^[\w-]{43}$/
/** One run holds one address; far more at once is a fault that must not fill the memory. */
const MAX_LIVE = 1_000

export interface AgentGrant {
  /** Names the grant in sessions and limits; opens nothing. */
  readonly id: string
  readonly userId: number
  /** Whose data it opens, where that is somebody who shares with the person; what they share is asked at each request. */
  readonly subjectId?: number
  readonly sessionId: string
  /** As given, e.g. 'BASE'; the registry's lists are looked up under its upper-case form. */
  readonly agent: string
}

export interface AgentUrls {
  /** `secret` is the last part of the address and is kept nowhere; `revoke` it when the run ends. */
  issue(grant: Omit<AgentGrant, 'id'>): { readonly secret: string; readonly expiresAt: Date }
  /** Null for a secret that was never issued, was revoked, or is older than ten minutes. */
  resolve(secret: string): AgentGrant | null
  revoke(secret: string): void
  /** Ends every address of a person, and every one to their data, e.g. when they are removed. */
  revokeAllOf(userId: number): void
}

/** `now` is the wall clock; an address lives ten minutes of it. */
export function createAgentUrls({ now }: { readonly now: () => Date }): AgentUrls {
  /** By the secret's hash, in the order of issue, which is the order of expiry. */
  const live = new Map<string, { readonly grant: AgentGrant; readonly expiresAt: Date }>()

  function dropExpired(): void {
    const at = now().getTime()
    for (const [key, { expiresAt }] of live) {
      if (expiresAt.getTime() > at && live.size <= MAX_LIVE) return
      live.delete(key)
    }
  }

  return {
    issue(grant) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const expiresAt = new Date(now().getTime() + LIFE_MS)
      live.set(hashOf(secret), { grant: { ...grant, id: randomUUID() }, expiresAt })
      dropExpired()
      return { secret, expiresAt }
    },
    resolve(secret) {
      if (!SECRET_SHAPE.test(secret)) return null
      const held = live.get(hashOf(secret))
      return held !== undefined && held.expiresAt.getTime() > now().getTime() ? held.grant : null
    },
    revoke: (secret) => void live.delete(hashOf(secret)),
    revokeAllOf(userId) {
      for (const [key, { grant }] of live) if (grant.userId === userId || grant.subjectId === userId) live.delete(key)
    },
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
