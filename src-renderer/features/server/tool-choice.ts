/** Which tools of a server are shown, and what a bulk change of them looks like before the hub has answered. Pure. */
import type { ServerDetail, ServerToolView } from '../../../src-main/api/contract/servers.ts'

export type ToolFilter = 'all' | 'on' | 'off' | 'review' | 'aside'

export function shownTools(tools: readonly ServerToolView[], words: string, filter: ToolFilter): ServerToolView[] {
  const wanted = words.trim().toLowerCase()
  return tools.filter((tool) => {
    const isWanted =
      wanted === '' ||
      [tool.name, tool.alias, tool.title, tool.description].some((text) => text.toLowerCase().includes(wanted))
    return isWanted && fits(tool, filter)
  })
}

function fits(tool: ServerToolView, filter: ToolFilter): boolean {
  switch (filter) {
    case 'on':
      return tool.enabled
    case 'off':
      return !tool.enabled
    case 'review':
      return tool.trust !== 'approved'
    case 'aside':
      return tool.setAside !== null
    default:
      return true
  }
}

/** `names` null: every tool. The counts follow; the rest of what the hub decides comes with its answer. */
export function withTools<Server extends Pick<ServerDetail, 'toolList' | 'tools'>>(
  server: Server,
  names: readonly string[] | null,
  patch: Partial<Pick<ServerToolView, 'enabled' | 'policy' | 'preset'>>,
): Server {
  const toolList = server.toolList.map((tool) =>
    names === null || names.includes(tool.name) ? { ...tool, ...patch } : tool,
  )
  const on = toolList.filter((tool) => tool.enabled && tool.trust === 'approved').length
  return { ...server, toolList, tools: { ...server.tools, on } }
}

/** Name and fingerprint of what a person looked at: exactly that is approved, not what it is by then. */
export function approvalsOf(tools: readonly ServerToolView[]): { name: string; fingerprint: string }[] {
  return tools.filter((tool) => tool.trust !== 'approved').map(({ name, fingerprint }) => ({ name, fingerprint }))
}
