/**
 * The OAuth logins of external servers, over any store: a person starts one, connections get their tokens, and it can be ended. One
 * login at a time for each server; nothing here starts one by itself.
 */
import { lookup } from 'node:dns/promises'
import type { Logger } from '../../log/logger.ts'
import type { AuthFor, ServerAuth } from '../model/server-auth.ts'
import type { RemoteTarget, ServerEntry, ServerValues } from '../model/server-entry.ts'
import { ServerError, type ServerFault } from '../model/server-status.ts'
import { createGuardedFetch, directFetch, type MakeFetch } from './guarded-fetch.ts'
import { loginFaults } from './login-faults.ts'
import { prepareLogin } from './login-flow.ts'
import type { LoginStore } from './login-store.ts'
import { createReach, type Resolve } from './reach.ts'
import { revoke } from './revocation.ts'
import { createTokenSession, type TokenSession } from './token-session.ts'

const LOGIN_MS = 600_000
const REVOKE_MS = 5_000
/** The project hosts no client id metadata document yet; then it goes here. */
const CLIENT_METADATA_URL = null

export interface LoginStatus {
  /** `expired`: there was one, and only a new one helps. */
  readonly state: 'none' | 'running' | 'done' | 'expired'
  readonly issuer: string | null
  readonly scopes: readonly string[]
  /** ISO instant of the access token's end; refreshed by itself where the service allows. */
  readonly expiresAt: string | null
  /** Where the browser was sent, while it runs. */
  readonly url: string | null
  /** Why the last try did not succeed; null when it did, or none was made since the start. */
  readonly fault: ServerFault | null
}

export interface Logins {
  readonly authFor: AuthFor
  /**
   * The person's click. Binds the address to return to, finds the service, opens the browser; resolves then, and the
   * rest is told by onChanged. While one runs, opens its page again. Rejects with ServerError.
   */
  start(entry: ServerEntry, values: ServerValues): Promise<{ readonly url: string }>
  cancel(serverId: string): void
  /** Takes the tokens back where the service offers it, and forgets them here in any case. Rejects with ServerError. */
  logout(entry: ServerEntry, values: ServerValues): Promise<void>
  /** Null: this server uses no OAuth. Rejects with ServerError `values_sealed`. */
  status(entry: ServerEntry): Promise<LoginStatus | null>
  /** The server was removed; its rows are the store's to delete. */
  forget(serverId: string): void
  /** `done`: the server can be connected now. `changed`: status is another. */
  onChanged(listener: (serverId: string, what: 'done' | 'changed') => void): () => void
  /** Ends what runs. */
  close(): Promise<void>
}

export interface LoginServiceOptions {
  readonly store: LoginStore
  readonly log: Logger
  /** Gets https addresses, or http of this computer, as text of URL.href; hands them to no shell. */
  readonly openBrowser: (url: string) => Promise<void>
  readonly clientMetadataUrl?: string | null
  /** What connects for a server: proxy and certificates of its settings, with the look-up of the guard. */
  readonly fetchFor?: (entry: ServerEntry) => MakeFetch
  readonly resolve?: Resolve
  readonly now?: () => Date
  readonly monotonic?: () => number
  readonly loginMs?: number
}

interface Running {
  readonly abort: AbortController
  readonly started: Promise<{ readonly url: string }>
  url: string | null
}

export function createLoginService(options: LoginServiceOptions): Logins {
  const { store, log, openBrowser, clientMetadataUrl = CLIENT_METADATA_URL, loginMs = LOGIN_MS } = options
  const { fetchFor = () => directFetch, resolve = everyAddress } = options
  const { now = () => new Date(), monotonic = () => performance.now() } = options
  const closing = new AbortController()
  const sessions = new Map<string, TokenSession>()
  const values = new Map<string, ServerValues>()
  const running = new Map<string, Running>()
  const faults = new Map<string, ServerFault>()
  const listeners = new Set<(serverId: string, what: 'done' | 'changed') => void>()
  const settling = new Set<Promise<unknown>>()

  function tell(serverId: string, what: 'done' | 'changed'): void {
    if (closing.signal.aborted) return
    for (const listener of listeners) listener(serverId, what)
  }

  function sessionOf(entry: ServerEntry, target: RemoteTarget): TokenSession {
    const known = sessions.get(entry.id)
    if (known !== undefined && known.target.url === target.url) return known
    const made = createTokenSession({
      target,
      values: () => values.get(entry.id) ?? { env: {}, headers: {}, bearer: null, clientSecret: null },
      stored: () => store.all(entry),
      save: (login) => store.save(entry, login),
      resolve,
      makeFetch: fetchFor(entry),
      now,
      monotonic,
      signal: closing.signal,
      log,
      onChanged: () => tell(entry.id, 'changed'),
    })
    sessions.set(entry.id, made)
    return made
  }

  function authFor(entry: ServerEntry, ownValues: ServerValues): ServerAuth {
    values.set(entry.id, ownValues)
    return sessionOf(entry, oauthTarget(entry))
  }

  /** Settles when the login has ended, whichever way. */
  async function run(entry: ServerEntry, ownValues: ServerValues, run: Running): Promise<{ readonly url: string }> {
    const target = oauthTarget(entry)
    const session = sessionOf(entry, target)
    const timer = setTimeout(() => run.abort.abort(loginFaults.timedOut()), loginMs)
    const end = (fault: ServerFault | null) => {
      clearTimeout(timer)
      if (running.get(entry.id) === run) running.delete(entry.id)
      if (fault !== null) faults.set(entry.id, fault)
    }
    try {
      const prepared = await prepareLogin({
        target,
        values: ownValues,
        challenge: session.challenge,
        stepUp: session.stepUp,
        logins: await store.all(entry),
        clientMetadataUrl,
        resolve,
        makeFetch: fetchFor(entry),
        now,
        signal: AbortSignal.any([run.abort.signal, closing.signal]),
      })
      run.url = prepared.url
      const rest = prepared.finished
        .then(async (login) => {
          await store.save(entry, login)
          session.adopt(login, prepared.asked)
          end(null)
          tell(entry.id, 'done')
        })
        .catch((error: unknown) => {
          const fault = faultOf(error)
          log.info('a login did not succeed', { server: entry.slug, code: fault.code, reason: fault.message.en })
          end(fault)
          tell(entry.id, 'changed')
        })
      settling.add(rest)
      void rest.finally(() => settling.delete(rest))
    } catch (error) {
      end(faultOf(error))
      throw error
    }
    tell(entry.id, 'changed')
    await open(run.url)
    return { url: run.url }
  }

  /** The page shows the address too: a browser that does not open is no end of the login. */
  async function open(url: string): Promise<void> {
    await openBrowser(url).catch((error: unknown) =>
      log.warn('the browser could not be opened', { error: String(error) }),
    )
  }

  return {
    authFor,
    async start(entry, ownValues) {
      oauthTarget(entry)
      const known = running.get(entry.id)
      if (known !== undefined) {
        const { url } = await known.started
        await open(url)
        return { url }
      }
      faults.delete(entry.id)
      values.set(entry.id, ownValues)
      const { promise, resolve: settle, reject } = Promise.withResolvers<{ readonly url: string }>()
      const made: Running = { abort: new AbortController(), started: promise, url: null }
      running.set(entry.id, made)
      run(entry, ownValues, made).then(settle, reject)
      return promise
    },
    cancel(serverId) {
      running.get(serverId)?.abort.abort(loginFaults.cancelled())
    },
    async logout(entry, ownValues) {
      const target = oauthTarget(entry)
      running.get(entry.id)?.abort.abort(loginFaults.cancelled())
      const logins = await store.all(entry)
      sessionOf(entry, target).forget()
      await store.removeAll(entry)
      faults.delete(entry.id)
      tell(entry.id, 'changed')
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(REVOKE_MS)])
      for (const login of logins) {
        const reach = await createReach(new URL(login.serverUrl), resolve)
        const guarded = createGuardedFetch({ reach, makeFetch: fetchFor(entry), signal })
        const isConfirmed = await revoke(login, ownValues.clientSecret, guarded.fetch)
        await guarded.close()
        log.info('logged out of a server', { server: entry.slug, isConfirmed })
      }
    },
    async status(entry) {
      if (entry.target.kind === 'stdio' || entry.target.auth !== 'oauth') return null
      const session = sessionOf(entry, entry.target)
      const login = await session.login()
      const run = running.get(entry.id)
      const settled = login === null ? 'none' : (await session.isExpired()) ? 'expired' : 'done'
      return {
        state: run === undefined ? settled : 'running',
        issuer: login?.issuer ?? null,
        scopes: login?.tokens?.scopes ?? [],
        expiresAt: login?.tokens?.expiresAt ?? null,
        url: run?.url ?? null,
        fault: faults.get(entry.id) ?? session.wanted,
      }
    },
    forget(serverId) {
      running.get(serverId)?.abort.abort(loginFaults.cancelled())
      for (const map of [sessions, values, faults]) map.delete(serverId)
    },
    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort(loginFaults.cancelled())
      listeners.clear()
      await Promise.allSettled([...settling])
    },
  }
}

function oauthTarget(entry: ServerEntry): RemoteTarget {
  if (entry.target.kind === 'stdio' || entry.target.auth !== 'oauth') throw loginFaults.notRemote()
  return entry.target
}

function faultOf(error: unknown): ServerFault {
  if (error instanceof ServerError) return error.fault
  return loginFaults.badMetadata(
    { en: 'The login failed for a reason of Mirohub’s own.', zh: '登录因 Mirohub 内部原因失败。' },
    [],
    error,
  ).fault
}

const everyAddress: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}
