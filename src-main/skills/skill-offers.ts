/** Skills for connected apps, which take prompts and read no files of ours. */
import { textOf } from './file-kind.ts'
import type { Skills } from './types.ts'

/** Whose allow and deny lists hold for an app that is no agent of the person's own. */
const appAgent = 'MCP'
/** Characters of one prompt; what is beyond is named and left out. */
const mostCharacters = 200_000

export interface SkillOffers {
  list(userId: number, agent: string | undefined): Promise<readonly { name: string; description: string }[]>
  text(userId: number, agent: string | undefined, name: string): Promise<string | null>
  onChanged(listener: () => void): () => void
}

export function skillOffers(skills: Pick<Skills, 'usable' | 'paths' | 'read' | 'onChanged'>): SkillOffers {
  return {
    list: (userId, agent = appAgent) => skills.usable(userId, agent),
    async text(userId, agent = appAgent, name) {
      const skill = (await skills.usable(userId, agent)).find((one) => one.name === name)
      if (skill === undefined) return null
      const folder = skill.path.slice(0, -'SKILL.md'.length)
      const content = await skills.read(userId, agent, skill.path)
      let text = content === null ? null : textOf(content)
      if (text === null) return null
      text = text.replace(/^\uFEFF?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*\r?\n/, '').trim()
      for (const { path } of await skills.paths(userId, agent)) {
        if (!path.startsWith(folder) || path === skill.path) continue
        const more = await skills.read(userId, agent, path)
        const words = more === null ? null : textOf(more)
        const name = path.slice(folder.length)
        if (words === null || text.length + words.length > mostCharacters) text += `\n\n[${name} is not included.]`
        else text += `\n\nThe file ${name}:\n\n${words.trim()}`
      }
      return text
    },
    onChanged: skills.onChanged,
  }
}
