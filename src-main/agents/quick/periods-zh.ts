/** Chinese names of times: 上个月、最近30天、去年7月、从3月到6月、5月以来、上周一。 */
import {
  addDays,
  addMonths,
  dateOf,
  isoWeekday,
  type LocalDate,
  monthSpan,
  quarterSpan,
  type Span,
  weekSpan,
  yearOf,
  yearSpan,
} from './calendar.ts'
import { type AtomRule, type FoundPeriods, findAtoms, type JoinWords, joinAtoms, recentYear } from './period.ts'
import { calendarUnit, halfYear, weekend } from './periods-en.ts'

const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const N = '(\\d{1,4}|[一二两三四五六七八九十百]{1,5})'
const M = '(1[0-2]|0?[1-9]|十[一二]|[一二三四五六七八九十])'
const D = '(3[01]|[12]\\d|0?[1-9]|三十一|三十|二十[一二三四五六七八九]?|十[一二三四五六七八九]?|[一二三四五六七八九])'
const Y = '((?:19|20)\\d{2})'
const WEEK = '(?:周|星期|礼拜)'
/** A day of the week, but not the 一 of 上周一共 nor the 日 of 上周日均. */
const WEEKDAY = '(一(?![共起直般定样天次个晚整])|[二三四五六]|日(?!均)|天(?!天))'
const RELATIVE_YEAR = '(去年|今年|前年)'

/** A number in figures or characters up to 999; NaN for anything else. */
export function chineseNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  let total = 0
  let current = 0
  for (const character of text) {
    if (character === '百') {
      total += (current || 1) * 100
      current = 0
    } else if (character === '十') {
      total += (current || 1) * 10
      current = 0
    } else {
      const digit = digits[character]
      if (digit === undefined) return Number.NaN
      current = digit
    }
  }
  return total + current
}

const num = (text: string | undefined): number => chineseNumber(text ?? '')
const weekday = (text: string | undefined): number => (text === '日' || text === '天' ? 7 : num(text))
const relativeYear = (word: string | undefined, today: LocalDate): number =>
  yearOf(today) - (word === '去年' ? 1 : word === '前年' ? 2 : 0)

function back(n: number, unit: string, today: LocalDate): Span | null {
  if (!(n >= 1 && n <= 4000)) return null
  const yesterday = addDays(today, -1)
  if (unit === '晚' || unit === '夜') return { start: addDays(today, 1 - n), end: today }
  if (unit === '天' || unit === '日') return { start: addDays(today, -n), end: yesterday }
  if (/周|星期|礼拜/.test(unit)) return { start: addDays(today, -7 * n), end: yesterday }
  if (unit === '月') return { start: addMonths(today, -n), end: yesterday }
  return { start: addMonths(today, -12 * n), end: yesterday }
}

const unitWord = (text: string | undefined): string =>
  /周|星期|礼拜/.test(text ?? '') ? 'week' : text === '月' ? 'month' : text?.includes('季') ? 'quarter' : 'year'

function oneDay(date: LocalDate | null, yearGiven = true): (Span & { yearGiven: boolean }) | null {
  return date === null ? null : { start: date, end: date, yearGiven }
}

function dayRange(year: number, yearGiven: boolean, month: number, from: number, to: number) {
  const start = dateOf(year, month, from)
  const end = dateOf(year, month, to)
  return start && end && start <= end ? { start, end, yearGiven } : null
}

const rules: readonly AtomRule[] = [
  [/(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, (m) => oneDay(dateOf(Number(m[1]), Number(m[2]), Number(m[3])))],
  [/(\d{4})[-/](0[1-9]|1[0-2])(?!\d)/, (m) => monthSpan(Number(m[1]), Number(m[2]))],
  [
    new RegExp(`(?:${Y}年|${RELATIVE_YEAR}的?)?${M}月${D}[日号]?\\s*(?:到|至|-|–|—|~|～)\\s*${D}[日号](?!${M}?月)`),
    (m, today) => {
      const year = m[1] ? Number(m[1]) : m[2] ? relativeYear(m[2], today) : recentYear(today, num(m[3]), num(m[4]))
      return dayRange(year, Boolean(m[1] ?? m[2]), num(m[3]), num(m[4]), num(m[5]))
    },
  ],
  [new RegExp(`${Y}年${M}月${D}[日号]?`), (m) => oneDay(dateOf(Number(m[1]), num(m[2]), num(m[3])))],
  [
    new RegExp(`${RELATIVE_YEAR}的?${M}月${D}[日号]?`),
    (m, today) => oneDay(dateOf(relativeYear(m[1], today), num(m[2]), num(m[3]))),
  ],
  [
    new RegExp(`(?<!\\d)${M}月${D}[日号]`),
    (m, today) => oneDay(dateOf(recentYear(today, num(m[1]), num(m[2])), num(m[1]), num(m[2])), false),
  ],
  [new RegExp(`${Y}年${M}月份?`), (m) => monthSpan(Number(m[1]), num(m[2]))],
  [new RegExp(`${RELATIVE_YEAR}的?${M}月份?`), (m, today) => monthSpan(relativeYear(m[1], today), num(m[2]))],
  [
    new RegExp(`${Y}年?的?(?:第?([一二三四1-4])季度|Q([1-4]))`, 'i'),
    (m) => quarterSpan(Number(m[1]), num(m[2] ?? m[3])),
  ],
  [
    new RegExp(`${RELATIVE_YEAR}的?(?:第?([一二三四1-4])季度|Q([1-4]))`, 'i'),
    (m, today) => quarterSpan(relativeYear(m[1], today), num(m[2] ?? m[3])),
  ],
  [
    /第?([一二三四])季度|第([1-4])季度|\bQ([1-4])\b/i,
    (m, today) => {
      const quarter = num(m[1] ?? m[2] ?? m[3])
      return { ...quarterSpan(recentYear(today, quarter * 3 - 2), quarter), yearGiven: false }
    },
  ],
  [
    new RegExp(`(?:${Y}年|${RELATIVE_YEAR})的?(上|下)半年`),
    (m, today) => halfYear(m[3] === '上' ? 1 : 2, m[1] ? Number(m[1]) : relativeYear(m[2], today)),
  ],
  [
    new RegExp(`(?:最近|过去|近|前|这)的?${N}(?:个)?(天|日|晚|夜|周|星期|礼拜|月|年)(?:以?来|里|内|间)?`),
    (m, today) => back(num(m[1]), m[2] ?? '', today),
  ],
  [/(?:最近|过去|近|这)的?半年(?:以?来|里|内|间)?|半年(?:以?来|内)/, (_, today) => back(6, '月', today)],
  [/(?:最近|过去|近)的?半个?月(?:以?来|里|内|间)?/, (_, today) => back(15, '天', today)],
  [
    /(上|下)半年/,
    (m, today) => ({ ...halfYear(m[1] === '上' ? 1 : 2, recentYear(today, m[1] === '上' ? 1 : 7)), yearGiven: false }),
  ],
  [
    new RegExp(`上上(?:个)?${WEEK}${WEEKDAY}`),
    (m, today) => oneDay(addDays(weekSpan(today, -2).start, weekday(m[1]) - 1)),
  ],
  [
    new RegExp(`上(?:个|一)?${WEEK}${WEEKDAY}`),
    (m, today) => oneDay(addDays(weekSpan(today, -1).start, weekday(m[1]) - 1)),
  ],
  [
    new RegExp(`(?:这|本)(?:个)?${WEEK}${WEEKDAY}`),
    (m, today) => oneDay(addDays(weekSpan(today).start, weekday(m[1]) - 1)),
  ],
  [/上(?:个|一)?周末/, (_, today) => weekend(-1, today)],
  [/(?:这个?|本)?周末/, (_, today) => weekend(isoWeekday(today) >= 6 ? 0 : -1, today)],
  [
    new RegExp(`(?<![每上这本])${WEEK}${WEEKDAY}`),
    (m, today) => oneDay(addDays(today, -((isoWeekday(today) - weekday(m[1]) + 7) % 7))),
  ],
  [new RegExp(`上上(?:一)?(?:个)?(${WEEK}|月)`), (m, today) => calendarUnit(unitWord(m[1]), -2, today)],
  [new RegExp(`上(?:一)?(?:个)?(${WEEK}|月|季度?)`), (m, today) => calendarUnit(unitWord(m[1]), -1, today)],
  [new RegExp(`(?:这|本|当)(?:一)?(?:个)?(${WEEK}|月|季度?|年)`), (m, today) => calendarUnit(unitWord(m[1]), 0, today)],
  [
    new RegExp(`下(?:个)?(${WEEK}|月|季度?)|明年`),
    (m, today) => ({ ...calendarUnit(m[1] ? unitWord(m[1]) : 'year', 1, today), special: 'future' }),
  ],
  [/明天|后天/, (_, today) => ({ start: addDays(today, 1), end: addDays(today, 2), special: 'future' })],
  [/去年的?(?:今天|同一天)/, (_, today) => oneDay(addMonths(today, -12))],
  [/去年|今年|前年/, (m, today) => yearSpan(relativeYear(m[0], today))],
  [new RegExp(`${N}(?:个)?(天|日)前`), (m, today) => oneDay(addDays(today, -num(m[1])))],
  [new RegExp(`${N}(?:个)?(${WEEK}|月|年)前`), (m, today) => calendarUnit(unitWord(m[2]), -num(m[1]), today)],
  [/昨晚|昨夜|昨天晚上|昨天夜里/, (_, today) => ({ start: today, end: today, special: 'last-night' })],
  [/大前天/, (_, today) => oneDay(addDays(today, -3))],
  [/前天/, (_, today) => oneDay(addDays(today, -2))],
  [/昨[天日]/, (_, today) => oneDay(addDays(today, -1))],
  [/今[天日]|今早/, (_, today) => oneDay(today)],
  [new RegExp(`${Y}年(?:全年)?`), (m) => yearSpan(Number(m[1]))],
  [
    new RegExp(`(?<![\\d个])${M}月份?(?!\\d)`),
    (m, today) => ({ ...monthSpan(recentYear(today, num(m[1])), num(m[1])), yearGiven: false }),
  ],
  [/有史以来|全部时间|所有时间/, (_, today) => ({ start: today, end: today, special: 'all' })],
  [
    /(?:最近|近期|近来|近日|这段时间|这阵子)(?!一次|一条|的一次|的?数据|的?记录|值|的?体重是|的值)/,
    (_, today) => back(30, '天', today),
  ],
]

const joining: JoinWords = {
  from: /(?:从|自|在)?$/,
  to: /^\s*(?:到|至|-|–|—|~|～)\s*$/,
  and: /^(?!)/,
  sinceBefore: /(?:自从|自|从)$/,
  sinceAfter: /^(?:份)?(?:以来|至今|到现在|到今天|到目前|起|开始|之?后?至今)/,
  untilBefore: /(?:截至|直到|截止到?)$/,
  beforeBefore: /^(?!)/,
  beforeAfter: /^(?:之前|以前)/,
  afterBefore: /^(?!)/,
  afterAfter: /^(?:之后|以后)/,
}

/** Finds the periods of a Chinese question (simplified; see normalizeQuestion for the traditional forms). */
export function findPeriodsZh(text: string, today: LocalDate): FoundPeriods {
  const compares = /对比|比较|相比|相差|差多少/.test(text)
  const { periods, rest } = joinAtoms(text, findAtoms(text, rules, today), joining, today, compares)
  const unclear = rest.match(
    /(?:春|夏|秋|冬)[天季]|春节|国庆|中秋|五一|十一假期|假期|寒假|暑假|前几[天周]|(?:最近|过去|近)几(?:天|周|个月|年)|(?:最近|过去|近)\d+(?:个)?(?:小时|分钟)/g,
  )
  return { periods, rest, unclear: unclear ?? [] }
}
