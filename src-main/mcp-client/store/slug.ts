/** The short name of a server that stands before its tools' names. Pure. */

const MAX_LENGTH = 24
/** What a reader of `mirohub__x` or `hub__x` would take for ours. */
const RESERVED: ReadonlySet<string> = new Set(['mirohub', 'hub', 'mcp'])

/**
 * `[a-z0-9-]`, 24 characters at most, beginning with a letter (Gemini refuses tools' names that begin otherwise), not
 * one of `taken` and no name of our own. A name without any such letter becomes `server`.
 */
export function uniqueSlug(wanted: string, taken: ReadonlySet<string>): string {
  const base = slugOf(wanted)
  if (!taken.has(base) && !RESERVED.has(base)) return base
  for (let number = 2; ; number++) {
    const ending = `-${number}`
    const slug = `${base.slice(0, MAX_LENGTH - ending.length).replace(/-+$/, '')}${ending}`
    if (!taken.has(slug)) return slug
  }
}

function slugOf(wanted: string): string {
  const plain = wanted
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const lettered = /^[0-9]/.test(plain) ? `s-${plain}` : plain
  return lettered.slice(0, MAX_LENGTH).replace(/-+$/, '') || 'server'
}
