/**
 * The tokens of one server while the hub runs: what its connections send, and when they are refreshed. One refresh at a
 * time whoever asks, the new refresh token kept before anything is sent with the new access token, and never a browser.
 */
import { extractWWWAuthenticateParams, OAuthError, refreshAuthorization } from '@modelcontextprotocol/client'
import type { Logger } from '../../log/logger.ts'
import type { ServerAuth, UnauthorizedContext } from '../model/server-auth.ts'
import type { RemoteTarget, ServerValues } from '../model/server-entry.ts'
import { ServerError, type ServerFault } from '../model/server-status.ts'
import { discover } from './discovery.ts'
import { createGuardedFetch, type MakeFetch } from './guarded-fetch.ts'
import { clientInformation } from './login-client.ts'
import { loginFaults } from './login-faults.ts'
import type { Challenge } from './login-flow.ts'
import type { IssuedLogin } from './login-store.ts'
import { tokensFrom } from './login-tokens.ts'
import { createReach, type Resolve } from './reach.ts'
import { split } from './scopes.ts'

/** Before its end by our clock: a request that is under way then should not arrive after it. */
const MARGIN_MS = 30_000
/** A request that was sent before a refresh is refused after it; the new token is tried before another refresh. */
const JUST_NOW_MS = 1_000
/** What a token endpoint says when the login is over; anything else may pass. RFC 6749 5.2. */
const FINAL_CODES: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

export interface TokenSession extends ServerAuth {
  readonly target: RemoteTarget
  /** Null: not logged in. Rejects with ServerError `values_sealed`. */
  login(): Promise<IssuedLogin | null>
  /** Whether the login is of no use any more. */
  isExpired(): Promise<boolean>
  readonly challenge: Challenge | null
  /** For the next login. */
  readonly stepUp: readonly string[]
  /** Why another login is needed although this one is good; null: it is not. */
  readonly wanted: ServerFault | null
  /** A login was finished; `asked` are the scopes it asked for. */
  adopt(login: IssuedLogin, asked: readonly string[]): void
  forget(): void
}

export interface TokenSessionOptions {
  readonly target: RemoteTarget
  readonly values: () => ServerValues
  /** Of this server; newest first. */
  readonly stored: () => Promise<readonly IssuedLogin[]>
  readonly save: (login: IssuedLogin) => Promise<void>
  readonly resolve: Resolve
  readonly makeFetch: MakeFetch
  readonly now: () => Date
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number
  readonly signal: AbortSignal
  readonly log: Logger
  readonly onChanged: () => void
}

export function createTokenSession(options: TokenSessionOptions): TokenSession {
  const { target, monotonic } = options
  let loading: Promise<IssuedLogin | null> | null = null
  let deadline: number | null = null
  let refreshing: Promise<void> | null = null
  let refreshedAt = Number.NEGATIVE_INFINITY
  let isRefused = false
  let challenge: Challenge | null = null
  let stepUp: readonly string[] = []
  let wanted: ServerFault | null = null
  /** What the login has, or has asked for. */
  let granted: readonly string[] = []

  function hold(login: IssuedLogin | null): void {
    loading = Promise.resolve(login)
    const expiresAt = login?.tokens?.expiresAt ?? null
    deadline = expiresAt === null ? null : monotonic() + (Date.parse(expiresAt) - options.now().getTime())
    isRefused = false
    granted = [...new Set([...granted, ...(login?.tokens?.scopes ?? [])])]
  }

  async function load(): Promise<IssuedLogin | null> {
    const logins = await options.stored()
    // The newest is the one in use; tokens that were made for an address which was changed since are left alone.
    return logins.find(({ serverUrl }) => serverUrl === target.url) ?? null
  }

  function login(): Promise<IssuedLogin | null> {
    if (loading === null) {
      const started = load().then(
        (found) => {
          if (loading === started) hold(found)
          return found
        },
        (error: unknown) => {
          if (loading === started) loading = null
          throw error
        },
      )
      loading = started
    }
    return loading
  }

  const isPast = (marginMs: number) => deadline !== null && monotonic() >= deadline - marginMs

  function refreshOnce(): Promise<void> {
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function refresh(): Promise<void> {
    const before = await login()
    const refreshToken = before?.tokens?.refresh ?? null
    if (before === null || refreshToken === null) throw loginFaults.expired()
    const held = loading
    const reach = await createReach(new URL(target.url), options.resolve)
    const { makeFetch, signal } = options
    const guarded = createGuardedFetch({ reach, makeFetch, signal })
    try {
      const found = await discover({
        serverUrl: target.url,
        resourceMetadataUrl: challenge?.resourceMetadataUrl,
        fetch: guarded.fetch,
        knownIssuers: [before.issuer],
      })
      // CVE-2026-104850: what one service gave is never sent to another that the server names now.
      if (found.issuer !== before.issuer) throw loginFaults.moved(before.issuer, found.issuer)
      if (found.resource !== before.resource) throw loginFaults.moved(before.resource ?? '', found.resource ?? '')
      const answer = await refreshAuthorization(found.issuer, {
        metadata: found.metadata,
        clientInformation: clientInformation(before.client, options.values().clientSecret),
        refreshToken,
        ...(found.resource === null ? {} : { resource: found.resource }),
        fetchFn: guarded.fetch,
      })
      const after = { ...before, tokens: tokensFrom(answer, before.tokens?.scopes ?? [], options.now()) }
      // Logged out, or in again, meanwhile: this answer is nobody's any more.
      if (loading !== held) return
      hold(after)
      refreshedAt = monotonic()
      await keep(after)
    } catch (error) {
      if (error instanceof ServerError) {
        if (error.code === 'unauthorized') markRefused(held)
        throw error
      }
      if (!(error instanceof OAuthError) || !FINAL_CODES.has(error.code)) {
        // The message of the SDK's error may hold the body of the answer; it goes no further than the cause.
        throw loginFaults.unreachable(before.issuer, error)
      }
      if (loading === held) {
        const after = { ...before, tokens: null }
        hold(after)
        await keep(after)
      }
      throw loginFaults.expired([error.code])
    } finally {
      await guarded.close()
      options.onChanged()
    }
  }

  function markRefused(held: Promise<IssuedLogin | null> | null): void {
    if (loading === held) isRefused = true
  }

  /** What cannot be stored now still works until the hub ends. */
  async function keep(login: IssuedLogin): Promise<void> {
    await options.save(login).catch((error: unknown) => {
      options.log.warn('the refreshed login could not be stored', { error: String(error) })
    })
  }

  return {
    target,
    login,
    async isExpired() {
      const held = await login()
      if (held === null) return false
      return held.tokens === null || isRefused || (held.tokens.refresh === null && isPast(0))
    },
    get challenge() {
      return challenge
    },
    get stepUp() {
      return stepUp
    },
    get wanted() {
      return wanted
    },
    async token() {
      const held = await login()
      if (held?.tokens == null) return undefined
      if (held.tokens.refresh !== null && isPast(MARGIN_MS) && !isRefused) {
        try {
          await refreshOnce()
        } catch (error) {
          // It is still good for a moment: the service may be back by then.
          if (isPast(0) || !(error instanceof ServerError) || error.code === 'unauthorized') throw error
        }
      }
      return (await login())?.tokens?.access
    },
    async onUnauthorized({ response }: UnauthorizedContext) {
      const said = extractWWWAuthenticateParams(response)
      challenge = { resourceMetadataUrl: said.resourceMetadataUrl, scope: said.scope ?? null }
      const held = await login()
      if (held === null) throw loginFaults.needsLogin()
      if (held.tokens === null) throw loginFaults.expired()
      if (monotonic() - refreshedAt < JUST_NOW_MS) return
      if (held.tokens.refresh === null) {
        markRefused(loading)
        options.onChanged()
        throw loginFaults.expired()
      }
      await refreshOnce()
    },
    onInsufficientScope({ requiredScope }) {
      const required = split(requiredScope ?? '')
      // Asked for once already, and still refused: asking again would go round in circles.
      if (required.every((scope) => granted.includes(scope))) return loginFaults.forbidden(required)
      stepUp = [...new Set([...stepUp, ...granted, ...required])]
      const error = loginFaults.moreScopes(required)
      wanted = error.fault
      options.onChanged()
      return error
    },
    adopt(login, asked) {
      granted = asked
      hold(login)
      stepUp = []
      wanted = null
    },
    forget() {
      granted = []
      hold(null)
      stepUp = []
      wanted = null
    },
  }
}
