/**
 * Which of a person's own indicators a word means.
 *
 * In order: the exact name, key or code; another word for it; a name inside a longer phrase ("average resting heart
 * rate last month"); all words of the keyword inside a name; last, a likely misspelling. The first four are sought in
 * the whole catalogue: a word for a test that the person does not have must not be answered with a similar one.
 */
import MiniSearch from 'minisearch'
import { indicatorByKey } from '../catalogue/catalogue.ts'
import { catalogueIndex, isCjk, NameIndex, normalizeName, type Phrase, tokensOf } from '../catalogue/name-index.ts'
import type { IndicatorDefinition } from '../types.ts'

export interface SearchHit {
  readonly key: string
  readonly score: number
  readonly how: 'exact' | 'alias' | 'token' | 'fuzzy'
}

/** Hits of one loose keyword beyond this many are noise. */
const MAX_LOOSE_HITS = 8

/** What else answers a question where the first choice was never recorded. */
const NEXT_BEST: Readonly<Record<string, readonly string[]>> = {
  sleep_asleep: ['sleep_in_bed'],
  blood_glucose: ['glucose_serum', 'glucose_fasting'],
}

/** Words of a question that name no indicator. */
const FILLERS = new Set(
  'a an and are at average avg by daily day did do does during each for from had has have how i in is it last latest level me mean median month much my of on over past per recent show since the this to total trend value was week were what year yesterday today'.split(
    ' ',
  ),
)

/** Best first, each key once. `own` are the person's indicators, unknown types included. */
export function searchIndicators(own: readonly IndicatorDefinition[], keywords: readonly string[]): SearchHit[] {
  const scope: Scope = {
    own,
    ownKeys: new Set(own.map((definition) => definition.key)),
    unknown: new NameIndex(own.filter((definition) => !indicatorByKey(definition.key))),
  }
  const best = new Map<string, SearchHit>()
  for (const keyword of keywords) {
    for (const hit of searchOne(scope, keyword)) {
      const known = best.get(hit.key)
      if (!known || hit.score > known.score) best.set(hit.key, hit)
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score)
}

interface Scope {
  readonly own: readonly IndicatorDefinition[]
  readonly ownKeys: ReadonlySet<string>
  /** Types that only this person's files know. */
  readonly unknown: NameIndex
}

function searchOne(scope: Scope, keyword: string): SearchHit[] {
  const text = normalizeName(keyword)
  if (!text) return []
  const asWritten = searchNames(scope, text)
  if (asWritten.meant) return asWritten.hits
  // A slip in one word must not turn "restng heart rate" into "heart rate".
  const corrected = correctSpelling(text)
  const slipped = corrected !== tokensOf(text).join(' ')
  const named = !slipped ? asWritten : searchNames(scope, corrected)
  if (slipped && (named.meant || named.hits.length > 0)) {
    return named.hits.map((hit) => ({ ...hit, score: hit.score / 4, how: 'fuzzy' }))
  }
  return asWritten.hits.length > 0 ? asWritten.hits : misspelt(scope.own, text)
}

/** `meant`: the whole text is a name, so that nothing else can be meant, whether the person has it or not. */
function searchNames(scope: Scope, text: string): { meant: boolean; hits: SearchHit[] } {
  const hit = scope.unknown.lookup(text) ?? catalogueIndex.lookup(text)
  if (hit) {
    const kept = withNextBest(hit.keys, scope.ownKeys)
    const top = hit.how === 'exact' ? 4 : 3
    const hits = kept.map((key, i): SearchHit => ({ key, score: top - i / 1000, how: hit.how }))
    return { meant: true, hits: hits.length > 0 ? hits : allTokens(scope, text) }
  }
  const inside = longestInside(scope.unknown, text)
  if (inside.length > 0) {
    const kept = inside.flatMap((phrase) => withNextBest(phrase.hit.keys, scope.ownKeys))
    const hits = [...new Set(kept)].map((key, i): SearchHit => ({ key, score: 2 - i / 1000, how: 'token' }))
    return { meant: false, hits }
  }
  return { meant: false, hits: allTokens(scope, text) }
}

function withNextBest(keys: readonly string[], ownKeys: ReadonlySet<string>): string[] {
  const kept = keys.filter((key) => ownKeys.has(key))
  if (kept.length > 0) return kept
  return keys.flatMap((key) => NEXT_BEST[key] ?? []).filter((key) => ownKeys.has(key))
}

/** Names inside the text, longest first; a name that lies within a longer found one is not meant itself. */
function longestInside(unknown: NameIndex, text: string): Phrase[] {
  let rest = ` ${tokensOf(text).join(' ')} `
  const found: Phrase[] = []
  for (const phrase of [...unknown.longestFirst, ...catalogueIndex.longestFirst]) {
    if (!isLongEnough(phrase)) continue
    const needle = isCjk(phrase.text) ? phrase.text : ` ${phrase.tokens.join(' ')} `
    if (!rest.includes(needle)) continue
    found.push(phrase)
    // A mark in its place keeps the words around it apart.
    rest = rest.replaceAll(needle, ' | ')
  }
  return found
}

/** Short abbreviations inside a sentence are as often ordinary words ('k', 'ca', 'tc'); these two are not. */
const SAFE_SHORT: ReadonlySet<string> = new Set(['hr', 'bp'])

function isLongEnough(phrase: Phrase): boolean {
  if (isCjk(phrase.text)) return phrase.text.length >= 2
  return SAFE_SHORT.has(phrase.text) || (phrase.text.length >= 3 && !FILLERS.has(phrase.text))
}

/** Own indicators one of whose names holds every word of the keyword; the tightest names first. */
function allTokens(scope: Scope, text: string): SearchHit[] {
  const words = tokensOf(text).filter((word) => !FILLERS.has(word))
  if (words.length === 0) return []
  const scores = new Map<string, number>()
  for (const phrase of [...scope.unknown.longestFirst, ...catalogueIndex.longestFirst]) {
    if (!words.every((word) => (isCjk(word) ? phrase.text.includes(word) : phrase.tokens.includes(word)))) continue
    const score = 1.5 + words.join('').length / phrase.tokens.join('').length / 3
    for (const key of phrase.hit.keys) {
      if (scope.ownKeys.has(key) && score > (scores.get(key) ?? 0)) scores.set(key, score)
    }
  }
  return [...scores]
    .map(([key, score]): SearchHit => ({ key, score, how: 'token' }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_LOOSE_HITS)
}

/**
 * Each longer word that no name holds becomes the one word of a name that is a single slip away. Short words are left
 * alone: one changed letter makes another test of them.
 */
function correctSpelling(text: string): string {
  return tokensOf(text)
    .map((word) => {
      if (word.length < 5 || FILLERS.has(word) || isCjk(word) || /\d/.test(word) || catalogueIndex.words.has(word))
        return word
      const near = [...catalogueIndex.words].filter((other) => other.length >= 5 && isOneSlipAway(word, other))
      return near.length === 1 && near[0] ? near[0] : word
    })
    .join(' ')
}

/** One letter added, left out, changed, or two neighbours exchanged. */
function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const restA = a.slice(start, endA)
  const restB = b.slice(start, endB)
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}

/** Last resort: words begun but not finished, and bolder misspellings of one of the person's own indicators. */
function misspelt(own: readonly IndicatorDefinition[], text: string): SearchHit[] {
  const words = tokensOf(text).filter(
    (word) => word.length >= 5 && !FILLERS.has(word) && !isCjk(word) && !/\d/.test(word),
  )
  if (words.length === 0) return []
  const index = new MiniSearch<{ id: string; words: string }>({ fields: ['words'] })
  index.addAll(
    own.map((definition) => ({
      id: definition.key,
      words: [definition.name, ...definition.aliases]
        .map(normalizeName)
        .filter((name) => !isCjk(name))
        .join(' '),
    })),
  )
  return index
    .search(words.join(' '), { fuzzy: 0.25, combineWith: 'AND', prefix: (term) => term.length >= 5 })
    .slice(0, MAX_LOOSE_HITS)
    .map((result, i) => ({ key: String(result.id), score: 1 - i / 1000, how: 'fuzzy' as const }))
}
