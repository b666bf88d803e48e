/** How long a failed server is left alone before it is tried again. Pure. */

const FIRST_MS = 1_000
const LONGEST_MS = 60_000
/** So that servers that failed together (a network that went away) do not come back together. */
const JITTER = 0.25

/** 1, 2, 4 … 60 s and up to a quarter more. `failures` in a row, at least one; `random` in [0, 1). */
export function backoffMs(failures: number, random: number): number {
  const base = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16))
  return Math.round(base * (1 + JITTER * random))
}
