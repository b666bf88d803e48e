/**
 * The names that tools of servers are offered under. Models' providers take `[A-Za-z0-9_-]` and at most 64 characters,
 * some want a letter or `_` in front. A name depends on server and tool alone, never on what else is there.
 */
import { createHash } from 'node:crypto'

export const NAME_LIMIT = 64
const HASH_LENGTH = 8

/** `<slug>__<tool>`. */
export function prefixedName(slug: string, tool: string): string {
  return shortened(`${slug}__${tool}`, slug, tool)
}

/** The tool's own name. */
export function plainName(slug: string, tool: string): string {
  return shortened(tool, slug, tool)
}

/** For a name that is taken although it has its server in it. */
export function hashedName(slug: string, tool: string): string {
  return withHash(lead(safe(`${slug}__${tool}`)), slug, tool)
}

function shortened(name: string, slug: string, tool: string): string {
  const plain = lead(safe(name))
  // Two names that were made alike by what is not allowed must stay two.
  return safe(name) === name && plain.length <= NAME_LIMIT ? plain : withHash(plain, slug, tool)
}

const safe = (name: string) => name.replace(/[^A-Za-z0-9_-]/gu, '_')
/** A slug has no `_` in it, so this one is never another's. */
const lead = (name: string) => (/^[A-Za-z_]/.test(name) ? name : `_${name}`)

function withHash(name: string, slug: string, tool: string): string {
  const hash = createHash('sha256').update(`${slug}\u0000${tool}`).digest('hex').slice(0, HASH_LENGTH)
  return `${name.slice(0, NAME_LIMIT - HASH_LENGTH - 1)}_${hash}`
}
