/** The catalogue of what a person has, and the cards of the Health page. */
import type { Queryable } from '../../db/database.ts'
import { dateOfDay, dayOfDate } from '../merge/local-date.ts'
import type { IndicatorOverview } from '../service.ts'
import type { CatalogRow } from '../types.ts'
import { coverages } from './coverage.ts'
import { medianOf, numbersOf } from './digest.ts'
import { inUnit, type OwnIndicator } from './own-indicators.ts'

const RECENT_DAYS = 30
const USUAL_DAYS = 90
const MIN_USUAL_DAYS = 7

/** By key, alphabetically. */
export async function catalogRows(
  db: Queryable,
  userId: number,
  indicators: readonly OwnIndicator[],
): Promise<CatalogRow[]> {
  const covered = await coverages(db, userId, indicators, { start: null, end: null })
  return indicators.map((own) => {
    const coverage = covered.get(own.id)
    return {
      indicator: own.definition.key,
      name: own.name,
      unit: own.unit.label,
      count: coverage?.count ?? 0,
      first_date: coverage?.firstDate ?? null,
      last_date: coverage?.lastDate ?? null,
    }
  })
}

export async function overviewCards(
  db: Queryable,
  userId: number,
  indicators: readonly OwnIndicator[],
): Promise<IndicatorOverview[]> {
  const covered = await coverages(db, userId, indicators, { start: null, end: null })
  const shown = indicators.filter((own) => covered.has(own.id))
  const latestDates = shown.map((own) => covered.get(own.id)?.lastDate ?? '1970-01-01')
  const rows = await db.query<{ id: number; side: string; dates: string[]; packed: unknown }>(
    `SELECT t.id, 'recent' AS side, r.dates, r.packed
     FROM unnest($2::int[], $3::date[], $4::date[]) AS t (id, latest, usual_from)
     CROSS JOIN LATERAL (
       SELECT array_agg(local_date::text ORDER BY local_date) AS dates,
              string_agg(float8send(coalesce(value, 'NaN')), ''::bytea ORDER BY local_date) AS packed
       FROM (SELECT local_date, value FROM daily d WHERE d.user_id = $1 AND d.indicator_id = t.id
             ORDER BY local_date DESC LIMIT ${RECENT_DAYS}) AS newest
     ) AS r
     UNION ALL
     SELECT t.id, 'usual', NULL, u.packed
     FROM unnest($2::int[], $3::date[], $4::date[]) AS t (id, latest, usual_from)
     CROSS JOIN LATERAL (
       SELECT string_agg(float8send(value), ''::bytea) AS packed FROM daily d
       WHERE d.user_id = $1 AND d.indicator_id = t.id AND d.local_date >= t.usual_from AND d.local_date < t.latest
     ) AS u`,
    [
      userId,
      shown.map((own) => own.id),
      latestDates,
      latestDates.map((date) => dateOfDay(dayOfDate(date) - USUAL_DAYS)),
    ],
  )
  const bySide = Map.groupBy(rows, (row) => row.side)
  const recent = new Map(bySide.get('recent')?.map((row) => [row.id, row]))
  const usual = new Map(bySide.get('usual')?.map((row) => [row.id, row]))
  return shown.map((own) => {
    const { key, name, nameZh, kind, group } = own.definition
    const coverage = covered.get(own.id)
    const days = recent.get(own.id)
    const values = numbersOf(days?.packed)
    const points = (days?.dates ?? []).map((date, i): [string, number | null] => {
      const value = values[i]
      return [date, value === undefined || Number.isNaN(value) ? null : inUnit(own, value)]
    })
    const before = numbersOf(usual.get(own.id)?.packed)
    return {
      key,
      name,
      nameZh,
      unit: own.unit.unit,
      unitLabel: own.unit.label,
      kind,
      group,
      digits: own.unit.digits,
      count: coverage?.count ?? 0,
      firstDate: coverage?.firstDate ?? '',
      lastDate: coverage?.lastDate ?? '',
      latest: points[points.length - 1]?.[1] ?? null,
      recent: points,
      usual: before.length < MIN_USUAL_DAYS ? null : inUnit(own, medianOf(before)),
    }
  })
}
