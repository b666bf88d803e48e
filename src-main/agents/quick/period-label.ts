/** A period in words and in exact dates: "in June 2025 (2025-06-01 to 2025-06-30)", 2025年6月（2025-06-01 至 2025-06-30）. */
import {
  addDays,
  dayOf,
  type LocalDate,
  monthOf,
  monthSpan,
  quarterSpan,
  weekSpan,
  yearOf,
  yearSpan,
} from './calendar.ts'
import type { Period } from './period.ts'
import type { Language } from './question.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export interface PeriodLabel {
  /** With its preposition: "in June 2025", "on 2025-06-03 (yesterday)", "over the whole record". */
  readonly text: string
  /** Without: "June 2025". For titles and tool lines. */
  readonly short: string
}

export function monthName(month: number): string {
  return months[month - 1] ?? ''
}

/** Words for a period. `covered` is the span of the data, told where an end is open. */
export function periodLabel(
  period: Period | undefined,
  today: LocalDate,
  language: Language,
  covered: { readonly first: LocalDate | null; readonly last: LocalDate | null } = { first: null, last: null },
): PeriodLabel {
  const start = period?.start ?? covered.first
  const end = period?.end ?? covered.last
  if (start === null || end === null)
    return language === 'zh'
      ? { text: '全部记录中', short: '全部记录' }
      : { text: 'over the whole record', short: 'the whole record' }
  if (start === end) return dayLabel(start, today, language)
  const range = language === 'zh' ? `${start} 至 ${end}` : `${start} to ${end}`
  const name = period && period.start !== null && period.end !== null ? spanName(start, end, today, language) : null
  if (name === null)
    return language === 'zh' ? { text: `${range}期间`, short: range } : { text: `from ${range}`, short: range }
  if (language === 'zh') return { text: `${name}（${range}）`, short: name }
  const preposition = /^(?:last|this)/.test(name) ? '' : /^(?:the )/.test(name) ? 'over ' : 'in '
  return { text: `${preposition}${name} (${range})`, short: name }
}

function dayLabel(date: LocalDate, today: LocalDate, language: Language): PeriodLabel {
  const near = date === today ? 0 : date === addDays(today, -1) ? 1 : date === addDays(today, -2) ? 2 : null
  if (language === 'zh') {
    const word = near === null ? null : ['今天', '昨天', '前天'][near]
    return { text: word ? `${word}（${date}）` : date, short: word ? `${word} ${date}` : date }
  }
  const word = near === null ? null : ['today', 'yesterday', null][near]
  return { text: word ? `on ${date} (${word})` : `on ${date}`, short: date }
}

/** The usual name of a span that is a whole week, month, quarter or year, or the part of it up to today. */
function spanName(start: LocalDate, end: LocalDate, today: LocalDate, language: Language): string | null {
  const zh = language === 'zh'
  const is = (span: { start: string; end: string }) =>
    span.start === start && (span.end === end || (end === today && span.end > today))
  const year = yearOf(start)
  if (is(weekSpan(today, -1))) return zh ? '上周' : 'last week'
  if (is(weekSpan(today))) return zh ? '本周' : 'this week'
  if (is(monthSpan(year, monthOf(start)))) {
    const isNow = start === monthSpan(yearOf(today), monthOf(today)).start
    if (isNow) return zh ? '本月' : 'this month'
    return zh ? `${year}年${monthOf(start)}月` : `${monthName(monthOf(start))} ${year}`
  }
  if (is(yearSpan(year))) return zh ? `${year}年` : String(year)
  const quarter = Math.ceil(monthOf(start) / 3)
  if (is(quarterSpan(year, quarter)))
    return zh ? `${year}年第${['一', '二', '三', '四'][quarter - 1]}季度` : `Q${quarter} ${year}`
  if (dayOf(start) > 0 && end === addDays(today, -1)) {
    const days = Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1
    if (days <= 31) return zh ? `过去${days}天` : `the last ${days} days`
  }
  if (is(weekSpan(start))) return zh ? `${start} 起的一周` : `the week of ${start}`
  return null
}
