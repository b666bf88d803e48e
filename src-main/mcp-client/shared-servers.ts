/**
 * What else than tools a person's servers share with connected apps: resources, templates, prompts, completion. The
 * lists are those that the servers gave last; every request goes to the server itself.
 */
import type { ServerEntry } from './model/server-entry.ts'
import type { ServerManager } from './model/server-manager.ts'
import type { ServerListing } from './model/server-status.ts'
import type { ServerStore } from './model/server-store.ts'
import type { SharedServer, SharedServers } from './model/shared-servers.ts'
import { cleanText } from './toolkit/clean-text.ts'
import type { Toolkit } from './toolkit/external-tools.ts'
import { plainName, prefixedName } from './toolkit/offered-names.ts'
import { mayRun } from './toolkit/person-tools.ts'

/** What an endpoint asks of it, with the ways to keep it up to date. */
export interface OpenSharedServers extends SharedServers {
  /** What is shared may be another now: whoever changed an entry calls it. */
  look(): void
  close(): void
}

export interface SharedServersOptions {
  readonly store: Pick<ServerStore, 'list'>
  readonly manager: Pick<
    ServerManager,
    'listing' | 'readResource' | 'getPrompt' | 'complete' | 'onChanged' | 'onResourceUpdated'
  >
  readonly tools: Pick<Toolkit, 'blocks'>
}

interface Made {
  readonly entry: ServerEntry
  readonly listing: ServerListing
  readonly server: SharedServer
}

export function createSharedServers({ store, manager, tools }: SharedServersOptions): OpenSharedServers {
  const listeners = new Set<(userId: number, what: 'resources' | 'prompts') => void>()
  /** Of whoever was asked for: nobody else was told anything that could have changed. */
  const known = new Map<number, readonly Made[]>()
  let isClosed = false

  async function make(userId: number): Promise<readonly Made[]> {
    const before = known.get(userId) ?? []
    return (await store.list(userId)).flatMap((entry) => {
      const listing = entry.settings.shared && mayRun(entry) ? manager.listing(entry.id)?.listing : undefined
      if (listing === undefined) return []
      const same = before.find((one) => one.entry === entry && one.listing === listing)
      return [same ?? { entry, listing, server: sharedServer(entry, listing) }]
    })
  }

  async function lookAt(userId: number): Promise<readonly Made[]> {
    const now = await make(userId)
    const before = known.get(userId)
    known.set(userId, now)
    if (before === undefined || isClosed || isSame(before, now)) return now
    for (const what of ['resources', 'prompts'] as const)
      if (summary(before, what) !== summary(now, what)) for (const listener of listeners) listener(userId, what)
    return now
  }

  let looking: Promise<void> = Promise.resolve()
  let isDue = false
  /** One after another; what is wished for while one waits is done with it. */
  function look(): void {
    if (isDue || isClosed) return
    isDue = true
    looking = looking.then(async () => {
      isDue = false
      // A database that does not answer is told to whoever asks next.
      for (const userId of known.keys()) await lookAt(userId).catch(() => undefined)
    })
  }
  const stopListening = manager.onChanged((_id, what) => {
    if (what === 'listing') look()
  })

  return {
    async of(userId, agent) {
      const servers = (await lookAt(userId)).map(({ server }) => server)
      if (agent === undefined) return servers
      const blocked = tools.blocks(userId).filter((block) => block.agent === agent && block.tool === '*')
      return servers.filter(({ id }) => !blocked.some(({ serverId }) => serverId === id))
    },
    look,
    readResource: (id, uri, request) => manager.readResource(id, uri, request),
    getPrompt: (id, name, args, request) => manager.getPrompt(id, name, args, request),
    complete: (id, params, signal) => manager.complete(id, params, signal),
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onResourceUpdated: (listener) => manager.onResourceUpdated(listener),
    close() {
      isClosed = true
      stopListening()
      listeners.clear()
    },
  }
}

function sharedServer({ id, slug, settings }: ServerEntry, listing: ServerListing): SharedServer {
  const nameOf = settings.prefix ? prefixedName : plainName
  return {
    id,
    resources: listing.resources.map(cleaned),
    templates: listing.templates.map(cleaned),
    prompts: listing.prompts.map((prompt) => ({
      offered: { ...cleaned({ title: prompt.name, ...prompt }), name: nameOf(slug, prompt.name) },
      ownName: prompt.name,
    })),
    views: new Set(listing.tools.flatMap(({ _meta }) => viewOf(_meta))),
    completes: listing.capabilities.completions !== undefined,
    listedAt: listing.listedAt,
    ttlMs: listing.cache?.ttlMs ?? null,
  }
}

/** What a model may read of it, without what a person could not see. */
function cleaned<T extends { readonly title?: string; readonly description?: string }>(item: T): T {
  const { title, description } = item
  return {
    ...item,
    ...(title === undefined ? {} : { title: cleanText(title) }),
    ...(description === undefined ? {} : { description: cleanText(description) }),
  }
}

/** SEP-1865; the flat key is the one that older servers write. */
function viewOf(meta: Readonly<Record<string, unknown>> | undefined): string[] {
  const ui = meta?.ui
  const nested = typeof ui === 'object' && ui !== null && 'resourceUri' in ui ? ui.resourceUri : undefined
  return [nested, meta?.['ui/resourceUri']].filter((uri) => typeof uri === 'string')
}

function isSame(before: readonly Made[], now: readonly Made[]): boolean {
  return before.length === now.length && before.every((one, at) => one === now[at])
}

function summary(made: readonly Made[], what: 'resources' | 'prompts'): string {
  return JSON.stringify(
    made.map(({ server }) => (what === 'prompts' ? server.prompts : [server.id, server.resources, server.templates])),
  )
}
