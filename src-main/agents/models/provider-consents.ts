/** Which providers a person lets have their conversations, to be looked at and taken back. Given by the gate of a run. */
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { providerConsent } from '../../db/schema.ts'

export interface ProviderConsentRow {
  readonly provider: string
  readonly host: string
  readonly way: 'sends' | 'fetches'
  readonly grantedAt: Date
  readonly expiresAt: Date
}

/** Those that still hold, in the order they were given. */
export function listConsents(db: Pick<Database, 'orm'>, userId: number, now: Date): Promise<ProviderConsentRow[]> {
  const { provider, host, way, grantedAt, expiresAt } = providerConsent
  return db.orm
    .select({ provider, host, way, grantedAt, expiresAt })
    .from(providerConsent)
    .where(and(eq(providerConsent.userId, userId), gt(expiresAt, now)))
    .orderBy(asc(grantedAt), asc(provider), asc(way))
}

/** False: there was none. */
export async function revokeConsent(
  db: Pick<Database, 'orm'>,
  userId: number,
  { provider, host, way }: Pick<ProviderConsentRow, 'provider' | 'host' | 'way'>,
): Promise<boolean> {
  const gone = await db.orm
    .delete(providerConsent)
    .where(
      and(
        eq(providerConsent.userId, userId),
        eq(providerConsent.provider, provider),
        eq(providerConsent.host, host),
        eq(providerConsent.way, way),
      ),
    )
    .returning({ provider: providerConsent.provider })
  return gone.length > 0
}
