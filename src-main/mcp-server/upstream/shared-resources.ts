/** The hub's own resources, and those of the servers that a person shares with apps, as one list. */
import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { SharedServer, SharedServers } from '../../mcp-client/model/shared-servers.ts'
import type { ResourceProvider } from '../resource-provider.ts'
import { answerOf, withHint } from './shared-answer.ts'
import { canExpandTo } from './uri-template.ts'

export interface SharedResourcesOptions {
  readonly own: ResourceProvider
  readonly servers: SharedServers
  readonly userId: number
  /** Upper-case agent that asks, where one does. */
  readonly agent: string | undefined
}

/** Addresses stay as they are: of two that are the same the hub's own is meant, then the first in the person's order. */
export function sharedResources({ own, servers, userId, agent }: SharedResourcesOptions): ResourceProvider {
  const shared = () => servers.of(userId, agent)
  return {
    async list() {
      const [first, rest] = await Promise.all([own.list(), shared()])
      return sortedUnique<Resource>([first, ...rest.map(({ resources }) => resources)], ({ uri }) => uri)
    },
    async templates() {
      const [first, rest] = await Promise.all([own.templates(), shared()])
      return sortedUnique<ResourceTemplateType>(
        [first, ...rest.map(({ templates }) => templates)],
        ({ uriTemplate }) => uriTemplate,
      )
    },
    async read(uri, request) {
      const found = await own.read(uri, request)
      if (found !== null) return found
      const server = serverOf(await shared(), uri)
      if (server === null) return null
      const { signal, client } = request
      const answer = answerOf(await servers.readResource(server.id, uri, { signal, client }), signal)
      return 'ask' in answer ? answer : withHint(answer)
    },
    async complete(uriTemplate, argument) {
      const found = (await own.complete?.(uriTemplate, argument)) ?? null
      if (found !== null) return found
      const all = await shared()
      const server = all.find(({ templates }) => templates.some((one) => one.uriTemplate === uriTemplate))
      if (server === undefined) {
        const isOwn = (await own.templates()).some((one) => one.uriTemplate === uriTemplate)
        return isOwn ? { values: [], hasMore: false } : null
      }
      return completion(servers, server, { type: 'ref/resource', uri: uriTemplate }, argument)
    },
    onChanged(listener) {
      const stops = [
        own.onChanged(listener),
        servers.onChanged((id, what) => {
          if (id === userId && what === 'resources') listener(null)
        }),
        servers.onResourceUpdated((id, uri) => {
          // A server that is set aside for this address, or not shared, has nothing to say about it.
          const told = shared().then((all) => {
            if (serverOf(all, uri)?.id === id) listener(uri)
          })
          told.catch(() => {})
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** Listed first, then views of tools, then what a template can stand for. */
export function serverOf(servers: readonly SharedServer[], uri: string): SharedServer | null {
  return (
    servers.find(({ resources }) => resources.some((one) => one.uri === uri)) ??
    servers.find(({ views }) => views.has(uri)) ??
    servers.find(({ templates }) => templates.some(({ uriTemplate }) => canExpandTo(uriTemplate, uri))) ??
    null
  )
}

type Reference = { readonly type: 'ref/resource'; readonly uri: string } | { type: 'ref/prompt'; readonly name: string }

/** A server that completes nothing, or not now, leaves the typing to the person. */
export async function completion(
  servers: SharedServers,
  { id, completes }: SharedServer,
  ref: Reference,
  { name, value, others }: Parameters<NonNullable<ResourceProvider['complete']>>[1],
) {
  const context = Object.keys(others).length === 0 ? {} : { context: { arguments: { ...others } } }
  const answer = completes ? await servers.complete(id, { ref, argument: { name, value }, ...context }) : null
  return answer?.completion ?? { values: [], hasMore: false }
}

export function sortedUnique<T>(lists: readonly (readonly T[])[], key: (item: T) => string): readonly T[] {
  const first = new Map<string, T>()
  for (const item of lists.flat()) if (!first.has(key(item))) first.set(key(item), item)
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)
}
