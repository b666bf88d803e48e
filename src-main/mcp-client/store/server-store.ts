/** External servers in the database: entries, their sealed values, what was listed last, and decisions about tools. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/database.ts'
import { FreshCache } from '../../db/fresh-cache.ts'
import { agentToolBlock, mcpLogin, mcpServer, mcpTool } from '../../db/schema.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import type { ServerEntry, ServerTarget } from '../model/server-entry.ts'
import { type NewServer, type ServerStore, ServerStoreError, type ToolRecord } from '../model/server-store.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import { entryOf } from './entry-row.ts'
import { changeSchema, newServerSchema } from './entry-schema.ts'
import { fromColumn, toColumn } from './json-column.ts'
import { listingFromColumn, listingToColumn } from './listing-column.ts'
import { uniqueSlug } from './slug.ts'
import { readToolRecords, writeToolRecords } from './tool-records.ts'
import { createValueSeal } from './value-seal.ts'

const MAX_SERVERS = 200
const MAX_ERA_CHARS = 64 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface ServerStoreOptions {
  readonly db: Database
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  readonly now: () => Date
  /** Monotonic milliseconds, for what is held in memory. */
  readonly cacheClock?: () => number
  /** Told after each change of an entry or a tool; not of a listing, which the manager tells. */
  readonly onChanged?: (userId: number) => void
}

const {
  sealed: _sealed,
  era: _era,
  listing: _listing,
  listedAt: _listedAt,
  ...entryColumns
} = getTableColumns(mcpServer)

export function createServerStore({ db, secrets, now, cacheClock, onChanged }: ServerStoreOptions): ServerStore {
  const seal = createValueSeal(secrets)
  const entries = new FreshCache<number, ServerEntry[]>(undefined, cacheClock)
  const tools = new FreshCache<string, ToolRecord[]>(undefined, cacheClock)

  const row = (userId: number, id: string): SQL | undefined => and(eq(mcpServer.userId, userId), eq(mcpServer.id, id))
  /** The row while it is what `entry` says: what an older target listed or negotiated is not the new one's. */
  const sameTarget = (entry: ServerEntry): SQL | undefined =>
    and(row(entry.userId, entry.id), eq(mcpServer.target, { ...entry.target }))
  const changed = (userId: number): void => {
    entries.forget(userId)
    onChanged?.(userId)
  }

  async function read(where: SQL | undefined, on: Pick<Database, 'orm'> = db): Promise<ServerEntry[]> {
    const rows = await on.orm
      .select(entryColumns)
      .from(mcpServer)
      .where(where)
      .orderBy(asc(mcpServer.userId), asc(mcpServer.position), asc(mcpServer.createdAt), asc(mcpServer.id))
    return rows.map(entryOf)
  }

  const ofPerson = (userId: number): Promise<ServerEntry[]> =>
    entries.get(userId, () => read(eq(mcpServer.userId, userId)))

  async function locked(tx: Transaction, userId: number, id: string): Promise<ServerEntry> {
    const rows = UUID.test(id)
      ? await tx.orm.select(entryColumns).from(mcpServer).where(row(userId, id)).for('update')
      : []
    const [found] = rows
    if (found === undefined) throw unknownServer()
    return entryOf(found)
  }

  async function insert(tx: Transaction, userId: number, id: string, server: NewServer, sealed: Uint8Array | null) {
    // One adder at a time, also of another hub on the same server database: two would take the same slug.
    await tx.query('LOCK TABLE mcp_server IN SHARE ROW EXCLUSIVE MODE')
    const rows = await tx.orm
      .select({ slug: mcpServer.slug, position: mcpServer.position })
      .from(mcpServer)
      .where(eq(mcpServer.userId, userId))
    if (rows.length >= MAX_SERVERS) throw tooMany()
    const at = now()
    const [inserted] = await tx.orm
      .insert(mcpServer)
      .values({
        userId,
        id,
        slug: uniqueSlug(server.slug || server.name, new Set(rows.map(({ slug }) => slug))),
        name: server.name,
        origin: { ...server.origin },
        target: { ...server.target },
        settings: { ...server.settings },
        sealed,
        enabled: false,
        position: rows.reduce((last, { position }) => Math.max(last, position), -1) + 1,
        createdAt: at,
        changedAt: at,
      })
      .returning(entryColumns)
    if (inserted === undefined) throw new Error('inserting a server returned no row')
    return entryOf(inserted)
  }

  return {
    async list(userId) {
      return userId === undefined ? read(undefined) : [...(await ofPerson(userId))]
    },
    async get(userId, id) {
      return (await ofPerson(userId)).find((entry) => entry.id === id) ?? null
    },
    async add(userId, server) {
      const checked = readable(newServerSchema.safeParse(server))
      const id = randomUUID()
      // Sealed before the transaction, which must not wait for a keychain.
      const sealed = await seal.seal(checked.values, { userId, id })
      const entry = await db.transaction((tx) => insert(tx, userId, id, checked, sealed))
      changed(userId)
      return entry
    },
    async update(userId, id, change) {
      const { values, target, settings, ...plain } = readable(changeSchema.safeParse(change))
      const sealed = values === undefined ? undefined : await seal.seal(values, { userId, id })
      const entry = await db.transaction(async (tx) => {
        const before = await locked(tx, userId, id)
        const [updated] = await tx.orm
          .update(mcpServer)
          .set({
            ...plain,
            ...(settings === undefined ? {} : { settings: { ...settings } }),
            ...(sealed === undefined ? {} : { sealed }),
            ...(target === undefined ? {} : { target: { ...target } }),
            // What another program listed and negotiated says nothing of this one.
            ...(target === undefined || isSame(before, target) ? {} : { era: null, listing: null, listedAt: null }),
            changedAt: Object.keys(change).every((key) => key === 'position') ? before.changedAt : now(),
          })
          .where(row(userId, id))
          .returning(entryColumns)
        if (updated === undefined) throw unknownServer()
        return entryOf(updated)
      })
      changed(userId)
      return entry
    },
    async remove(userId, id) {
      if (!UUID.test(id)) return false
      const isRemoved = await db.transaction(async (tx) => {
        for (const table of [mcpTool, mcpLogin, agentToolBlock]) {
          await tx.orm.delete(table).where(and(eq(table.userId, userId), eq(table.serverId, id)))
        }
        const rows = await tx.orm.delete(mcpServer).where(row(userId, id)).returning({ id: mcpServer.id })
        return rows.length > 0
      })
      tools.forget(`${userId}:${id}`)
      if (isRemoved) changed(userId)
      return isRemoved
    },
    async approve(userId, id, fingerprint) {
      const entry = await db.transaction(async (tx) => {
        const before = await locked(tx, userId, id)
        if (before.damage !== undefined || fingerprintOf(before.target) !== fingerprint) throw changedMeanwhile()
        const [updated] = await tx.orm
          .update(mcpServer)
          .set({ approved: fingerprint, approvedTarget: { ...before.target }, approvedAt: now() })
          .where(row(userId, id))
          .returning(entryColumns)
        if (updated === undefined) throw unknownServer()
        return entryOf(updated)
      })
      changed(userId)
      return entry
    },
    async values(entry) {
      const where = row(entry.userId, entry.id)
      const [found] = await db.orm.select({ sealed: mcpServer.sealed }).from(mcpServer).where(where)
      return seal.open(found?.sealed ?? null, entry)
    },
    async era(entry) {
      const [found] = await db.orm.select({ era: mcpServer.era }).from(mcpServer).where(sameTarget(entry))
      const era = found?.era == null ? null : fromColumn(found.era)
      return typeof era === 'object' && era !== null ? { ...era } : null
    },
    async setEra(entry, era) {
      const column = toColumn(era, MAX_ERA_CHARS)
      if (column !== undefined) await db.orm.update(mcpServer).set({ era: column }).where(sameTarget(entry))
    },
    async listing(entry) {
      const [found] = await db.orm.select({ listing: mcpServer.listing }).from(mcpServer).where(sameTarget(entry))
      return listingFromColumn(found?.listing ?? null)
    },
    async setListing(entry, listing) {
      await db.orm
        .update(mcpServer)
        .set({ listing: listingToColumn(listing), listedAt: new Date(listing.listedAt) })
        .where(sameTarget(entry))
    },
    async tools(userId, serverId) {
      if (!UUID.test(serverId)) return []
      return [...(await tools.get(`${userId}:${serverId}`, () => readToolRecords(db, userId, serverId)))]
    },
    async setTools(userId, serverId, changes) {
      await db.transaction(async (tx) => {
        await locked(tx, userId, serverId)
        await writeToolRecords(tx, { userId, serverId }, changes, now())
      })
      tools.forget(`${userId}:${serverId}`)
      changed(userId)
    },
    async approveFirstTools(entry, listed) {
      const { userId, id } = entry
      const isFirst = await db.transaction(async (tx) => {
        const claimed = await tx.orm
          .update(mcpServer)
          .set({ toolsApprovedAt: now() })
          .where(
            and(
              sameTarget(entry),
              eq(mcpServer.approved, fingerprintOf(entry.target)),
              isNull(mcpServer.toolsApprovedAt),
            ),
          )
          .returning({ id: mcpServer.id })
        if (claimed.length === 0) return false
        const pins = listed.map((tool) => ({ name: tool.name, pinned: tool }))
        await writeToolRecords(tx, { userId, serverId: id }, pins, now())
        return true
      })
      tools.forget(`${userId}:${id}`)
      if (isFirst) changed(userId)
      return isFirst
    },
    forgetAll() {
      entries.forgetAll()
      tools.forgetAll()
    },
  }
}

function isSame(entry: ServerEntry, target: ServerTarget): boolean {
  return entry.damage === undefined && fingerprintOf(entry.target) === fingerprintOf(target)
}

function readable<T>(parsed: { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } }): T {
  if (parsed.success) return parsed.data
  // Only the place and the rule: zod's own message may quote a value, and values are secrets.
  const [issue] = parsed.error.issues
  const place = issue?.path.map(String).join('.') || 'entry'
  throw new ServerStoreError('bad_entry', `The entry cannot be stored: ${place} is not valid.`, `Correct ${place}.`)
}

interface Issue {
  readonly path: readonly PropertyKey[]
}

function unknownServer(): ServerStoreError {
  return new ServerStoreError('unknown_server', 'There is no such server any more.', 'Look at the list of servers.')
}

function tooMany(): ServerStoreError {
  return new ServerStoreError(
    'too_many',
    `A person can have ${MAX_SERVERS} servers, and there are that many already.`,
    'Remove servers that are not used, then add this one.',
  )
}

function changedMeanwhile(): ServerStoreError {
  return new ServerStoreError(
    'changed',
    'The server is another now than what was shown.',
    'Look at what it runs or reaches now, then agree to that.',
  )
}
