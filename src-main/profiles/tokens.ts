/**
 * Bearer tokens for `/mcp`: HS256 JWTs signed with the hub's own key. The database keeps a row per token (label, dates,
 * scopes) and never the token, so a copy of the data opens nothing.
 */

import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Database } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import { accessToken, profile as profileTable } from '../db/schema.ts'
import type { HeldSecrets } from '../secrets/secret-store.ts'
import { CheckedSignatures } from './checked-signatures.ts'
import { ProfileError } from './profile-error.ts'
import type { Profiles } from './profiles.ts'
import { createSigningKey } from './signing-key.ts'

/** What a person hands to a client of theirs: all but administration. */
const GRANTED_SCOPES: readonly string[] = ['mcp:read', 'mcp:write', 'mcp:tools']
/**
 * Names of this hub and of its `/mcp` in every token. They are names, not addresses: the port may move to the next free
 * one and the public address may change, and a token must outlive both. That it is this hub's is proven by the key.
 */
const ISSUER = 'urn:mirohub:hub'
const MCP_AUDIENCE = 'urn:mirohub:mcp'
const DAY_MS = 86_400_000
const LAST_USED_STEP_MS = 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface TokenView {
  readonly id: string
  readonly label: string
  /** ISO instants. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** Why a credential is refused. Goes to the log; a client learns only that it is invalid or expired. */
export type TokenRefusal =
  | 'malformed'
  | 'foreign'
  | 'expired'
  | 'wrong_audience'
  | 'unknown'
  | 'revoked'
  | 'unavailable'

export type TokenVerdict =
  | {
      readonly ok: true
      readonly userId: number
      readonly publicId: string
      readonly jti: string
      readonly scopes: readonly string[]
      readonly label?: string
    }
  | { readonly ok: false; readonly reason: TokenRefusal }

export interface Tokens {
  /** `days` 1 to 3650. The token is in the answer and nowhere else. Throws ProfileError. */
  mint(request: { userId: number; days: number; label: string }): Promise<{ token: string; view: TokenView }>
  /** Never throws: anything but a live token of this hub for this audience is refused with the reason. */
  verify(token: string): Promise<TokenVerdict>
  /** The person's tokens, newest first, revoked and expired ones too. */
  list(userId: number): Promise<TokenView[]>
  /** False when the person has no such live token. Takes effect at the next call. */
  revoke(userId: number, id: string): Promise<boolean>
}

export interface TokensOptions {
  readonly db: Database
  readonly secrets: HeldSecrets
  readonly profiles: Pick<Profiles, 'get'>
  readonly now: () => Date
  /** The resource that tokens are for and must be for. */
  readonly audience?: string
  readonly issuer?: string
}

interface TokenRow {
  readonly userId: number
  readonly label: string
  readonly scopes: string[]
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
}

export async function createTokens(options: TokensOptions): Promise<Tokens> {
  const { db, profiles, now, audience = MCP_AUDIENCE, issuer = ISSUER } = options
  const signingKey = createSigningKey(options.secrets)
  /** By token id. */
  const known = new FreshCache<string, TokenRow | undefined>()
  const signatures = new CheckedSignatures()

  async function mint({ userId, days, label }: { userId: number; days: number; label: string }) {
    if (!Number.isInteger(days) || days < 1 || days > 3650) {
      throw new ProfileError('bad_days', `A token lives 1 to 3650 days, not ${days}.`, 'Use a whole number of days.')
    }
    const person = await profiles.get(userId)
    if (person === null) {
      throw new ProfileError('unknown_profile', `There is no profile ${userId} here.`, 'Name another person.')
    }
    const id = randomUUID()
    // JWT times are whole seconds; the row says the same instants.
    const createdAt = new Date(Math.floor(now().getTime() / 1000) * 1000)
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
    const token = await new SignJWT({ scope: GRANTED_SCOPES.join(' ') })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(person.publicId)
      .setJti(id)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(createdAt)
      .setExpirationTime(expiresAt)
      .sign(await signingKey())
    const [row] = await db.orm
      .insert(accessToken)
      .values({ userId, id, label: label.trim(), scopes: [...GRANTED_SCOPES], createdAt, expiresAt })
      .returning()
    if (row === undefined) throw new Error('inserting a token returned no row')
    return { token, view: tokenView(row) }
  }

  async function verify(token: string): Promise<TokenVerdict> {
    const claims = await verifiedClaims(token)
    if ('reason' in claims) return { ok: false, reason: claims.reason }
    const { subject, jti } = claims
    const row = await known.get(jti, () => storedToken(subject, jti))
    if (row === undefined) return { ok: false, reason: 'unknown' }
    if (row.revokedAt !== null) return { ok: false, reason: 'revoked' }
    const at = now()
    if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= LAST_USED_STEP_MS) {
      await db.orm
        .update(accessToken)
        .set({ lastUsedAt: at })
        .where(and(eq(accessToken.userId, row.userId), eq(accessToken.id, jti)))
      known.forget(jti)
    }
    return { ok: true, userId: row.userId, publicId: subject, jti, scopes: row.scopes, label: row.label }
  }

  async function storedToken(subject: string, jti: string): Promise<TokenRow | undefined> {
    const [row] = await db.orm
      .select({
        userId: accessToken.userId,
        label: accessToken.label,
        scopes: accessToken.scopes,
        revokedAt: accessToken.revokedAt,
        lastUsedAt: accessToken.lastUsedAt,
      })
      .from(accessToken)
      .innerJoin(profileTable, eq(profileTable.id, accessToken.userId))
      .where(and(eq(profileTable.publicId, subject), eq(accessToken.id, jti)))
      .limit(1)
    return row
  }

  async function verifiedClaims(token: string): Promise<{ subject: string; jti: string } | { reason: TokenRefusal }> {
    let key: Uint8Array
    try {
      key = await signingKey()
    } catch {
      return { reason: 'unavailable' }
    }
    const checked = signatures.find(token, key, now())
    if (checked !== undefined) return checked
    try {
      // The algorithm is fixed here, whatever the token's header says: `none` and keys of another kind never count.
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience,
        issuer,
        currentDate: now(),
        requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      })
      const { sub, jti, exp, nbf } = payload
      if (sub === undefined || jti === undefined || !UUID.test(sub) || !UUID.test(jti)) return { reason: 'malformed' }
      // Ours have no `nbf`; what it says would have to be looked at every time.
      if (exp !== undefined && nbf === undefined) signatures.keep(token, key, { subject: sub, jti, expiresS: exp })
      return { subject: sub, jti }
    } catch (error) {
      return { reason: refusalOf(error) }
    }
  }

  return {
    mint,
    async verify(token) {
      try {
        return await verify(token)
      } catch {
        // The database did not answer; nobody gets in on that.
        return { ok: false, reason: 'unavailable' }
      }
    },
    async list(userId) {
      const rows = await db.orm
        .select()
        .from(accessToken)
        .where(eq(accessToken.userId, userId))
        .orderBy(desc(accessToken.createdAt), desc(accessToken.id))
      return rows.map(tokenView)
    },
    async revoke(userId, id) {
      if (!UUID.test(id)) return false
      const rows = await db.orm
        .update(accessToken)
        .set({ revokedAt: now() })
        .where(and(eq(accessToken.userId, userId), eq(accessToken.id, id), isNull(accessToken.revokedAt)))
        .returning({ id: accessToken.id })
      known.forget(id)
      return rows.length > 0
    },
  }
}

function refusalOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'aud' || error.claim === 'iss' ? 'wrong_audience' : 'malformed'
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed)
    return 'foreign'
  return 'malformed'
}

function tokenView(row: typeof accessToken.$inferSelect): TokenView {
  return {
    id: row.id,
    label: row.label,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
