/** The newest value of an indicator, with the days that led to it. */
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
} from './answer-steps.ts'
import { addDays } from './calendar.ts'
import { chartOf } from './chart.ts'
import { rawRows, valuedRows } from './findings.ts'
import { quantity } from './measures.ts'
import { answersOf, labelOf, measureOf, type Subject, written } from './subject.ts'

/** The newest value; the chart shows the ninety days that lead to it. */
export async function* latest(plan: AnswerPlan, subjects: readonly Subject[], context: ComposeContext): Steps {
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
