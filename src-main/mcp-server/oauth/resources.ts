/**
 * Resource indicators (RFC 8707). Clients name our two resources by address, under any of our origins; tokens and grants
 * carry names instead, so that both outlive a change of the port or of the public address.
 */
import { OAUTH_AUDIENCE, type OauthResource } from '../../profiles/oauth-tokens.ts'
import type { Site } from '../site.ts'

export const RESOURCE_PATHS: Readonly<Record<OauthResource, string>> = { mcp: '/mcp', personal: '/personal/mcp' }

/** The name of the resource at an address of ours; null for anything else. */
export function resourceName(indicator: string, site: Pick<Site, 'origins' | 'uriPrefix'>): string | null {
  for (const origin of site.origins()) {
    if (indicator === `${origin}${site.uriPrefix}${RESOURCE_PATHS.mcp}`) return OAUTH_AUDIENCE.mcp
    if (indicator === `${origin}${site.uriPrefix}${RESOURCE_PATHS.personal}`) return OAUTH_AUDIENCE.personal
  }
  return null
}

export function isResourceName(name: string): boolean {
  return name === OAUTH_AUDIENCE.mcp || name === OAUTH_AUDIENCE.personal
}
