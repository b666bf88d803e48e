/** What an answer says, free of any language; the two voices (answer-en, answer-zh) put it in words. */
import type { GeneticResult } from '../../health/genetics/service.ts'
import type { IndicatorDefinition } from '../../health/types.ts'
import type { PeriodLabel } from './period-label.ts'
import type { DeclineReason } from './plan.ts'

/** One indicator (or a blood pressure pair) over one period, its figures already written with their units. */
export interface Figures {
  readonly name: string
  readonly kind: IndicatorDefinition['kind']
  readonly period: PeriodLabel
  /** True where the figures are of nights and not of days. */
  readonly night: boolean
  /** True where the period is a single day. */
  readonly oneDay: boolean
  /** True where the period ends today, which is not over. */
  readonly running: boolean
  /** Samples, days or nights behind the figures. */
  readonly count: number
  readonly days: number
  readonly average: string | null
  readonly median: string | null
  readonly total: string | null
  readonly min: string | null
  readonly max: string | null
  readonly minDates: readonly string[]
  readonly maxDates: readonly string[]
}

export interface LatestFigures {
  readonly name: string
  readonly value: string
  /** Local date, with the time where there is one. */
  readonly when: string
  readonly source: string
  readonly inPeriod: PeriodLabel | null
}

export interface TrendFigures {
  readonly name: string
  readonly period: PeriodLabel
  readonly enough: boolean
  readonly days: number
  readonly per30Days: string
  /** unclear: the days scatter more than the line rises or falls. */
  readonly direction: 'up' | 'down' | 'flat' | 'unclear'
  readonly r2: number | null
  readonly first: string
  readonly firstDate: string
  readonly last: string
  readonly lastDate: string
}

export interface CompareFigures {
  readonly a: Figures
  readonly b: Figures
  /** Difference a − b of the averages, with sign; and in percent where b is not 0. */
  readonly difference: string
  readonly percent: string | null
  readonly direction: 'more' | 'less' | 'same'
  /** Under seven days of data on a side. */
  readonly thin: boolean
}

export interface SleepFigures {
  readonly period: PeriodLabel
  readonly oneNight: boolean
  readonly nights: number
  readonly asleep: string | null
  readonly inBed: string | null
  readonly efficiency: string | null
  /** Deep, REM, core, awake: name and time, those that were recorded. */
  readonly stages: readonly { readonly name: string; readonly value: string }[]
  readonly longest: { readonly value: string; readonly date: string } | null
  readonly shortest: { readonly value: string; readonly date: string } | null
}

export interface DaysFigures {
  readonly name: string
  readonly period: PeriodLabel
  readonly bound: string
  readonly comparison: 'over' | 'atLeast' | 'under' | 'atMost'
  readonly matching: number
  readonly days: number
  readonly night: boolean
  /** Dates that match, at most ten, oldest first. */
  readonly dates: readonly string[]
}

export interface Coverage {
  readonly name: string
  readonly first: string
  readonly last: string
}

export interface Voice {
  average(f: Figures): string
  median(f: Figures): string
  total(f: Figures): string
  extreme(f: Figures, which: 'max' | 'min'): string
  count(f: Figures): string
  series(f: Figures, bucket: 'day' | 'week' | 'month'): string
  latest(f: LatestFigures): string
  history(f: Figures, shown: number): string
  trend(f: TrendFigures): string
  compare(f: CompareFigures): string
  sleep(f: SleepFigures): string
  days(f: DaysFigures): string
  /** Nothing in the window; `coverage` is what exists. */
  nothing(name: string, period: PeriodLabel, coverage: Coverage | null): string
  notRecorded(names: readonly string[], have: readonly string[]): string
  noData(): string
  /** Somebody else's records, which they keep to themselves. */
  notShared(name: string): string
  catalogue(have: readonly Coverage[]): string
  genotypes(result: GeneticResult): string
  declined(reason: DeclineReason, detail: string): string
  guessed(words: string, name: string): string
  ignored(words: readonly string[]): string
  running(): string
  /** Before suggested questions. */
  canAsk(): string
  /** The small print under every answer. */
  smallPrint(sources: readonly string[]): string
  chartTitle(name: string, bucket: 'day' | 'week' | 'month' | null): string
  /** The tool line: "Read resting heart rate, June 2025, by day". `aggregate` is the tool's own word. */
  readLabel(names: readonly string[], period: string | null, aggregate: string): string
  genotypeLabel(rsids: readonly string[]): string
  failed(message: string): string
}
