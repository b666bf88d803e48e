/** Which of the person's indicators a query asks for. */
import { catalogueIndex, NameIndex } from '../catalogue/name-index.ts'
import type { IndicatorQuery } from '../types.ts'
import type { OwnIndicator } from './own-indicators.ts'
import { searchIndicators } from './search.ts'

export interface Selection {
  readonly chosen: readonly OwnIndicator[]
  /** Asked by name and not among what the person has. */
  readonly missing: readonly { readonly asked: string; readonly isKnown: boolean }[]
  /** True when neither names nor keywords were given. */
  readonly isOpen: boolean
}

export function selectIndicators(own: readonly OwnIndicator[], query: IndicatorQuery): Selection {
  const names = tidy(query.indicators)
  if (names.length > 0) return byNames(own, names)
  const keywords = tidy(query.keywords)
  if (keywords.length === 0) return { chosen: [], missing: [], isOpen: true }
  const byKey = new Map(own.map((entry) => [entry.definition.key, entry]))
  const definitions = own.map((entry) => entry.definition)
  const hits = searchIndicators(definitions, keywords)
  const missing = keywords
    .filter((keyword) => searchIndicators(definitions, [keyword]).length === 0)
    .map((asked) => ({ asked, isKnown: catalogueIndex.lookup(asked) !== null }))
  return { chosen: hits.flatMap((hit) => byKey.get(hit.key) ?? []), missing, isOpen: false }
}

/** Exact keys, names in either language, aliases and panels; nothing looser, because a name was given. */
function byNames(own: readonly OwnIndicator[], names: readonly string[]): Selection {
  const byKey = new Map(own.map((entry) => [entry.definition.key, entry]))
  // Only names that the catalogue does not know need the person's own; building it takes longer than an answer.
  let ownIndex: NameIndex | null = null
  const lookupOwn = (asked: string) => {
    ownIndex ??= new NameIndex(own.map((entry) => entry.definition))
    return ownIndex.lookup(asked)
  }
  const chosen = new Set<OwnIndicator>()
  const missing: { asked: string; isKnown: boolean }[] = []
  for (const asked of names) {
    const exact = byKey.get(asked.trim())
    const known = catalogueIndex.lookup(asked)
    const found = exact ? [exact] : ((known ?? lookupOwn(asked))?.keys ?? []).flatMap((key) => byKey.get(key) ?? [])
    for (const entry of found) chosen.add(entry)
    if (found.length === 0) missing.push({ asked, isKnown: known !== null })
  }
  return { chosen: [...chosen], missing, isOpen: false }
}

function tidy(list: readonly string[] | undefined): string[] {
  return (list ?? []).map((text) => text.trim()).filter(Boolean)
}
