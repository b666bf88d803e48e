/** The tools that a group can hold, by server. Pure. */
import type { ServerDetail, ServerToolView } from '../../../src-main/api/contract/servers.ts'

export interface MemberChoice {
  /** As it is offered: what a group holds. */
  readonly alias: string
  readonly title: string
}
export interface MemberSection {
  /** Null: members that no server offers just now. */
  readonly server: string | null
  readonly tools: readonly MemberChoice[]
}

interface ServerTools extends Pick<ServerDetail, 'name'> {
  readonly toolList: readonly Pick<ServerToolView, 'alias' | 'name' | 'title'>[]
}

/** Sections in the servers' order; members that are nowhere stand at the end, so that they can be taken out. */
export function memberSections(
  servers: readonly ServerTools[],
  members: readonly string[],
  search: string,
): MemberSection[] {
  const sections: MemberSection[] = servers.map(({ name, toolList }) => ({
    server: name,
    tools: toolList.map(({ alias, name: tool, title }) => ({ alias, title: title || tool })),
  }))
  const known = new Set(sections.flatMap((section) => section.tools.map((tool) => tool.alias)))
  const gone = members.filter((alias) => !known.has(alias))
  sections.push({ server: null, tools: gone.map((alias) => ({ alias, title: alias })) })
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return sections
    .map((section) => ({
      ...section,
      tools: section.tools.filter(({ alias, title }) => {
        const text = `${alias}\n${title}\n${section.server ?? ''}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter((section) => section.tools.length > 0)
}
