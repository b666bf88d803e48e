/** English names of times: "last month", "in July", "from March to June 2025", "since Monday". */
import {
  addDays,
  addMonths,
  dateOf,
  isoWeekday,
  type LocalDate,
  monthOf,
  monthSpan,
  quarterSpan,
  type Span,
  weekSpan,
  yearOf,
  yearSpan,
} from './calendar.ts'
import { type AtomRule, type FoundPeriods, findAtoms, type JoinWords, joinAtoms, recentYear } from './period.ts'

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

const MONTH =
  '(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)\\.?'
/** A month that cannot be the verb: written large, or behind a word that calls for a time. */
const BARE =
  '(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)'
const WEEKDAY = '(monday|tuesday|wednesday|thursday|friday|saturday|sunday)'
const COUNT =
  '(\\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a|an|a couple of|couple of|couple)'
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?'
const YEAR = '((?:19|20)\\d{2})'

const month = (name: string | undefined): number => monthNames.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1
const weekday = (name: string | undefined): number => dayNames.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1

function count(text: string | undefined): number {
  const word = (text ?? '').toLowerCase().trim()
  if (/^\d+$/.test(word)) return Number(word)
  if (word.includes('couple')) return 2
  return word === 'a' || word === 'an' || word === '' ? 1 : numbers.indexOf(word)
}

/** The N full days, weeks, months or years before today; nights include the one that ended today. */
function back(n: number, unit: string, today: LocalDate): Span | null {
  if (n < 1 || n > 4000) return null
  const yesterday = addDays(today, -1)
  if (unit.startsWith('night')) return { start: addDays(today, 1 - n), end: today }
  if (unit.startsWith('day')) return { start: addDays(today, -n), end: yesterday }
  if (unit.startsWith('week')) return { start: addDays(today, -7 * n), end: yesterday }
  if (unit.startsWith('month')) return { start: addMonths(today, -n), end: yesterday }
  return { start: addMonths(today, -12 * n), end: yesterday }
}

/** A calendar week, month, quarter or year, `shift` of them from the one that holds today. */
export function calendarUnit(unit: string, shift: number, today: LocalDate): Span {
  if (unit.startsWith('week')) return weekSpan(today, shift)
  if (unit.startsWith('month')) return monthSpan(yearOf(today), monthOf(today) + shift)
  if (unit.startsWith('quarter')) return quarterSpan(yearOf(today), Math.ceil(monthOf(today) / 3) + shift)
  return yearSpan(yearOf(today) + shift)
}

function oneDay(date: LocalDate | null, yearGiven = true): (Span & { yearGiven: boolean }) | null {
  return date === null ? null : { start: date, end: date, yearGiven }
}

function dayWithoutYear(monthNumber: number, day: number, today: LocalDate) {
  return oneDay(dateOf(recentYear(today, monthNumber, day), monthNumber, day), false)
}

function bareMonth(monthNumber: number, today: LocalDate) {
  return { ...monthSpan(recentYear(today, monthNumber), monthNumber), yearGiven: false }
}

const rules: readonly AtomRule[] = [
  [/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, (m) => oneDay(dateOf(Number(m[1]), Number(m[2]), Number(m[3])))],
  [/\b(\d{4})\/(\d{1,2})\/(\d{1,2})\b/, (m) => oneDay(dateOf(Number(m[1]), Number(m[2]), Number(m[3])))],
  [/\b(\d{4})[-/](0[1-9]|1[0-2])\b/, (m) => monthSpan(Number(m[1]), Number(m[2]))],
  // "3-10 May 2025", "between 3 and 10 May", "May 3–10, 2025", "July 1 to 15"
  [
    new RegExp(
      `\\b${DAY}\\s*(?:-|–|—|to|and|until|through)\\s*${DAY}\\s+(?:of\\s+)?${MONTH}(?:,?\\s+${YEAR})?\\b`,
      'i',
    ),
    (m, today) => dayRange(month(m[3]), Number(m[1]), Number(m[2]), m[4], today),
  ],
  [
    new RegExp(
      `\\b${MONTH}\\s+${DAY}\\s*(?:-|–|—|to|and|until|through)\\s*${DAY}(?!\\d|\\s+(?:${MONTH}))(?:,?\\s+${YEAR})?\\b`,
      'i',
    ),
    (m, today) => dayRange(month(m[1]), Number(m[2]), Number(m[3]), m[5], today),
  ],
  [
    new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH},?\\s+${YEAR}\\b`, 'i'),
    (m) => oneDay(dateOf(Number(m[3]), month(m[2]), Number(m[1]))),
  ],
  [
    new RegExp(`\\b${MONTH}\\s+${DAY},?\\s+${YEAR}\\b`, 'i'),
    (m) => oneDay(dateOf(Number(m[3]), month(m[1]), Number(m[2]))),
  ],
  [
    new RegExp(`\\b(?:the\\s+)?week\\s+of\\s+(?:the\\s+)?${DAY}\\s+(?:of\\s+)?${MONTH}(?:\\s+${YEAR})?\\b`, 'i'),
    (m, today) => weekAround(month(m[2]), Number(m[1]), m[3], today),
  ],
  [
    new RegExp(`\\b(?:the\\s+)?week\\s+of\\s+${MONTH}\\s+${DAY}(?:,?\\s+${YEAR})?\\b`, 'i'),
    (m, today) => weekAround(month(m[1]), Number(m[2]), m[3], today),
  ],
  [
    new RegExp(`\\b${MONTH}\\s+(?:of\\s+)?(last|this)\\s+year\\b`, 'i'),
    (m, today) => monthSpan(yearOf(today) - (m[2]?.toLowerCase() === 'last' ? 1 : 0), month(m[1])),
  ],
  [new RegExp(`\\b${MONTH},?\\s+(?:of\\s+)?${YEAR}\\b`, 'i'), (m) => monthSpan(Number(m[2]), month(m[1]))],
  [
    new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH}(?![a-z])`, 'i'),
    (m, today) => dayWithoutYear(month(m[2]), Number(m[1]), today),
  ],
  [
    new RegExp(`\\b${MONTH}\\s+${DAY}(?![\\d:])\\b`, 'i'),
    (m, today) => dayWithoutYear(month(m[1]), Number(m[2]), today),
  ],
  [/\bq([1-4])\s*(?:of\s+|,\s*)?((?:19|20)\d{2})\b/i, (m) => quarterSpan(Number(m[2]), Number(m[1]))],
  [/\b((?:19|20)\d{2})\s*,?\s*q([1-4])\b/i, (m) => quarterSpan(Number(m[1]), Number(m[2]))],
  [
    /\b(first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter(?:\s+of)?(?:\s+((?:19|20)\d{2}))?\b/i,
    (m, today) =>
      quarter(
        { first: 1, '1st': 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4 }[
          m[1]?.toLowerCase() ?? ''
        ] ?? 1,
        m[2],
        today,
      ),
  ],
  [/\bq([1-4])\b/i, (m, today) => quarter(Number(m[1]), undefined, today)],
  [
    /\b(first|second)\s+half\s+of\s+((?:19|20)\d{2}|this year|last year)\b/i,
    (m, today) => halfYear(m[1]?.toLowerCase() === 'first' ? 1 : 2, yearWord(m[2] ?? '', today)),
  ],
  [
    new RegExp(`\\b(?:last|past|previous|recent|these)\\s+${COUNT}\\s+(days?|nights?|weeks?|months?|years?)\\b`, 'i'),
    (m, today) => back(count(m[1]), m[2]?.toLowerCase() ?? '', today),
  ],
  [/\b(?:last|past)\s+fortnight\b/i, (_, today) => back(14, 'days', today)],
  [/\b(?:last|past|previous)\s+half\s+(?:a\s+)?year\b/i, (_, today) => back(6, 'months', today)],
  [/\b(?:a|one)\s+year\s+ago\s+today\b|\bthis\s+day\s+last\s+year\b/i, (_, today) => oneDay(addMonths(today, -12))],
  [/\bthe\s+week\s+before\s+last\b/i, (_, today) => calendarUnit('week', -2, today)],
  [/\bthe\s+month\s+before\s+last\b/i, (_, today) => calendarUnit('month', -2, today)],
  [/\b(?:the\s+)?day\s+before\s+yesterday\b/i, (_, today) => oneDay(addDays(today, -2))],
  [new RegExp(`\\b${COUNT}\\s+days?\\s+ago\\b`, 'i'), (m, today) => oneDay(addDays(today, -count(m[1])))],
  [
    new RegExp(`\\b${COUNT}\\s+(week|month|year)s?\\s+ago\\b`, 'i'),
    (m, today) => calendarUnit(m[2]?.toLowerCase() ?? '', -count(m[1]), today),
  ],
  [/\blast\s+night\b/i, (_, today) => ({ start: today, end: today, special: 'last-night' })],
  [/\b(?:last|previous)\s+weekend\b/i, (_, today) => weekend(-1, today)],
  [/\b(?:this|the)\s+weekend\b/i, (_, today) => weekend(isoWeekday(today) >= 6 ? 0 : -1, today)],
  [/\byear\s+to\s+date\b|\bytd\b/i, (_, today) => calendarUnit('year', 0, today)],
  [/\bmonth\s+to\s+date\b/i, (_, today) => calendarUnit('month', 0, today)],
  [
    /\b(?:so\s+far\s+)?(?:this|the\s+current)\s+(week|month|quarter|year)(?:\s+so\s+far)?\b/i,
    (m, today) => calendarUnit(m[1]?.toLowerCase() ?? '', 0, today),
  ],
  [
    /\b(?:in|over|during|within)\s+the\s+last\s+(week|month|year)\b/i,
    (m, today) => back(1, m[1]?.toLowerCase() ?? '', today),
  ],
  [
    /\b(?:last|(?:the\s+)?previous)\s+(week|month|quarter|year)\b/i,
    (m, today) => calendarUnit(m[1]?.toLowerCase() ?? '', -1, today),
  ],
  [
    /\b(?:over\s+|in\s+)?(?:the\s+)?past\s+(week|month|year)\b/i,
    (m, today) => back(1, m[1]?.toLowerCase() ?? '', today),
  ],
  [/\btomorrow\b/i, (_, today) => ({ ...span(addDays(today, 1)), special: 'future' })],
  [
    /\bnext\s+(week|month|quarter|year)\b/i,
    (m, today) => ({ ...calendarUnit(m[1]?.toLowerCase() ?? '', 1, today), special: 'future' }),
  ],
  [/\byesterday\b/i, (_, today) => oneDay(addDays(today, -1))],
  [/\btoday\b|\bthis\s+morning\b/i, (_, today) => oneDay(today)],
  [
    new RegExp(`\\blast\\s+${WEEKDAY}\\b`, 'i'),
    (m, today) => oneDay(addDays(today, -(((isoWeekday(today) - weekday(m[1]) + 6) % 7) + 1))),
  ],
  [
    new RegExp(`\\b(?:this\\s+|on\\s+)?${WEEKDAY}\\b`, 'i'),
    (m, today) => oneDay(addDays(today, -((isoWeekday(today) - weekday(m[1]) + 7) % 7))),
  ],
  [new RegExp(`\\blast\\s+${MONTH}(?![a-z])`, 'i'), (m, today) => lastNamedMonth(month(m[1]), today)],
  [new RegExp(`\\bthis\\s+${MONTH}(?![a-z])`, 'i'), (m, today) => monthSpan(yearOf(today), month(m[1]))],
  [
    new RegExp(
      `(?<=\\b(?:in|since|from|to|until|till|through|during|between|and|of|before|after|for|vs\\.?|versus|than|with)\\s)${MONTH}(?![a-z])`,
      'i',
    ),
    (m, today) => bareMonth(month(m[1]), today),
  ],
  [
    /\b(january|february|april|june|july|august|september|october|november|december)\b/,
    (m, today) => bareMonth(month(m[1]), today),
  ],
  [new RegExp(`\\b${BARE}(?![A-Za-z])`), (m, today) => bareMonth(month(m[1]), today)],
  [
    new RegExp(
      `(?<=\\b(?:in|since|from|to|until|till|through|during|between|and|of|before|after|for|vs\\.?|versus|than|with|year)\\s)${YEAR}\\b`,
      'i',
    ),
    (m) => yearSpan(Number(m[1])),
  ],
  [
    new RegExp(`(?<![\\d.,/-])${YEAR}(?=\\s*(?:$|[?.!,]|\\bvs\\b|\\bversus\\b|\\band\\b|\\bcompared\\b))`, 'i'),
    (m) => yearSpan(Number(m[1])),
  ],
  [
    /\b(?:all\s+time|of\s+all\s+time|ever|since\s+the\s+beginning)\b/i,
    (_, today) => ({ ...span(today), special: 'all' }),
  ],
  [/\b(?:recently|lately|these\s+days)\b/i, (_, today) => back(30, 'days', today)],
]

const joining: JoinWords = {
  from: /\b(?:from|between)\s+(?:the\s+)?$/i,
  to: /^\s*(?:,?\s*(?:to|until|till|through|up to)|-|–|—)\s+(?:the\s+)?$|^\s*[-–—]\s*$/i,
  and: /^\s+and\s+(?:the\s+)?$/i,
  sinceBefore: /\b(?:since|starting(?:\s+(?:in|on|from))?)\s+(?:the\s+)?$/i,
  sinceAfter: /^\s+(?:on|onwards?|(?:until|till|to|up to)\s+(?:now|date|present))\b/i,
  untilBefore: /\b(?:until|till|up to)\s+(?:the\s+)?$/i,
  beforeBefore: /\bbefore\s+(?:the\s+)?$/i,
  beforeAfter: /^(?!)/,
  afterBefore: /\bafter\s+(?:the\s+)?$/i,
  afterAfter: /^(?!)/,
}

/** Finds the periods of an English question. */
export function findPeriodsEn(text: string, today: LocalDate): FoundPeriods {
  const compares = /\bcompar\w+|\bdifference\b|\bversus\b|\bvs\b/i.test(text)
  const { periods, rest } = joinAtoms(text, findAtoms(text, rules, today), joining, today, compares)
  const unclear = rest.match(
    /\b(?:(?:last|this|in|next)\s+)?(?:spring|summer|autumn|fall|winter)\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b(?:christmas|easter|ramadan|holidays?|vacation|decade|century)\b|\b(?:last|past)\s+(?:few|several)\s+\w+|\b(?:last|past)\s+\d+\s+(?:hours?|minutes?)\b/gi,
  )
  return { periods, rest, unclear: unclear ?? [] }
}

const span = (date: LocalDate): Span => ({ start: date, end: date })

function dayRange(monthNumber: number, from: number, to: number, year: string | undefined, today: LocalDate) {
  const y = year ? Number(year) : recentYear(today, monthNumber, from)
  const start = dateOf(y, monthNumber, from)
  const end = dateOf(y, monthNumber, to)
  return start && end && start <= end ? { start, end, yearGiven: year !== undefined } : null
}

function weekAround(monthNumber: number, day: number, year: string | undefined, today: LocalDate): Span | null {
  const date = dateOf(year ? Number(year) : recentYear(today, monthNumber, day), monthNumber, day)
  return date ? weekSpan(date) : null
}

function quarter(number: number, year: string | undefined, today: LocalDate) {
  if (year) return quarterSpan(Number(year), number)
  return { ...quarterSpan(recentYear(today, number * 3 - 2), number), yearGiven: false }
}

function yearWord(text: string, today: LocalDate): number {
  if (/^\d{4}$/.test(text)) return Number(text)
  return yearOf(today) - (/last/i.test(text) ? 1 : 0)
}

/** January to June, or July to December. */
export function halfYear(half: 1 | 2, year: number): Span {
  return half === 1
    ? { start: `${year}-01-01`, end: `${year}-06-30` }
    : { start: `${year}-07-01`, end: `${year}-12-31` }
}

/** Saturday and Sunday of the ISO week that is `weeks` from this one. */
export function weekend(weeks: number, today: LocalDate): Span {
  const { start } = weekSpan(today, weeks)
  return { start: addDays(start, 5), end: addDays(start, 6) }
}

function lastNamedMonth(monthNumber: number, today: LocalDate): Span {
  return monthSpan(monthNumber < monthOf(today) ? yearOf(today) : yearOf(today) - 1, monthNumber)
}
