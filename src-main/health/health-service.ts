/** Composes the read side of the health core over one database. */
import type { Queryable } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import { indicatorByKey } from './catalogue/catalogue.ts'
import { syncIndicators } from './catalogue/sync.ts'
import { answerQuery } from './query/answer.ts'
import { catalogRows, overviewCards } from './query/overview.ts'
import { type Belongings, belongings, type Profile } from './query/own-indicators.ts'
import { searchIndicators } from './query/search.ts'
import { nightsBetween } from './query/sleep-window.ts'
import type { HealthService } from './service.ts'

export interface HealthServiceOptions {
  readonly db: Queryable
  readonly profileOf: (userId: number) => Promise<Profile>
  /** Another number after records came or went, so that what a person has is read again. */
  readonly dataVersion?: () => number
}

/** Brings the indicator table up to the catalogue before it answers anything. */
export async function createHealthService(options: HealthServiceOptions): Promise<HealthService> {
  const { db, profileOf, dataVersion } = options
  await syncIndicators(db)
  const known = new FreshCache<string, Belongings>()
  const belongingsOf = async (userId: number, profile: Profile) => {
    // Without a version nobody tells of changes, so nothing may be held.
    if (dataVersion === undefined) return belongings(db, userId, profile)
    const key = JSON.stringify([userId, dataVersion(), profile.language, profile.units])
    return known.get(key, () => belongings(db, userId, profile))
  }
  const ownOf = async (userId: number) => (await belongingsOf(userId, await profileOf(userId))).indicators
  return {
    query: async (userId, query) => {
      const profile = await profileOf(userId)
      return answerQuery(db, userId, profile, () => belongingsOf(userId, profile), query)
    },
    search: async (userId, keywords) =>
      searchIndicators(
        (await ownOf(userId)).map((own) => own.definition),
        keywords,
      ),
    catalog: async (userId) => catalogRows(db, userId, await ownOf(userId)),
    overview: async (userId) => overviewCards(db, userId, await ownOf(userId)),
    sleepNights: (userId, startDate, endDate) => nightsBetween(db, userId, startDate, endDate),
    hasRecords: async (userId) => {
      const [row] = await db.query<{ found: boolean }>(
        'SELECT EXISTS (SELECT FROM daily WHERE user_id = $1) AS found',
        [userId],
      )
      return row?.found === true
    },
    definition: (key) => indicatorByKey(key),
  }
}
