/** The words of the health core: indicators, records as readers give them, and the service the tools call. */

/**
 * - cumulative: adds up over a day (steps); overlapping sources are merged
 * - instant: a sample at a time (heart rate); a day is the mean of its samples
 * - interval: lasts and is summed per day without source merging (mindful minutes)
 * - lab: a report's value with its own range
 * - event: something happened (a workout, a symptom); counted, or its duration summed
 * - sleep: derived from sleep segments, labelled by wake date, minutes or percent
 */
export type IndicatorKind = 'cumulative' | 'instant' | 'interval' | 'lab' | 'event' | 'sleep'

export interface IndicatorDefinition {
  /** Plain snake_case of the field's term: `resting_heart_rate`. */
  readonly key: string
  readonly name: string
  readonly nameZh: string
  /** Other words people use, both languages, lower case. */
  readonly aliases: readonly string[]
  readonly loinc: string | null
  /** Canonical UCUM unit that `observation.value` and answers are in. */
  readonly unit: string
  /** How the unit is shown: 'bpm' for '/min' heart rates. */
  readonly unitLabel: string
  readonly kind: IndicatorKind
  readonly aggregation: 'sum' | 'mean' | 'last' | 'count'
  /** Which local date a record counts for. */
  readonly dayRule: 'start' | 'split-at-midnight' | 'wake-date'
  /** HealthKit identifier without prefix, e.g. 'RestingHeartRate'. */
  readonly appleType: string | null
  readonly group:
    | 'activity'
    | 'heart'
    | 'body'
    | 'sleep'
    | 'vitals'
    | 'nutrition'
    | 'lab'
    | 'mobility'
    | 'hearing'
    | 'mind'
    | 'reproductive'
    | 'symptom'
    | 'environment'
    | 'other'
  /** Decimals shown. */
  readonly digits: number
}

export interface RawSource {
  /** As written in the file. */
  readonly name: string
  readonly kind: 'manual' | 'watch' | 'phone' | 'app' | 'device' | 'lab' | 'sample'
  readonly model?: string
}

/** A record as a reader found it, before units, zones and identity. */
export interface RawObservation {
  /** Catalogue key, or a new key for a type the catalogue does not know (then `name`, `unit` describe it). */
  readonly indicator: string
  /** Epoch milliseconds. */
  readonly start: number
  readonly end: number
  /** Exactly as in the file; identity uses it. */
  readonly rawValue: string
  readonly rawUnit: string | null
  /** Parsed number in `rawUnit`; null for text values. */
  readonly value: number | null
  readonly text?: string
  readonly comparator?: '<' | '<=' | '>' | '>='
  readonly source: RawSource
  /** IANA zone of the record when the file knows it; else the person's. */
  readonly zone?: string
  readonly refLow?: number
  readonly refHigh?: number
  readonly refText?: string
  readonly flag?: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export interface RawGenotype {
  readonly rsid: string
  readonly chromosome: string
  readonly position: number
  /** Null = no-call. */
  readonly genotype: string | null
}

/** A pipe-table cell or JSON scalar. */
export type Scalar = string | number | boolean | null

export type Aggregate = 'none' | 'stats' | 'day' | 'week' | 'month'

/** Arguments of `query_health_indicators`, already parsed and lenient input tidied. Dates are inclusive local dates. */
export interface IndicatorQuery {
  keywords?: readonly string[]
  /** Exact keys or names from an earlier answer; wins over keywords. */
  indicators?: readonly string[]
  startDate?: string
  endDate?: string
  aggregate: Aggregate
  /** 1..500, for 'none'. */
  limit: number
}

export interface ObservationRow {
  [column: string]: Scalar | undefined
  /** Local ISO time with offset of the record's zone. */
  time: string
  end_time?: string
  value: number | null
  text?: string
  unit: string
  source: string
  file?: string
  flag?: string
  range?: string
}

export interface PeriodRow {
  [column: string]: Scalar | undefined
  /** First local date of the day, ISO week or month. */
  period: string
  value: number | null
  avg: number | null
  min: number | null
  max: number | null
  /** Cumulative only, week and month. */
  total?: number | null
  n: number
  days: number
}

export interface IndicatorStats {
  count: number
  numeric_count: number
  days: number
  min: number | null
  max: number | null
  avg: number | null
  median: number | null
  first: number | string | null
  first_date: string | null
  last: number | string | null
  last_date: string | null
  change: number | null
}

export interface IndicatorAnswer {
  name: string
  /** LOINC or ''. */
  code: string
  unit: string
  kind: IndicatorKind
  /** Records in the window. */
  count: number
  rows?: (ObservationRow | PeriodRow)[]
  stats?: IndicatorStats
  coverage: { first_date: string | null; last_date: string | null; days: number }
  sources: string[]
  /** One plain sentence: how the numbers came about. */
  method: string
}

export interface CatalogRow {
  [column: string]: Scalar | undefined
  indicator: string
  name: string
  unit: string
  count: number
  first_date: string | null
  last_date: string | null
}

export interface IndicatorResult {
  success: boolean
  message: string
  indicators: Record<string, IndicatorAnswer>
  /** Key → total available, where `limit` cut. */
  truncated?: Record<string, number> | string
  catalog?: CatalogRow[]
  error?: string
  hint?: string
}
