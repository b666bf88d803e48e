/**
 * One login of the authorization code flow (OAuth 2.1, RFC 8252): an address of this computer is bound, the service is
 * found, the browser is sent there, and the answer is redeemed only after state and issuer were checked.
 */
import { randomBytes } from 'node:crypto'
import {
  exchangeAuthorization,
  IssuerMismatchError,
  OAuthError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client'
import type { RemoteTarget, ServerValues } from '../model/server-entry.ts'
import { ServerError } from '../model/server-status.ts'
import { checkedAuthorizationEndpoint } from './authorization-url.ts'
import { openCallbackListener } from './callback-listener.ts'
import { type Discovered, discover } from './discovery.ts'
import { createGuardedFetch, type MakeFetch } from './guarded-fetch.ts'
import { clientFor, clientInformation } from './login-client.ts'
import { loginFaults } from './login-faults.ts'
import type { IssuedLogin } from './login-store.ts'
import { tokensFrom } from './login-tokens.ts'
import { createReach, type Resolve } from './reach.ts'
import { scopesToAskFor, split } from './scopes.ts'

/** What the server's last refusal said. */
export interface Challenge {
  readonly resourceMetadataUrl: URL | undefined
  readonly scope: string | null
}

export interface LoginRequest {
  readonly target: RemoteTarget
  readonly values: ServerValues
  readonly challenge: Challenge | null
  /** Scopes of a step-up: what was granted and what was asked for since. */
  readonly stepUp: readonly string[]
  readonly logins: readonly IssuedLogin[]
  readonly clientMetadataUrl: string | null
  readonly resolve: Resolve
  readonly makeFetch: MakeFetch
  readonly now: () => Date
  /** Its reason is what the login rejects with. */
  readonly signal: AbortSignal
}

export interface PreparedLogin {
  /** For the browser. */
  readonly url: string
  readonly asked: readonly string[]
  /** Until the person has decided there, or the signal ends it. Rejects with ServerError. */
  readonly finished: Promise<IssuedLogin>
}

/** Rejects with ServerError and leaves nothing open; so does `finished`. */
export async function prepareLogin(request: LoginRequest): Promise<PreparedLogin> {
  const { target, signal } = request
  const listener = await openCallbackListener(target.oauth.redirectPort)
  let close = async () => listener.close()
  try {
    const reach = await createReach(new URL(target.url), request.resolve)
    const guarded = createGuardedFetch({ reach, makeFetch: request.makeFetch, signal })
    close = async () => {
      listener.close()
      await guarded.close()
    }
    const { fetch } = guarded
    const found = await discover({
      serverUrl: target.url,
      resourceMetadataUrl: request.challenge?.resourceMetadataUrl,
      fetch,
      knownIssuers: request.logins.map(({ issuer }) => issuer),
    })
    checkedAuthorizationEndpoint(found.metadata.authorization_endpoint, reach)
    const scope = scopesToAskFor({
      chosen: target.oauth.scopes,
      challenged: request.challenge?.scope ?? null,
      supported: found.scopesSupported,
      issuerSupports: found.metadata.scopes_supported ?? null,
      stepUp: request.stepUp,
    })
    const { redirectUri } = listener
    const { clientId } = target.oauth
    const { clientMetadataUrl, logins } = request
    const client = await clientFor({ found, clientId, clientMetadataUrl, redirectUri, scope, fetch, logins })
    const information = clientInformation(client, request.values.clientSecret)
    const state = randomBytes(32).toString('base64url')
    const { authorizationUrl, codeVerifier } = await startAuthorization(found.issuer, {
      metadata: found.metadata,
      clientInformation: information,
      redirectUrl: redirectUri,
      state,
      ...(scope === null ? {} : { scope }),
      ...(found.resource === null ? {} : { resource: found.resource }),
    })
    signal.throwIfAborted()

    const asked = scope === null ? [] : split(scope)
    const redeem = async (answer: URLSearchParams): Promise<IssuedLogin> => {
      const code = codeOf(answer, found)
      const tokens = await exchangeAuthorization(found.issuer, {
        metadata: found.metadata,
        clientInformation: information,
        authorizationCode: code,
        ...optionalIss(answer),
        codeVerifier,
        redirectUri,
        ...(found.resource === null ? {} : { resource: found.resource }),
        fetchFn: fetch,
      })
      return {
        issuer: found.issuer,
        serverUrl: target.url,
        resource: found.resource,
        client,
        tokens: tokensFrom(tokens, asked, request.now()),
        ...revocationOf(found),
      }
    }
    const finished = listener
      .receive(state, signal, redeem)
      .catch((error: unknown) => {
        throw inWords(error)
      })
      .finally(close)
    return { url: authorizationUrl.href, asked, finished }
  } catch (error) {
    await close()
    throw inWords(error)
  }
}

/** RFC 8414 2; OpenID's documents have the same names. */
function revocationOf({ metadata }: Discovered): Pick<IssuedLogin, 'revocationEndpoint' | 'revocationMethods'> {
  const said: Readonly<Record<string, unknown>> = { ...metadata }
  const { revocation_endpoint: endpoint, revocation_endpoint_auth_methods_supported: own } = said
  const methods = Array.isArray(own) ? own : (metadata.token_endpoint_auth_methods_supported ?? [])
  return {
    revocationEndpoint: typeof endpoint === 'string' ? endpoint : null,
    revocationMethods: methods.filter((method) => typeof method === 'string'),
  }
}

function optionalIss(answer: URLSearchParams): { iss?: string } {
  const iss = answer.get('iss')
  return iss === null ? {} : { iss }
}

/** RFC 9207: who answers is checked first; of another service's answer not even the error is read. */
function codeOf(answer: URLSearchParams, { metadata }: Discovered): string {
  const named = answer.getAll('iss')
  if (named.length > 1) throw loginFaults.untrustedAnswer()
  validateAuthorizationResponseIssuer({
    iss: named[0],
    expectedIssuer: metadata.issuer,
    issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
  })
  const error = answer.get('error')
  if (error !== null) throw loginFaults.refused([error, answer.get('error_description') ?? ''].filter(Boolean))
  const code = answer.get('code')
  if (code === null || code === '') throw loginFaults.refused()
  return code
}

function inWords(error: unknown): unknown {
  if (error instanceof ServerError) return error
  if (error instanceof IssuerMismatchError) return loginFaults.untrustedAnswer(error)
  // Its message may hold the body of the answer: only the code is told.
  if (error instanceof OAuthError) return loginFaults.refused([error.code])
  if (!(error instanceof Error)) return error
  return loginFaults.badMetadata(
    { en: 'The login service cannot be used for this login.', zh: '无法使用此登录服务完成登录。' },
    [],
    error,
  )
}
