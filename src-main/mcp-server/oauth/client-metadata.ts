/**
 * What is taken over from what a client says about itself, at registration (RFC 7591) and in a client metadata document.
 * Only what the flow needs is kept: no logo, no policy address, nothing that would be fetched or shown as more than text.
 */
import { redirectKind } from './redirect-uris.ts'

export type CleanMetadata =
  | { readonly ok: true; readonly metadata: Record<string, unknown> }
  | {
      readonly ok: false
      readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
      readonly description: string
    }

const AUTH_METHODS: readonly string[] = ['none', 'client_secret_basic', 'client_secret_post']
const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token']
const MAX_REDIRECT_URIS = 10
const MAX_NAME = 60

const wrong = (error: 'invalid_redirect_uri' | 'invalid_client_metadata', description: string): CleanMetadata => ({
  ok: false,
  error,
  description,
})

/**
 * A client's own name, fit for one line of a dialog: no controls, no bidi overrides or other invisible characters, no
 * lone surrogates, one kind of space, at most 60 characters. Plain text, wherever it is shown.
 */
export function cleanClientName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const visible = name
    .slice(0, 1_000)
    .toWellFormed()
    .replace(/[\p{Z}\t\r\n]+/gu, ' ')
    .replace(/[\p{C}\u{FFFD}\u{115F}\u{1160}\u{3164}\u{FFA0}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/ +/g, ' ')
    .trim()
  return [...visible].slice(0, MAX_NAME).join('').trim()
}

/**
 * `said` is what came over the wire. `document` clients hold no secret. A `scope` is not kept: what a client may do is
 * asked at each authorization, and one that registered for reading may ask for more later (step-up).
 */
export function cleanClientMetadata(
  said: Readonly<Record<string, unknown>>,
  kind: 'registered' | 'document',
): CleanMetadata {
  const redirectUris = stringList(said.redirect_uris)
  if (redirectUris === null || redirectUris.length === 0 || redirectUris.length > MAX_REDIRECT_URIS) {
    return wrong('invalid_redirect_uri', `redirect_uris must list 1 to ${MAX_REDIRECT_URIS} addresses.`)
  }
  const kinds = redirectUris.map(redirectKind)
  if (kinds.includes(null)) {
    return wrong(
      'invalid_redirect_uri',
      'A redirect URI must be https, http on a loopback address, or the private scheme of a program known here; without fragment, userinfo or wildcard.',
    )
  }
  const native = kinds.includes('loopback') || kinds.includes('private')
  const applicationType = said.application_type ?? (native ? 'native' : 'web')
  if (applicationType !== 'web' && applicationType !== 'native') {
    return wrong('invalid_client_metadata', 'application_type must be native or web.')
  }
  if (applicationType === 'web' && kinds.includes('private')) {
    return wrong('invalid_redirect_uri', 'A private scheme needs application_type native.')
  }
  const method = said.token_endpoint_auth_method ?? (kind === 'document' ? 'none' : 'client_secret_basic')
  if (typeof method !== 'string' || !AUTH_METHODS.includes(method)) {
    return wrong('invalid_client_metadata', `token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}.`)
  }
  if (kind === 'document' && method !== 'none') {
    return wrong('invalid_client_metadata', 'A client that is known by a document holds no secret: use none.')
  }
  // What is asked beyond it is left out, as RFC 7591 3.2.1 allows: above all client_credentials, which nobody grants itself.
  const asked = stringList(said.grant_types ?? GRANT_TYPES)
  const grantTypes = asked?.filter((type) => GRANT_TYPES.includes(type)) ?? []
  if (!grantTypes.includes('authorization_code')) {
    return wrong('invalid_client_metadata', 'grant_types must contain authorization_code.')
  }
  const responseTypes = stringList(said.response_types ?? ['code'])
  if (responseTypes === null || !responseTypes.includes('code')) {
    return wrong('invalid_client_metadata', 'response_types must contain code.')
  }
  return {
    ok: true,
    metadata: {
      client_name: cleanClientName(said.client_name),
      redirect_uris: redirectUris,
      application_type: applicationType,
      grant_types: grantTypes,
      response_types: ['code'],
      response_modes: ['query'],
      token_endpoint_auth_method: method,
    },
  }
}

function stringList(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  const strings = value.filter((entry) => typeof entry === 'string')
  return strings.length === value.length ? strings : null
}
