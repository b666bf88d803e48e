/** Averages, medians, totals, extremes, counts, courses and histories. */
import type { AgentEvent, ChartSeries } from '../events.ts'
import {
  type AnswerPlan,
  type ComposeContext,
  chartSeries,
  nothing,
  read,
  readingsOf,
  type Steps,
  sourcesOf,
  subjectFigures,
} from './answer-steps.ts'
import { chartOf } from './chart.ts'
import { rawRows } from './findings.ts'
import type { Bucket } from './intent.ts'
import type { Period } from './period.ts'
import { answersOf, labelOf, type Subject, statsOf, windowOf } from './subject.ts'
import type { Figures, Voice } from './voice.ts'

/** Longest window whose days are read one by one where months would do. */
const dayWindow = 400

/** Average, median, total, extremes, count and series: one query of statistics, one of rows. */
export async function* statistics(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
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

/** The widest window among the subjects decides how fine the rows are. */
function rowsBucket(plan: AnswerPlan, subjects: readonly Subject[]): Bucket {
  if (plan.intent === 'series' && plan.bucket) return plan.bucket
  if (plan.intent === 'max' || plan.intent === 'min') return 'day'
  const widest = Math.max(...subjects.map((s) => windowOf(plan.periods[0], s).days ?? 0))
  return widest <= dayWindow ? 'day' : 'month'
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

export async function* history(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
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
