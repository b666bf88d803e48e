/** The one door: every tool call of agents, MCP clients, pages and the command line passes `invoke`. */

import type { Config } from '../config/config.ts'
import { resourcePath } from '../config/entries.ts'
import type { Database } from '../db/database.ts'
import { FreshCache } from '../db/fresh-cache.ts'
import type { Logger } from '../log/logger.ts'
import { isAllowed } from './access.ts'
import { type AuditLog, createAuditLog } from './audit-log.ts'
import { notSharedReason, withheldClass } from './data-classes.ts'
import { dataGates } from './data-gates.ts'
import { type InvokeParts, invokeTool } from './invoke.ts'
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
  /** The directory that ships with the app; only tests give another. */
  readonly packagedDir?: string
}

/** Loads the tool directories and watches them until `close`. A bad tool file is a warning, never a failed start. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const { config, db, services, log, now } = options
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
  catalog.onChanged(changed)
  const parts: InvokeParts = { catalog, audit, switches, config, services: { ...services, now }, log }

  const offFor = (caller: Caller) => (caller.user ? switches.off(caller.user.id) : new Set<string>())
  const definitions = () => [...catalog.tools().values()].map((tool) => tool.definition)

  /** Why the tool is not in this caller's list; null when it is. */
  async function hiddenReason(tool: ToolDefinition, caller: Caller): Promise<{ en: string; zh: string } | null> {
    if (!isAllowed(tool.name, caller.agent, config))
      return {
        en: `The configuration keeps it from the agent ${caller.agent}.`,
        zh: `配置不允许代理 ${caller.agent} 使用它。`,
      }
    if ((await offFor(caller)).has(tool.name)) return { en: 'It is switched off.', zh: '它已被关闭。' }
    const withheld = withheldClass(tool.name, caller)
    if (withheld !== null) return notSharedReason(withheld)
    const gate = gates.get(tool.name)
    return gate && caller.user && !(await gate.open(caller.user.id)) ? gate.reason : null
  }

  async function listed(caller: Caller): Promise<ToolDefinition[]> {
    const seen = await Promise.all(
      definitions().map(async (tool) => ((await hiddenReason(tool, caller)) === null ? [tool] : [])),
    )
    return seen.flat()
  }

  return {
    list: (caller) => lists.get(listKey(caller), () => listed(caller)),
    refresh: changed,
    async inspect(caller) {
      const off = await offFor(caller)
      const language = caller.user?.language.startsWith('zh') ? 'zh' : 'en'
      const tools = await Promise.all(
        definitions().map(async (tool) => ({
          ...tool,
          enabled: !off.has(tool.name),
          hidden: (await hiddenReason(tool, caller))?.[language] ?? null,
        })),
      )
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
      await catalog.close()
      await audit.flush()
    },
  }
}

/** All of a caller that decides what it sees listed. */
function listKey({ user, agent, dataClasses }: Caller): string {
  return JSON.stringify([user?.id ?? null, agent ?? null, dataClasses ?? null])
}
