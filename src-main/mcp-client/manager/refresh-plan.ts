/** When the lists of a server are asked for again. Pure; monotonic milliseconds. */

const DEBOUNCE_MS = 500
const MIN_PAUSE_MS = 10_000
const MAX_TRIES = 5

/**
 * After the server said that a list is another: half a second later, so that a burst is one refresh, and ten seconds
 * after the last refresh at the earliest. It is not put off by further changes: a storm would put it off for ever.
 */
export function refreshAt(changedAtMs: number, lastAtMs: number | null): number {
  return Math.max(changedAtMs + DEBOUNCE_MS, (lastAtMs ?? Number.NEGATIVE_INFINITY) + MIN_PAUSE_MS)
}

/** After `failures` in a row; null: the old list stays until the server says something. */
export function retryRefreshAt(failedAtMs: number, failures: number): number | null {
  return failures >= MAX_TRIES ? null : failedAtMs + MIN_PAUSE_MS * 2 ** (failures - 1)
}
