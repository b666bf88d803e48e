/** Composes the read side of the health core over one database. */
import type { Queryable } from '../db/database.ts'
import { indicatorByKey } from './catalogue/catalogue.ts'
import { syncIndicators } from './catalogue/sync.ts'
import { answerQuery } from './query/answer.ts'
import { catalogRows, overviewCards } from './query/overview.ts'
import { belongings, type Profile } from './query/own-indicators.ts'
import { searchIndicators } from './query/search.ts'
import { nightsBetween } from './query/sleep-window.ts'
import type { HealthService } from './service.ts'

export interface HealthServiceOptions {
  readonly db: Queryable
  readonly profileOf: (userId: number) => Promise<Profile>
  readonly now: () => Date
}

/** Brings the indicator table up to the catalogue before it answers anything. */
export async function createHealthService({ db, profileOf }: HealthServiceOptions): Promise<HealthService> {
  await syncIndicators(db)
  const ownOf = async (userId: number) => (await belongings(db, userId, await profileOf(userId))).indicators
  return {
    query: async (userId, query) => answerQuery(db, userId, await profileOf(userId), query),
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
