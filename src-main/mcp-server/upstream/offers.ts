/** What an endpoint offers a caller besides tools: the hub's own resources and what the caller's servers share. */

import type { SharedServers } from '../../mcp-client/model/shared-servers.ts'
import { holdsScope } from '../../registry/access.ts'
import { ownerOf } from '../../registry/external-access.ts'
import type { Caller } from '../../registry/types.ts'
import type { ResourceProvider } from '../resource-provider.ts'
import type { Offers } from '../tool-backend.ts'
import { leastTtl } from './list-ttl.ts'
import { sharedPrompts } from './shared-prompts.ts'
import { sharedResources } from './shared-resources.ts'
import { type OfferedSkills, withSkillPrompts } from './skill-prompts.ts'

export interface OffersOptions {
  readonly resources: ResourceProvider
  readonly servers: SharedServers
  /** Null: apps are not offered any (MCP_PROMPTS). */
  readonly skills?: OfferedSkills | null
  readonly now: () => Date
}

/**
 * The same is declared to everybody, since the caller of a session may change. Servers are a person's own: who acts for
 * another, or may not read, has none of them.
 */
export function offersTo(caller: Omit<Caller, 'actor'>, { resources, servers, skills, now }: OffersOptions): Offers {
  const owner = ownerOf({ actor: '', ...caller })
  const userId = owner !== null && holdsScope(caller.scopes, 'mcp:read') ? owner : null
  const seen = userId === null ? nobodys : servers
  const own = { userId: userId ?? 0, agent: caller.agent }
  const prompts = sharedPrompts(seen, own.userId, own.agent)
  return {
    resources: sharedResources({ own: resources, servers: seen, ...own }),
    prompts: userId !== null && skills ? withSkillPrompts(prompts, skills, userId, own.agent) : prompts,
    logging: true,
    listTtlMs: async () => leastTtl(await seen.of(own.userId, own.agent), now()),
  }
}

const nothing = async () => null
const deaf = () => () => {}
const absent = async () => {
  throw new Error('nothing is shared with this caller')
}
const nobodys: SharedServers = {
  of: async () => [],
  readResource: absent,
  getPrompt: absent,
  complete: nothing,
  onChanged: deaf,
  onResourceUpdated: deaf,
}
