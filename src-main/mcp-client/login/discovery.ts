/** Finds out where a server's logins happen: protected resource metadata (RFC 9728), then the issuer's own (RFC 8414). */
import {
  type AuthorizationServerMetadata,
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  type FetchLike,
  IssuerMismatchError,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { ServerError } from '../model/server-status.ts'
import { loginFaults } from './login-faults.ts'

export interface Discovered {
  /** As the metadata says it; credentials are kept under it. */
  readonly issuer: string
  readonly metadata: AuthorizationServerMetadata
  /** For the `resource` parameter (RFC 8707), as the server wrote it; null for a server without a document of its own. */
  readonly resource: string | null
  readonly scopesSupported: readonly string[] | null
}

export interface DiscoveryRequest {
  readonly serverUrl: string
  /** From a 401; taken only when it is of the server's own origin, which is where the well-known ones are too. */
  readonly resourceMetadataUrl?: URL | undefined
  readonly fetch: FetchLike
  /** Issuers that there are credentials of: one of them is taken before others that a server names. */
  readonly knownIssuers?: readonly string[]
}

const resourceMetadata = z.object({
  resource: z.string().max(2048),
  authorization_servers: z.array(z.string().max(2048)).max(50).optional(),
  scopes_supported: z.array(z.string().max(256)).max(500).optional(),
})
type ResourceMetadata = z.infer<typeof resourceMetadata>

/** Rejects with ServerError: `login_failed` for documents that cannot be trusted, `unreachable`, `refused_address`. */
export async function discover({
  serverUrl,
  resourceMetadataUrl,
  fetch,
  knownIssuers = [],
}: DiscoveryRequest): Promise<Discovered> {
  const server = new URL(serverUrl)
  const document = await resourceDocument(server, resourceMetadataUrl, fetch)
  if (document !== null && !isFor(server, document.resource)) {
    throw loginFaults.badMetadata(
      {
        en: 'The server says that its logins are for another address than its own.',
        zh: '服务器声明其登录用于另一个地址，而不是它自己的地址。',
      },
      [`resource: ${document.resource}`, `server: ${serverUrl}`],
    )
  }
  const named = document?.authorization_servers ?? []
  const issuer = named.find((one) => knownIssuers.includes(one)) ?? named[0] ?? server.origin
  const metadata = await issuerMetadata(issuer, fetch)
  return {
    issuer: metadata.issuer,
    metadata,
    resource: document?.resource ?? null,
    scopesSupported: document?.scopes_supported ?? null,
  }
}

function isFor(server: URL, resource: string): boolean {
  return (
    URL.canParse(resource) &&
    checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(server), configuredResource: resource })
  )
}

/** The first place that has one; null where none has: before 2025-06-18 the server's own origin issued. */
async function resourceDocument(
  server: URL,
  hint: URL | undefined,
  fetch: FetchLike,
): Promise<ResourceMetadata | null> {
  const path = server.pathname.replace(/\/$/, '')
  const wellKnown = '/.well-known/oauth-protected-resource'
  const places = new Set([
    ...(hint?.origin === server.origin ? [hint.href] : []),
    new URL(`${wellKnown}${path}${server.search}`, server).href,
    new URL(wellKnown, server).href,
  ])
  for (const place of places) {
    const answer = await fetch(place, { headers: { Accept: 'application/json' } })
    if (answer.status >= 500) throw loginFaults.unreachable(place, new Error(`HTTP ${answer.status}`))
    if (!answer.ok) continue
    const read = resourceMetadata.safeParse(await answer.json().catch(() => null))
    if (read.success) return read.data
    throw loginFaults.badMetadata(
      {
        en: 'What the server says about its logins cannot be read.',
        zh: '无法读取服务器提供的登录信息。',
      },
      [place],
    )
  }
  return null
}

async function issuerMetadata(issuer: string, fetch: FetchLike): Promise<AuthorizationServerMetadata> {
  let metadata: AuthorizationServerMetadata | undefined
  try {
    if (URL.canParse(issuer)) metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch })
  } catch (error) {
    if (error instanceof ServerError) throw error
    if (error instanceof IssuerMismatchError) {
      throw loginFaults.badMetadata(
        { en: 'The login service gives another name than its own.', zh: '登录服务给出的名称与其自身不符。' },
        [`${error.expected}`, `${error.received}`],
        error,
      )
    }
    if (error instanceof Error && /^HTTP 5\d\d /.test(error.message)) throw loginFaults.unreachable(issuer, error)
    throw unusable(issuer, error)
  }
  if (metadata === undefined) throw unusable(issuer)
  // MCP authorization, "Authorization Code Protection": without it in the metadata, a client must refuse to go on.
  if (!metadata.code_challenge_methods_supported?.includes('S256')) {
    throw loginFaults.badMetadata(
      {
        en: 'The login service does not protect logins of programs (PKCE with S256 is missing).',
        zh: '登录服务没有为程序登录提供保护（缺少 PKCE S256）。',
      },
      [issuer],
    )
  }
  return metadata
}

function unusable(issuer: string, cause?: unknown): ServerError {
  return loginFaults.badMetadata(
    {
      en: 'What the login service says about itself is missing or cannot be read.',
      zh: '登录服务没有提供自身信息，或其内容无法读取。',
    },
    [issuer],
    cause,
  )
}
