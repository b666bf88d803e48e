/** What a sentence is about: one indicator, or blood pressure as the pair it is read as. */
import type { HealthService, IndicatorOverview } from '../../health/service.ts'
import type { IndicatorAnswer, IndicatorResult, IndicatorStats } from '../../health/types.ts'
import { daysBetween, type LocalDate } from './calendar.ts'
import { type DayRow, extreme, hasData, meanOf, totalOf, valuedRows } from './findings.ts'
import type { KnownIndicator } from './indicator-terms.ts'
import { figure, type Measure, quantity, unitLabel, unitWord } from './measures.ts'
import type { Period } from './period.ts'
import { type PeriodLabel, periodLabel } from './period-label.ts'
import type { Language } from './question.ts'
import type { Coverage, Figures } from './voice.ts'

export interface Subject {
  readonly keys: readonly string[]
  readonly name: string
  readonly kind: KnownIndicator['kind']
  readonly digits: number
  readonly overview: IndicatorOverview | null
}

const pressure = ['blood_pressure_systolic', 'blood_pressure_diastolic'] as const

/** Groups indicators to subjects; systolic and diastolic together are one. */
export function subjectsOf(
  indicators: readonly KnownIndicator[],
  overview: readonly IndicatorOverview[],
  language: Language,
): Subject[] {
  const paired = pressure.every((key) => indicators.some((i) => i.key === key))
  const byKey = new Map(overview.map((o) => [o.key, o]))
  return indicators.flatMap((indicator) => {
    const own = byKey.get(indicator.key) ?? null
    if (paired && indicator.key === pressure[1]) return []
    const isPair = paired && indicator.key === pressure[0]
    const name = language === 'zh' ? indicator.nameZh : indicator.name
    return [
      {
        keys: isPair ? [...pressure] : [indicator.key],
        name: isPair ? (language === 'zh' ? '血压' : 'Blood pressure') : name,
        kind: indicator.kind,
        digits: own?.digits ?? 1,
        overview: own,
      },
    ]
  })
}

export function coverageOf(subject: Subject): Coverage | null {
  return subject.overview
    ? { name: subject.name, first: subject.overview.firstDate, last: subject.overview.lastDate }
    : null
}

export function measureOf(
  subject: Subject,
  answer: Pick<IndicatorAnswer, 'unit'>,
  health: Pick<HealthService, 'definition'>,
): Measure {
  const { overview, kind, digits } = subject
  const label =
    overview && overview.unit === answer.unit && overview.unitLabel !== ''
      ? overview.unitLabel
      : unitLabel(answer.unit, health.definition(subject.keys[0] ?? ''))
  return { unit: answer.unit, label, digits, kind }
}

/** One value, or a pair as 118/76, with the unit; null where any part is missing. */
export function written(
  values: readonly (number | null | undefined)[],
  measure: Measure,
  language: Language,
  mean: boolean,
): string | null {
  const known = values.filter((v): v is number => typeof v === 'number')
  const [only] = known
  if (only === undefined || known.length < values.length) return null
  if (known.length === 1) return quantity(only, measure, language, mean)
  return `${known.map((v) => figure(v, measure, mean)).join('/')} ${unitWord(measure.label, language)}`
}

/** Answers of a subject's indicators; null where the result has none of the first. */
export function answersOf(subject: Subject, result: IndicatorResult): IndicatorAnswer[] | null {
  const answers = subject.keys.flatMap((key) => (Object.hasOwn(result.indicators, key) ? [result.indicators[key]] : []))
  const present = answers.filter((a): a is IndicatorAnswer => a !== undefined)
  return present.length === subject.keys.length ? present : null
}

/** The window that a period really spans, where open ends are those of the record. */
export function windowOf(
  period: Period | undefined,
  subject: Subject,
): { start: LocalDate | null; end: LocalDate | null; days: number | null } {
  const start = period?.start ?? subject.overview?.firstDate ?? null
  const end = period?.end ?? subject.overview?.lastDate ?? null
  return { start, end, days: start !== null && end !== null ? daysBetween(start, end) + 1 : null }
}

export function labelOf(
  period: Period | undefined,
  subject: Subject,
  today: LocalDate,
  language: Language,
): PeriodLabel {
  return periodLabel(period, today, language, {
    first: subject.overview?.firstDate ?? null,
    last: subject.overview?.lastDate ?? null,
  })
}

/** Statistics of every part of a subject; null where nothing lies in the window. */
export function statsOf(subject: Subject, result: IndicatorResult): IndicatorStats[] | null {
  const stats = answersOf(subject, result)?.map((answer) => answer.stats)
  const filled = stats?.filter(hasData) ?? []
  return stats && filled.length === stats.length && filled.length > 0 ? filled : null
}

/** Figures in words, from the statistics of the window and the rows of its days (or months). */
export function figuresOf(options: {
  readonly subject: Subject
  readonly stats: readonly IndicatorStats[]
  readonly answers: readonly IndicatorAnswer[]
  /** Of the first part; pairs show no days of extremes. */
  readonly rows: readonly DayRow[]
  /** True where the rows are days, so that they can name the day of an extreme. */
  readonly rowsAreDays: boolean
  readonly measure: Measure
  readonly period: Period | undefined
  readonly today: LocalDate
  readonly language: Language
}): Figures {
  const { subject, stats, rows, measure, language, period, today } = options
  const sampled = subject.kind === 'instant' || subject.kind === 'lab'
  const single = subject.keys.length === 1
  const [first] = stats
  const window = windowOf(period, subject)
  const of = (pick: (s: IndicatorStats) => number | null, mean: boolean) =>
    written(stats.map(pick), measure, language, mean)
  const dates = (which: 'max' | 'min') =>
    options.rowsAreDays && single ? (extreme(rows, which, sampled)?.dates ?? []) : []
  // A rate or a share has no sum; only what adds up over days does.
  const sum = sampled || measure.unit === '%' ? null : totalOf(rows)
  return {
    name: subject.name,
    kind: subject.kind,
    night: isNightly(subject),
    period: labelOf(period, subject, today, language),
    oneDay: window.days === 1,
    running: subject.kind === 'cumulative' && window.end === today,
    count: first?.count ?? 0,
    days: first?.days ?? 0,
    average: of((s) => s.avg, true) ?? written([meanOf(rows)], measure, language, true),
    median: of((s) => s.median, true),
    total: sum === null ? null : written([sum], measure, language, false),
    min: single
      ? of((s) => s.min, false)
      : apart(
          stats.map((s) => s.min),
          measure,
          language,
        ),
    max: single
      ? of((s) => s.max, false)
      : apart(
          stats.map((s) => s.max),
          measure,
          language,
        ),
    minDates: dates('min'),
    maxDates: dates('max'),
  }
}

/** Extremes of a pair come from different readings, so they are never written as one reading. */
function apart(values: readonly (number | null)[], measure: Measure, language: Language): string | null {
  const [systolic, diastolic] = values
  if (typeof systolic !== 'number' || typeof diastolic !== 'number') return null
  const upper = quantity(systolic, measure, language)
  const lower = quantity(diastolic, measure, language)
  return language === 'zh' ? `收缩压 ${upper}、舒张压 ${lower}` : `${upper} systolic and ${lower} diastolic`
}

/** Naps belong to days; all other sleep figures to nights. */
export function isNightly(subject: Subject): boolean {
  return subject.kind === 'sleep' && subject.keys[0] !== 'sleep_naps'
}

export function rowsOf(subject: Subject, result: IndicatorResult): DayRow[] {
  return valuedRows(answersOf(subject, result)?.[0])
}
