/** Whom a request to `/mcp` speaks for. A credential that is not good is refused and never taken for "none". */
import type { IncomingMessage } from 'node:http'
import { type CallerUser, callerUser } from '../profiles/caller-user.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { TokenRefusal, Tokens } from '../profiles/tokens.ts'

export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'person'; readonly user: CallerUser; readonly scopes: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: TokenRefusal }

export interface IdentityServices {
  readonly tokens: Pick<Tokens, 'verify'>
  readonly profiles: Pick<Profiles, 'get'>
}

/** The `Authorization` header's person. Only the Bearer scheme is known here. */
export async function identify(request: IncomingMessage, services: IdentityServices): Promise<Identity> {
  const header = request.headers.authorization
  if (header === undefined) return { kind: 'anonymous' }
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(header.trim())?.[1]
  if (token === undefined) return { kind: 'refused', reason: 'malformed' }
  const verdict = await services.tokens.verify(token)
  if (!verdict.ok) return { kind: 'refused', reason: verdict.reason }
  const profile = await services.profiles.get(verdict.userId)
  if (profile === null) return { kind: 'refused', reason: 'unknown' }
  return { kind: 'person', user: callerUser(profile), scopes: verdict.scopes }
}

const REALM = 'Bearer realm="mirohub"'

/** RFC 6750: no error code where no credential came, `invalid_token` where one came that is not good. */
export const CHALLENGE = {
  none: REALM,
  invalid: `${REALM}, error="invalid_token", error_description="The token is not valid here."`,
  expired: `${REALM}, error="invalid_token", error_description="The token has expired."`,
  scope: `${REALM}, error="insufficient_scope"`,
} as const
