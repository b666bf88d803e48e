/** Which scopes a login asks for. Pure. */

export interface ScopeSources {
  /** The person's own list in the entry; null: what the server asks for. */
  readonly chosen: readonly string[] | null
  /** `scope` of the last 401. */
  readonly challenged: string | null
  /** `scopes_supported` of the resource's metadata. */
  readonly supported: readonly string[] | null
  /** `scopes_supported` of the issuer's metadata. */
  readonly issuerSupports: readonly string[] | null
  /** Of a 403 `insufficient_scope`, with everything that was granted before. */
  readonly stepUp: readonly string[]
}

/**
 * MCP authorization, "Scope Selection Strategy" and "Step-Up": the person's list, else the challenge, else what the
 * resource supports, else none at all; together with what a step-up needs. `offline_access` is added where the issuer
 * knows it (SEP-2207), for a refresh token.
 */
export function scopesToAskFor(sources: ScopeSources): string | null {
  const base = sources.chosen ?? (sources.challenged === null ? null : split(sources.challenged)) ?? sources.supported
  const scopes = new Set([...(base ?? []), ...sources.stepUp])
  if (scopes.size === 0) return null
  if (sources.chosen === null && sources.issuerSupports?.includes('offline_access')) scopes.add('offline_access')
  return [...scopes].join(' ')
}

/** RFC 6749 3.3: scopes are separated by spaces. */
export function split(scope: string): string[] {
  return scope.split(' ').filter((one) => one !== '')
}
