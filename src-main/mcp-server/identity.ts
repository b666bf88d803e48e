/** Whom a request speaks for. A credential that is not good is refused and never taken for "none". */
import type { IncomingMessage } from 'node:http'
import { callerUser } from '../profiles/caller-user.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { TokenRefusal, Tokens } from '../profiles/tokens.ts'
import type { Caller } from '../registry/types.ts'

/** A caller before it has named itself. */
export type McpCaller = Omit<Caller, 'actor'>

/** The two resources that credentials are for; one for the one is refused at the other. */
export type McpResource = 'mcp' | 'personal'

/** not_found: a secret in the path that opens nothing; answered like any address that is not there. */
export type IdentityRefusal = TokenRefusal | 'not_found' | 'other_person'

export type Identity =
  | {
      readonly kind: 'caller'
      /** `user` null: nobody showed a credential. */
      readonly caller: McpCaller
      /** The same for the same credential: what sessions and limits are bound to. 'anonymous' without one. */
      readonly principal: string
      /** Label of the token or address, name of the app; for "who was heard". */
      readonly label: string | null
    }
  | { readonly kind: 'refused'; readonly reason: IdentityRefusal }

export interface IdentityRequest {
  readonly resource: McpResource
  /** The path's secret, as it came; null on `/mcp` itself. */
  readonly secret: string | null
}

export interface Authenticator {
  /** Never rejects: what cannot be checked is refused. */
  identify(request: Pick<IncomingMessage, 'headers'>, what: IdentityRequest): Promise<Identity>
}

export interface IdentityServices {
  readonly tokens: Pick<Tokens, 'verify'>
  readonly profiles: Pick<Profiles, 'get'>
}

const anonymous: Identity = { kind: 'caller', caller: { user: null }, principal: 'anonymous', label: null }

export function createAuthenticator({ tokens, profiles }: IdentityServices): Authenticator {
  return {
    async identify({ headers }, { secret }) {
      if (secret !== null) return { kind: 'refused', reason: 'not_found' }
      if (headers.authorization === undefined) return anonymous
      // Only the Bearer scheme is known here.
      const token = /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization.trim())?.[1]
      if (token === undefined) return { kind: 'refused', reason: 'malformed' }
      const verdict = await tokens.verify(token)
      if (!verdict.ok) return { kind: 'refused', reason: verdict.reason }
      const profile = await profiles.get(verdict.userId)
      if (profile === null) return { kind: 'refused', reason: 'unknown' }
      const credential = `token:${verdict.jti}`
      const caller = { user: callerUser(profile), scopes: verdict.scopes, credential }
      return { kind: 'caller', caller, principal: credential, label: null }
    },
  }
}

const REALM = 'Bearer realm="mirohub"'

/** RFC 6750: no error code where no credential came, `invalid_token` where one came that is not good. */
export const CHALLENGE = {
  none: REALM,
  invalid: `${REALM}, error="invalid_token", error_description="The token is not valid here."`,
  expired: `${REALM}, error="invalid_token", error_description="The token has expired."`,
  scope: `${REALM}, error="insufficient_scope"`,
} as const
