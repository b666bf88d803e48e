/** Read side of the health core, as tools, pages and agents call it. */
import type { CatalogRow, IndicatorDefinition, IndicatorQuery, IndicatorResult } from './types.ts'

export interface IndicatorOverview {
  key: string
  name: string
  nameZh: string
  unit: string
  unitLabel: string
  kind: IndicatorDefinition['kind']
  group: IndicatorDefinition['group']
  digits: number
  count: number
  firstDate: string
  lastDate: string
  /** Latest day's value in the answer unit. */
  latest: number | null
  /** Up to 30 most recent days with data, oldest first: [local date, value]. */
  recent: [string, number | null][]
  /** Median of the person's own last 90 days before the latest, for "2 below your usual"; null under 7 days. */
  usual: number | null
}

/** One cluster of sleep segments. Minutes, efficiency in percent; times are local ISO with offset. */
export interface SleepNightAnswer {
  date: string
  start: string
  end: string
  isMain: boolean
  asleep: number | null
  inBed: number | null
  deep: number | null
  rem: number | null
  core: number | null
  awake: number | null
  efficiency: number | null
  source: string
}

export interface HealthService {
  /** Nights and naps whose wake date lies in the inclusive window, oldest first. */
  sleepNights(userId: number, startDate: string, endDate: string): Promise<SleepNightAnswer[]>
  /** Answers `query_health_indicators`; never throws for bad arguments, says so in the result. */
  query(userId: number, query: IndicatorQuery): Promise<IndicatorResult>
  /** Names of the person's own indicators that match, best first; see query/search.ts for the ranking. */
  search(
    userId: number,
    keywords: readonly string[],
  ): Promise<{ key: string; score: number; how: 'exact' | 'alias' | 'token' | 'fuzzy' }[]>
  catalog(userId: number): Promise<CatalogRow[]>
  overview(userId: number): Promise<IndicatorOverview[]>
  hasRecords(userId: number): Promise<boolean>
  /** Definition in the person's answer unit; null when nothing is known under the key. */
  definition(key: string): IndicatorDefinition | null
}
