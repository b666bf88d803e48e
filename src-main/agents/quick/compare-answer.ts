/** Two periods side by side, by their means. */
import type { IndicatorResult } from '../../health/types.ts'
import type { ChartSeries } from '../events.ts'
import {
  type AnswerPlan,
  type ComposeContext,
  chartSeries,
  nothing,
  read,
  type Steps,
  sourcesOf,
  subjectFigures,
} from './answer-steps.ts'
import { bucketFor, chartOf } from './chart.ts'
import type { Bucket } from './intent.ts'
import { signed } from './measures.ts'
import type { Period } from './period.ts'
import { answersOf, labelOf, measureOf, type Subject } from './subject.ts'
import type { CompareFigures, Figures } from './voice.ts'

export async function* compare(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
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
): CompareFigures {
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
    direction: isSame ? 'same' : gap > 0 ? 'more' : 'less',
    thin: Math.min(a.days, b.days) < 7,
  }
}
