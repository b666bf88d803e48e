/** Carries out a plan: the tool calls, the sentences, the chart. Yields events as they come about. */
import type { HealthService, IndicatorOverview } from '../../health/service.ts'
import type { IndicatorResult } from '../../health/types.ts'
import type { AgentEvent, ChartSeries, ChartSpec } from '../events.ts'
import { addDays, type LocalDate } from './calendar.ts'
import { bucketFor, chartOf, periodSeries, readingSeries, seriesKind } from './chart.ts'
import { daysMeeting, rawRows, trendOf, valuedRows } from './findings.ts'
import type { Bucket } from './intent.ts'
import { type Lookup, queryArgs } from './lookup.ts'
import { quantity, signed } from './measures.ts'
import type { Period } from './period.ts'
import type { Plan } from './plan.ts'
import type { Language } from './question.ts'
import { composeSleep } from './sleep-answer.ts'
import {
  answersOf,
  coverageOf,
  figuresOf,
  isNightly,
  labelOf,
  measureOf,
  rowsOf,
  type Subject,
  statsOf,
  subjectsOf,
  windowOf,
  written,
} from './subject.ts'
import type { Figures, Voice } from './voice.ts'

export type AnswerPlan = Extract<Plan, { kind: 'answer' }>

export interface ComposeContext {
  readonly lookup: Lookup
  readonly health: Pick<HealthService, 'definition'>
  readonly overview: readonly IndicatorOverview[]
  readonly today: LocalDate
  readonly language: Language
  readonly voice: Voice
}

/** What an answer comes to, before it is laid out. */
export interface Answer {
  readonly sentences: readonly string[]
  readonly sources: readonly string[]
  readonly chart: ChartSpec | null
}

type Steps = AsyncGenerator<AgentEvent, Answer>

/** Longest window whose days are read one by one where months would do. */
const dayWindow = 400

export async function* compose(plan: AnswerPlan, context: ComposeContext): Steps {
  if (plan.intent === 'sleep') return yield* composeSleep(plan.periods[0], context)
  const subjects = subjectsOf(
    plan.indicators.filter((i) => i.owned),
    context.overview,
    context.language,
  )
  switch (plan.intent) {
    case 'latest':
      return yield* latest(plan, subjects, context)
    case 'compare':
      return yield* compare(plan, subjects, context)
    case 'trend':
      return yield* trend(plan, subjects, context)
    case 'days':
      return yield* days(plan, subjects, context)
    case 'history':
      return yield* history(plan, subjects, context)
    default:
      return yield* statistics(plan, subjects, context)
  }
}

async function* read(
  subjects: readonly Subject[],
  period: Period | undefined,
  aggregate: string,
  context: ComposeContext,
  more: Record<string, unknown> = {},
): AsyncGenerator<AgentEvent, IndicatorResult> {
  const [first] = subjects
  const when = period && first ? labelOf(period, first, context.today, context.language).short : null
  const label = context.voice.readLabel(
    subjects.map((s) => s.name),
    when,
  )
  return yield* context.lookup.indicators(
    {
      ...queryArgs(
        subjects.flatMap((s) => s.keys),
        period,
        aggregate,
      ),
      ...more,
    },
    label,
  )
}

function sourcesOf(results: readonly IndicatorResult[]): string[] {
  return [...new Set(results.flatMap((result) => Object.values(result.indicators).flatMap((answer) => answer.sources)))]
}

function nothing(subject: Subject, period: Period | undefined, context: ComposeContext): string {
  return context.voice.nothing(
    subject.name,
    labelOf(period, subject, context.today, context.language),
    coverageOf(subject),
  )
}

/** The widest window among the subjects decides how fine the rows are. */
function rowsBucket(plan: AnswerPlan, subjects: readonly Subject[]): Bucket {
  if (plan.intent === 'series' && plan.bucket) return plan.bucket
  if (plan.intent === 'max' || plan.intent === 'min') return 'day'
  const widest = Math.max(...subjects.map((s) => windowOf(plan.periods[0], s).days ?? 0))
  return widest <= dayWindow ? 'day' : 'month'
}

function chartSeries(
  subject: Subject,
  result: IndicatorResult,
  bucket: Bucket,
  period: Period | undefined,
  context: ComposeContext,
): ChartSeries[] {
  return subject.keys.flatMap((key) => {
    const answer = result.indicators[key]
    if (!answer) return []
    const measure = measureOf(subject, answer, context.health)
    const name = subject.keys.length > 1 ? answer.name : subject.name
    return [
      periodSeries(
        key,
        name,
        measure.label,
        seriesKind(subject.kind),
        valuedRows(answer),
        bucket,
        windowOf(period, subject),
      ),
    ]
  })
}

/** Average, median, total, extremes, count and series: one query of statistics, one of rows. */
async function* statistics(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
  const [period] = plan.periods
  const bucket = rowsBucket(plan, subjects)
  const stats = yield* read(subjects, period, 'stats', context)
  if (subjects.every((subject) => statsOf(subject, stats) === null))
    return { sentences: subjects.map((subject) => nothing(subject, period, context)), sources: [], chart: null }
  const rows = yield* read(subjects, period, bucket, context)
  const readings = yield* readingsOfOneDay(subjects, period, context)
  const sentences: string[] = []
  const series: ChartSeries[] = []
  let running = false
  for (const subject of subjects) {
    const figures = subjectFigures(subject, stats, rows, bucket, period, context)
    if (figures === null) {
      sentences.push(nothing(subject, period, context))
      continue
    }
    running ||= figures.running
    sentences.push(sentenceFor(plan, figures, bucket, context.voice))
    series.push(...(readings?.get(subject) ?? chartSeries(subject, rows, bucket, period, context)))
  }
  if (running) sentences.push(context.voice.running())
  const [first] = subjects
  const chart = first
    ? chartOf(
        context.voice.chartTitle(subjects.map((s) => s.name).join(' · '), readings ? null : bucket),
        labelOf(period, first, context.today, context.language).short,
        readings ? 'time' : bucket,
        series,
      )
    : null
  return { sentences, sources: sourcesOf([stats]), chart }
}

/** On a single day samples are shown one by one, where all of them fit in one answer; else null. */
async function* readingsOfOneDay(
  subjects: readonly Subject[],
  period: Period | undefined,
  context: ComposeContext,
): AsyncGenerator<AgentEvent, ReadonlyMap<Subject, ChartSeries[]> | null> {
  const isOneDay = period !== undefined && period.start !== null && period.start === period.end
  if (!isOneDay || !subjects.every((s) => s.kind === 'instant' || s.kind === 'lab')) return null
  const result = yield* read(subjects, period, 'none', context, { limit: 500 })
  if (result.truncated) return null
  return new Map(subjects.map((subject) => [subject, readingsOf(subject, result, context)]))
}

function readingsOf(subject: Subject, result: IndicatorResult, context: ComposeContext): ChartSeries[] {
  return subject.keys.flatMap((key) => {
    const part = result.indicators[key]
    if (!part) return []
    const name = subject.keys.length > 1 ? part.name : subject.name
    return [readingSeries(key, name, measureOf(subject, part, context.health).label, rawRows(part))]
  })
}

function subjectFigures(
  subject: Subject,
  stats: IndicatorResult,
  rows: IndicatorResult,
  bucket: Bucket,
  period: Period | undefined,
  context: ComposeContext,
): Figures | null {
  const answers = answersOf(subject, stats)
  const filled = statsOf(subject, stats)
  const [answer] = answers ?? []
  if (!answers || !filled || !answer) return null
  return figuresOf({
    subject,
    stats: filled,
    answers,
    rows: rowsOf(subject, rows),
    rowsAreDays: bucket === 'day',
    measure: measureOf(subject, answer, context.health),
    period,
    today: context.today,
    language: context.language,
  })
}

function sentenceFor(plan: AnswerPlan, figures: Figures, bucket: Bucket, voice: Voice): string {
  switch (plan.intent) {
    case 'median':
      return figures.median ? voice.median(figures) : voice.count(figures)
    case 'max':
    case 'min':
      return figures[plan.intent] ? voice.extreme(figures, plan.intent) : voice.count(figures)
    case 'count':
      return voice.count(figures)
    case 'series':
      return figures.average ? voice.series(figures, bucket) : voice.count(figures)
    case 'total':
      if (figures.total || (figures.oneDay && figures.average)) return voice.total(figures)
      return figures.average ? voice.average(figures) : voice.count(figures)
    default:
      // Text values (a symptom's severity) have no mean: their number is what can be told.
      return figures.average ? voice.average(figures) : voice.count(figures)
  }
}

/** The newest value; the chart shows the ninety days that lead to it. */
async function* latest(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
  const [period] = plan.periods
  const sentences: string[] = []
  const series: ChartSeries[] = []
  const results: IndicatorResult[] = []
  for (const subject of subjects) {
    const sampled = subject.kind === 'instant' || subject.kind === 'lab' || subject.kind === 'event'
    const last = subject.overview?.lastDate ?? context.today
    const window = period ?? (sampled ? undefined : { start: last, end: last })
    const result = sampled
      ? yield* read([subject], window, 'none', context, { limit: 1 })
      : yield* read([subject], window, 'day', context)
    results.push(result)
    const answers = answersOf(subject, result)
    const [answer] = answers ?? []
    const told = answers && answer ? newest(subject, answers, context) : null
    if (!told) {
      sentences.push(nothing(subject, period, context))
      continue
    }
    sentences.push(
      context.voice.latest({
        ...told,
        name: subject.name,
        inPeriod: period ? labelOf(period, subject, context.today, context.language) : null,
      }),
    )
    const end = told.when.slice(0, 10)
    const around = { start: addDays(end, -89), end }
    const rows = yield* read([subject], around, 'day', context)
    series.push(...chartSeries(subject, rows, 'day', around, context))
  }
  const chart = chartOf(context.voice.chartTitle(subjects.map((s) => s.name).join(' · '), 'day'), '', 'day', series)
  return { sentences, sources: sourcesOf(results), chart }
}

function newest(
  subject: Subject,
  answers: NonNullable<ReturnType<typeof answersOf>>,
  context: ComposeContext,
): { value: string; when: string; source: string } | null {
  const [answer] = answers
  if (!answer) return null
  const measure = measureOf(subject, answer, context.health)
  const raw = answers.map((a) => rawRows(a)[0])
  const [row] = raw
  if (row) {
    const together = raw.every((r) => r?.time === row.time)
      ? written(
          raw.map((r) => r?.value),
          measure,
          context.language,
          false,
        )
      : null
    const value =
      together ?? (typeof row.value === 'number' ? quantity(row.value, measure, context.language) : (row.text ?? null))
    return value === null ? null : { value, when: row.time.slice(0, 16).replace('T', ' '), source: row.source }
  }
  const day = valuedRows(answer).at(-1)
  return day
    ? { value: quantity(day.value, measure, context.language), when: day.period, source: answer.sources.join(', ') }
    : null
}

async function* compare(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
  const [periodA, periodB] = plan.periods
  const sides: { period: Period | undefined; stats: IndicatorResult; rows: IndicatorResult; bucket: Bucket }[] = []
  for (const period of [periodA, periodB]) {
    const bucket = bucketFor(period?.start ?? null, period?.end ?? null) === 'day' ? 'day' : 'month'
    const stats = yield* read(subjects, period, 'stats', context)
    const rows = yield* read(subjects, period, bucket, context)
    sides.push({ period, stats, rows, bucket })
  }
  const sentences: string[] = []
  const series: ChartSeries[] = []
  for (const subject of subjects) {
    const figures = sides.map((side) =>
      subjectFigures(subject, side.stats, side.rows, side.bucket, side.period, context),
    )
    const [a, b] = figures
    if (!a || !b) {
      figures.forEach(
        (f, i) =>
          void (f
            ? sentences.push(context.voice.average(f))
            : sentences.push(nothing(subject, sides[i]?.period, context))),
      )
    } else sentences.push(context.voice.compare(difference(subject, a, b, sides[0]?.stats, sides[1]?.stats, context)))
    for (const side of sides) {
      const when = labelOf(side.period, subject, context.today, context.language).short
      for (const s of chartSeries(subject, side.rows, side.bucket, side.period, context))
        series.push({ ...s, key: `${s.key}:${side.period?.start ?? ''}`, name: `${s.name}, ${when}` })
    }
  }
  const xKind = sides.every((s) => s.bucket === 'day') ? 'day' : 'month'
  const [first] = subjects
  const when = first
    ? sides.map((s) => labelOf(s.period, first, context.today, context.language).short).join(' / ')
    : ''
  const chart = chartOf(subjects.map((s) => s.name).join(' · '), when, xKind, series)
  return { sentences, sources: sourcesOf(sides.map((s) => s.stats)), chart }
}

function difference(
  subject: Subject,
  a: Figures,
  b: Figures,
  statsA: IndicatorResult | undefined,
  statsB: IndicatorResult | undefined,
  context: ComposeContext,
) {
  const answerA = statsA ? answersOf(subject, statsA) : null
  const answerB = statsB ? answersOf(subject, statsB) : null
  const [first] = answerA ?? []
  const gaps = (answerA ?? []).map((x, i) => (x.stats?.avg ?? 0) - (answerB?.[i]?.stats?.avg ?? 0))
  const [gap = 0] = gaps
  const base = answerB?.[0]?.stats?.avg ?? 0
  const measure = first ? measureOf(subject, first, context.health) : null
  const text = measure ? gaps.map((g) => signed(g, measure, context.language)).join(' / ') : ''
  // The percentage of a percentage misleads, and a pair has no single one.
  const percent =
    gaps.length === 1 && base !== 0 && measure?.unit !== '%'
      ? `${gap < 0 ? '−' : '+'}${Math.abs((gap / base) * 100).toFixed(1)} %`
      : null
  const isSame = gaps.every((g) => Math.abs(g) < 0.05 && Math.abs(g) < Math.abs(base) * 0.001)
  return {
    a,
    b,
    difference: text,
    percent,
    direction: isSame ? ('same' as const) : gap > 0 ? ('more' as const) : ('less' as const),
    thin: Math.min(a.days, b.days) < 7,
  }
}

async function* trend(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
  const [period] = plan.periods
  const rows = yield* read(subjects, period, 'day', context)
  const sentences: string[] = []
  const series: ChartSeries[] = []
  for (const subject of subjects)
    for (const key of subject.keys) {
      const answer = rows.indicators[key]
      const line = answer ? trendOf(valuedRows(answer)) : null
      if (!answer || !line) {
        sentences.push(nothing(subject, period, context))
        break
      }
      const measure = measureOf(subject, answer, context.health)
      const isFlat = Math.abs(line.per30Days) < 0.05
      sentences.push(
        context.voice.trend({
          name:
            subject.keys.length > 1
              ? context.language === 'zh'
                ? (context.health.definition(key)?.nameZh ?? answer.name)
                : answer.name
              : subject.name,
          period: labelOf(period, subject, context.today, context.language),
          enough: line.enough,
          days: line.days,
          per30Days: signed(line.per30Days, measure, context.language),
          direction: isFlat ? 'flat' : line.per30Days > 0 ? 'up' : 'down',
          r2: line.r2,
          first: quantity(line.first.value, measure, context.language, true),
          firstDate: line.first.period,
          last: quantity(line.last.value, measure, context.language, true),
          lastDate: line.last.period,
        }),
      )
    }
  for (const subject of subjects) series.push(...chartSeries(subject, rows, 'day', period, context))
  const [first] = subjects
  const chart = first
    ? chartOf(
        context.voice.chartTitle(subjects.map((s) => s.name).join(' · '), 'day'),
        labelOf(period, first, context.today, context.language).short,
        'day',
        series,
      )
    : null
  return { sentences, sources: sourcesOf([rows]), chart }
}

async function* days(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
  const [period] = plan.periods
  const [subject] = subjects
  const { threshold } = plan
  if (!subject || !threshold) return { sentences: [], sources: [], chart: null }
  const result = yield* read([subject], period, 'day', context)
  const answer = answersOf(subject, result)?.[0]
  const rows = rowsOf(subject, result)
  if (!answer || rows.length === 0) return { sentences: [nothing(subject, period, context)], sources: [], chart: null }
  const measure = measureOf(subject, answer, context.health)
  const matching = daysMeeting(rows, threshold)
  const sentence = context.voice.days({
    name: subject.name,
    period: labelOf(period, subject, context.today, context.language),
    bound: quantity(threshold.value, measure, context.language),
    comparison: threshold.comparison,
    matching: matching.length,
    days: rows.length,
    night: isNightly(subject),
    dates: matching.slice(0, 10).map((row) => row.period),
  })
  const label = labelOf(period, subject, context.today, context.language)
  const chart = chartOf(
    context.voice.chartTitle(subject.name, 'day'),
    label.short,
    'day',
    chartSeries(subject, result, 'day', period, context),
  )
  return { sentences: [sentence], sources: sourcesOf([result]), chart }
}

async function* history(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
  const [period] = plan.periods
  const stats = yield* read(subjects, period, 'stats', context)
  const rows = yield* read(subjects, period, 'none', context, { limit: 200 })
  const sentences: string[] = []
  const series: ChartSeries[] = []
  for (const subject of subjects) {
    const answer = answersOf(subject, rows)?.[0]
    const figures = subjectFigures(subject, stats, rows, 'month', period, context)
    if (!answer || !figures) {
      sentences.push(nothing(subject, period, context))
      continue
    }
    sentences.push(context.voice.history(figures, rawRows(answer).length))
    series.push(...readingsOf(subject, rows, context))
  }
  const chart = chartOf(subjects.map((s) => s.name).join(' · '), '', 'time', series)
  return { sentences, sources: sourcesOf([stats]), chart }
}
