/** Prompts of the servers that a person shares with apps, under the names that they are offered by. */
import type { Prompt } from '@modelcontextprotocol/server'
import type { SharedServer, SharedServers } from '../../mcp-client/model/shared-servers.ts'
import type { PromptProvider } from '../prompt-provider.ts'
import { answerOf } from './shared-answer.ts'
import { completion, sortedUnique } from './shared-resources.ts'

/** Of two with the same name the first in the person's order is meant. */
export function sharedPrompts(servers: SharedServers, userId: number, agent: string | undefined): PromptProvider {
  async function find(name: string): Promise<{ server: SharedServer; ownName: string } | null> {
    for (const server of await servers.of(userId, agent)) {
      const found = server.prompts.find(({ offered }) => offered.name === name)
      if (found !== undefined) return { server, ownName: found.ownName }
    }
    return null
  }

  return {
    async list() {
      const all = await servers.of(userId, agent)
      return sortedUnique<Prompt>(
        all.map(({ prompts }) => prompts.map(({ offered }) => offered)),
        ({ name }) => name,
      )
    },
    async get(name, args, { signal, client }) {
      const found = await find(name)
      if (found === null) return null
      return answerOf(await servers.getPrompt(found.server.id, found.ownName, args, { signal, client }), signal)
    },
    async complete(name, argument) {
      const found = await find(name)
      return found && completion(servers, found.server, { type: 'ref/prompt', name: found.ownName }, argument)
    },
    onChanged: (listener) =>
      servers.onChanged((id, what) => {
        if (id === userId && what === 'prompts') listener()
      }),
  }
}
