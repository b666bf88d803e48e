/** From a question to a plan: which indicators, which days, which figure. Pure: the words and the clock are handed in. */
import { addDays, addMonths, daysBetween, type LocalDate, monthOf, monthSpan, type Span, yearOf } from './calendar.ts'
import { findTerms, fuzzyTerm, type KnownIndicator, type Term, type TermHit, widenHit } from './indicator-terms.ts'
import { type Bucket, findIntent, type Intent, type Threshold } from './intent.ts'
import { needsJudgement, unsupportedSlice } from './judgement.ts'
import { leftoverOf } from './leftover.ts'
import type { FoundPeriods, Period } from './period.ts'
import { findPeriodsEn } from './periods-en.ts'
import { findPeriodsZh } from './periods-zh.ts'
import { type Language, languageOfQuestion, normalizeQuestion } from './question.ts'

export type DeclineReason =
  | 'judgement'
  | 'unknown'
  | 'too-many'
  | 'unclear-time'
  | 'part-of-day'
  | 'too-many-periods'
  | 'compare-what'
  | 'future'

export type Plan = { readonly language: Language } & (
  | {
      readonly kind: 'answer'
      readonly intent: Intent | 'sleep'
      readonly indicators: readonly KnownIndicator[]
      /** None, one, or for 'compare' two. */
      readonly periods: readonly Period[]
      readonly bucket: Bucket | null
      readonly threshold: Threshold | null
      /** Set where an indicator was guessed from its spelling. */
      readonly guessed: TermHit | null
      /** Words that nothing accounted for. */
      readonly ignored: readonly string[]
    }
  | { readonly kind: 'not-recorded'; readonly indicators: readonly KnownIndicator[] }
  | { readonly kind: 'genotypes'; readonly rsids: readonly string[] }
  | { readonly kind: 'catalogue' }
  | { readonly kind: 'decline'; readonly reason: DeclineReason; readonly detail: string }
)

export interface PlanContext {
  readonly terms: readonly Term[]
  readonly today: LocalDate
  readonly userLanguage: string
  /** Indicators found by other means (the record's own search) for a question that names none. */
  readonly found?: readonly TermHit[]
}

const sleepQuestion =
  /\bhow\b.*\b(?:sleep|slept|sleeping)\b|\bsleep\s+(?:summary|overview|quality)\b|睡得|睡眠(?:情况|怎么样|怎样|如何|质量)|睡的怎么样/i
const catalogueQuestion =
  /\bwhat(?:'s| is| are| kind of| sort of| type of)?\b.*\b(?:data|records?|indicators?|measurements?)\b.*\b(?:have|has|there|available|stored|know)\b|\bwhat\s+(?:data|records|indicators|measurements)\b|\bwhat\s+can\s+(?:you|i)\s+(?:ask|answer|do|tell|query)\b|\bwhat\s+do\s+you\s+(?:have|know)\b|\b(?:list|show)\s+(?:me\s+)?(?:all\s+)?(?:my\s+)?(?:data|indicators|records)\b|\bwhich\s+(?:data|indicators|records)\b|有(?:什么|哪些|啥)(?:健康)?(?:数据|记录|指标)|(?:什么|哪些)(?:健康)?(?:数据|指标|记录)|(?:能|可以)问(?:什么|哪些|些什么)/i

/** Longest question that templates can be trusted with; longer ones want a reader. */
const longestQuestion = 500

/** Plans a question. `context.found` lets a second pass use indicators that only the record's own search could name. */
export function planQuestion(question: string, context: PlanContext): Plan {
  const text = normalizeQuestion(question)
  const language = languageOfQuestion(text, context.userLanguage)
  const decline = (reason: DeclineReason, detail = ''): Plan => ({ kind: 'decline', reason, detail, language })
  if (text.length > longestQuestion) return decline('unknown')
  const rsids = [
    ...new Set((text.match(/(?<![a-z0-9])(?:rs\d{2,}|i\d{5,})(?![a-z0-9])/gi) ?? []).map((id) => id.toLowerCase())),
  ]

  const when: FoundPeriods = language === 'zh' ? findPeriodsZh(text, context.today) : findPeriodsEn(text, context.today)
  const named = findTerms(when.rest, context.terms)
  if (needsJudgement(named.rest) || (rsids.length > 0 && needsJudgement(text))) return decline('judgement')
  if (rsids.length > 0)
    return rsids.length > 50 ? decline('too-many', String(rsids.length)) : { kind: 'genotypes', rsids, language }
  if (named.hits.length === 0 && catalogueQuestion.test(text)) return { kind: 'catalogue', language }

  const intent = findIntent(named.rest)
  const leftover = leftoverOf(intent.rest)
  let hits: readonly TermHit[] = named.hits
  let ignored: readonly string[] = [...leftover.words, ...leftover.chinese]
  if (hits.length === 0) {
    const fuzzy = fuzzyTerm(leftover.words, context.terms)
    hits = fuzzy ? [fuzzy] : (context.found ?? [])
    const used = new Set(hits.flatMap((hit) => hit.words.split(' ')))
    ignored = ignored.filter((word) => !used.has(word))
  }
  const [only] = hits
  const wider =
    only && hits.length === 1 && only.how === 'alias' ? widenHit(only, ignored, when.rest, context.terms) : null
  if (wider) {
    hits = [wider]
    ignored = ignored.filter((word) => !wider.words.split(' ').includes(word))
  }
  if (hits.length === 0) return decline('unknown', ignored.join(' '))
  const aimless = intent.intent === null && intent.bucket === null && when.periods.length === 0
  if (ignored.length > (aimless ? 1 : 3)) return decline('unknown', ignored.join(' '))

  const indicators = withoutDoubles(hits.map((hit) => hit.indicator))
  if (new Set(hits.map((hit) => hit.at)).size > 3) return decline('too-many', String(indicators.length))
  const sleeping = indicators.every((i) => i.kind === 'sleep')
  const slice = unsupportedSlice(sleeping ? named.rest.replace(/\bat night\b|晚上|夜里|夜间/gi, ' ') : named.rest)
  if (slice) return decline('part-of-day', slice)
  const [unclear] = when.unclear
  if (unclear) return decline('unclear-time', unclear.trim())
  // For sleep it is the night that ended today; for samples it would be a part of two days.
  if (!sleeping && when.periods.some((p) => p.special === 'last-night'))
    return decline('part-of-day', language === 'zh' ? '昨晚' : 'last night')
  if (when.periods.length > 0 && when.periods.every((p) => p.special === 'future')) return decline('future')
  if (when.periods.length > 2) return decline('too-many-periods', String(when.periods.length))
  const missing = indicators.filter((i) => !i.owned)
  if (missing.length === indicators.length) return { kind: 'not-recorded', indicators: missing, language }

  const { periods } = when
  const guessed = hits.find((hit) => hit.how === 'fuzzy') ?? null
  const settled = settleIntent(intent, indicators, periods, text, context.today)
  if (settled === null) return decline('compare-what')
  return { kind: 'answer', indicators, guessed, ignored, language, threshold: intent.threshold, ...settled }
}

interface Settled {
  readonly intent: Intent | 'sleep'
  readonly periods: readonly Period[]
  readonly bucket: Bucket | null
}

function settleIntent(
  found: { readonly intent: Intent | null; readonly bucket: Bucket | null },
  indicators: readonly KnownIndicator[],
  periods: readonly Period[],
  text: string,
  today: LocalDate,
): Settled | null {
  const { intent, bucket } = found
  const [period] = periods
  const kinds = new Set(indicators.map((i) => i.kind))
  const sampled = [...kinds].every((kind) => kind === 'instant' || kind === 'lab')
  if (periods.length === 2) return { intent: 'compare', periods: apart(periods), bucket: null }
  if (intent === 'compare') {
    const earlier = period ? previousOf(period, text) : null
    if (period && earlier) return { intent: 'compare', periods: [period, earlier], bucket: null }
    if (indicators.length < 2) return null
    return { intent: 'average', periods, bucket: null }
  }
  const justSleep = indicators.length === 1 && indicators[0]?.key === 'sleep_asleep'
  if (
    justSleep &&
    bucket === null &&
    (intent === null || (intent === 'total' && /怎么样|如何/.test(text))) &&
    (sleepQuestion.test(text) || intent === null)
  )
    return { intent: 'sleep', periods: period ? periods : [{ start: addDays(today, -6), end: today }], bucket: null }
  // "How many workouts": events are counted, however they are measured.
  const counted = /\bhow\s+(?:many|often)\b|几次|多少次|次数/i.test(text)
  if (counted && [...kinds].every((kind) => kind === 'event')) return { intent: 'count', periods, bucket: null }
  if (intent === null && sampled && /最近的/.test(text)) return { intent: 'latest', periods: [], bucket: null }
  if (intent === 'days' || intent === 'latest' || intent === 'median' || intent === 'trend' || intent === 'count')
    return { intent, periods, bucket: null }
  if (bucket !== null && !(bucket === 'day' && intent === 'average') && intent !== 'max' && intent !== 'min')
    return { intent: 'series', periods: period ? periods : [lastDays(30, today)], bucket }
  if (intent === 'max' || intent === 'min') return { intent, periods, bucket: null }
  if (intent === 'history') {
    if (!sampled) return { intent: 'series', periods: period ? periods : [lastDays(30, today)], bucket: 'day' }
    return { intent, periods, bucket: null }
  }
  if (intent === 'total') return { intent: sampled ? (period ? 'average' : 'latest') : 'total', periods, bucket: null }
  if (intent === 'average') return { intent, periods, bucket: null }
  const nights = kinds.has('sleep') && period?.start !== period?.end
  if (period) return { intent: sampled || nights ? 'average' : 'total', periods, bucket: null }
  return sampled
    ? { intent: 'latest', periods, bucket: null }
    : { intent: 'average', periods: [lastDays(30, today)], bucket: null }
}

function lastDays(days: number, today: LocalDate): Period {
  return { start: addDays(today, -days), end: addDays(today, -1) }
}

/** "The last 30 days and the 30 days before" names one span twice: the second is the one before it. */
function apart(periods: readonly Period[]): readonly Period[] {
  const [a, b] = periods
  if (!a || !b || a.start === null || a.end === null || a.start !== b.start || a.end !== b.end) return periods
  const length = daysBetween(a.start, a.end) + 1
  return [a, { start: addDays(a.start, -length), end: addDays(a.start, -1) }]
}

/** The span before a period, where the question says "than the month before" or 环比. */
function previousOf(period: Period, text: string): Period | null {
  if (
    !/\b(?:the\s+)?(?:week|month|year|quarter|day|one|period|days)\s+before\b|\bprevious\s+(?:one|period)\b|前一|上一期|环比|之前一/i.test(
      text,
    )
  )
    return null
  if (period.start === null || period.end === null) return null
  const whole = monthSpan(yearOf(period.start), monthOf(period.start))
  if (period.start === whole.start && period.end === whole.end) return monthBefore(period.start)
  const length = daysBetween(period.start, period.end) + 1
  return { start: addDays(period.start, -length), end: addDays(period.start, -1) }
}

function monthBefore(date: LocalDate): Span {
  const before = addMonths(date, -1)
  return monthSpan(yearOf(before), monthOf(before))
}

function withoutDoubles(indicators: readonly KnownIndicator[]): KnownIndicator[] {
  return [...new Map(indicators.map((i) => [i.key, i])).values()]
}
