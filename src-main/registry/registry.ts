/** The one door: every tool call of agents, MCP clients, pages and the command line passes `invoke`. */

import { type Bilingual, inLanguage } from '../config/bilingual.ts'
import type { Config } from '../config/config.ts'
import { resourcePath } from '../config/entries.ts'
import type { Database } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import type { Logger } from '../log/logger.ts'
import type { ExternalTools } from '../mcp-client/model/external-tools.ts'
import { isAllowed, isBeyondReading } from './access.ts'
import { type AuditLog, createAuditLog } from './audit-log.ts'
import { notSharedReason, withheldClass } from './data-classes.ts'
import { dataGates } from './data-gates.ts'
import { externalToolsOf, isGroupOff, keptFrom } from './external-access.ts'
import { type InvokeParts, invokeTool } from './invoke.ts'
import { type MetaTool, metaTools } from './meta-tools.ts'
import { createToolSwitches } from './switches.ts'
import { openToolCatalog } from './tool-catalog.ts'
import type { Caller, Registry, ToolContext, ToolDefinition } from './types.ts'

export interface RegistryOptions {
  readonly config: Pick<Config, 'toolDirs' | 'allowedTools' | 'disallowedTools'>
  readonly db: Pick<Database, 'query'>
  readonly services: Pick<ToolContext, 'health' | 'genetics' | 'vocabulary'>
  readonly log: Logger
  /** Where calls are written down; one of its own by default. */
  readonly audit?: AuditLog
  readonly now: () => Date
  /** Tools of external servers, merged with the hub's own for each person. */
  readonly external?: ExternalTools
  /** Tools that only agents have, and those for whom the person turned them on. */
  readonly agentTools?: readonly MetaTool[]
  /** The directory that ships with the app; only tests give another. */
  readonly packagedDir?: string
}

/** Loads the tool directories and watches them until `close`. A bad tool file is a warning, never a failed start. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const { config, db, services, log, now, external } = options
  const catalog = await openToolCatalog({
    toolDirs: config.toolDirs,
    packagedDir: options.packagedDir ?? resourcePath('tools'),
    log,
  })
  const audit = options.audit ?? createAuditLog(db, log)
  const switches = createToolSwitches(db)
  const gates = dataGates(services, log)
  const listeners = new Set<() => void>()
  /** By whom is asked for; the same array until something changes, so that an answer made of it can be kept too. */
  const lists = new FreshCache<string, ToolDefinition[]>()
  const changed = () => {
    lists.forgetAll()
    for (const listener of listeners) listener()
  }
  const tellNames = () => external?.setOwnNames([...catalog.tools().keys()])
  catalog.onChanged(() => {
    tellNames()
    changed()
  })
  tellNames()
  const stopFollowing = external?.onChanged(changed)
  const meta = new Map<string, MetaTool>([
    ...(external === undefined ? [] : metaTools(external)),
    ...(options.agentTools ?? []).map((tool) => [tool.definition.name, tool] as const),
  ])
  const parts: InvokeParts = {
    catalog,
    audit,
    switches,
    config,
    services: { ...services, now },
    log,
    meta,
    ...(external === undefined ? {} : { external }),
  }

  const offFor = (caller: Caller) => (caller.user ? switches.off(caller.user.id) : new Set<string>())

  /** Why a tool of the hub is not in this caller's list; null when it is. */
  async function hiddenReason(tool: ToolDefinition, caller: Caller): Promise<Bilingual<string> | null> {
    if (!isAllowed(tool.name, caller.agent, config))
      return {
        en: `The configuration keeps it from the agent ${caller.agent}.`,
        zh: `配置不允许代理 ${caller.agent} 使用它。`,
      }
    if ((await offFor(caller)).has(tool.name)) return { en: 'It is switched off.', zh: '它已被关闭。' }
    if (isGroupOff(tool.name, caller, external)) return { en: 'It is off with its group.', zh: '它所在的分组已关闭。' }
    if (isBeyondReading(tool, caller)) return { en: 'This caller only reads.', zh: '此调用方只能读取。' }
    const withheld = withheldClass(tool.name, caller)
    if (withheld !== null) return notSharedReason(withheld)
    const gate = gates.get(tool.name)
    return gate && caller.user && !(await gate.open(caller.user.id)) ? gate.reason : null
  }

  /** Every tool that this caller has, in name order, with the reason why it is not listed. */
  async function known(caller: Caller): Promise<{ tool: ToolDefinition; hidden: Bilingual<string> | null }[]> {
    const off = await offFor(caller)
    const ofServers = externalToolsOf(caller, external)
    const own = [...catalog.tools().values()].filter(({ definition }) => !ofServers.get(definition.name)?.overrides)
    const about = [...meta.values()].filter(
      (tool) => tool.isOffered(caller) && !catalog.tools().has(tool.definition.name),
    )
    const tools = await Promise.all(
      [...own, ...about].map(async ({ definition }) => ({
        tool: definition,
        hidden: await hiddenReason(definition, caller),
      })),
    )
    for (const tool of ofServers.values()) {
      if (!tool.overrides && catalog.tools().has(tool.definition.name)) continue
      const kept = external === undefined ? null : keptFrom(tool, caller, external, config, off)
      tools.push({ tool: tool.definition, hidden: kept?.reason ?? null })
    }
    return tools.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1))
  }

  async function listed(caller: Caller): Promise<ToolDefinition[]> {
    return (await known(caller)).flatMap(({ tool, hidden }) => (hidden === null ? [tool] : []))
  }

  return {
    list: (caller) => lists.get(listKey(caller), () => listed(caller)),
    refresh: changed,
    async inspect(caller) {
      const off = await offFor(caller)
      const unshared = new Set(
        [...externalToolsOf(caller, external).values()]
          .filter(({ shared }) => !shared)
          .map(({ definition }) => definition.name),
      )
      const tools = (await known(caller)).map(({ tool, hidden }) => {
        const reason = hidden ?? (unshared.has(tool.name) ? notForApps : null)
        return {
          ...tool,
          enabled: !off.has(tool.name),
          hidden: reason === null ? null : inLanguage(reason, caller.user?.language ?? 'en'),
        }
      })
      return { tools, warnings: [...catalog.warnings()] }
    },
    invoke: (call) => invokeTool(call, parts),
    async setEnabled(userId, tool, enabled) {
      await switches.set(userId, tool, enabled)
      changed()
    },
    onListChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      stopFollowing?.()
      await catalog.close()
      await audit.flush()
    },
  }
}

/** All of a caller that decides what it sees listed. */
function listKey({ user, agent, dataClasses, isClient, readsOnly, abilities }: Caller): string {
  const by = [user?.id ?? null, agent ?? null, dataClasses ?? null, isClient ?? false, readsOnly ?? false]
  return JSON.stringify([...by, abilities ?? null])
}

const notForApps: Bilingual<string> = {
  en: 'Connected apps do not see it: its server is not shared with them.',
  zh: '已连接的应用看不到它：其所属服务器没有与应用共享。',
}
