/** What an access token of our authorization server says about its bearer, for the one who checks it at a resource. */
import type { TokenRefusal } from './tokens.ts'

/** The resources that an access token can be for; one for the one is refused at the other. */
export type OauthResource = 'mcp' | 'personal'

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
}
