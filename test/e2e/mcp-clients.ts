/** The programs at the other end: MCP clients of the SDK that come with a token, an address, or by signing in. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

interface Credential {
  readonly token?: string
  readonly authProvider?: OAuthClientProvider
}

/** Connects under `name`; `url` may carry its own key. */
export async function connectClient(name: string, url: string, { token, authProvider }: Credential = {}) {
  const client = new Client({ name, version: '1.0' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit, authProvider })
  await client.connect(transport)
  return { client, transport }
}

export const restingHeartRate = {
  name: 'query_health_indicators',
  arguments: { indicators: ['resting_heart_rate'], aggregate: 'stats' },
}

/** Status of one plain request, as a program without an SDK sends it. */
export async function statusOf(url: string, call: object, token?: string): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  })
  await response.text()
  return response.status
}

/** An app that signs in by OAuth, with a callback on this computer as desktop apps have. */
export interface SigningApp {
  /** Tries a call that needs a person and answers the address that a browser has to open. */
  ask(): Promise<string>
  /** What the browser came back with. */
  answer(): Promise<URLSearchParams>
  /** Redeems the code and connects as who was let in. */
  enter(answer: URLSearchParams): Promise<Client>
  /** What it was given. */
  tokens(): StoredOAuthTokens
  close(): void
}

function definite<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the app has no ${what} yet`)
  return value
}

export async function createSigningApp(name: string, mcpUrl: string, scope: string): Promise<SigningApp> {
  const { promise: answered, resolve: onAnswer } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname === '/callback') onAnswer(searchParams)
    response.end('You can close this page.')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const redirectUrl = `http://127.0.0.1:${port}/callback`

  let registered: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let discovery: OAuthDiscoveryState | undefined
  let verifier: string | undefined
  let asked: URL | undefined
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      scope,
    },
    clientInformation: () => registered,
    saveClientInformation: (value) => {
      registered = value
    },
    tokens: () => tokens,
    saveTokens: (value) => {
      tokens = value
    },
    redirectToAuthorization: (url) => {
      asked = url
    },
    saveCodeVerifier: (value) => {
      verifier = value
    },
    codeVerifier: () => definite(verifier, 'verifier'),
    discoveryState: () => discovery,
    saveDiscoveryState: (value) => {
      discovery = value
    },
  }
  let first: StreamableHTTPClientTransport | undefined

  return {
    async ask() {
      // Listing needs nobody; a tool that reads records does.
      const { client, transport } = await connectClient(name, mcpUrl, { authProvider })
      first = transport
      const refusal = await client.callTool(restingHeartRate).catch((error: unknown) => error)
      await client.close()
      if (asked === undefined) throw new Error(`${name} was not sent to sign in: ${String(refusal)}`)
      // The SDK asks for what the refusal named; an app may ask for more.
      const url = new URL(asked)
      url.searchParams.set('scope', scope)
      return url.href
    },
    answer: () => answered,
    async enter(answer) {
      await definite(first, 'question').finishAuth(answer)
      return (await connectClient(name, mcpUrl, { authProvider })).client
    },
    tokens: () => definite(tokens, 'tokens'),
    close: () => void server.close(),
  }
}
