/** A registry with external tools on a real database and store; the servers themselves are in the test's hand. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { createVocabularyService } from '../../../src-main/health/catalogue/vocabulary-service.ts'
import type { GeneticService } from '../../../src-main/health/genetics/service.ts'
import type { HealthService } from '../../../src-main/health/service.ts'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createPersonDesk } from '../../../src-main/mcp-client/desk/person-desk.ts'
import type { UpstreamCall } from '../../../src-main/mcp-client/model/connection.ts'
import { defaultSettings, noValues, type ServerSettings } from '../../../src-main/mcp-client/model/server-entry.ts'
import type { Answered } from '../../../src-main/mcp-client/model/server-manager.ts'
import type { ServerListing, ServerStatus } from '../../../src-main/mcp-client/model/server-status.ts'
import type { ServerStore } from '../../../src-main/mcp-client/model/server-store.ts'
import { createExternalTools, type Toolkit } from '../../../src-main/mcp-client/toolkit/external-tools.ts'
import { fingerprintOf } from '../../../src-main/mcp-client/trust/fingerprint.ts'
import { type MetaTool, metaToolNames } from '../../../src-main/registry/meta-tools.ts'
import { createRegistry } from '../../../src-main/registry/registry.ts'
import type { Caller, Registry } from '../../../src-main/registry/types.ts'
import { newServer, openStoreBed } from '../servers/store-bed.ts'

export const me: Caller = { actor: 'window', user: { id: 1, publicId: 'me', timeZone: 'UTC', language: 'en' } }
export const app: Caller = { ...me, actor: 'mcp:Claude', isClient: true }
export const agent: Caller = { ...me, actor: 'agent:deep', agent: 'DEEP' }
export const other: Caller = { ...me, user: { id: 2, publicId: 'other', timeZone: 'UTC', language: 'zh-CN' } }

export const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...more,
})
export const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

const ownTools = `
/** Adds.
 * @param {number} a */
export function add(a) { return { sum: a + 1 } }
/** Echoes. */
export function echo() { return { from: 'hub' } }
`

/** `packaged`: the source of a tool file that counts as shipped with the app, instead of those that are. */
export async function openExternalBed({
  packaged,
  agentTools,
}: {
  readonly packaged?: string
  readonly agentTools?: readonly MetaTool[]
} = {}) {
  const root = mkdtempSync(join(tmpdir(), 'mirohub-external-'))
  mkdirSync(join(root, 'tools'))
  mkdirSync(join(root, 'packaged'))
  if (packaged !== undefined) writeFileSync(join(root, 'packaged', 'shipped.js'), packaged)
  writeFileSync(join(root, 'tools', 'own.js'), ownTools)
  const { db, store, close } = await openStoreBed()
  const listings = new Map<string, ServerListing>()
  const statuses = new Map<string, Pick<ServerStatus, 'state' | 'fault'>>()
  const calls: (UpstreamCall & { readonly id: string })[] = []
  const listeners = new Set<(id: string, what: 'status' | 'listing') => void>()
  const echoed = async ({ args }: UpstreamCall): Promise<Answered<CallToolResult>> => ({
    ok: true,
    answer: { result: said(JSON.stringify(args)) },
  })
  let answer: (call: UpstreamCall) => Promise<Answered<CallToolResult>> = echoed
  const manager = {
    listing: (id: string) => {
      const listing = listings.get(id)
      return listing === undefined ? null : { listing, stale: false }
    },
    status: (id: string): ServerStatus => ({
      since: '',
      lastAnswerAt: null,
      era: null,
      protocolVersion: null,
      retryAt: null,
      pid: null,
      ...(statuses.get(id) ?? { state: 'ready', fault: null }),
    }),
    call: (id: string, call: UpstreamCall) => {
      calls.push({ id, ...call })
      return answer(call)
    },
    onChanged: (listener: (id: string, what: 'status' | 'listing') => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const attended = { yes: true }
  const desk = createPersonDesk({ now: () => new Date(), isAttended: () => attended.yes, patienceMs: 60_000 })
  const toolkit: Toolkit = createExternalTools({
    store,
    manager,
    desk,
    db,
    log: silentLogger,
    fixedNames: metaToolNames,
  })
  const unused = async () => {
    throw new Error('not asked here')
  }
  const health: HealthService = {
    query: unused,
    search: unused,
    catalog: unused,
    overview: async () => [],
    hasRecords: async () => false,
    sleepNights: unused,
    definition: () => null,
  }
  const genetics: GeneticService = { query: unused, sets: unused, hasGenotypes: async () => false }
  const registry: Registry = await createRegistry({
    ...(packaged === undefined ? {} : { packagedDir: join(root, 'packaged') }),
    config: {
      toolDirs: [join(root, 'tools'), ...(packaged === undefined ? [] : [join(root, 'packaged')])],
      allowedTools: {},
      disallowedTools: { BASE: ['memory__search'] },
    },
    db,
    services: { health, genetics, vocabulary: createVocabularyService() },
    log: silentLogger,
    external: toolkit,
    ...(agentTools === undefined ? {} : { agentTools }),
    now: () => new Date('2026-05-01T10:00:00Z'),
  })

  /** What a server lists from now on. */
  const list = async (id: string, tools: readonly Tool[]) => {
    listings.set(id, {
      tools,
      resources: [],
      templates: [],
      prompts: [],
      serverInfo: null,
      instructions: null,
      capabilities: {},
      listedAt: '',
      cache: null,
    })
    for (const listener of listeners) listener(id, 'listing')
    await toolkit.refresh()
  }
  /** A server that the person approved, with all of the tools of its first list. */
  async function add(
    slug: string,
    tools: readonly Tool[],
    settings: Partial<ServerSettings> = {},
    userId = 1,
  ): Promise<string> {
    const entry = await store.add(
      userId,
      newServer({ slug, name: slug, settings: { ...defaultSettings, ...settings }, values: noValues }),
    )
    await store.approve(userId, entry.id, fingerprintOf(entry.target))
    await store.update(userId, entry.id, { enabled: true })
    await store.setTools(
      userId,
      entry.id,
      tools.map((one) => ({ name: one.name, pinned: one })),
    )
    await list(entry.id, tools)
    return entry.id
  }
  return {
    db,
    toolsDir: join(root, 'tools'),
    store: store as ServerStore,
    registry,
    toolkit,
    desk,
    attended,
    calls,
    statuses,
    add,
    list,
    answerWith(next: (call: UpstreamCall) => Promise<Answered<CallToolResult>>) {
      answer = next
    },
    names: async (caller: Caller) => (await registry.list(caller)).map(({ name }) => name),
    invoke: (name: string, args: unknown = {}, caller: Caller = me, more = {}) =>
      registry.invoke({ tool: name, args, caller, ...more }),
    /** Nobody has a server, group or block, as at the start: opening a database anew takes seconds. */
    async reset() {
      for (const { userId, id } of await store.list()) await store.remove(userId, id)
      await db.query('delete from tool_group')
      await db.query('delete from agent_tool_block')
      listings.clear()
      statuses.clear()
      calls.length = 0
      answer = echoed
      attended.yes = true
      await toolkit.refresh()
    },
    async close() {
      desk.close()
      await registry.close()
      toolkit.close()
      await close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
