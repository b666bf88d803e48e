/** Words for indicators: every name and alias of the catalogue and of the person's own records, longest first. */
import type { IndicatorDefinition } from '../../health/types.ts'

/** What the planner knows of an indicator. */
export interface KnownIndicator {
  readonly key: string
  readonly name: string
  readonly nameZh: string
  readonly kind: IndicatorDefinition['kind']
  /** Whether this person has records of it. */
  readonly owned: boolean
}

export interface Term {
  readonly text: string
  readonly indicator: KnownIndicator
}

export interface TermHit {
  readonly indicator: KnownIndicator
  readonly how: 'alias' | 'fuzzy'
  /** The words in the question. */
  readonly words: string
  readonly at: number
}

/** Aliases that are everyday words: "per night" does not ask for an indicator. */
const everyday = new Set([
  'night',
  'nights',
  'mass',
  'time',
  'energy',
  'day',
  'rest',
  'active',
  'value',
  '重量',
  '运动',
  '活动',
  '步',
])

/** Forms of speech that no list of aliases holds. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  sleep_asleep: ['sleeping', '睡得', '睡了', '睡多久', '睡多长', '睡几个', '睡多少'],
  distance_walking_running: ['多远', '走了多远', '走多远'],
  flights_climbed: ['楼梯', '爬楼', '层楼', '几层楼'],
  workout: [
    'work out',
    'worked out',
    'working out',
    '锻炼几次',
    '锻炼了几次',
    '运动几次',
    '运动了几次',
    '运动次数',
    '锻炼次数',
  ],
  body_mass: ['weighed', '多重'],
  steps: ['steps taken', '走了多少步', '走路'],
}

/** Names that stand for a pair and are no indicator themselves. */
const pairs: readonly { readonly pattern: RegExp; readonly keys: readonly string[] }[] = [
  {
    pattern: /(?<![a-z])(?:blood pressures?|bp)(?![a-z])|血压/i,
    keys: ['blood_pressure_systolic', 'blood_pressure_diastolic'],
  },
]

/** All terms, longest first; between two indicators with the same word, one that the person has comes first. */
export function buildTerms(
  catalogue: readonly IndicatorDefinition[],
  own: readonly {
    readonly key: string
    readonly name: string
    readonly nameZh: string
    readonly kind: IndicatorDefinition['kind']
  }[],
): Term[] {
  const ownKeys = new Set(own.map((o) => o.key))
  const terms: Term[] = []
  const add = (indicator: KnownIndicator, texts: readonly string[]) => {
    for (const text of new Set(texts.map((t) => t.toLowerCase().trim())))
      if (text.length > 1 && !everyday.has(text)) terms.push({ text, indicator })
  }
  const seen = new Set<string>()
  for (const definition of catalogue) {
    if (definition.key === 'sleep_segment') continue
    seen.add(definition.key)
    const { key, name, nameZh, kind } = definition
    add({ key, name, nameZh, kind, owned: ownKeys.has(key) }, [
      name,
      nameZh,
      key,
      key.replaceAll('_', ' '),
      ...definition.aliases,
      ...(spoken[key] ?? []),
    ])
  }
  for (const { key, name, nameZh, kind } of own)
    if (!seen.has(key)) add({ key, name, nameZh, kind, owned: true }, [name, nameZh, key, key.replaceAll('_', ' ')])
  return terms.sort((a, b) => b.text.length - a.text.length || Number(b.indicator.owned) - Number(a.indicator.owned))
}

/**
 * Finds indicators in a text that has lost its periods. Longer names win ("walking heart rate" is not heart rate);
 * what was found is blanked in `rest`.
 */
export function findTerms(text: string, terms: readonly Term[]): { hits: TermHit[]; rest: string } {
  let rest = text.toLowerCase()
  const hits: TermHit[] = []
  const byKey = new Map(terms.map((t) => [t.indicator.key, t.indicator]))
  const blank = (at: number, length: number) => {
    rest = rest.slice(0, at) + '\u0001'.repeat(length) + rest.slice(at + length)
  }
  const add = (indicator: KnownIndicator, words: string, at: number) => {
    if (!hits.some((h) => h.indicator.key === indicator.key)) hits.push({ indicator, how: 'alias', words, at })
  }
  const pairWords = (before: number) => {
    for (const pair of pairs) {
      const match = pair.pattern.exec(rest)
      if (!match || match[0].length < before) continue
      const members = pair.keys.flatMap((key) => byKey.get(key) ?? [])
      if (members.length < pair.keys.length) continue
      for (const member of members) add(member, match[0], match.index)
      blank(match.index, match[0].length)
    }
  }
  let paired = false
  for (const term of terms) {
    // Longer names such as "systolic blood pressure" have had their turn by now.
    if (!paired && term.text.length <= 14) {
      paired = true
      pairWords(0)
    }
    if (!rest.includes(term.text)) continue
    const match = termPattern(term.text).exec(rest)
    if (!match) continue
    add(term.indicator, match[0], match.index)
    blank(match.index, match[0].length)
  }
  if (!paired) pairWords(0)
  const steps = /(?:走|多少|几)\s*步/.exec(rest)
  const step = byKey.get('steps')
  if (steps && step) {
    add(step, '步', steps.index)
    blank(steps.index, steps[0].length)
  }
  return { hits: hits.sort((a, b) => a.at - b.at), rest: rest.replaceAll('\u0001', ' ') }
}

function termPattern(term: string): RegExp {
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  if (/\p{Script=Han}/u.test(term)) return new RegExp(escaped)
  return new RegExp(`(?<![a-z0-9])${escaped}${/[a-rt-z]$/.test(term) ? "(?:'?s|es)?" : ''}(?![a-z0-9])`)
}

/** The nearest term of the person's own indicators to some leftover words, by spelling; null where none is near or two are. */
export function fuzzyTerm(words: readonly string[], terms: readonly Term[]): TermHit | null {
  const grams: string[] = []
  for (let size = Math.min(3, words.length); size >= 1; size--)
    for (let at = 0; at + size <= words.length; at++) grams.push(words.slice(at, at + size).join(' '))
  let best: { term: Term; gram: string; distance: number } | null = null
  let rival: string | null = null
  for (const gram of grams) {
    const limit = gram.length >= 9 ? 2 : gram.length >= 5 ? 1 : 0
    if (limit === 0) continue
    for (const term of terms) {
      if (!term.indicator.owned || Math.abs(term.text.length - gram.length) > limit) continue
      const distance = editDistance(gram, term.text, limit)
      if (distance > limit) continue
      if (best === null || distance < best.distance) {
        best = { term, gram, distance }
        rival = null
      } else if (distance === best.distance && best.term.indicator.key !== term.indicator.key)
        rival = term.indicator.key
    }
    if (best) break
  }
  if (!best || rival) return null
  return { indicator: best.term.indicator, how: 'fuzzy', words: best.gram, at: 0 }
}

/**
 * A misspelt word before a name that was found ("restng heart rate") may make a longer name: the guess, in place of
 * the hit it holds; null where none is near.
 */
export function widenHit(
  hit: TermHit,
  ignored: readonly string[],
  text: string,
  terms: readonly Term[],
): TermHit | null {
  const words = text.toLowerCase()
  for (const word of ignored) {
    const gram = `${word} ${hit.words}`
    if (!words.includes(gram)) continue
    const found = fuzzyTerm([gram], terms)
    if (found && found.indicator.key !== hit.indicator.key) return { ...found, at: hit.at }
  }
  return null
}

/** Edits between two words (swapped neighbours are one), given up beyond `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (before[j - 2] ?? 0) + 1)
      row.push(value)
    }
    if (Math.min(...row) > limit) return limit + 1
    before = last
    last = row
  }
  return last[b.length] ?? limit + 1
}
