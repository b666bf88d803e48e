/** What external servers share with connected apps besides tools (shared-servers.ts): resources, prompts, completion. */
import type { Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/client'
import type { ServerManager } from './server-manager.ts'

export interface SharedPrompt {
  /** As it is offered: `<slug>__<name>`, or under its own name where the person chose that. */
  readonly offered: Prompt
  /** As the server calls it. */
  readonly ownName: string
}

export interface SharedServer {
  readonly id: string
  readonly resources: readonly Resource[]
  readonly templates: readonly ResourceTemplateType[]
  readonly prompts: readonly SharedPrompt[]
  /** Resources that its tools name as their views (MCP Apps), listed or not. */
  readonly views: ReadonlySet<string>
  readonly completes: boolean
  /** ISO instant of its lists, and what it said of how long they may be kept. */
  readonly listedAt: string
  readonly ttlMs: number | null
}

export interface SharedServers extends Pick<ServerManager, 'readResource' | 'getPrompt' | 'complete'> {
  /** In the person's order. With `agent` (upper case), without the servers that are kept from it. */
  of(userId: number, agent?: string): Promise<readonly SharedServer[]>
  onChanged(listener: (userId: number, what: 'resources' | 'prompts') => void): () => void
  onResourceUpdated: ServerManager['onResourceUpdated']
}
