/** What a person does with their external servers: look at an entry, add, agree, change, switch, remove. */
import { removeBundle } from './entries/bundle.ts'
import { type ExportedServer, exportEntries } from './entries/export-entries.ts'
import type { ExternalServers } from './external-servers.ts'
import type { ServerEntry, ServerSettings, ServerTarget } from './model/server-entry.ts'
import { ServerStoreError, type ToolRecord } from './model/server-store.ts'
import { toolFingerprint } from './trust/pins.ts'

/** Values by name; null keeps what is stored. */
export interface ValueChange {
  readonly env?: Readonly<Record<string, string | null>>
  readonly headers?: Readonly<Record<string, string | null>>
  readonly bearer?: string | null
  readonly clientSecret?: string | null
}

export interface EntryChange {
  readonly name?: string
  readonly target?: ServerTarget
  readonly settings?: Partial<ServerSettings>
  readonly values?: ValueChange
}

/** Each rejects with ServerStoreError, EntryError or ServerError, all with a hint. */
export interface ServerActions {
  /** Throws `unknown_server`. */
  entry(userId: number, id: string): Promise<ServerEntry>
  /** Stores what was proposed. `approve`: the person agreed to what the proposal showed, and it starts. */
  add(
    userId: number,
    request: { key: string; fingerprint: string; fields: Readonly<Record<string, unknown>>; approve: boolean },
  ): Promise<ServerEntry>
  approve(userId: number, id: string, fingerprint: string): Promise<void>
  /** Throws `changed` when a tool is another now than what was shown. */
  approveTools(userId: number, id: string, tools: readonly { name: string; fingerprint: string }[]): Promise<void>
  update(userId: number, id: string, change: EntryChange): Promise<ServerEntry>
  duplicate(userId: number, id: string): Promise<ServerEntry>
  remove(userId: number, ids: readonly string[]): Promise<number>
  setEnabled(userId: number, ids: readonly string[], enabled: boolean): Promise<number>
  /** In this order, before all others. */
  move(userId: number, ids: readonly string[]): Promise<void>
  /** `names` absent: all tools that the server lists or that are decided about. */
  setTools(
    userId: number,
    id: string,
    names: readonly string[] | undefined,
    change: Partial<Pick<ToolRecord, 'enabled' | 'policy' | 'preset'>>,
  ): Promise<void>
  export(userId: number, ids: readonly string[]): Promise<{ readonly fileName: string; readonly text: string }>
}

export function createServerActions(servers: ExternalServers): ServerActions {
  const { store, manager, tools, proposals } = servers

  async function entryOf(userId: number, id: string): Promise<ServerEntry> {
    const entry = await store.get(userId, id)
    if (entry !== null) return entry
    throw new ServerStoreError('unknown_server', 'There is no such server any more.', 'Look at the list of servers.')
  }

  async function named(userId: number, ids: readonly string[]): Promise<ServerEntry[]> {
    const wanted = new Set(ids)
    return (await store.list(userId)).filter(({ id }) => wanted.has(id))
  }

  async function approve(userId: number, id: string, fingerprint: string): Promise<ServerEntry> {
    await store.approve(userId, id, fingerprint)
    const entry = await store.update(userId, id, { enabled: true })
    await servers.entryChanged(entry)
    return entry
  }

  function changeable(entry: ServerEntry): void {
    if (entry.origin.kind !== 'file') return
    throw new ServerStoreError(
      'declared_in_file',
      `This server is declared in ${entry.origin.file}.`,
      'Change the file; what it says is taken over at once.',
    )
  }

  return {
    entry: entryOf,
    async add(userId, { key, fingerprint, fields, approve: isApproved }) {
      const taken = await proposals.take(userId, key, fingerprint, fields)
      const added = await store.add(userId, taken.server)
      proposals.done(key)
      // What the person filled in is theirs: with the rest, which was shown, it is what they agreed to.
      if (isApproved) return approve(userId, added.id, taken.fingerprint)
      await servers.entryChanged(added)
      return added
    },
    async approve(userId, id, fingerprint) {
      await approve(userId, id, fingerprint)
    },
    async approveTools(userId, id, wanted) {
      const entry = await entryOf(userId, id)
      const listed = new Map(manager.listing(id)?.listing.tools.map((tool) => [tool.name, tool]))
      const pins = wanted.map(({ name, fingerprint }) => {
        const tool = listed.get(name)
        if (tool !== undefined && toolFingerprint(tool) === fingerprint) return { name, pinned: tool }
        throw new ServerStoreError(
          'changed',
          `The tool ${name} is another now than what was shown.`,
          'Look at it again, then approve it.',
        )
      })
      await store.setTools(userId, entry.id, pins)
      await servers.entryChanged(entry)
    },
    async update(userId, id, { name, target, settings, values }) {
      const before = await entryOf(userId, id)
      if (name !== undefined || target !== undefined || values !== undefined) changeable(before)
      const entry = await store.update(userId, id, {
        ...(name === undefined ? {} : { name }),
        ...(target === undefined ? {} : { target }),
        ...(settings === undefined ? {} : { settings: { ...before.settings, ...settings } }),
        ...(values === undefined ? {} : { values: await mergedValues(before, target ?? before.target, values) }),
      })
      await servers.entryChanged(entry)
      return entry
    },
    async duplicate(userId, id) {
      const source = await entryOf(userId, id)
      const { name, target, settings, origin } = source
      const copy = await store.add(userId, {
        slug: name,
        name: [...`${name} 2`].slice(0, 80).join(''),
        // A copy belongs to the person and to no file.
        origin: origin.kind === 'file' ? { kind: 'form' } : origin,
        target,
        settings,
        values: await store.values(source),
      })
      await servers.entryChanged(copy)
      return copy
    },
    async remove(userId, ids) {
      const entries = await named(userId, ids)
      for (const entry of entries) changeable(entry)
      let removed = 0
      for (const { id, origin } of entries) {
        if (!(await store.remove(userId, id))) continue
        removed++
        await servers.entryRemoved(userId, id)
        if (origin.kind === 'bundle' && !(await isBundleUsed(origin.dir)))
          await removeBundle(origin.dir, servers.bundlesDir)
      }
      return removed
    },
    async setEnabled(userId, ids, enabled) {
      const entries = (await named(userId, ids)).filter((entry) => entry.enabled !== enabled)
      // One that waits for approval is switched on by approving it.
      const changed = await Promise.all(entries.map(({ id }) => store.update(userId, id, { enabled })))
      for (const entry of changed) manager.entryChanged(entry)
      await tools.refresh(userId)
      return changed.length
    },
    async move(userId, ids) {
      const all = await store.list(userId)
      const front = ids.flatMap((id) => all.filter((entry) => entry.id === id))
      const order = [...front, ...all.filter((entry) => !front.includes(entry))]
      for (const [position, entry] of order.entries()) {
        if (entry.position !== position) await store.update(userId, entry.id, { position })
      }
      await tools.refresh(userId)
    },
    async setTools(userId, id, names, change) {
      const entry = await entryOf(userId, id)
      const listed = manager.listing(id)?.listing.tools.map(({ name }) => name) ?? []
      const decided = names === undefined ? (await store.tools(userId, id)).map(({ name }) => name) : []
      const all = names ?? [...new Set([...listed, ...decided])]
      await store.setTools(
        userId,
        id,
        all.map((name) => ({ name, ...change })),
      )
      await servers.entryChanged(entry)
    },
    async export(userId, ids) {
      const exported: ExportedServer[] = (await named(userId, ids)).map(({ name, target }) => ({ name, target }))
      return exportEntries(exported)
    },
  }

  /** Values that the target no longer names go; null and what is not mentioned keep what is stored. */
  async function mergedValues(before: ServerEntry, target: ServerTarget, change: ValueChange) {
    const stored = await store.values(before)
    const merged = (
      names: readonly string[],
      old: Readonly<Record<string, string>>,
      given: Readonly<Record<string, string | null>> = {},
    ) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value =
            (Object.hasOwn(given, name) ? given[name] : null) ?? (Object.hasOwn(old, name) ? old[name] : null)
          return value === null || value === undefined ? [] : [[name, value]]
        }),
      )
    const isStdio = target.kind === 'stdio'
    return {
      env: merged(isStdio ? target.envNames : [], stored.env, change.env),
      headers: merged(isStdio ? [] : target.headerNames, stored.headers, change.headers),
      bearer: isStdio || target.auth !== 'bearer' ? null : (change.bearer ?? stored.bearer),
      clientSecret: isStdio || target.auth !== 'oauth' ? null : (change.clientSecret ?? stored.clientSecret),
    }
  }

  async function isBundleUsed(dir: string): Promise<boolean> {
    return (await store.list()).some(({ origin }) => origin.kind === 'bundle' && origin.dir === dir)
  }
}
