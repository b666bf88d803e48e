/** What the fake authorization server does wrong; all false or null: nothing. */
export interface OauthLies {
  /** Another issuer in its metadata than where it is. */
  issuer: string | null
  withoutPkce: boolean
  /** `iss` of the authorization response (RFC 9207). */
  iss: 'right' | 'wrong' | 'missing' | 'twice'
  announcesIss: boolean
  /** Answers with another state first, then with the right one. */
  altersState: boolean
  denies: boolean
  authorizationEndpoint: string | null
  tokenEndpoint: string | null
  registrationEndpoint: string | null
  withoutRegistration: boolean
  /** Knows clients by the address of their metadata document; no lie. */
  knowsDocuments: boolean
  /** Where its metadata are redirected to. */
  redirectsTo: string | null
  hugeMetadata: boolean
  /** Never ends its metadata. */
  stalls: boolean
  expiresInS: number | null
  withoutRefreshToken: boolean
  tokenType: string
  /** Answers every refresh so: an OAuth error code, or a page with status 500. */
  refusesRefresh: 'invalid_grant' | 'server-error' | null
}

export const noLies: OauthLies = {
  issuer: null,
  withoutPkce: false,
  iss: 'right',
  announcesIss: true,
  altersState: false,
  denies: false,
  authorizationEndpoint: null,
  tokenEndpoint: null,
  registrationEndpoint: null,
  withoutRegistration: false,
  knowsDocuments: false,
  redirectsTo: null,
  hugeMetadata: false,
  stalls: false,
  expiresInS: 3600,
  withoutRefreshToken: false,
  tokenType: 'Bearer',
  refusesRefresh: null,
}
