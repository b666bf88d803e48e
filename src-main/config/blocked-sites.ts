/**
 * Sites that every fetching tool keeps away from. By default pages that hold the answers of public benchmarks, so that
 * a run shows what a model can and not what it looked up. Pure.
 */
export const DEFAULT_BLOCKED_SITES = ['huggingface.co/datasets', 'huggingface.co/spaces'] as const

/** `BLOCKED_SITES`: hosts, or hosts with the beginning of a path, divided by commas; empty means none. */
export function blockedSites(given: string | undefined): readonly string[] {
  if (given === undefined) return DEFAULT_BLOCKED_SITES
  return given
    .split(',')
    .map((site) =>
      site
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\/+$/, ''),
    )
    .filter((site) => site !== '')
}

/**
 * The rule that keeps this address away, or null. Also found where the address is handed to another site: a reader or
 * an archive that is asked for `…/https://blocked.example/page`, or a blocked address in the query.
 */
export function blockedBy(address: string, sites: readonly string[]): string | null {
  const plain = decoded(address).toLowerCase()
  for (const site of sites) {
    const [host = '', ...rest] = site.split('/')
    const path = rest.join('/')
    // Behind `//` or a word boundary: `https://www.host/path`, `reader/https://host/path`, `?u=host/path`.
    const pattern = new RegExp(
      `(^|[/@=&?:.])${escapeRegExp(host)}\\.?(:\\d+)?${path === '' ? '([/?#&:]|$)' : `/+${escapeRegExp(path)}([/?#&]|$)`}`,
    )
    if (pattern.test(plain)) return site
  }
  return null
}

export class BlockedSiteError extends Error {
  override readonly name = 'BlockedSiteError'
  constructor(address: string, site: string) {
    super(`${address} was not fetched: ${site} is on the list of blocked sites. Look for another source.`)
  }
}

/** Percent signs undone as often as they were done, at most three times; `\` counts as `/` for a browser. */
function decoded(address: string): string {
  let text = address
  for (let round = 0; round < 3; round++) {
    let next: string
    try {
      next = decodeURIComponent(text)
    } catch {
      break
    }
    if (next === text) break
    text = next
  }
  return text.replaceAll('\\', '/')
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
