/** The person's own health records: which there are, single readings, statistics, and days, weeks or months. */
import type { IndicatorResult } from '../src-main/health/types.ts'
import type { ToolContext, UserInfo } from '../src-main/registry/types.ts'
import { readLocalDate } from './_local-date.ts'

type integer = number

/**
 * Reads this person's own health records: steps, heart rate, sleep, weight, blood pressure, glucose, lab values and
 * more. Without keywords and indicators it answers with the catalogue of what this person has, which is the way to
 * begin when unsure. Then ask for what is there, by exact key, with a window of dates and an aggregate that fits:
 * `stats` for one number over a time, `day`, `week` or `month` for a course, `none` for single readings.
 *
 * How to read the answer: what is absent was never recorded, and that is neither 0 nor normal nor negative. Averages
 * are over days (or nights) with data, and `days` says how many those are; name that number with the average. A total
 * such as steps is merged over devices and not counted twice. Sleep counts for the day of waking, in minutes. Dates
 * are local days of the person and include both ends. Where `truncated` names an indicator, only the newest rows are
 * shown: statistics never come from such a page, so ask again with `stats` instead of adding rows up.
 *
 * @title Query health indicators
 * @view ui://mirohub/health-chart
 * @param keywords Words for what is looked for, in English or Chinese; both short and full names help ("HRV", "heart rate variability"). Used when `indicators` is not given.
 * @param indicators Exact keys or names from an earlier answer, such as "resting_heart_rate". Wins over keywords.
 * @param start_time First local day, YYYY-MM-DD, inclusive. Left out: from the first record.
 * @param end_time Last local day, YYYY-MM-DD, inclusive. Left out: up to the last record.
 * @param aggregate none = single readings, newest first; stats = one set of statistics; day, week (from Monday) or month = one row each.
 * @param limit Most rows for each indicator, for aggregate none only.
 * @range limit 1 500
 * @returns The indicators by key, each with unit, rows or stats, coverage, sources and the method of its numbers; or a catalogue.
 */
export async function query_health_indicators(
  keywords: string[] | undefined,
  indicators: string[] | undefined,
  start_time: string | undefined,
  end_time: string | undefined,
  aggregate: 'none' | 'stats' | 'day' | 'week' | 'month' = 'none',
  limit: integer = 50,
  user_info: UserInfo,
  context: ToolContext,
): Promise<IndicatorResult> {
  if (!user_info || !context.user) return refused('Authorization required.', 'Sign in, or send a bearer token.')
  const start = readLocalDate('start_time', start_time)
  const end = readLocalDate('end_time', end_time)
  const fault = start.error ?? end.error
  if (fault) return refused(fault, 'Write dates as YYYY-MM-DD; both ends count.')
  if (start.date && end.date && start.date > end.date)
    return refused(`start_time ${start.date} is after end_time ${end.date}.`, 'Swap the two dates.')
  return context.health.query(context.user.id, {
    keywords: filled(keywords),
    indicators: filled(indicators),
    startDate: start.date,
    endDate: end.date,
    aggregate,
    limit,
  })
}

/** An empty list, or a list of blanks, selects nothing and so is the same as no list. */
function filled(names: readonly string[] | undefined): string[] | undefined {
  const kept = (names ?? []).map((name) => name.trim()).filter((name) => name !== '')
  return kept.length > 0 ? kept : undefined
}

function refused(error: string, hint: string): IndicatorResult {
  return { success: false, message: error, error, hint, indicators: {} }
}
