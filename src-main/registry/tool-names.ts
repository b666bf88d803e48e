/** Finds the tool a caller meant when the name is slightly wrong. */

export type NameMatch =
  | { readonly kind: 'exact' | 'corrected'; readonly name: string }
  | { readonly kind: 'several'; readonly names: readonly string[] }
  | { readonly kind: 'none' }

/**
 * Exact name, else the one name that differs only in case or in `-`, `_`, `.` and camel humps, else the one name a
 * single edit away (letter added, lost, changed or swapped with its neighbour). Two candidates are never guessed between.
 */
export function matchToolName(asked: string, names: readonly string[]): NameMatch {
  if (names.includes(asked)) return { kind: 'exact', name: asked }
  const folded = fold(asked)
  if (folded === '') return { kind: 'none' }
  const same = names.filter((name) => fold(name) === folded)
  const close = same.length > 0 ? same : names.filter((name) => isOneEdit(fold(name), folded))
  const [first] = close
  if (first === undefined) return { kind: 'none' }
  return close.length === 1 ? { kind: 'corrected', name: first } : { kind: 'several', names: close }
}

function fold(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-_.\s/]+/g, '_')
    .replace(/^_+|_+$/g, '')
}

function isOneEdit(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (restA.length === restB.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    )
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
}
