/**
 * What a backend says has changed, on its way to one client. On a session of the older versions and over stdio every
 * list change is told, and a changed resource to whoever subscribed to it; `subscriptions/listen` of 2026-07-28 picks
 * from the same notifications, or has a bus of its own over HTTP.
 */
import type { Server } from '@modelcontextprotocol/server'
import type { McpBackend } from './backend.ts'

export type Change =
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  | { readonly kind: 'resource'; readonly uri: string }

/** Everything a backend tells. Returns the unsubscribe function. */
export function onBackendChanged(backend: McpBackend, listener: (change: Change) => void): () => void {
  const unsubscribes = [
    backend.onListChanged(() => listener({ kind: 'tools' })),
    backend.prompts?.onChanged(() => listener({ kind: 'prompts' })),
    backend.resources?.onChanged((uri) => listener(uri === null ? { kind: 'resources' } : { kind: 'resource', uri })),
  ]
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe?.()
  }
}

/** The resources that the client of a server subscribed to with `resources/subscribe`. */
const subscribed = new WeakMap<Server, Set<string>>()

/** A client that subscribes to more is one that never unsubscribes. */
const MOST_SUBSCRIPTIONS = 1_000

export function handleResourceSubscriptions(server: Server): void {
  const uris = new Set<string>()
  subscribed.set(server, uris)
  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (uris.size < MOST_SUBSCRIPTIONS) uris.add(params.uri)
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    uris.delete(params.uri)
    return {}
  })
}

/** Tells the client of `server`, if it is connected and wants to know. Never rejects. */
export async function tellChange(server: Server, change: Change): Promise<void> {
  if (server.transport === undefined) return
  try {
    if (change.kind === 'resource') {
      if (wantsUpdates(server, change.uri)) await server.sendResourceUpdated({ uri: change.uri })
    } else if (change.kind === 'resources') await server.sendResourceListChanged()
    else if (change.kind === 'prompts') await server.sendPromptListChanged()
    else await server.sendToolListChanged()
  } catch {
    // The client has gone.
  }
}

/** On a connection of the modern era (stdio) the SDK knows who listens to what. */
function wantsUpdates(server: Server, uri: string): boolean {
  const isModern = (server.getNegotiatedProtocolVersion() ?? '') >= '2026-07-28'
  return isModern || (subscribed.get(server)?.has(uri) ?? false)
}
