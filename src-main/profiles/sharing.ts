/**
 * What the people of one hub let each other read. Three levels, each 'none' or 'read': `chat` opens the door (ask in
 * the other's name, make an address for their data), `health` and `genetics` say what the answers may hold.
 */
import { and, eq, or, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import { type ShareLevel, share } from '../db/schema.ts'
import { ProfileError } from './profile-error.ts'

export interface ShareLevels {
  readonly chat: ShareLevel
  readonly health: ShareLevel
  readonly genetics: ShareLevel
}

export interface Share {
  /** Whose data it is. */
  readonly subjectId: number
  /** Who may read, or asks to. */
  readonly viewerId: number
  readonly granted: ShareLevels
  /** Waits for the subject's answer; null when nothing was asked. */
  readonly asked: ShareLevels | null
  readonly askedAt: Date | null
}

/** The kinds of data that people share one by one; `DataClass` of the registry is the same list. */
type SharedClass = 'health' | 'genetics'

export interface Sharing {
  /** Whether `viewerId` may ask in `subjectId`'s name at all; always true for oneself. */
  mayActFor(viewerId: number, subjectId: number): Promise<boolean>
  /**
   * Which kinds of `subjectId`'s data `viewerId` may read. Null for oneself: everything, also kinds that come later.
   * Empty without `chat`, whatever else is granted.
   */
  dataClassesFor(viewerId: number, subjectId: number): Promise<readonly SharedClass[] | null>
  /** Who may read this person's data, or asks to. */
  given(subjectId: number): Promise<Share[]>
  /** What this person may read, or has asked for. */
  received(viewerId: number): Promise<Share[]>
  /** Asks; what is granted stays as it is. All 'none', or nothing beyond what is granted, takes the question back. */
  ask(viewerId: number, subjectId: number, levels: ShareLevels): Promise<Share>
  /** Sets what is granted and answers a question that waits. Takes effect at the next call. */
  set(subjectId: number, viewerId: number, levels: ShareLevels): Promise<Share>
  /** After rows went by another way, e.g. with a person. */
  forgetAll(): void
}

export interface SharingOptions {
  readonly db: Database
  readonly now: () => Date
  readonly onChanged?: () => void
  /** Monotonic milliseconds, for what is held in memory. */
  readonly cacheClock?: () => number
}

const NOTHING: ShareLevels = { chat: 'none', health: 'none', genetics: 'none' }

export function createSharing({ db, now, onChanged, cacheClock }: SharingOptions): Sharing {
  const known = new FreshCache<string, ShareLevels>(undefined, cacheClock)

  const levelsOf = (viewerId: number, subjectId: number): Promise<ShareLevels> =>
    known.get(`${viewerId}:${subjectId}`, async () => {
      const [row] = await db.orm
        .select()
        .from(share)
        .where(and(eq(share.userId, subjectId), eq(share.viewerId, viewerId)))
        .limit(1)
      return row === undefined ? NOTHING : grantedOf(row)
    })

  async function put(subjectId: number, viewerId: number, change: Partial<typeof share.$inferInsert>): Promise<Share> {
    if (subjectId === viewerId) {
      throw new ProfileError('own_share', 'Nobody shares data with themselves.', 'Choose another person.')
    }
    const changed = { ...change, changedAt: now() }
    const [row] = await db.orm
      .insert(share)
      .values({ userId: subjectId, viewerId, ...NOTHING, ...changed })
      .onConflictDoUpdate({ target: [share.userId, share.viewerId], set: changed })
      .returning()
    known.forget(`${viewerId}:${subjectId}`)
    if (row === undefined) throw new Error('storing a share returned no row')
    onChanged?.()
    return shareOf(row)
  }

  /** Rows in which nothing is granted and nothing waits are history. */
  const list = async (whose: ReturnType<typeof eq>): Promise<Share[]> => {
    const telling = or(
      eq(share.chat, 'read'),
      eq(share.health, 'read'),
      eq(share.genetics, 'read'),
      sql`${share.asked} is not null`,
    )
    const rows = await db.orm.select().from(share).where(and(whose, telling)).orderBy(share.userId, share.viewerId)
    return rows.map(shareOf)
  }

  return {
    async mayActFor(viewerId, subjectId) {
      return viewerId === subjectId || (await levelsOf(viewerId, subjectId)).chat === 'read'
    },
    async dataClassesFor(viewerId, subjectId) {
      if (viewerId === subjectId) return null
      const levels = await levelsOf(viewerId, subjectId)
      if (levels.chat !== 'read') return []
      return CLASSES.filter((kind) => levels[kind] === 'read')
    },
    given: (subjectId) => list(eq(share.userId, subjectId)),
    received: (viewerId) => list(eq(share.viewerId, viewerId)),
    async ask(viewerId, subjectId, levels) {
      const granted = await levelsOf(viewerId, subjectId)
      const asksMore = LEVELS.some((name) => levels[name] === 'read' && granted[name] === 'none')
      const asked = asksMore ? plain(levels) : null
      return put(subjectId, viewerId, { asked, askedAt: asked === null ? null : now() })
    },
    set: (subjectId, viewerId, levels) => put(subjectId, viewerId, { ...plain(levels), asked: null, askedAt: null }),
    forgetAll: () => known.forgetAll(),
  }
}

const CLASSES: readonly SharedClass[] = ['health', 'genetics']
const LEVELS = ['chat', ...CLASSES] as const

function plain({ chat, health, genetics }: ShareLevels): Record<(typeof LEVELS)[number], ShareLevel> {
  return { chat, health, genetics }
}

const grantedOf = (row: typeof share.$inferSelect): ShareLevels => plain(row)

function shareOf(row: typeof share.$inferSelect): Share {
  const { userId: subjectId, viewerId, asked, askedAt } = row
  return { subjectId, viewerId, granted: grantedOf(row), asked, askedAt }
}
