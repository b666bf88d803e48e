/**
 * The tools of everybody's external servers, kept in memory: put together anew when a server lists something else or
 * a person changes something, and asked for by the registry at every list and call.
 */
import type { Queryable } from '../../db/database.ts'
import type { Logger } from '../../log/logger.ts'
import type { ExternalTool, ExternalTools, ToolGroup } from '../model/external-tools.ts'
import type { PersonDesk } from '../model/person-desk.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import type { ServerManager } from '../model/server-manager.ts'
import type { ServerStore } from '../model/server-store.ts'
import { type LoadedFrom, loadServer } from './loaded-server.ts'
import { type PersonTools, personTools, type ToolReport } from './person-tools.ts'
import { serverNotes } from './server-notes.ts'
import { callTool } from './tool-call.ts'
import {
  type AgentBlock,
  loadBlocks,
  loadGroups,
  removeGroup,
  saveGroup,
  setBlock,
  setGroupActive,
} from './tool-groups.ts'

export interface ExternalToolsOptions {
  readonly store: Pick<ServerStore, 'list' | 'listing' | 'tools' | 'setTools'>
  readonly manager: Pick<ServerManager, 'listing' | 'status' | 'call' | 'onChanged'>
  readonly desk: Pick<PersonDesk, 'ask'>
  readonly db: Queryable
  readonly log: Logger
  /** Names of tools of the hub that no server may stand in for. */
  readonly fixedNames: readonly string[]
  /** Sites that no tool is sent to. */
  readonly blockedSites?: readonly string[]
}

export interface Toolkit extends ExternalTools {
  /**
   * Looks at the stored servers of a person (of all) again; whoever changed one, or a tool's record, calls it. Resolves
   * when what it changed is offered.
   */
  refresh(userId?: number): Promise<void>
  /** Resolves when what servers have listed so far is offered. */
  settled(): Promise<void>
  /** In the order in which the server lists them. */
  reports(userId: number, serverId: string): readonly ToolReport[]
  saveGroup(userId: number, group: ToolGroup): Promise<void>
  removeGroup(userId: number, name: string): Promise<boolean>
  blocks(userId: number): readonly AgentBlock[]
  setBlock(userId: number, block: AgentBlock, isBlocked: boolean): Promise<void>
  close(): void
}

/** Everything of one person, with what it was made of. */
interface Person {
  readonly loaded: ReadonlyMap<string, LoadedFrom>
  readonly tools: PersonTools
  readonly stopped: ReadonlySet<string>
}

/** What is to be looked at again. */
interface Stale {
  all: boolean
  readonly users: Set<number>
  readonly servers: Set<string>
}

const nothing: PersonTools = personTools(
  { servers: [], groups: [], blocks: [], ownNames: new Set(), fixedNames: new Set() },
  null,
)

/** Begins to read what is stored; `refresh()` resolves when it has. */
export function createExternalTools(options: ExternalToolsOptions): Toolkit {
  const { store, manager, desk, db, log } = options
  const people = new Map<number, Person>()
  const listeners = new Set<() => void>()
  const fixedNames = new Set(options.fixedNames)
  let ownNames: ReadonlySet<string> = new Set()
  let isClosed = false

  const of = (userId: number): PersonTools => people.get(userId)?.tools ?? nothing
  const isStopped = (id: string) => manager.status(id).state === 'stopped'
  const entryOf = (userId: number, id: string) => of(userId).servers.find(({ entry }) => entry.id === id)?.entry

  async function rebuild(userId: number, entries: readonly ServerEntry[], isStale: (id: string) => boolean) {
    const before = people.get(userId)
    const loaded = new Map<string, LoadedFrom>()
    for (const entry of entries) {
      const known = before?.loaded.get(entry.id)
      const isKept = known !== undefined && !isStale(entry.id)
      loaded.set(entry.id, isKept ? { ...known, entry } : await loadServer(options, entry, known))
    }
    const [groups, blocks] = await Promise.all([loadGroups(db, userId), loadBlocks(db, userId)])
    const stopped = new Set([...loaded.keys()].filter(isStopped))
    const parts = { servers: [...loaded.values()], groups, blocks, ownNames, fixedNames, stopped }
    const tools = personTools(parts, before?.tools ?? null)
    people.set(userId, { loaded, tools, stopped })
    await keepNames(userId, tools)
    return before === undefined || isAnother(before.tools, tools)
  }

  /** A name once given stays: it is written down beside what the person approved. */
  async function keepNames(userId: number, { servers, tools }: PersonTools): Promise<void> {
    const given = new Map([...tools].map(([alias, tool]) => [`${tool.serverId} ${tool.upstreamName}`, alias]))
    for (const { entry, tools: listed } of servers) {
      const named = listed.flatMap(({ name, record }) => {
        const alias = given.get(`${entry.id} ${name}`)
        return record === null || alias === undefined || alias === record.alias ? [] : [{ name, alias }]
      })
      if (named.length === 0) continue
      try {
        await store.setTools(userId, entry.id, named)
        stale.servers.add(entry.id)
      } catch (error) {
        log.error('the names of tools could not be kept', { server: entry.slug, error })
      }
    }
  }

  let stale: Stale = { all: true, users: new Set(), servers: new Set() }
  const ownerOf = (id: string) => [...people].find(([, { loaded }]) => loaded.has(id))?.[0]

  async function flush(): Promise<void> {
    if (isClosed) return
    const { users, servers, ...wish } = stale
    stale = { all: false, users: new Set(), servers: new Set() }
    const owners = [...servers].map(ownerOf)
    const all = wish.all || owners.includes(undefined)
    const named = [...users, ...owners].filter((id) => id !== undefined)
    const entries = all
      ? await store.list()
      : (await Promise.all([...new Set(named)].map((id) => store.list(id)))).flat()
    const concerned = new Set(all ? [...named, ...people.keys(), ...entries.map(({ userId }) => userId)] : named)
    let isChanged = false
    for (const userId of concerned) {
      const own = entries.filter((entry) => entry.userId === userId)
      const isOther = await rebuild(userId, own, (id) => all || users.has(userId) || servers.has(id))
      isChanged = isOther || isChanged
    }
    if (isChanged && !isClosed) for (const listener of listeners) listener()
  }

  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  /** One after another; what is wished for while one waits is done with it. */
  function soon(): Promise<void> {
    if (next !== null) return next
    const turn = running.then(() => {
      next = null
      return flush()
    })
    next = turn
    running = turn.catch((error: unknown) => log.error('the tools of servers could not be put together', { error }))
    return turn
  }
  const later = () => void soon().catch(() => undefined)

  const wasStopped = (id: string) => {
    const owner = ownerOf(id)
    return owner !== undefined && people.get(owner)?.stopped.has(id) === true
  }
  const stopListening = manager.onChanged((id, what) => {
    // States are asked for when they are told; only a list makes other tools, and that a server was stopped by hand.
    if (isClosed || (what !== 'listing' && wasStopped(id) === isStopped(id))) return
    stale.servers.add(id)
    later()
  })
  later()

  const refresh = (userId?: number) => {
    if (userId === undefined) stale.all = true
    else stale.users.add(userId)
    return soon()
  }

  return {
    refresh,
    settled: () => next?.catch(() => undefined) ?? running,
    tools: (userId) => of(userId).tools,
    setAside: (userId) => of(userId).setAside,
    servers: (userId) => serverNotes(of(userId), (id) => manager.status(id)),
    reports: (userId, serverId) => of(userId).reports.get(serverId) ?? [],
    isBlocked: (userId, agent, { serverId, upstreamName }) =>
      of(userId).blocks.some(
        (block) =>
          block.agent === agent.toUpperCase() &&
          block.serverId === serverId &&
          (block.tool === '*' || block.tool === upstreamName),
      ),
    isGroupOff: (userId, name) => of(userId).offByGroup.has(name),
    groups: (userId) => of(userId).groups,
    async switchGroup(userId, name, active, byAgent) {
      const group = of(userId).groups.find((one) => one.name === name)
      if (group === undefined) return 'unknown'
      if (byAgent && !group.byAgent) return 'not_allowed'
      await setGroupActive(db, userId, name, active)
      await refresh(userId)
      return 'done'
    },
    async saveGroup(userId, group) {
      await saveGroup(db, userId, group)
      await refresh(userId)
    },
    async removeGroup(userId, name) {
      const isGone = await removeGroup(db, userId, name)
      await refresh(userId)
      return isGone
    },
    blocks: (userId) => of(userId).blocks,
    async setBlock(userId, block, isBlocked) {
      await setBlock(db, userId, block, isBlocked)
      await refresh(userId)
    },
    async approve(userId, tool, args, actor, signal) {
      const { serverId, serverName, upstreamName } = tool
      const answer = await desk.ask(
        userId,
        { kind: 'tool', server: serverName, tool: upstreamName, args, actor },
        signal,
      )
      if (answer?.kind !== 'tool' || !answer.allow) return false
      if (answer.always) {
        try {
          await store.setTools(userId, serverId, [{ name: upstreamName, policy: 'allow' }])
          await refresh(userId)
        } catch (error) {
          // The person will be asked again; this call they have allowed.
          log.error('a decision about a tool could not be kept', { server: tool.slug, error })
        }
      }
      return true
    },
    async call(userId, tool, args, call) {
      const entry = entryOf(userId, tool.serverId)
      const target = {
        serverId: tool.serverId,
        serverName: tool.serverName,
        tool: tool.upstreamName,
        preset: presetOf(of(userId), tool),
        processors: entry?.settings.processors ?? [],
        blockedSites: options.blockedSites ?? [],
      }
      return callTool(manager, target, args, call)
    },
    setOwnNames(names) {
      ownNames = new Set(names)
      for (const userId of people.keys()) stale.users.add(userId)
      later()
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      isClosed = true
      stopListening()
      listeners.clear()
    },
  }
}

/** Whether who lists tools has to list them again. */
function isAnother(before: PersonTools, now: PersonTools): boolean {
  const rest = ({ groups, blocks, reports, servers }: PersonTools) =>
    JSON.stringify([groups, blocks, [...reports], servers.map(({ entry }) => [entry.slug, entry.enabled])])
  return before.tools !== now.tools || rest(before) !== rest(now)
}

function presetOf({ servers }: PersonTools, tool: ExternalTool): Readonly<Record<string, unknown>> {
  const server = servers.find(({ entry }) => entry.id === tool.serverId)
  return server?.tools.find(({ name }) => name === tool.upstreamName)?.record?.preset ?? {}
}
