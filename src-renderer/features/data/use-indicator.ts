/** Reads one indicator (or a pair) for a window and a resolution, and older raw records on request. */
import { useEffect, useMemo, useState } from 'react'
import type {
  IndicatorOverviewView,
  IndicatorResultView,
  SleepNightView,
} from '../../../src-main/api/contract/health.ts'
import { addDays, earliest, latest, type Range, type Resolution, rangeWindow } from '../../format/calendar.ts'
import { client } from '../../rpc/client.ts'
import { useLoaded } from '../../stores/use-loaded.ts'
import { type IndicatorAnswerView, RAW_PAGE, type SeriesRow, seriesRow, truncatedTotal } from './indicator-data.ts'

export interface IndicatorView {
  /** By indicator key. */
  readonly answers: Readonly<Record<string, IndicatorAnswerView>>
  readonly stats: Readonly<Record<string, IndicatorAnswerView>>
  /** Daily values of the window, whatever resolution is shown, for the dates of lowest and highest. */
  readonly daily: Readonly<Record<string, readonly SeriesRow[]>>
  readonly nights: readonly SleepNightView[]
  /** Raw only: how many records the window holds in all. */
  readonly totals: Readonly<Record<string, number>>
  /** What `answers` are in; the choice may already be another one while it loads. */
  readonly resolution: Resolution
  readonly window: { readonly startDate: string; readonly endDate: string }
}

export class IndicatorRefused extends Error {
  override readonly name = 'IndicatorRefused'
  readonly code = 'indicator-refused'
  readonly hint: string | null
  constructor(message: string, hint: string | null) {
    super(message)
    this.hint = hint
  }
}

export function useIndicator(
  parts: readonly IndicatorOverviewView[],
  range: Range,
  end: string,
  resolution: Resolution,
) {
  const keys = parts.map((part) => part.key).join()
  return useLoaded(`${keys}/${range}/${end}/${resolution}`, async (signal): Promise<IndicatorView> => {
    const window = rangeWindow(range, end) ?? {
      startDate: earliest(parts.map((part) => part.firstDate)),
      endDate: latest(parts.map((part) => part.lastDate)),
    }
    const read = (key: string, aggregate: Resolution | 'stats') =>
      client.health.series(
        { key, aggregate, ...window, ...(aggregate === 'none' ? { limit: RAW_PAGE } : {}) },
        { signal },
      )
    const each = <T>(act: (key: string) => Promise<T>) =>
      Promise.all(parts.map(async (part) => [part.key, await act(part.key)] as const))
    const [rows, stats, daily, nights] = await Promise.all([
      each((key) => read(key, resolution)),
      each((key) => read(key, 'stats')),
      resolution === 'day' ? null : each((key) => read(key, 'day')),
      parts[0]?.kind === 'sleep' ? client.health.sleepNights(window, { signal }) : [],
    ])
    const totals: Record<string, number> = {}
    for (const [key, result] of rows)
      totals[key] = truncatedTotal(result, key) ?? answerOf(key, result).rows?.length ?? 0
    return {
      answers: Object.fromEntries(rows.map(([key, result]) => [key, answerOf(key, result)])),
      stats: Object.fromEntries(stats.map(([key, result]) => [key, answerOf(key, result)])),
      daily: Object.fromEntries(
        (daily ?? rows).map(([key, result]) => [key, (answerOf(key, result).rows ?? []).map(seriesRow)]),
      ),
      nights,
      totals,
      window,
      resolution,
    }
  })
}

/** A refusal ("no such indicator") comes as a result, not as a failed call. */
function answerOf(key: string, result: IndicatorResultView): IndicatorAnswerView {
  const answer = result.indicators[key] ?? Object.values(result.indicators)[0]
  if (!result.success || !answer) throw new IndicatorRefused(result.error ?? result.message, result.hint ?? null)
  return answer
}

/**
 * Raw rows newest first, page by page. A page begins anew at the oldest day on show, because the hub counts days, not
 * rows; that day's rows are replaced by their full set. A single day with more than a page cannot be paged further.
 */
export function useOlderRows(key: string, first: readonly SeriesRow[], window: IndicatorView['window'], total: number) {
  const [older, setOlder] = useState<readonly SeriesRow[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first page begins a new list
  useEffect(() => setOlder(null), [first])
  const rows = older ?? first
  const canLoad = useMemo(() => rows.length < total && nextEnd(rows) !== null, [rows, total])
  const loadOlder = async () => {
    const endDate = nextEnd(rows)
    if (endDate === null) return
    setBusy(true)
    setError(null)
    try {
      const result = await client.health.series({
        key,
        aggregate: 'none',
        startDate: window.startDate,
        endDate,
        limit: RAW_PAGE,
      })
      const page = (answerOf(key, result).rows ?? []).map(seriesRow)
      setOlder([...rows.filter((row) => row.label.slice(0, 10) > endDate), ...page])
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { rows, canLoad, loadOlder, busy, error }
}

function nextEnd(rows: readonly SeriesRow[]): string | null {
  const oldest = rows.at(-1)?.label.slice(0, 10)
  if (!oldest) return null
  const ofThatDay = rows.filter((row) => row.label.slice(0, 10) === oldest).length
  return ofThatDay >= RAW_PAGE ? addDays(oldest, -1) : oldest
}
