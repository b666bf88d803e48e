/** Addresses in the arguments of a call that lead to a blocked site: one rule for the fetching tools of every server. Pure. */
import { blockedBy } from '../../config/blocked-sites.ts'

const MAX_TEXTS = 1_000

/** The first address among the arguments that is kept away from, with the rule; null when there is none. */
export function blockedAddress(
  args: unknown,
  sites: readonly string[],
): { readonly address: string; readonly site: string } | null {
  if (sites.length === 0) return null
  const open: unknown[] = [args]
  for (let at = 0; at < open.length && at < MAX_TEXTS; at++) {
    const value = open[at]
    if (typeof value === 'string') {
      // Words about a site are no way to it; an address is.
      if (!/^\s*https?:/i.test(value)) continue
      const site = blockedBy(value.trim(), sites)
      if (site !== null) return { address: value.trim(), site }
    } else if (typeof value === 'object' && value !== null) open.push(...Object.values(value))
  }
  return null
}
