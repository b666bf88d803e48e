/** Skills as prompts of an endpoint: a connected app cannot read the files of a skill, so it gets them as one text. */
import type { Prompt } from '@modelcontextprotocol/server'
import type { PromptProvider } from '../prompt-provider.ts'

/** The skills that a person has switched on, as far as apps are concerned. */
export interface OfferedSkills {
  /** `agent`: upper-case name of the agent that asks, where one does. */
  list(userId: number, agent: string | undefined): Promise<readonly { name: string; description: string }[]>
  /** Instructions and other texts of one of them; null when it is not offered. */
  text(userId: number, agent: string | undefined, name: string): Promise<string | null>
  onChanged(listener: () => void): () => void
}

/** The first of two providers with a prompt of the name answers. */
export function withSkillPrompts(
  prompts: PromptProvider,
  skills: OfferedSkills,
  userId: number,
  agent: string | undefined,
): PromptProvider {
  return {
    async list() {
      const [others, own] = await Promise.all([prompts.list(), skills.list(userId, agent)])
      const taken = new Set(own.map(({ name }) => name))
      const listed: Prompt[] = own.map(({ name, description }) => ({ name, description }))
      return [...listed, ...others.filter(({ name }) => !taken.has(name))].sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async get(name, args, request) {
      const text = await skills.text(userId, agent, name)
      if (text === null) return prompts.get(name, args, request)
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
    async complete(name, argument) {
      if ((await skills.list(userId, agent)).some((skill) => skill.name === name)) return { values: [], hasMore: false }
      return (await prompts.complete?.(name, argument)) ?? null
    },
    onChanged(listener) {
      const stops = [prompts.onChanged(listener), skills.onChanged(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
