/** The documents that clients discover us by: RFC 8414 for the authorization server, RFC 9728 for the two resources. */
import type { OauthResource } from '../../profiles/oauth-tokens.ts'
import { RESOURCE_PATHS } from './resources.ts'
import { SCOPES } from './scopes.ts'

/** One document under all its addresses. The issuer is the origin that the request came under. */
export function authorizationServerMetadata(origin: string, uriPrefix: string): Record<string, unknown> {
  const at = `${origin}${uriPrefix}/oauth`
  return {
    issuer: origin,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    registration_endpoint: `${at}/register`,
    introspection_endpoint: `${at}/introspect`,
    revocation_endpoint: `${at}/revoke`,
    jwks_uri: `${at}/jwks`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    // OpenID Connect Discovery wants these; an id token of ours says who, by an opaque id, and nothing else.
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time'],
    request_uri_parameter_supported: false,
    request_parameter_supported: false,
  }
}

/** Clients ask for all that is listed here when they are told no scope: so it is what everyday use of each needs. */
const EVERYDAY_SCOPES: Readonly<Record<OauthResource, readonly string[]>> = {
  mcp: ['mcp:read', 'mcp:write', 'mcp:tools'],
  personal: ['mcp:connect'],
}

export function protectedResourceMetadata(
  origin: string,
  uriPrefix: string,
  resource: OauthResource,
): Record<string, unknown> {
  return {
    resource: `${origin}${uriPrefix}${RESOURCE_PATHS[resource]}`,
    resource_name: 'Mirohub',
    authorization_servers: [origin],
    scopes_supported: [...EVERYDAY_SCOPES[resource]],
    bearer_methods_supported: ['header'],
  }
}
