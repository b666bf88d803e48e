/** All tools that one person's servers offer, put together: names, trust, groups, blocks. Pure. */
import type { Bilingual } from '../../config/bilingual.ts'
import type { ExternalTool, ToolGroup } from '../model/external-tools.ts'
import type { ServerEntry } from '../model/server-entry.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import type { ToolTrust } from '../trust/pins.ts'
import { type GivenName, giveNames } from './name-clashes.ts'
import type { PreparedTool } from './prepared-tool.ts'
import type { AgentBlock } from './tool-groups.ts'

export interface LoadedServer {
  readonly entry: ServerEntry
  /** One a name; empty while nothing was ever listed. */
  readonly tools: readonly PreparedTool[]
}

/** What the pages are told of one tool. */
export interface ToolReport {
  /** As the server calls it. */
  readonly name: string
  /** As it is offered, or would be. */
  readonly alias: string
  readonly trust: ToolTrust
  readonly enabled: boolean
  /** Why no model is offered it; null when one is. */
  readonly setAside: Bilingual<string> | null
}

export interface PersonTools {
  readonly servers: readonly LoadedServer[]
  readonly tools: ReadonlyMap<string, ExternalTool>
  /** By the name that they would have, why tools are not offered. */
  readonly setAside: ReadonlyMap<string, Bilingual<string>>
  readonly reports: ReadonlyMap<string, readonly ToolReport[]>
  readonly groups: readonly ToolGroup[]
  readonly blocks: readonly AgentBlock[]
  /** Names that are off with a group. Off counts more than on. */
  readonly offByGroup: ReadonlySet<string>
}

export interface PersonParts {
  /** In the person's order. */
  readonly servers: readonly LoadedServer[]
  readonly groups: readonly ToolGroup[]
  readonly blocks: readonly AgentBlock[]
  readonly ownNames: ReadonlySet<string>
  readonly fixedNames: ReadonlySet<string>
  /** Ids of servers that were stopped by hand: they answer no call until they are started by hand. */
  readonly stopped?: ReadonlySet<string>
}

const stoppedReason: Bilingual<string> = {
  en: 'Its server was stopped by hand. It has to be started on the Servers page first.',
  zh: '它所属的服务器已被手动停止，请先在“服务器”页面启动。',
}

/** What was there is used again where nothing is different: who holds a tool or the map sees that nothing changed. */
export function personTools(parts: PersonParts, before: PersonTools | null): PersonTools {
  const { servers, groups } = parts
  const names = giveNames(servers.map(naming), parts.ownNames, parts.fixedNames)
  const offByGroup = new Set(groups.filter(({ active }) => !active).flatMap(({ members }) => members))
  const offered: ExternalTool[] = []
  const setAside = new Map<string, Bilingual<string>>()
  const reports = new Map<string, readonly ToolReport[]>()
  for (const { entry, tools } of servers) {
    const given = names.get(entry.id)
    const runs = mayRun(entry)
    const held = parts.stopped?.has(entry.id) ? stoppedReason : null
    const told = tools.flatMap((tool): ToolReport[] => {
      const own = given?.get(tool.name)
      if (own === undefined) return []
      const reason = tool.setAside ?? own.refused
      const kept = reason ?? held
      if (runs && kept !== null) setAside.set(own.name, kept)
      if (runs && kept === null) offered.push(toolOf(entry, tool, own, before))
      return [reportOf(entry, tool, own, reason, offByGroup)]
    })
    reports.set(entry.id, told)
  }
  // A tool that is offered is not told of as one that is not.
  for (const { definition } of offered) setAside.delete(definition.name)
  const sorted = new Map(
    offered
      .toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
      .map((tool) => [tool.definition.name, tool]),
  )
  const isSame = before !== null && isSameMap(before.tools, sorted)
  return {
    servers,
    groups,
    blocks: parts.blocks,
    reports,
    setAside,
    offByGroup,
    tools: isSame ? before.tools : sorted,
  }
}

/** Enabled, and what would run is what the person agreed to. */
export function mayRun({ enabled, approved, target }: ServerEntry): boolean {
  return enabled && approved !== null && approved.fingerprint === fingerprintOf(target)
}

function naming({ entry, tools }: LoadedServer) {
  const { id, slug, name, settings } = entry
  const runs = mayRun(entry)
  return {
    id,
    slug,
    name,
    settings,
    tools: tools.map((tool) => ({
      name: tool.name,
      alias: tool.record?.alias ?? null,
      isOffered: runs && tool.setAside === null,
    })),
  }
}

function toolOf(entry: ServerEntry, tool: PreparedTool, own: GivenName, before: PersonTools | null): ExternalTool {
  const { id, name: serverName, slug, settings } = entry
  const { shape, record } = tool
  if (shape === null) throw new Error('a tool that cannot be used was offered')
  const made: ExternalTool = {
    definition: { name: own.name, origin: { kind: 'server', server: serverName }, ...shape },
    serverId: id,
    serverName,
    slug,
    upstreamName: tool.name,
    policy: record?.policy ?? settings.policy,
    ...(entry.approved === null ? {} : { target: entry.approved.fingerprint }),
    shared: settings.shared,
    overrides: own.overrides,
    mayBeGuessed: tool.mayBeGuessed,
  }
  const was = before?.tools.get(own.name)
  if (was !== undefined && isSameTool(was, made, shapeOf.get(was) === shape)) return was
  shapeOf.set(made, shape)
  return made
}

/** What a tool was made of. Thousands of tools are not written out to see that they are the same. */
const shapeOf = new WeakMap<ExternalTool, PreparedTool['shape']>()

function isSameTool(a: ExternalTool, b: ExternalTool, isSameShape: boolean): boolean {
  const { definition: shownA, ...restA } = a
  const { definition: shownB, ...restB } = b
  if (JSON.stringify(restA) !== JSON.stringify(restB)) return false
  return isSameShape || JSON.stringify(shownA) === JSON.stringify(shownB)
}

function reportOf(
  { settings }: ServerEntry,
  { name, trust, record }: PreparedTool,
  own: GivenName,
  reason: Bilingual<string> | null,
  offByGroup: ReadonlySet<string>,
): ToolReport {
  const isBlocked = (record?.policy ?? settings.policy) === 'block'
  return {
    name,
    alias: own.name,
    trust,
    enabled: record?.enabled ?? true,
    setAside: reason ?? (isBlocked ? blocked : offByGroup.has(own.name) ? groupOff : null),
  }
}

function isSameMap(a: ReadonlyMap<string, ExternalTool>, b: ReadonlyMap<string, ExternalTool>): boolean {
  return a.size === b.size && [...b].every(([name, tool]) => a.get(name) === tool)
}

const blocked: Bilingual<string> = { en: 'It is blocked.', zh: '它已被禁止使用。' }
const groupOff: Bilingual<string> = { en: 'It is off with its group.', zh: '它所在的分组已关闭。' }
