/** Spans of time as people name them, and how two of them join: "from March to June 2025", 从3月到6月. */
import {
  addDays,
  dateOf,
  dayOf,
  daysBetween,
  type LocalDate,
  monthOf,
  monthSpan,
  type Span,
  yearOf,
} from './calendar.ts'

/** A named span found in a question, before it is joined with its neighbours. */
export interface Atom extends Span {
  /** Where it stands in the text. */
  readonly at: number
  readonly length: number
  /** False for "July" or "3 May": the year was chosen here and may still be taken from a neighbour. */
  readonly yearGiven: boolean
  /** 'last-night' counts for the day of waking where sleep is asked. */
  readonly special?: 'last-night' | 'future' | 'all'
}

/** A period a question asks about; null ends are open. Dates are inclusive local days, never later than today. */
export interface Period {
  readonly start: LocalDate | null
  readonly end: LocalDate | null
  readonly special?: Atom['special']
}

export interface FoundPeriods {
  readonly periods: readonly Period[]
  /** The question with every period replaced by spaces. */
  readonly rest: string
  /** Words that name a time this program will not guess ("summer", "5/3/2025"). */
  readonly unclear: readonly string[]
}

export interface JoinWords {
  /** Before the first of two: "from", "between", 从. */
  readonly from: RegExp
  /** Between two: "to", "until", 到. */
  readonly to: RegExp
  /** Between two, when `from` stands before them: "and". */
  readonly and: RegExp
  /** Before one: "since", 自. */
  readonly sinceBefore: RegExp
  /** After one: 以来. */
  readonly sinceAfter: RegExp
  readonly untilBefore: RegExp
  readonly beforeBefore: RegExp
  readonly beforeAfter: RegExp
  readonly afterBefore: RegExp
  readonly afterAfter: RegExp
}

/**
 * Joins atoms to periods and blanks what they and their joining words took. Two times that are only compared ("June to
 * May", "the difference between January and June") stay two.
 */
export function joinAtoms(
  text: string,
  atoms: readonly Atom[],
  words: JoinWords,
  today: LocalDate,
  compares = false,
): { periods: Period[]; rest: string } {
  const sorted = [...atoms].sort((a, b) => a.at - b.at)
  const periods: Period[] = []
  let rest = text
  const blank = (at: number, end: number) => {
    rest = rest.slice(0, at) + ' '.repeat(Math.max(0, end - at)) + rest.slice(end)
  }
  for (let i = 0; i < sorted.length; i++) {
    const atom = sorted[i]
    if (!atom) continue
    const before = rest.slice(0, atom.at)
    const next = sorted[i + 1]
    const gap = next ? rest.slice(atom.at + atom.length, next.at) : ''
    const from = words.from.exec(before)
    const joins = words.to.test(gap) || (from !== null && words.and.test(gap))
    if (next && joins && !(compares && sorted.length === 2)) {
      const [first, second] = shareYear(atom, next, today)
      blank(from ? from.index : atom.at, next.at + next.length)
      periods.push(clamp({ start: first.start, end: second.end }, today))
      i++
      continue
    }
    const after = rest.slice(atom.at + atom.length)
    periods.push(clamp(openEnded(atom, before, after, words, today, blank), today))
    blank(atom.at, atom.at + atom.length)
  }
  return { periods, rest }
}

function openEnded(
  atom: Atom,
  before: string,
  after: string,
  words: JoinWords,
  today: LocalDate,
  blank: (at: number, end: number) => void,
): Period {
  const end = atom.at + atom.length
  const take = (match: RegExpExecArray | null, behind: boolean): boolean => {
    if (!match) return false
    if (behind) blank(end, end + match[0].length)
    else blank(match.index, atom.at)
    return true
  }
  if (take(words.sinceAfter.exec(after), true)) {
    take(words.sinceBefore.exec(before), false)
    return { start: atom.start, end: today }
  }
  if (take(words.sinceBefore.exec(before), false)) return { start: atom.start, end: today }
  if (take(words.beforeAfter.exec(after), true) || take(words.beforeBefore.exec(before), false))
    return { start: null, end: addDays(atom.start, -1) }
  if (take(words.untilBefore.exec(before), false)) return { start: null, end: atom.end }
  if (take(words.afterAfter.exec(after), true) || take(words.afterBefore.exec(before), false))
    return { start: addDays(atom.end, 1), end: today }
  if (atom.special === 'all') return { start: null, end: null, special: 'all' }
  return { start: atom.start, end: atom.end, ...(atom.special ? { special: atom.special } : {}) }
}

/** Gives both ends of "March to June 2025" or "Nov 2024 to Feb" the years that make one forward span. */
function shareYear(first: Atom, second: Atom, today: LocalDate): [Span, Span] {
  let a: Span = first
  let b: Span = second
  if (!first.yearGiven && second.yearGiven) {
    a = inYear(first, yearOf(second.end))
    if (a.start > b.end) a = inYear(first, yearOf(second.end) - 1)
  } else if (first.yearGiven && !second.yearGiven) {
    b = inYear(second, yearOf(first.start))
    if (b.end < a.start) b = inYear(second, yearOf(first.start) + 1)
  } else if (!first.yearGiven && !second.yearGiven) {
    a = inYear(first, yearOf(second.start))
    if (a.start > b.end) a = inYear(first, yearOf(second.start) - 1)
  }
  if (a.start > b.end && a.start === a.end && daysBetween(b.end, a.start) < 7)
    // "Monday to Friday" on a Wednesday: the Monday before that Friday.
    return [{ start: addDays(a.start, -7), end: addDays(a.end, -7) }, b]
  if (a.start > b.end) return [b, a]
  if (a.start > today && !first.yearGiven) return [inYear(a, yearOf(a.start) - 1), inYear(b, yearOf(b.end) - 1)]
  return [a, b]
}

function inYear(span: Span, year: number): Span {
  const shift = year - yearOf(span.start)
  const moved = (date: LocalDate): LocalDate =>
    dateOf(yearOf(date) + shift, monthOf(date), dayOf(date)) ?? monthSpan(yearOf(date) + shift, monthOf(date)).end
  const isMonthEnd = span.end === monthSpan(yearOf(span.end), monthOf(span.end)).end && dayOf(span.start) === 1
  return {
    start: moved(span.start),
    end: isMonthEnd ? monthSpan(yearOf(span.end) + shift, monthOf(span.end)).end : moved(span.end),
  }
}

/** A running period ends today; one that lies ahead is told apart as 'future'. */
function clamp(period: Period, today: LocalDate): Period {
  if (period.start !== null && period.start > today) return { ...period, special: 'future' }
  return period.end !== null && period.end > today ? { ...period, end: today } : period
}

/** The year of a month (and day) named without one: the most recent that is not in the future. */
export function recentYear(today: LocalDate, month: number, day = 1): number {
  const year = yearOf(today)
  const there = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return there > today ? year - 1 : year
}

/** Runs rules over a text, each on what the earlier ones left, and collects their atoms. */
export type AtomRule = readonly [
  RegExp,
  (match: RegExpExecArray, today: LocalDate) => (Span & { yearGiven?: boolean; special?: Atom['special'] }) | null,
]

export function findAtoms(text: string, rules: readonly AtomRule[], today: LocalDate): Atom[] {
  const atoms: Atom[] = []
  let rest = text
  for (const [pattern, read] of rules) {
    const regex = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''))
    for (let match = regex.exec(rest); match; match = regex.exec(rest)) {
      const span = read(match, today)
      if (!span || span.start > span.end) continue
      atoms.push({
        start: span.start,
        end: span.end,
        at: match.index,
        length: match[0].length,
        yearGiven: span.yearGiven ?? true,
        ...(span.special ? { special: span.special } : {}),
      })
      // A character that no rule matches, so that "last week" cannot be found in parts.
      rest = rest.slice(0, match.index) + '\u0001'.repeat(match[0].length) + rest.slice(match.index + match[0].length)
    }
  }
  return atoms
}
