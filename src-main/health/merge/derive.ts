/**
 * Keeps `daily`, `month_digest` and `sleep_night` true to the observations.
 *
 * Two steps, so that an import becomes visible as a whole: `stageDerived` computes the touched days into the staging
 * tables while the file is still loading; `publishDerived` replaces them in one short transaction of the caller.
 * Imports and undos run one at a time, so one staging area is enough.
 */
import type { Queryable } from '../../db/database.ts'
import { stageCumulative } from './derive-cumulative.ts'
import { hasDigest, stageSamples } from './derive-samples.ts'
import type { DeriveScope } from './derive-scope.ts'
import { stageSleep } from './derive-sleep.ts'
import { rankSources } from './source-rank.ts'
import { datesOf, dueDays, monthsOf, type TouchedIndicator } from './touched-days.ts'

export interface StageOptions {
  readonly userId: number
  readonly touched: readonly TouchedIndicator[]
  /** The file that is being finished: its rows count although it is still 'loading'. */
  readonly includeFileId?: number
  readonly signal?: AbortSignal
}

/** Computes the touched days from all visible observations and those of `includeFileId` into the staging tables. */
export async function stageDerived(q: Queryable, options: StageOptions): Promise<void> {
  await q.query('TRUNCATE daily_next, month_digest_next, sleep_night_next')
  const due = await dueDays(q, options.touched)
  const scope = await openScope(q, options)
  for (const indicator of due.indicators) {
    scope.signal?.throwIfAborted()
    if (indicator.definition.kind === 'cumulative') await stageCumulative(scope, indicator)
    else await stageSamples(scope, indicator)
  }
  scope.signal?.throwIfAborted()
  if (due.sleep) await stageSleep(scope, due.sleep)
}

async function openScope(q: Queryable, options: StageOptions): Promise<DeriveScope> {
  const [loading, sources, zones] = [
    await q.query<{ id: number }>(`SELECT id FROM import_file WHERE user_id = $1 AND state = 'loading'`, [
      options.userId,
    ]),
    await q.query<{ id: number; kind: string; normalName: string; priority: number | null }>(
      `SELECT id, kind, normal_name AS "normalName", priority FROM source WHERE user_id = $1`,
      [options.userId],
    ),
    await q.query<{ id: number; name: string }>('SELECT id, name FROM time_zone'),
  ]
  return {
    q,
    userId: options.userId,
    hiddenFileIds: loading.map((row) => row.id).filter((id) => id !== options.includeFileId),
    rank: rankSources(sources),
    zoneById: new Map(zones.map((row) => [row.id, row.name])),
    signal: options.signal,
  }
}

/**
 * Puts the staged days in the place of the touched ones, inside the caller's transaction. Days without any record
 * left disappear. Empties the staging tables.
 */
export async function publishDerived(
  q: Queryable,
  options: { readonly userId: number; readonly touched: readonly TouchedIndicator[] },
): Promise<void> {
  const due = await dueDays(q, options.touched)
  const days: { ids: number[]; dates: string[] } = { ids: [], dates: [] }
  const months: { ids: number[]; dates: string[] } = { ids: [], dates: [] }
  const add = (to: typeof days, id: number, dates: readonly string[]) => {
    for (const date of dates) {
      to.ids.push(id)
      to.dates.push(date)
    }
  }
  for (const indicator of due.indicators) {
    add(days, indicator.indicatorId, datesOf(indicator.days))
    if (hasDigest(indicator.definition.kind)) add(months, indicator.indicatorId, monthsOf(indicator.days))
  }
  if (due.sleep) for (const id of due.sleep.idByKey.values()) add(days, id, datesOf(due.sleep.days))

  await q.query(
    `DELETE FROM daily d USING unnest($2::int[], $3::date[]) AS t (i, l)
     WHERE d.user_id = $1 AND d.indicator_id = t.i AND d.local_date = t.l`,
    [options.userId, days.ids, days.dates],
  )
  await q.query(
    `DELETE FROM month_digest d USING unnest($2::int[], $3::date[]) AS t (i, m)
     WHERE d.user_id = $1 AND d.indicator_id = t.i AND d.month = t.m`,
    [options.userId, months.ids, months.dates],
  )
  if (due.sleep) {
    await q.query('DELETE FROM sleep_night WHERE user_id = $1 AND local_date = ANY ($2::date[])', [
      options.userId,
      datesOf(due.sleep.days),
    ])
  }
  for (const [table, columns] of PUBLISHED) {
    await q.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${table}_next WHERE user_id = $1`, [
      options.userId,
    ])
  }
  await q.query('TRUNCATE daily_next, month_digest_next, sleep_night_next')
}

const PUBLISHED = [
  ['daily', 'user_id, indicator_id, local_date, value, mean, min, max, n, numeric_n, source_ids, method, digest'],
  ['month_digest', 'user_id, indicator_id, month, digest'],
  [
    'sleep_night',
    'user_id, local_date, start_at, end_at, is_main, asleep, in_bed, deep, rem, core, awake, efficiency, source_id, zone_id',
  ],
] as const
