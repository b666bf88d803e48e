/** What a refused request is told in HTTP's words: status and `WWW-Authenticate` (RFC 6750, RFC 9728). */
import type { IdentityRefusal, McpResource } from './identity.ts'

export interface ChallengeSite {
  /** Origin that the request came to. */
  readonly origin: string
  readonly uriPrefix: string
  /** What was asked for; `/mcp` unless said. */
  readonly resource?: McpResource
}

/** `WWW-Authenticate` that leads a client to the authorization server; `params` follow the address of the metadata. */
function bearer({ origin, uriPrefix, resource }: ChallengeSite, params: Readonly<Record<string, string>>): string {
  // Never the path of the request: it may hold a secret.
  const path = `${uriPrefix}/${resource === 'personal' ? 'personal/mcp' : 'mcp'}`
  const all = { resource_metadata: `${origin}/.well-known/oauth-protected-resource${path}`, ...params }
  return `Bearer ${Object.entries(all)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

/** No credential came and one is needed; RFC 6750 wants no error code then. */
export function needsCredential(site: ChallengeSite, scope: string | undefined): string {
  return bearer(site, scope === undefined ? {} : { scope })
}

export function needsScope(site: ChallengeSite, scope: string | undefined): string {
  return bearer(site, { error: 'insufficient_scope', ...(scope === undefined ? {} : { scope }) })
}

/** A credential came that is not good. A client learns only whether it has expired. */
export function badCredential(site: ChallengeSite, reason: IdentityRefusal): string {
  const description = reason === 'expired' ? 'The token has expired.' : 'The token is not valid here.'
  return bearer(site, { error: 'invalid_token', error_description: description })
}
