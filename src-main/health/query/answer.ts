/** Puts an answer of `query_health_indicators` together: selection, numbers, and what must be said beside them. */
import type { Queryable } from '../../db/database.ts'
import type { IndicatorAnswer, IndicatorQuery, IndicatorResult } from '../types.ts'
import { type Coverage, coverages, NO_COVERAGE } from './coverage.ts'
import { methodText } from './method-text.ts'
import { catalogRows } from './overview.ts'
import { type Belongings, type OwnIndicator, type Profile, speaksChinese } from './own-indicators.ts'
import { periodsOf } from './periods.ts'
import { nightRows, recordRows } from './raw-rows.ts'
import { type Selection, selectIndicators } from './selection.ts'
import { statsOf } from './stats.ts'
import { parseWindow, type Window } from './window.ts'

const MAX_CATALOG_ROWS = 200
const AGGREGATES: ReadonlySet<string> = new Set(['none', 'stats', 'day', 'week', 'month'])
const MIN_LIMIT = 1
const MAX_LIMIT = 500

/** The part of an answer that depends on the aggregate. */
type Numbers = Pick<IndicatorAnswer, 'rows' | 'stats'> & { coverage: Coverage }

export async function answerQuery(
  db: Queryable,
  userId: number,
  profile: Profile,
  belongings: () => Promise<Belongings>,
  query: IndicatorQuery,
): Promise<IndicatorResult> {
  const parsed = parseWindow(query.startDate, query.endDate)
  if ('problem' in parsed) return refusal(parsed.problem, parsed.hint)
  if (!AGGREGATES.has(query.aggregate)) {
    return refusal(`aggregate "${query.aggregate}" is not known.`, 'Use one of none, stats, day, week, month.')
  }
  if (!Number.isFinite(query.limit)) return refusal('limit is not a number.', 'Give a whole number from 1 to 500.')
  const limit = Math.min(MAX_LIMIT, Math.max(MIN_LIMIT, Math.trunc(query.limit)))

  const { indicators: own, sourceNames } = await belongings()
  const selection = selectIndicators(own, query)
  if (selection.chosen.length === 0) return catalogAnswer(db, userId, own, selection)

  const numbers = await numbersOfAll(db, userId, selection.chosen, parsed.window, query, limit)
  const result: IndicatorResult = { success: true, message: '', indicators: {} }
  const truncated: Record<string, number> = {}
  const isChinese = speaksChinese(profile)
  for (const entry of selection.chosen) {
    const { coverage, ...rest } = numbers.get(entry.id) ?? { coverage: NO_COVERAGE }
    const { key, loinc, kind } = entry.definition
    result.indicators[key] = {
      name: entry.name,
      code: loinc ?? '',
      unit: entry.unit.label,
      kind,
      count: coverage.count,
      ...rest,
      coverage: { first_date: coverage.firstDate, last_date: coverage.lastDate, days: coverage.days },
      sources: coverage.sourceIds.flatMap((id) => sourceNames.get(id) ?? []),
      method: methodText(entry.definition, query.aggregate, isChinese),
    }
    if (query.aggregate === 'none' && coverage.count > (rest.rows?.length ?? 0)) truncated[key] = coverage.count
  }
  if (Object.keys(truncated).length > 0) result.truncated = truncated
  result.message = await messageOf(db, userId, selection, numbers, parsed.window)
  return result
}

async function numbersOfAll(
  db: Queryable,
  userId: number,
  chosen: readonly OwnIndicator[],
  window: Window,
  query: IndicatorQuery,
  limit: number,
): Promise<Map<number, Numbers>> {
  if (query.aggregate === 'stats') return statsOf(db, userId, chosen, window)
  if (query.aggregate !== 'none') return periodsOf(db, userId, chosen, window, query.aggregate)
  const covered = await coverages(db, userId, chosen, window)
  const records = await recordRows(
    db,
    userId,
    chosen.filter((own) => own.definition.kind !== 'sleep'),
    window,
    limit,
  )
  const numbers = new Map<number, Numbers>()
  for (const own of chosen) {
    const rows =
      own.definition.kind === 'sleep' ? await nightRows(db, userId, own, window, limit) : (records.get(own.id) ?? [])
    numbers.set(own.id, { coverage: covered.get(own.id) ?? NO_COVERAGE, rows })
  }
  return numbers
}

/** What is there to ask for, when nothing was asked by name or what was asked is not there. */
async function catalogAnswer(
  db: Queryable,
  userId: number,
  own: readonly OwnIndicator[],
  selection: Selection,
): Promise<IndicatorResult> {
  const catalog = await catalogRows(db, userId, own.slice(0, MAX_CATALOG_ROWS))
  const there =
    own.length === 0
      ? 'No health records have been imported yet.'
      : `${count(own.length, 'indicator has', 'indicators have')} records; the catalogue lists them.`
  const result: IndicatorResult = {
    success: true,
    message: selection.isOpen ? there : `${missingText(selection)} ${there}`,
    indicators: {},
    catalog,
  }
  if (own.length > MAX_CATALOG_ROWS) {
    result.truncated = `The catalogue shows ${MAX_CATALOG_ROWS} of ${own.length} indicators; narrow it with keywords.`
  }
  return result
}

function missingText(selection: Selection): string {
  return selection.missing
    .map(({ asked, isKnown }) =>
      isKnown ? `There are no records of "${asked}".` : `Nothing recorded here goes by "${asked}".`,
    )
    .join(' ')
}

/** Names what was left out and, where the window is empty, the dates that do exist. */
async function messageOf(
  db: Queryable,
  userId: number,
  selection: Selection,
  numbers: ReadonlyMap<number, Numbers>,
  window: Window,
): Promise<string> {
  const parts = [missingText(selection)]
  const empty = selection.chosen.filter((own) => (numbers.get(own.id)?.coverage.days ?? 0) === 0)
  const filled = selection.chosen.length - empty.length
  if (filled > 0) parts.unshift(`${count(filled, 'indicator', 'indicators')} ${windowText(window)}.`)
  if (empty.length > 0) {
    const whole = await coverages(db, userId, empty, { start: null, end: null })
    for (const own of empty) {
      const coverage = whole.get(own.id)
      const dates = coverage
        ? `records exist from ${coverage.firstDate} to ${coverage.lastDate}`
        : 'there are no records'
      parts.push(`No data found for ${own.name} ${windowText(window)}; ${dates}.`)
    }
  }
  return parts.filter(Boolean).join(' ')
}

function windowText(window: Window): string {
  if (window.start && window.end) return `from ${window.start} to ${window.end}`
  if (window.start) return `from ${window.start} on`
  return window.end ? `up to ${window.end}` : 'over all dates'
}

function count(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`
}

function refusal(message: string, hint: string): IndicatorResult {
  return { success: false, message, indicators: {}, error: message, hint }
}
