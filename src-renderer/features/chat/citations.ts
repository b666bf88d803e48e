/**
 * Which numbers of an answer came from the results of its own calls, and from which rows. A number belongs to a value
 * that, rounded to the decimals shown, is that number, in the same unit where both say one. Pure; never throws.
 */
import { type Fact, factsOf, type Reading, readingsOf } from './citation-facts.ts'
import { findNumbers, type NumberToken } from './citation-numbers.ts'
import { unitFit } from './citation-units.ts'

/** A call whose result can be cited. `number` is what its marks show. */
export interface CitedCall {
  readonly callId: string
  readonly number: number
  readonly result: unknown
}

export interface Citation {
  /** As written in the answer, unit included. */
  readonly said: string
  /** The call of the most specific match. */
  readonly number: number
  /** Best first, at most `mostCandidates`. */
  readonly candidates: readonly Fact[]
}

export interface CitedText {
  /** The Markdown with a mark behind each cited number. */
  readonly text: string
  readonly citations: readonly Citation[]
  /** Numbers that report something; those without a source stay unmarked. */
  readonly figures: number
}

export interface CitationIndex {
  readonly readings: readonly Reading[]
  readonly numbers: ReadonlyMap<string, number>
}

export const mostCandidates = 8

/** Around the number of a citation in marked text; of the private use area, so that no answer has them by right. */
export const markStart = '\uE000'
export const markEnd = '\uE001'

const known = new WeakMap<object, readonly Fact[]>()

/** The same result is read once, however many texts it may be cited in. */
export function factsIn(callId: string, result: unknown): readonly Fact[] {
  if (typeof result !== 'object' || result === null) return factsOf(callId, result)
  const before = known.get(result)
  if (before !== undefined) return before
  const facts = factsOf(callId, result)
  known.set(result, facts)
  return facts
}

export function citationIndex(calls: readonly CitedCall[]): CitationIndex {
  const facts = calls.flatMap(({ callId, result }) => factsIn(callId, result))
  return {
    readings: readingsOf(facts),
    numbers: new Map(calls.map(({ callId, number }) => [callId, number])),
  }
}

/** Code, links, addresses, HTML and chart blocks hold no sentence about the person: their places are blanked out. */
export function withoutCode(markdown: string): string {
  const blank = (found: string) => '\uFFFC'.repeat(found.length)
  return markdown
    .replace(/^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![\s\S]))/gm, blank)
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, blank)
    .replace(/^(?: {4}|\t).*$/gm, (line) =>
      /^\s*([-*+]|\d+[.)])\s/.test(line) || /^\s*\|/.test(line) ? line : blank(line),
    )
    .replace(/!?\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])/g, blank)
    .replace(/^ {0,3}\[[^\]\n]+\]:.*$/gm, blank)
    .replace(/<[^>\n]+>/g, blank)
    .replace(/\b(?:https?:\/\/|www\.|mailto:)\S+/gi, blank)
}

/** Marks the numbers of one piece of Markdown that are in the index. */
export function cite(markdown: string, index: CitationIndex): CitedText {
  const source = markdown.replace(/[\uE000\uE001]/g, '\uFFFD')
  const plain = withoutCode(source)
  const citations: Citation[] = []
  let figures = 0
  let text = ''
  let from = 0
  for (const token of findNumbers(plain)) {
    const candidates = matches(token, plain, index)
    if (candidates.length > 0 || token.kind === 'figure') figures += 1
    const number = index.numbers.get(candidates[0]?.callId ?? '')
    if (number === undefined) continue
    text += `${source.slice(from, token.end)}${markStart}${citations.length}${markEnd}`
    from = token.end
    citations.push({ said: plain.slice(token.start, token.end).replace(/[*_~]/g, ''), number, candidates })
  }
  return { text: text + source.slice(from), citations, figures }
}

function matches(token: NumberToken, text: string, index: CitationIndex): Fact[] {
  const around = surroundings(text, token)
  const slack = token.tolerance * (1 + 1e-9) + 1e-12
  const found = new Map<Fact, number>()
  const consider = (value: number, mayBeUnsigned: boolean) => {
    for (let at = firstFrom(index.readings, value - slack); at < index.readings.length; at += 1) {
      const reading = index.readings[at]
      if (reading === undefined || reading.value > value + slack) break
      if (mayBeUnsigned && !/change|difference|slope/.test(reading.fact.name)) continue
      const score = scoreOf(token, reading, around)
      if (score !== null && score > (found.get(reading.fact) ?? 0)) found.set(reading.fact, score)
    }
  }
  consider(token.value, false)
  // "Fell by 3 bpm" tells a change of −3.
  if (token.value > 0) consider(-token.value, true)
  const ranked = [...found].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a.path.length - b.path.length)
  const best = ranked[0]?.[0]
  if (best === undefined) return []
  const latest = (fact: Fact) => index.numbers.get(fact.callId) ?? 0
  const topScore = ranked[0]?.[1]
  // Of equals the later call: that is what the answer was written after.
  const top = ranked.filter(([, score]) => score === topScore).map(([fact]) => fact)
  const first = top.reduce((one, other) => (latest(other) > latest(one) ? other : one), best)
  return [first, ...ranked.map(([fact]) => fact).filter((fact) => fact !== first)].slice(0, mostCandidates)
}

/** Null: it is not this. Else the more the better the surroundings speak for it; 1 at least. */
function scoreOf(token: NumberToken, { fact, value, unit }: Reading, around: Surroundings): number | null {
  const fit = unitFit(token.unit, unit)
  if (fit === 0) return null
  if (token.kind === 'count' && fact.kind !== 'count') return null
  if (token.kind !== 'figure' && fact.kind !== 'count' && fact.kind !== 'stat') return null
  if (token.kind === 'figure' && fact.kind === 'count' && token.unit !== '') return null
  const { before, after, sentence } = around
  const isNear = (words: RegExp) => words.test(before.slice(-60)) || words.test(after.slice(0, 24))
  const words = statWords(fact.name)
  const hasWord = words !== null && isNear(words)
  // A bare small number says a statistic only where the words say which.
  if (token.kind === 'small' && fact.kind === 'stat' && !hasWord) return null
  if ((token.kind === 'small' || token.kind === 'year') && fact.kind === 'count' && !isNear(/\bn\b|count|记录|样本/i))
    return null
  if (fact.name === 'sum' && fact.isDerived && !hasWord) return null
  let score = 1 + fit * 2
  if (hasWord) score += 4
  if (fact.kind === 'stat') score += fact.isDerived ? 1 : 2
  if (fact.kind === 'text') score -= 1
  if (value === token.value) score += 1
  if (fact.indicatorName !== null && isNamed(sentence, fact.indicatorName, fact.indicator)) score += 4
  if (fact.date !== null && hasDate(sentence, fact.date)) score += 6
  return score
}

interface Surroundings {
  readonly before: string
  readonly after: string
  readonly sentence: string
}

function surroundings(text: string, token: NumberToken): Surroundings {
  const before = text.slice(Math.max(0, token.start - 160), token.start)
  const after = text.slice(token.end, token.end + 80)
  const begin = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('。'), before.search(/[.;；!?] [^.;；!?]*$/))
  const stop = after.search(/[.;!?](?:\s|$)|[。；！？\n]/)
  return { before, after, sentence: before.slice(begin + 1) + (stop === -1 ? after : after.slice(0, stop)) }
}

const statPatterns: readonly (readonly [RegExp, RegExp])[] = [
  [/^(avg|mean|average)/, /averag|mean|平均|均值/i],
  [/^min/, /lowest|minimum|\bmin\b|least|smallest|最低|最少|最小|最短/i],
  [/^max/, /highest|maximum|\bmax\b|peak|most|largest|longest|最高|最多|最大|最长/i],
  [/^median/, /median|中位/i],
  [/^(sum|total)/, /total|altogether|sum|in all|合计|总共|总计|一共|共/i],
  [/^last/, /latest|\blast\b|\bnow\b|current|most recent|最近|最新|目前|现在/i],
  [/^first/, /first|began|initial|最早|最初|起初/i],
  [
    /^(change|difference|percent_change|slope)/,
    /chang|fell|fall|rose|rise|drop|gain|lost|lower|higher|increas|decreas|变化|下降|上升|增加|减少|降低|升高/i,
  ],
  [/^(r|sd|std)$/, /\br\b|correlat|deviation|\bsd\b|相关|标准差/i],
]

function statWords(name: string): RegExp | null {
  return statPatterns.find(([stat]) => stat.test(name))?.[1] ?? null
}

function isNamed(sentence: string, name: string, key: string | null): boolean {
  const lower = sentence.toLowerCase()
  if (lower.includes(name.toLowerCase())) return true
  return key !== null && lower.includes(key.replaceAll('_', ' '))
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Dates are blanked where numbers are looked for, so this reads the sentence as it was written. */
function hasDate(sentence: string, date: string): boolean {
  return sentence.includes(date.slice(0, 10)) || spokenDates(date).some((one) => one.test(sentence))
}

const spoken = new Map<string, RegExp[]>()

/** The same few hundred days are looked for in every sentence. */
function spokenDates(date: string): RegExp[] {
  const known = spoken.get(date)
  if (known !== undefined) return known
  if (spoken.size > 5_000) spoken.clear()
  const made = makeSpokenDates(date)
  spoken.set(date, made)
  return made
}

function makeSpokenDates(date: string): RegExp[] {
  const found = /^\d{4}-(\d{2})(?:-(\d{2}))?/.exec(date)
  const monthNumber = Number(found?.[1])
  const dayNumber = Number(found?.[2])
  const name = months[monthNumber - 1]
  if (name === undefined || Number.isNaN(dayNumber)) return []
  return [
    new RegExp(`\\b${dayNumber}(?:st|nd|rd|th)?\\s+${name}`, 'i'),
    new RegExp(`\\b${name}[a-z]*\\.?\\s+${dayNumber}\\b`, 'i'),
    new RegExp(`(?<!\\d)${monthNumber}\\s*月\\s*${dayNumber}\\s*[日号]`),
  ]
}

/** Index of the first reading that is not less than `value`. */
function firstFrom(readings: readonly Reading[], value: number): number {
  let low = 0
  let high = readings.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((readings[middle]?.value ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** How many figures of an answer are from its results; null where all are or none is there to be. */
export function citedShare(texts: readonly CitedText[]): { cited: number; figures: number } | null {
  const figures = texts.reduce((sum, text) => sum + text.figures, 0)
  const cited = texts.reduce((sum, text) => sum + text.citations.length, 0)
  return cited === figures ? null : { cited, figures }
}
