/** What a backend says has changed, on its way to clients. */
import { ProtocolError, type Server } from '@modelcontextprotocol/server'
import type { McpBackend } from './backend.ts'
import { FIRST_MODERN_VERSION } from './bare-requests.ts'
import { REFUSED } from './json-rpc.ts'
import type { ResourceProvider } from './resource-provider.ts'

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

/** A client that subscribes to more is one that never unsubscribes. */
const MOST_SUBSCRIPTIONS = 1_000

/** `resources/subscribe` of the versions before 2026-07-28: the client is told until it unsubscribes or leaves. */
export function handleResourceSubscriptions(server: Server, resources: ResourceProvider): void {
  const uris = new Set<string>()
  let unsubscribe: (() => void) | null = null

  const stop = () => {
    unsubscribe?.()
    unsubscribe = null
  }
  const tell = (uri: string | null) => {
    if (server.transport === undefined) stop()
    // A client that has gone is noticed by its transport.
    else if (uri !== null && uris.has(uri)) server.sendResourceUpdated({ uri }).catch(() => {})
  }
  const start = () => {
    unsubscribe = resources.onChanged(tell)
    const { onclose } = server
    server.onclose = () => {
      stop()
      onclose?.()
    }
  }

  server.setRequestHandler('resources/subscribe', ({ params }) => {
    if (uris.size >= MOST_SUBSCRIPTIONS && !uris.has(params.uri))
      throw new ProtocolError(REFUSED, 'Too many subscriptions: give some up first.')
    uris.add(params.uri)
    if (unsubscribe === null) start()
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    uris.delete(params.uri)
    return {}
  })
}

/**
 * Tells the client of a connection (stdio), if it is connected. A changed resource is told in the modern era only, where
 * the SDK knows who listens to what; in the older one the client's own subscription tells it. Never rejects.
 */
export async function tellChange(server: Server, change: Change): Promise<void> {
  if (server.transport === undefined) return
  const isModern = (server.getNegotiatedProtocolVersion() ?? '') >= FIRST_MODERN_VERSION
  try {
    if (change.kind === 'resource') {
      if (isModern) await server.sendResourceUpdated({ uri: change.uri })
    } else if (change.kind === 'resources') await server.sendResourceListChanged()
    else if (change.kind === 'prompts') await server.sendPromptListChanged()
    else await server.sendToolListChanged()
  } catch {
    // The client has gone.
  }
}
