/**
 * Personal MCP addresses: `/mcp/<secret>`, for clients that can send no header. A secret is found by its hash and can
 * be read again only with a key from the secret store; it lives a year, and asking again gives the same one. For
 * another person's data it stands on their `chat` share, which is looked at every time it is used.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import { personalUrlSecret, personalUrl as urlTable } from '../db/schema.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { ProfileError } from './profile-error.ts'
import type { Profile, Profiles } from './profiles.ts'
import type { Sharing } from './sharing.ts'
import { createUrlSeal } from './url-seal.ts'

/** 96 bytes, as the seed has it; any 32 would do. In base64url they are 128 characters. */
const SECRET_BYTES = 96
const SECRET_SHAPE = /^[\w-]{128}$/
const LIFE_MS = 365 * 86_400_000
const USED_STEP_MS = 60_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MAX_CLIENT_NAME = 80

export interface PersonalUrlView {
  readonly id: string
  readonly label: string
  /** Whose data it opens: public id and name. */
  readonly person: { readonly id: string; readonly name: string }
  /** ISO instants. */
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly lastClient: string | null
  readonly state: 'live' | 'expired' | 'revoked' | 'blocked'
}

export interface PersonalUrlGrant {
  readonly id: string
  /** Who made it. */
  readonly holderId: number
  /** Whose data it opens. */
  readonly subjectId: number
  readonly label: string
}

export interface PersonalUrls {
  /** The person's addresses, newest first, ended ones too. */
  list(holderId: number): Promise<PersonalUrlView[]>
  /** The live address for the subject's data, made when there is none. Throws ProfileError. */
  ensure(holderId: number, subjectId: number): Promise<{ readonly secret: string; readonly view: PersonalUrlView }>
  /** Throws ProfileError `unknown_url` for one that has ended or is not theirs, `sealed` when it cannot be read. */
  reveal(holderId: number, id: string): Promise<string>
  rename(holderId: number, id: string, label: string): Promise<PersonalUrlView>
  /** False when the person has no such live address. Takes effect at the next request; nothing of the secret stays. */
  revoke(holderId: number, id: string): Promise<boolean>
  /** Null for whatever does not open anything now: unknown, expired, revoked, turned off, no longer shared. */
  resolve(secret: string): Promise<PersonalUrlGrant | null>
  /**
   * Notes which client used an address, at most once a minute. Other credentials than 'personal-url:<id>' are none of
   * its business. Never rejects.
   */
  heard(request: { readonly credential: string | null; readonly name: string }): Promise<void>
  /** After rows went by another way, e.g. with a person. */
  forgetAll(): void
}

export interface PersonalUrlsOptions {
  readonly db: Database
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  readonly profiles: Pick<Profiles, 'get'>
  readonly sharing: Pick<Sharing, 'mayActFor'>
  readonly now: () => Date
  readonly onChanged?: () => void
  /** Monotonic milliseconds, for what is held in memory. */
  readonly cacheClock?: () => number
}

type UrlRow = typeof urlTable.$inferSelect

export function createPersonalUrls(options: PersonalUrlsOptions): PersonalUrls {
  const { db, profiles, sharing, now, onChanged } = options
  const seal = createUrlSeal(options.secrets)
  /** By hash. */
  const known = new FreshCache<string, UrlRow | null>(undefined, options.cacheClock)
  /** When a client's name was noted last, by address; they are as many as there are live addresses in use. */
  const noted = new Map<string, { readonly holderId: number; readonly at: number }>()

  const own = (holderId: number, id: string) => and(eq(urlTable.userId, holderId), eq(urlTable.id, id))
  const boundTo = (row: Pick<UrlRow, 'id' | 'userId' | 'subjectId'>) => `${row.id}:${row.userId}:${row.subjectId}`
  const changed = () => {
    known.forgetAll()
    onChanged?.()
  }

  async function live(holderId: number, id: string): Promise<UrlRow> {
    const [row] = UUID.test(id) ? await db.orm.select().from(urlTable).where(own(holderId, id)).limit(1) : []
    if (row !== undefined && row.revokedAt === null) return row
    throw unknownUrl()
  }

  async function personOrThrow(id: number): Promise<Profile> {
    const person = await profiles.get(id)
    if (person !== null) return person
    throw new ProfileError('unknown_profile', 'This person is not on this computer.', 'List the people in Settings.')
  }

  async function viewOf(row: UrlRow): Promise<PersonalUrlView> {
    const subject = await personOrThrow(row.subjectId)
    return {
      id: row.id,
      label: row.label,
      person: { id: subject.publicId, name: subject.name },
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      lastClient: row.lastClient,
      state: await stateOf(row),
    }
  }

  async function stateOf(row: UrlRow): Promise<PersonalUrlView['state']> {
    if (row.revokedAt !== null) return 'revoked'
    if (row.expiresAt.getTime() <= now().getTime()) return 'expired'
    return (await sharing.mayActFor(row.userId, row.subjectId)) ? 'live' : 'blocked'
  }

  /** One maker at a time, also of another hub on the same server database: two would make two addresses. */
  async function findOrMake(holderId: number, subjectId: number): Promise<{ secret: string; row: UrlRow }> {
    const made = newSecret()
    const id = randomUUID()
    // Sealed before the transaction, which must not wait for a keychain.
    const sealed = await seal.seal(made, boundTo({ id, userId: holderId, subjectId }))
    const row = await db.transaction(async (tx) => {
      await tx.query('LOCK TABLE personal_url IN SHARE ROW EXCLUSIVE MODE')
      const existing = await findLive(tx, holderId, subjectId)
      if (existing !== undefined) return existing
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + LIFE_MS)
      const [inserted] = await tx.orm
        .insert(urlTable)
        .values({ userId: holderId, id, subjectId, label: '', sealed, createdAt, expiresAt })
        .returning()
      if (inserted === undefined) throw new Error('inserting a personal URL returned no row')
      await tx.orm.insert(personalUrlSecret).values({ secretHash: hashOf(made), personId: holderId, urlId: id })
      return inserted
    })
    if (row.id === id) changed()
    return { row, secret: row.id === id ? made : await seal.open(row.sealed, boundTo(row)) }
  }

  async function findLive(on: Pick<Database, 'orm'>, holderId: number, subjectId: number): Promise<UrlRow | undefined> {
    const rows = await on.orm
      .select()
      .from(urlTable)
      .where(and(eq(urlTable.userId, holderId), eq(urlTable.subjectId, subjectId), isNull(urlTable.revokedAt)))
      .orderBy(desc(urlTable.expiresAt))
      .limit(1)
    return rows.find((row) => row.expiresAt.getTime() > now().getTime())
  }

  async function bySecret(secret: string): Promise<UrlRow | null> {
    const hash = hashOf(secret)
    return known.get(hash.toString('base64'), async () => {
      const [found] = await db.orm
        .select({ url: urlTable })
        .from(personalUrlSecret)
        .innerJoin(
          urlTable,
          and(eq(urlTable.userId, personalUrlSecret.personId), eq(urlTable.id, personalUrlSecret.urlId)),
        )
        .where(eq(personalUrlSecret.secretHash, hash))
        .limit(1)
      return found?.url ?? null
    })
  }

  return {
    async list(holderId) {
      const rows = await db.orm
        .select()
        .from(urlTable)
        .where(eq(urlTable.userId, holderId))
        .orderBy(desc(urlTable.createdAt), desc(urlTable.id))
      return Promise.all(rows.map(viewOf))
    },
    async ensure(holderId, subjectId) {
      const [holder] = await Promise.all([personOrThrow(holderId), personOrThrow(subjectId)])
      if (!holder.personalUrls) throw turnedOff()
      if (!(await sharing.mayActFor(holderId, subjectId))) throw notShared()
      const existing = await findLive(db, holderId, subjectId)
      const { row, secret } =
        existing === undefined
          ? await findOrMake(holderId, subjectId)
          : { row: existing, secret: await seal.open(existing.sealed, boundTo(existing)) }
      return { secret, view: await viewOf(row) }
    },
    async reveal(holderId, id) {
      const row = await live(holderId, id)
      return seal.open(row.sealed, boundTo(row))
    },
    async rename(holderId, id, label) {
      const [row] = UUID.test(id)
        ? await db.orm.update(urlTable).set({ label: label.trim() }).where(own(holderId, id)).returning()
        : []
      if (row === undefined) throw unknownUrl()
      changed()
      return viewOf(row)
    },
    async revoke(holderId, id) {
      if (!UUID.test(id)) return false
      const ended = await db.transaction(async (tx) => {
        const rows = await tx.orm
          .update(urlTable)
          .set({ revokedAt: now(), sealed: new Uint8Array(0) })
          .where(and(own(holderId, id), isNull(urlTable.revokedAt)))
          .returning({ id: urlTable.id })
        await tx.orm
          .delete(personalUrlSecret)
          .where(and(eq(personalUrlSecret.personId, holderId), eq(personalUrlSecret.urlId, id)))
        return rows.length > 0
      })
      noted.delete(id)
      if (ended) changed()
      return ended
    },
    async resolve(secret) {
      if (!SECRET_SHAPE.test(secret)) return null
      const row = await bySecret(secret)
      if (row === null || (await stateOf(row)) !== 'live') return null
      const holder = await profiles.get(row.userId)
      if (holder === null || !holder.personalUrls) return null
      const at = now()
      if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= USED_STEP_MS) {
        await db.orm.update(urlTable).set({ lastUsedAt: at }).where(own(row.userId, row.id))
        known.forget(hashOf(secret).toString('base64'))
      }
      if (!noted.has(row.id)) noted.set(row.id, { holderId: row.userId, at: Number.NEGATIVE_INFINITY })
      return { id: row.id, holderId: row.userId, subjectId: row.subjectId, label: row.label }
    },
    async heard({ credential, name }) {
      const id = /^personal-url:(.+)$/.exec(credential ?? '')?.[1] ?? ''
      const last = noted.get(id)
      const at = now().getTime()
      if (last === undefined || at - last.at < USED_STEP_MS) return
      noted.set(id, { holderId: last.holderId, at })
      const lastClient = name.slice(0, MAX_CLIENT_NAME)
      // A name that is not noted is noted at the next minute; the request it belongs to must not fail on it.
      await db.orm
        .update(urlTable)
        .set({ lastClient })
        .where(own(last.holderId, id))
        .catch(() => {})
    },
    forgetAll() {
      known.forgetAll()
      noted.clear()
    },
  }
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function unknownUrl(): ProfileError {
  return new ProfileError('unknown_url', 'There is no such address any more.', 'Make a new one in Settings.')
}

function turnedOff(): ProfileError {
  return new ProfileError(
    'urls_off',
    'Personal MCP addresses are turned off.',
    'Turn them on in Mirohub under Settings, Personal addresses, or give the client a token.',
  )
}

function notShared(): ProfileError {
  return new ProfileError(
    'not_shared',
    'This person does not let you ask in their name.',
    'Ask them under Settings, People; they answer in their own view.',
  )
}
