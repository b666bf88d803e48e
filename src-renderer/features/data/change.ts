/** How today compares with the person's own usual, as a value that the page turns into words. */

export type Change =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'usual' }
  | { readonly kind: 'above' | 'below'; readonly by: number }

/**
 * Compares in the precision that is shown: 57.04 against 57.01 with no decimals is "as usual", not "0 above".
 * `usual` null (fewer than seven days known) says nothing rather than guess.
 */
export function compareWithUsual(latest: number | null, usual: number | null, digits: number): Change {
  if (latest === null || usual === null) return { kind: 'unknown' }
  const scale = 10 ** digits
  const difference = (Math.round(latest * scale) - Math.round(usual * scale)) / scale
  if (difference === 0) return { kind: 'usual' }
  return difference > 0 ? { kind: 'above', by: difference } : { kind: 'below', by: -difference }
}
