/** Tools by origin, in the order people look for them: ours, their own, then each server. Pure. */
import type { ToolView } from '../../../src-main/api/contract/tools.ts'

export interface ToolGroup {
  readonly id: string
  readonly kind: 'packaged' | 'personal' | 'server'
  readonly server: string | null
  readonly tools: readonly ToolView[]
}

/** Every word of `search` stands in the title, the name or the description. Groups without a hit are left out. */
export function groupTools(tools: readonly ToolView[], search: string): ToolGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, ToolGroup & { tools: ToolView[] }>()
  for (const tool of [...tools].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const text = `${tool.title} ${tool.name} ${tool.description}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    const server = tool.origin.kind === 'server' ? tool.origin.server : null
    const id = server === null ? tool.origin.kind : `server/${server}`
    const group = groups.get(id) ?? { id, kind: tool.origin.kind, server, tools: [] }
    group.tools.push(tool)
    groups.set(id, group)
  }
  const rank = { packaged: 0, personal: 1, server: 2 }
  return [...groups.values()].sort((a, b) => rank[a.kind] - rank[b.kind] || (a.id < b.id ? -1 : 1))
}
