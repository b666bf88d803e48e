/** What days say in their order: a trend, and the days that meet a bound. */
import type { ChartSeries } from '../events.ts'
import {
  type AnswerPlan,
  type ComposeContext,
  chartSeries,
  nothing,
  read,
  type Steps,
  sourcesOf,
} from './answer-steps.ts'
import { chartOf } from './chart.ts'
import { daysMeeting, type Trend, trendOf, valuedRows } from './findings.ts'
import { isNothing, type Measure, quantity, signed } from './measures.ts'
import { answersOf, isNightly, labelOf, measureOf, rowsOf, type Subject } from './subject.ts'
import type { TrendFigures } from './voice.ts'

export async function* trend(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
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
          direction: directionOf(line, measure),
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

/** What the days show: a change too small to be written is none, one that their scatter explains is no direction. */
function directionOf({ r2, isClear, per30Days }: Trend, measure: Measure): TrendFigures['direction'] {
  if (r2 === null || isNothing(per30Days, measure)) return 'flat'
  if (!isClear) return 'unclear'
  return per30Days > 0 ? 'up' : 'down'
}

export async function* days(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
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
