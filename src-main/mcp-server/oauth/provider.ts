/**
 * The authorization server itself: oidc-provider with everything turned off that we do not offer, and the policy that
 * docs/decisions/oidc-provider.md tells. One instance an origin, all on the same storage.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type Provider from 'oidc-provider'
import type { Configuration, Interaction, KoaContextWithOIDC } from 'oidc-provider'
import type { Logger } from '../../log/logger.ts'
import { clientSecretHash } from '../../profiles/oauth-clients.ts'
import type { OauthKeys } from '../../profiles/oauth-keys.ts'
import { OAUTH_AUDIENCE } from '../../profiles/oauth-tokens.ts'
import { type AdapterStores, createAdapter } from './adapter.ts'
import { isDocumentUrl } from './document-fetch.ts'
import { pageWords } from './page-words.ts'
import { pageOf } from './pages.ts'
import { redirectKind } from './redirect-uris.ts'
import { isResourceName } from './resources.ts'
import { MCP_SCOPES, SCOPES } from './scopes.ts'

/** Seconds. */
export const LIFETIME_S = {
  accessToken: 3_600,
  code: 60,
  interaction: 600,
  refreshToken: 30 * 86_400,
  grant: 90 * 86_400,
} as const

export interface ProviderOptions {
  readonly issuer: string
  readonly uriPrefix: string
  readonly keys: OauthKeys
  readonly stores: Omit<AdapterStores, 'alreadyUsed'>
  readonly log: Logger
  /** In place of the global fetch: client metadata documents are all that is ever fetched. */
  readonly fetch: (input: string | URL | Request) => Promise<Response>
  /** Whether a person of this public id is still here. */
  readonly personExists: (publicId: string) => Promise<boolean>
  /** Asks the person, and answers with the path of the page that waits for them; null when too many wait already. */
  readonly ask: (context: KoaContextWithOIDC, interaction: Interaction) => string | null
}

export const COOKIES = { interaction: 'mirohub_ask', resume: 'mirohub_ask_resume', session: 'mirohub_ask_session' }

/** The library is loaded when the first client comes: most starts of the hub never need it. */
export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { default: ProviderClass, errors, interactionPolicy } = await import('oidc-provider')
  const { issuer, log } = options
  const { Prompt, Check } = interactionPolicy
  const policy = [
    new Prompt({ name: 'login', requestable: true }),
    new Prompt(
      { name: 'consent', requestable: true },
      // No session, no cookie and no earlier grant answers for the person.
      new Check('decision', 'the person has to decide', 'consent_required', (context) =>
        context.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    ),
  ]
  const stores = { ...options.stores, alreadyUsed: () => new errors.InvalidGrant('it was used already') }
  const invalidTarget = () => new errors.InvalidTarget()
  const provider = new ProviderClass(issuer, {
    ...configurationOf(options, stores, invalidTarget),
    interactions: {
      policy,
      url: async (context, interaction) => {
        const path = options.ask(context, interaction)
        if (path !== null) return path
        await interaction.destroy()
        throw new errors.TemporarilyUnavailable('too many questions wait for an answer')
      },
    },
  })
  // The origin is found by us and written over whatever a proxy or client said (provider-request.ts).
  provider.proxy = true
  provider.use(async (context, next) => {
    await next()
    dropSessionCookie(context.res)
    // Its CORS would name a star where no origin came; the guard let only our own origins through.
    if (context.get('Origin') === '') context.remove('Access-Control-Allow-Origin')
  })
  const emitter: EventEmitter = provider
  emitter.on('error', (error: unknown) => log.error('the authorization server failed', { error }))
  provider.on('server_error', (_context: unknown, error: unknown) =>
    log.error('the authorization server failed', { error }),
  )
  for (const event of ['authorization.error', 'grant.error', 'registration_create.error', 'introspection.error']) {
    emitter.on(event, (_context: unknown, error: unknown) =>
      log.info('an OAuth request was refused', refusal(event, error)),
    )
  }
  // Only hashes are stored; the one that came is hashed before it is compared.
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, actual: string) {
    const [stored, said] = [Buffer.from(this.clientSecret ?? ''), Buffer.from(clientSecretHash(actual))]
    return stored.length === said.length && timingSafeEqual(stored, said)
  }
  return provider
}

function configurationOf(options: ProviderOptions, stores: AdapterStores, invalidTarget: () => Error): Configuration {
  const { uriPrefix, keys, fetch, personExists } = options
  const off = { enabled: false } as const
  return {
    adapter: (kind: string) => createAdapter(kind, stores),
    jwks: { keys: [{ ...keys.signingKey, kty: 'EC' }] },
    cookies: { keys: [keys.cookieKey], names: COOKIES },
    routes: {
      authorization: `${uriPrefix}/oauth/authorize`,
      token: `${uriPrefix}/oauth/token`,
      registration: `${uriPrefix}/oauth/register`,
      introspection: `${uriPrefix}/oauth/introspect`,
      revocation: `${uriPrefix}/oauth/revoke`,
      jwks: `${uriPrefix}/oauth/jwks`,
    },
    scopes: [...SCOPES],
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: {
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'ES256',
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 0,
    ttl: {
      AccessToken: LIFETIME_S.accessToken,
      ClientCredentials: LIFETIME_S.accessToken,
      IdToken: LIFETIME_S.accessToken,
      AuthorizationCode: LIFETIME_S.code,
      Interaction: LIFETIME_S.interaction,
      Session: LIFETIME_S.interaction,
      RefreshToken: LIFETIME_S.refreshToken,
      Grant: LIFETIME_S.grant,
    },
    expiresWithSession: () => false,
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    revokeGrantPolicy: () => true,
    loadExistingGrant: (context) => {
      const grantId = context.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : context.oidc.provider.Grant.find(grantId)
    },
    findAccount: async (_context, sub) =>
      (await personExists(sub)) ? { accountId: sub, claims: () => ({ sub }) } : undefined,
    // The guard let only our own origins through.
    clientBasedCORS: () => true,
    fetch,
    renderError: (context) => {
      const { html, policy } = pageOf(pageWords(context.get('Accept-Language')), 'error')
      context.type = 'html'
      context.set('Content-Security-Policy', policy)
      context.body = html
    },
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      clientCredentials: { enabled: true },
      introspection: {
        enabled: true,
        // A client learns about its own tokens and is no oracle for those of others.
        allowedPolicy: (_context, client, token) =>
          client.clientAuthMethod !== 'none' && token.clientId === client.clientId,
      },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      registration: {
        enabled: true,
        issueRegistrationAccessToken: false,
        idFactory: () => `mcp_client_${randomBytes(16).toString('hex')}`,
        secretFactory: () => randomBytes(32).toString('base64url'),
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        allowFetch: (_context, clientId) => isDocumentUrl(clientId),
        allowClient: (_context, client) =>
          (client.redirectUris ?? []).every((uri) => redirectKind(uri) !== null) &&
          !client.grantTypeAllowed('client_credentials'),
        cacheDuration: { min: 60, max: 600 },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context, _client, oneOf) => (Array.isArray(oneOf) ? (oneOf[0] ?? '') : OAUTH_AUDIENCE.mcp),
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          // Addresses were turned into names before (resources.ts); what is left is not ours.
          if (!isResourceName(resource)) throw invalidTarget()
          return { scope: MCP_SCOPES.join(' '), audience: resource, accessTokenTTL: LIFETIME_S.accessToken }
        },
      },
    },
  }
}

function dropSessionCookie(response: KoaContextWithOIDC['res']): void {
  const set = response.getHeader('Set-Cookie')
  if (!Array.isArray(set)) return
  response.setHeader(
    'Set-Cookie',
    set.filter((cookie) => !cookie.startsWith(`${COOKIES.session}=`) && !cookie.startsWith(`${COOKIES.session}.sig=`)),
  )
}

/** What the log may hold of a refusal: codes, never what the client sent. */
function refusal(event: string, error: unknown): Record<string, unknown> {
  const said = typeof error === 'object' && error !== null ? error : {}
  const detail = 'error_detail' in said ? said.error_detail : undefined
  return { event, error: 'error' in said ? said.error : 'unknown', ...(detail === undefined ? {} : { detail }) }
}
