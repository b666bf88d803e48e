/** `/skills`: the files of the skills that this agent may use, read-only. */
import type { Skills } from '../../skills/types.ts'
import { type Mount, notFound } from './mount.ts'

export type ReadableSkills = Pick<Skills, 'usable' | 'read' | 'list'>

export function skillsMount(skills: ReadableSkills, userId: number, agent: string): Mount {
  return {
    async list() {
      const usable = new Set((await skills.usable(userId, agent)).map(({ id }) => id))
      if (usable.size === 0) return []
      return (await skills.list(userId))
        .filter(({ id }) => usable.has(id))
        .flatMap(({ id, files }) =>
          files.map(({ path, bytes }) => ({
            path: `/skills/${id}/${path}`,
            isDirectory: false,
            bytes,
            changedAt: null,
          })),
        )
    },
    async text(path) {
      const bytes = await skills.read(userId, agent, path)
      if (bytes === null) return notFound(path)
      try {
        return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
      } catch {
        return { ok: false, code: 'not_text', message: `${path} is no text file.` }
      }
    },
    async mimeOf(path) {
      return /\.md$/i.test(path) ? 'text/markdown' : 'text/plain'
    },
  }
}
