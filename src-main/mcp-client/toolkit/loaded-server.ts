/** What a server lists and what is stored of its tools, read together. */
import { setImmediate } from 'node:timers/promises'
import type { Logger } from '../../log/logger.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import type { ServerManager } from '../model/server-manager.ts'
import type { ServerStore } from '../model/server-store.ts'
import type { LoadedServer } from './person-tools.ts'
import { type PreparedTool, prepareTool } from './prepared-tool.ts'

const TOOLS_AT_ONCE = 25

export interface LoadedFrom extends LoadedServer {
  /** What it was made of: made of the same again it would be the same. */
  readonly source: { readonly listing: object | null; readonly key: string }
}

interface Sources {
  readonly store: Pick<ServerStore, 'listing' | 'tools'>
  readonly manager: Pick<ServerManager, 'listing'>
  readonly log: Logger
}

/** Never rejects: of a server that cannot be read what was there stays, and the others are not touched by it. */
export async function loadServer(
  sources: Sources,
  entry: ServerEntry,
  before: LoadedFrom | undefined,
): Promise<LoadedFrom> {
  try {
    return await load(sources, entry, before)
  } catch (error) {
    sources.log.error('the tools of a server could not be read', { server: entry.slug, error })
    return { tools: [], source: { listing: null, key: '' }, ...before, entry }
  }
}

async function load(
  { store, manager }: Sources,
  entry: ServerEntry,
  before: LoadedFrom | undefined,
): Promise<LoadedFrom> {
  const listing = manager.listing(entry.id)?.listing ?? (await store.listing(entry))
  const records = await store.tools(entry.userId, entry.id)
  const key = JSON.stringify([entry.settings.processors, records])
  if (before !== undefined && before.source.listing === listing && before.source.key === key)
    return { ...before, entry }
  const recordOf = new Map(records.map((record) => [record.name, record]))
  const tools = new Map<string, PreparedTool>()
  for (const tool of listing?.tools ?? []) {
    // A name that is listed twice leads to one tool, the first.
    if (tools.has(tool.name)) continue
    tools.set(tool.name, prepareTool(tool, recordOf.get(tool.name) ?? null, entry.settings))
    // A server may list thousands, and others want to be answered meanwhile.
    if (tools.size % TOOLS_AT_ONCE === 0) await setImmediate()
  }
  return { entry, tools: [...tools.values()], source: { listing, key } }
}
