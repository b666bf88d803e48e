/** Which tools of external servers a caller has, and why one of them is kept from it. */
import type { Config } from '../config/config.ts'
import type { ExternalServerNote, ExternalTool, ExternalTools } from '../mcp-client/model/external-tools.ts'
import { isAllowed } from './access.ts'
import type { Caller } from './types.ts'

const none: ReadonlyMap<string, ExternalTool> = new Map()

/**
 * Servers are a person's own: nobody has any without a person, nor while acting for another. A connected app has what
 * the person shares with apps.
 */
export function externalToolsOf(
  caller: Caller,
  external: ExternalTools | undefined,
): ReadonlyMap<string, ExternalTool> {
  const userId = ownerOf(caller)
  if (external === undefined || userId === null) return none
  const tools = external.tools(userId)
  return caller.isClient ? sharedOf(tools) : tools
}

/** The map is the same until something changes, and apps call often. */
const sharedIn = new WeakMap<object, ReadonlyMap<string, ExternalTool>>()

function sharedOf(tools: ReadonlyMap<string, ExternalTool>): ReadonlyMap<string, ExternalTool> {
  const known = sharedIn.get(tools)
  if (known !== undefined) return known
  const shared = new Map([...tools].filter(([, tool]) => tool.shared))
  sharedIn.set(tools, shared)
  return shared
}

export function externalServersOf(caller: Caller, external: ExternalTools): readonly ExternalServerNote[] {
  const userId = ownerOf(caller)
  if (userId === null) return []
  return external.servers(userId).filter(({ shared }) => shared || !caller.isClient)
}

/** Null where the caller has no servers at all. */
export function ownerOf(caller: Caller): number | null {
  return caller.readsOnly === true ? null : groupOwnerOf(caller)
}

/** Who only reads has no servers, but a group that is off keeps the hub's own tools from them too. */
function groupOwnerOf({ user, dataClasses }: Caller): number | null {
  return user === null || (dataClasses !== null && dataClasses !== undefined) ? null : user.id
}

/** Of any tool, the hub's own too. */
export function isGroupOff(name: string, caller: Caller, external: ExternalTools | undefined): boolean {
  const userId = groupOwnerOf(caller)
  return external !== undefined && userId !== null && external.isGroupOff(userId, name)
}

interface Kept {
  readonly code: 'not_allowed' | 'switched_off'
  readonly reason: { readonly en: string; readonly zh: string }
  readonly hint: string
}

/** Null when nothing keeps the tool from the caller. `off`: names that the person switched off. */
export function keptFrom(
  tool: ExternalTool,
  caller: Caller,
  external: ExternalTools,
  config: Pick<Config, 'allowedTools' | 'disallowedTools'>,
  off: ReadonlySet<string>,
): Kept | null {
  const { agent, user } = caller
  const { name } = tool.definition
  if (!isAllowed(name, agent, config))
    return {
      code: 'not_allowed',
      reason: {
        en: `The configuration keeps it from the agent ${agent}.`,
        zh: `配置不允许代理 ${agent} 使用它。`,
      },
      hint: `ALLOWED_TOOLS_${agent} and DISALLOWED_TOOLS_${agent} in config.yaml decide this.`,
    }
  if (tool.policy === 'block')
    return {
      code: 'not_allowed',
      reason: { en: 'It is blocked.', zh: '它已被禁止使用。' },
      hint: `The person decides this on the page of the server ${tool.serverName} in Mirohub.`,
    }
  if (user === null) return null
  if (agent !== undefined && external.isBlocked(user.id, agent, tool))
    return {
      code: 'not_allowed',
      reason: { en: `It is kept from the agent ${agent}.`, zh: `不允许代理 ${agent} 使用它。` },
      hint: 'The person decides this on the Servers page in Mirohub.',
    }
  if (off.has(name))
    return {
      code: 'switched_off',
      reason: { en: 'It is switched off.', zh: '它已被关闭。' },
      hint: 'It can be switched on again on the Tools page.',
    }
  if (external.isGroupOff(user.id, name))
    return {
      code: 'switched_off',
      reason: { en: 'It is off with its group.', zh: '它所在的分组已关闭。' },
      hint: 'The group can be switched on again on the Servers page, or by switch_tool_group where the person allows it.',
    }
  return null
}
