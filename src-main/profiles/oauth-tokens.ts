/** What an access token of our authorization server says about its bearer, for the one who checks it at a resource. */
import type { Database } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import type { OauthGrants } from './oauth-grants.ts'
import { type ItemPayload, itemHash } from './oauth-items.ts'
import type { TokenRefusal } from './tokens.ts'

/** The resources that an access token can be for; one for the one is refused at the other. */
export type OauthResource = 'mcp' | 'personal'

/** Names, not addresses, as in profiles/tokens.ts: a token outlives a change of the port. */
export const OAUTH_AUDIENCE: Readonly<Record<OauthResource, string>> = {
  mcp: 'urn:mirohub:mcp',
  personal: 'urn:mirohub:personal',
}

export type OauthTokenVerdict =
  | {
      readonly ok: true
      /** Whose data the token opens. */
      readonly userId: number
      readonly publicId: string
      /** Who allowed it: the same person, or one who may ask in that person's name (share `chat`). */
      readonly grantedBy: number
      /** Of the grant, or of the own client that acts by client_credentials. For 'oauth:<grant id>' in the audit log. */
      readonly grantId: string
      readonly clientId: string
      /** As the client calls itself; cleaned, unverified. */
      readonly clientName: string
      readonly scopes: readonly string[]
    }
  | { readonly ok: false; readonly reason: TokenRefusal }

export interface OauthTokens {
  /**
   * Never throws: anything but a live access token of this hub for this resource is refused with the reason. Our access
   * tokens are opaque: base64url without a dot, so that they are never taken for one of the JWTs of profiles/tokens.ts.
   */
  verifyAccessToken(token: string, resource: OauthResource): Promise<OauthTokenVerdict>
  /** Notes the tool that a grant was used for last; kept in memory and written at most once a minute. Never throws. */
  noteTool(userId: number, grantId: string, tool: string): void
  /** Verdicts are held for two seconds; whoever takes a token away calls this. */
  forget(): void
}

export interface OauthTokensOptions {
  readonly db: Database
  readonly grants: Pick<OauthGrants, 'noteUse' | 'noteTool'>
  /** Whether `viewerId` may ask in the name of `subjectId`: their `chat` share. */
  readonly mayActFor: (viewerId: number, subjectId: number) => Promise<boolean>
}

/** nanoid's alphabet; 256 bits are 43 characters. */
const OPAQUE = /^[\w-]{43}$/

interface TokenRow extends Record<string, unknown> {
  payload: ItemPayload
  expires_at: Date | null
  user_id: number | null
  public_id: string | null
  client_name: string | null
  granted_by: number | null
  grant_id: string | null
  revoked_at: Date | null
  own_name: string | null
  own_id: string | null
}

type Known = { readonly row: TokenRow | undefined; readonly mayAct: boolean }

export function createOauthTokens({ db, grants, mayActFor }: OauthTokensOptions): OauthTokens {
  /** By the hash of the token. */
  const known = new FreshCache<string, Known>()

  async function load(hash: Buffer): Promise<Known> {
    const [row] = await db.query<TokenRow>(
      `SELECT i.payload, i.expires_at, p.id AS user_id, p.public_id, g.client_name, g.granted_by, g.id AS grant_id,
         g.revoked_at, c.name AS own_name, c.id AS own_id
       FROM oauth_item i
       LEFT JOIN oauth_client c ON i.kind = 'ClientCredentials' AND c.id = i.payload->>'clientId' AND c.kind = 'own'
       LEFT JOIN profile p ON p.public_id::text = i.payload->>'accountId' OR p.id = c.person_id
       LEFT JOIN oauth_grant g ON g.user_id = p.id AND g.id = i.grant_id
       WHERE i.id_hash = $1 AND i.kind IN ('AccessToken', 'ClientCredentials')`,
      [hash],
    )
    const { granted_by, user_id } = row ?? {}
    const forAnother = typeof granted_by === 'number' && typeof user_id === 'number' && granted_by !== user_id
    return { row, mayAct: !forAnother || (await mayActFor(granted_by, user_id)) }
  }

  async function verify(token: string, resource: OauthResource): Promise<OauthTokenVerdict> {
    if (!OPAQUE.test(token)) return refused('malformed')
    const hash = itemHash(token)
    const { row, mayAct } = await known.get(hash.toString('base64url'), () => load(hash))
    if (row === undefined) return refused('unknown')
    const { payload, user_id, public_id } = row
    if (row.expires_at === null || row.expires_at.getTime() <= Date.now()) return refused('expired')
    if (payload.aud !== OAUTH_AUDIENCE[resource]) return refused('wrong_audience')
    if (user_id === null || public_id === null || typeof payload.clientId !== 'string') return refused('unknown')
    const scopes = typeof payload.scope === 'string' ? payload.scope.split(' ') : []
    const person = { ok: true, userId: user_id, publicId: public_id, clientId: payload.clientId, scopes } as const
    if (row.own_id !== null) {
      return { ...person, grantedBy: user_id, grantId: row.own_id, clientName: row.own_name ?? '' }
    }
    if (row.grant_id === null || row.granted_by === null) return refused('unknown')
    if (row.revoked_at !== null || !mayAct) return refused('revoked')
    grants.noteUse(user_id, row.grant_id)
    return { ...person, grantedBy: row.granted_by, grantId: row.grant_id, clientName: row.client_name ?? '' }
  }

  return {
    async verifyAccessToken(token, resource) {
      try {
        return await verify(token, resource)
      } catch {
        // The database did not answer; nobody gets in on that.
        return refused('unavailable')
      }
    },
    noteTool: (userId, grantId, tool) => grants.noteTool(userId, grantId, tool),
    forget: () => known.forgetAll(),
  }
}

function refused(reason: TokenRefusal): OauthTokenVerdict {
  return { ok: false, reason }
}
