/** The steps that every kind of answer is made of: a query told as events, figures, lines of a chart. */
import type { HealthService, IndicatorOverview } from '../../health/service.ts'
import type { IndicatorResult } from '../../health/types.ts'
import type { AgentEvent, ChartSeries, ChartSpec } from '../events.ts'
import type { LocalDate } from './calendar.ts'
import { periodSeries, readingSeries, seriesKind } from './chart.ts'
import { rawRows, valuedRows } from './findings.ts'
import type { Bucket } from './intent.ts'
import { type Lookup, queryArgs } from './lookup.ts'
import type { Period } from './period.ts'
import type { Plan } from './plan.ts'
import type { Language } from './question.ts'
import {
  answersOf,
  coverageOf,
  figuresOf,
  labelOf,
  measureOf,
  rowsOf,
  type Subject,
  statsOf,
  windowOf,
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

export type Steps = AsyncGenerator<AgentEvent, Answer>

export async function* read(
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
    aggregate,
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

export function sourcesOf(results: readonly IndicatorResult[]): string[] {
  return [...new Set(results.flatMap((result) => Object.values(result.indicators).flatMap((answer) => answer.sources)))]
}

export function nothing(subject: Subject, period: Period | undefined, context: ComposeContext): string {
  return context.voice.nothing(
    subject.name,
    labelOf(period, subject, context.today, context.language),
    coverageOf(subject),
  )
}

export function chartSeries(
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

export function readingsOf(subject: Subject, result: IndicatorResult, context: ComposeContext): ChartSeries[] {
  return subject.keys.flatMap((key) => {
    const part = result.indicators[key]
    if (!part) return []
    const name = subject.keys.length > 1 ? part.name : subject.name
    return [readingSeries(key, name, measureOf(subject, part, context.health).label, rawRows(part))]
  })
}

export function subjectFigures(
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
