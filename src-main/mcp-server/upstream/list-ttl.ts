/** How long what was listed of several servers may be kept (2026-07-28, server/utilities/caching). Pure. */
import type { SharedServer } from '../../mcp-client/model/shared-servers.ts'

/**
 * Milliseconds until the first of the lists is stale; null where no server said anything. A client that lists again
 * then hears what is known, and is told of a change at once anyway.
 */
export function leastTtl(servers: readonly Pick<SharedServer, 'listedAt' | 'ttlMs'>[], now: Date): number | null {
  const left = servers.flatMap(({ listedAt, ttlMs }) =>
    ttlMs === null ? [] : [Math.max(0, Date.parse(listedAt) + ttlMs - now.getTime())],
  )
  return left.length === 0 ? null : Math.min(...left)
}
