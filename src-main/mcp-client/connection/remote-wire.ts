/** The SDK's HTTP transports for a server's address: its own headers, its token or login, and our fetch beneath. */
import {
  type AuthProvider,
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type { ServerAuth } from '../model/server-auth.ts'
import type { RemoteTarget, ServerValues } from '../model/server-entry.ts'
import { ServerError } from '../model/server-status.ts'

/** How a login takes part. */
export interface RemoteAuth {
  readonly provider: ServerAuth
  /** For discovery, registration and tokens; never given the server's own headers. Absent: as for the server. */
  readonly fetch?: FetchLike
}

export interface RemoteWire {
  readonly transport: Transport
  /** Ends the session at the server. */
  readonly terminate?: () => Promise<void>
}

/** Headers that the protocol or HTTP itself owns. */
const owned =
  /^(?:mcp-.*|accept|content-type|content-length|host|connection|transfer-encoding|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i

export interface RemoteWireOptions {
  readonly kind: 'http' | 'sse'
  readonly url: URL
  readonly target: RemoteTarget
  readonly values: ServerValues
  readonly auth: RemoteAuth | null
  readonly fetch: FetchLike
}

export function remoteWire({ kind, url, target, values, auth, fetch }: RemoteWireOptions): RemoteWire {
  const headers = target.headerNames.flatMap((name): [string, string][] => {
    const value = values.headers[name]
    return value === undefined || owned.test(name) ? [] : [[name, value]]
  })
  const options = { authProvider: providerOf(target, values, auth), fetch: withHeaders(fetch, headers, auth?.fetch) }
  if (kind === 'sse') return { transport: new SSEClientTransport(url, options) }
  const transport = new StreamableHTTPClientTransport(url, {
    ...options,
    reconnectionOptions: {
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 15_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 5,
    },
  })
  return { transport, terminate: () => transport.terminateSession() }
}

/** The server's own token only: what a caller came with is never sent on. */
function providerOf(target: RemoteTarget, values: ServerValues, auth: RemoteAuth | null): RemoteWireProvider {
  if (target.auth === 'oauth') return auth?.provider
  const { bearer } = values
  return target.auth === 'bearer' && bearer !== null ? { token: async () => bearer } : undefined
}

type RemoteWireProvider = AuthProvider | undefined

/**
 * The entry's headers go with requests of the protocol and with nothing else: the SDK sends those of a login, whose
 * addresses the server names, through the same function.
 */
function withHeaders(
  fetch: FetchLike,
  headers: readonly (readonly [string, string])[],
  authFetch: FetchLike = fetch,
): FetchLike {
  return (input, init) => {
    if (!isProtocol(init)) return authFetch(input, init)
    const all = new Headers(init?.headers)
    for (const [name, value] of headers) if (!all.has(name)) all.set(name, value)
    return fetch(input, { ...init, headers: all })
  }
}

function isProtocol(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers)
  return headers.get('accept')?.includes('text/event-stream') === true || headers.has('mcp-session-id')
}

/** Throws ServerError `bad_entry` for what is no address of HTTP. */
export function serverUrl(target: RemoteTarget, name: string): URL {
  const url = URL.parse(target.url)
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new ServerError({
    code: 'bad_entry',
    message: { en: `The address of ${name} is no http or https URL.`, zh: `“${name}”的地址不是 http 或 https 网址。` },
    hint: { en: 'Correct its address.', zh: '请更正地址。' },
    details: [],
  })
}
