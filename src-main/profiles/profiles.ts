/** The people whose data live in this hub: one default profile from the first start, more when they are added. */

import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import { profile as profileTable } from '../db/schema.ts'
import type { Logger } from '../log/logger.ts'
import { personName } from './person-name.ts'
import { ProfileError } from './profile-error.ts'
import { ianaTimeZone, systemTimeZone } from './time-zone.ts'

export interface Profile {
  readonly id: number
  /** What leaves the hub: JWT `sub`, `user_info.user_id`. */
  readonly publicId: string
  readonly name: string
  readonly timeZone: string
  /** 'en' or 'zh-CN'; null follows the system. */
  readonly language: string | null
  /** Preferred unit per dimension or indicator. */
  readonly units: Record<string, string>
  /** Interface settings; `theme` is one of them. */
  readonly preferences: Record<string, unknown>
  readonly isDefault: boolean
  readonly createdAt: Date
  /** Whether personal URLs of this person may be made and used; off until they turn them on. */
  readonly personalUrls: boolean
}

export interface ProfilePatch {
  readonly name?: string
  readonly timeZone?: string
  readonly language?: 'en' | 'zh-CN' | null
  /** Replaces the whole map, so that a preference can be taken back. */
  readonly units?: Record<string, string>
  readonly theme?: 'system' | 'light' | 'dark'
  /** Merged key by key, so that two windows do not undo each other; null removes a key. */
  readonly preferences?: Record<string, unknown>
  readonly personalUrls?: boolean
}

export interface Profiles {
  default(): Promise<Profile>
  get(id: number): Promise<Profile | null>
  byPublicId(publicId: string): Promise<Profile | null>
  /** By public id or by name (exact first, then without regard to case); null when nobody or several people match. */
  byName(name: string): Promise<Profile | null>
  /** Everyone, the default profile first, then in the order they were made. */
  list(): Promise<Profile[]>
  /** Throws ProfileError `bad_name` or `name_taken`. */
  create(name: string): Promise<Profile>
  /** Throws ProfileError `bad_time_zone`, `bad_name`, `name_taken` or `unknown_profile`. */
  update(id: number, patch: ProfilePatch): Promise<Profile>
  /** After the person's row went by another way (person-removal.ts). */
  forget(id: number): void
}

export interface ProfilesOptions {
  readonly db: Database
  readonly config: Pick<Config, 'defaultTimeZone'>
  readonly now: () => Date
  readonly log: Logger
  /** For tests: what the operating system calls the person. */
  readonly osUser?: () => string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_NAME = 80

/** Opens the profiles and makes the default one where there is none. Throws ProfileError for a bad configured zone. */
export async function createProfiles({ db, config, now, log, osUser }: ProfilesOptions): Promise<Profiles> {
  const firstZone = () => checkedTimeZone(config.defaultTimeZone ?? systemTimeZone())

  async function insert(tx: Transaction, name: string, isDefault: boolean): Promise<Profile> {
    const [row] = await tx.orm
      .insert(profileTable)
      .values({
        publicId: randomUUID(),
        name,
        timeZone: firstZone(),
        language: null,
        units: {},
        preferences: {},
        isDefault,
        createdAt: now(),
      })
      .returning()
    if (row === undefined) throw new Error('inserting a profile returned no row')
    return row
  }

  /** Serialises makers of profiles, also those of another hub on the same server database. */
  const locked = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await tx.query('LOCK TABLE profile IN SHARE ROW EXCLUSIVE MODE')
      return work(tx)
    })

  await locked(async (tx) => {
    const [existing] = await tx.orm.select().from(profileTable).where(eq(profileTable.isDefault, true)).limit(1)
    if (existing !== undefined) return
    const made = await insert(tx, personName(osUser), true)
    log.info('made the first profile', { timeZone: made.timeZone })
  })

  async function refuseTakenName(tx: Transaction, name: string, except: number | null): Promise<void> {
    const rows = await tx.orm
      .select({ id: profileTable.id })
      .from(profileTable)
      .where(sql`lower(${profileTable.name}) = ${name.toLowerCase()}`)
    if (rows.some((row) => row.id !== except)) {
      throw new ProfileError('name_taken', `There is already a person called "${name}".`, 'Choose another name.')
    }
  }

  const one = async (condition: ReturnType<typeof eq>): Promise<Profile | null> =>
    (await db.orm.select().from(profileTable).where(condition).limit(1))[0] ?? null

  const known = new FreshCache<number, Profile | null>()
  /** By public id: each call of a page names its person so. */
  const knownPublic = new FreshCache<string, Profile | null>()
  const forget = (id: number) => {
    known.forget(id)
    knownPublic.forgetAll()
  }

  const profiles: Profiles = {
    async default() {
      const found = await one(eq(profileTable.isDefault, true))
      if (found === null) throw new ProfileError('unknown_profile', 'The default profile is gone.', 'Restart Mirohub.')
      return found
    },
    get: (id) => known.get(id, () => one(eq(profileTable.id, id))),
    async byPublicId(publicId) {
      if (!UUID.test(publicId)) return null
      const wanted = publicId.toLowerCase()
      return knownPublic.get(wanted, () => one(eq(profileTable.publicId, wanted)))
    },
    async byName(name) {
      const wanted = name.trim()
      const byId = await profiles.byPublicId(wanted)
      if (byId !== null) return byId
      const everyone = await profiles.list()
      const exact = everyone.find((person) => person.name === wanted)
      if (exact !== undefined) return exact
      const folded = everyone.filter((person) => person.name.toLowerCase() === wanted.toLowerCase())
      return folded.length === 1 ? (folded[0] ?? null) : null
    },
    list: () => db.orm.select().from(profileTable).orderBy(sql`${profileTable.isDefault} desc`, asc(profileTable.id)),
    async create(name) {
      const checked = checkedName(name)
      return locked(async (tx) => {
        await refuseTakenName(tx, checked, null)
        return insert(tx, checked, false)
      })
    },
    async update(id, patch) {
      const timeZone = patch.timeZone === undefined ? undefined : checkedTimeZone(patch.timeZone)
      const name = patch.name === undefined ? undefined : checkedName(patch.name)
      return locked(async (tx) => {
        const [current] = await tx.orm.select().from(profileTable).where(eq(profileTable.id, id))
        if (current === undefined) throw unknownProfile(id)
        if (name !== undefined && name !== current.name) await refuseTakenName(tx, name, id)
        const [updated] = await tx.orm
          .update(profileTable)
          .set({
            name: name ?? current.name,
            timeZone: timeZone ?? current.timeZone,
            language: patch.language === undefined ? current.language : patch.language,
            units: patch.units ?? current.units,
            preferences: mergedPreferences(current.preferences, patch),
            personalUrls: patch.personalUrls ?? current.personalUrls,
          })
          .where(eq(profileTable.id, id))
          .returning()
        if (updated === undefined) throw unknownProfile(id)
        return updated
      }).finally(() => forget(id))
    },
    forget,
  }
  return profiles
}

function unknownProfile(id: number): ProfileError {
  return new ProfileError('unknown_profile', `There is no profile ${id} here.`, 'List the people in Settings.')
}

function checkedTimeZone(zone: string): string {
  const known = ianaTimeZone(zone)
  if (known !== null) return known
  throw new ProfileError(
    'bad_time_zone',
    `"${zone}" is not a time zone this computer knows.`,
    'Use an IANA name such as Europe/Berlin or Asia/Shanghai.',
  )
}

function checkedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > MAX_NAME) {
    throw new ProfileError('bad_name', 'A name has 1 to 80 characters.', 'Shorten it or type one.')
  }
  return trimmed
}

function mergedPreferences(current: Record<string, unknown>, patch: ProfilePatch): Record<string, unknown> {
  const theme = patch.theme === undefined ? {} : { theme: patch.theme }
  const merged = { ...current, ...patch.preferences, ...theme }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined))
}
