/**
 * OAuth 2.1 for MCP clients, as one service: the provider behind our routes, the desk where apps wait for a person, the
 * grants that were given, and the check of access tokens.
 */
import type Provider from 'oidc-provider'
import type { Logger } from '../../log/logger.ts'
import type { OauthClients } from '../../profiles/oauth-clients.ts'
import type { OauthGrants } from '../../profiles/oauth-grants.ts'
import { createOauthKeys } from '../../profiles/oauth-keys.ts'
import type { OauthStore } from '../../profiles/oauth-store.ts'
import type { OauthTokens } from '../../profiles/oauth-tokens.ts'
import { ProfileError } from '../../profiles/profile-error.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import type { Tokens } from '../../profiles/tokens.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import type { Mount } from '../site.ts'
import { type ConsentTicket, createConsentDesk } from './consent-desk.ts'
import { createDocumentFetch, type DocumentNetwork } from './document-fetch.ts'
import { createLimitKeeper, type OauthLimits } from './limits.ts'
import { createLoginFlow, type LoginResult } from './login-flow.ts'
import { createProvider } from './provider.ts'
import { mountOauth } from './routes.ts'
import type { Scope } from './scopes.ts'
import { createWaitingRoom } from './waiting-room.ts'

export interface Decision {
  readonly id: string
  readonly allow: boolean
  /** Whose window or page it is that answers. */
  readonly viewerId: number
  /** Public id of the person whose data are opened; the viewer's own by default. */
  readonly person?: string
  /** May only narrow what was asked. */
  readonly scopes?: readonly Scope[]
}

export interface AuthorizationServer {
  readonly mount: Mount
  /** What waits for an answer, oldest first. */
  pending(): ConsentTicket[]
  /** False when the question is gone or answered. Throws ProfileError `not_shared` or `unknown_profile`. */
  decide(decision: Decision): Promise<boolean>
  readonly grants: Pick<OauthGrants, 'list' | 'revoke'>
  readonly own: OauthClients['own']
  readonly tokens: OauthTokens
  /**
   * The seed's answer to a call that needs a person and names none (MCP_LOGIN_RESULT): where to log in and how to poll.
   * Null when the setting is off. Without an origin it is this computer's own: clients of that flow are here.
   */
  loginResult(origin: string | null, clientName: string | undefined): LoginResult | null
}

export interface AuthorizationServerOptions {
  readonly store: OauthStore
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  readonly profiles: Pick<Profiles, 'get' | 'byPublicId'>
  readonly tokens: Pick<Tokens, 'mint'>
  readonly uriPrefix: string
  /** MCP_LOGIN_RESULT. */
  readonly loginResult: boolean
  /** Whether the app has a page in the browser, to be linked from the page that waits. */
  readonly hasPage: boolean
  readonly log: Logger
  /** Whether `viewerId` may ask in the name of `subjectId`: their `chat` share. */
  readonly mayActFor: (viewerId: number, subjectId: number) => Promise<boolean>
  readonly onConsentsChanged: () => void
  /** Own clients came or went; the store tells of grants. */
  readonly onAccessChanged: () => void
  /** For tests. */
  readonly network?: DocumentNetwork
  readonly limits?: OauthLimits
}

export function createAuthorizationServer(options: AuthorizationServerOptions): AuthorizationServer {
  const { store, profiles, uriPrefix, mayActFor, onConsentsChanged, onAccessChanged } = options
  const { clients, grants, tokens } = store
  const log = options.log.child('oauth')
  const keys = createOauthKeys(options.secrets)
  // The system clock: a fixed MIROHUB_NOW would let no question ever end.
  const desk = createConsentDesk({ now: () => Date.now(), onChanged: onConsentsChanged })
  const room = createWaitingRoom({ desk, grants, clients, uriPrefix, appPage: options.hasPage ? '/' : null })
  const login = options.loginResult
    ? createLoginFlow({ desk, tokens: options.tokens, uriPrefix, appPage: options.hasPage ? '/' : null, log })
    : null
  const fetch = createDocumentFetch({ network: options.network, remembered: (id) => clients.rememberedDocument(id) })

  let ownOrigin = () => ''

  /** By origin; the guard lets no others through, so there are at most four. */
  const providers = new Map<string, Promise<Provider>>()
  function providerAt(issuer: string): Promise<Provider> {
    const known = providers.get(issuer)
    if (known !== undefined) return known
    const made = keys().then((loaded) =>
      createProvider({
        issuer,
        uriPrefix,
        keys: loaded,
        stores: store,
        log,
        fetch,
        personExists: async (publicId) => (await profiles.byPublicId(publicId)) !== null,
        ask: room.ask,
      }),
    )
    providers.set(issuer, made)
    // A locked keychain is asked again at the next request.
    made.catch(() => providers.delete(issuer))
    return made
  }

  async function subjectOf(decision: Decision, kind: ConsentTicket['kind']): Promise<{ id: number; publicId: string }> {
    const subject =
      decision.person === undefined ? await profiles.get(decision.viewerId) : await profiles.byPublicId(decision.person)
    if (subject === null) {
      throw new ProfileError('unknown_profile', 'This person is no longer on this computer.', 'Choose another person.')
    }
    if (subject.id === decision.viewerId) return subject
    // The token of the polling login lives long and is bound to nothing that a share could take back.
    if (kind === 'oauth' && (await mayActFor(decision.viewerId, subject.id))) return subject
    throw new ProfileError(
      'not_shared',
      `${subject.name} has not shared their chat with you.`,
      'Choose yourself, or ask them to share it.',
    )
  }

  return {
    mount: (app, site) => {
      ownOrigin = () => site.origins()[0] ?? ''
      const limits = createLimitKeeper(options.limits)
      mountOauth(app, { site, clients, desk, limits, providerAt, room, log })
      login?.mount(app, site)
    },
    pending: () => desk.pending(),
    async decide(decision) {
      const ticket = desk.get(decision.id)
      if (ticket === null) return false
      if (!decision.allow) return desk.answer(ticket.id, { allow: false })
      const subject = await subjectOf(decision, ticket.kind)
      return desk.answer(ticket.id, {
        allow: true,
        userId: subject.id,
        publicId: subject.publicId,
        grantedBy: decision.viewerId,
        scopes: decision.scopes ?? ticket.scopes,
      })
    },
    grants,
    own: {
      list: clients.own.list,
      async create(request) {
        const made = await clients.own.create(request)
        onAccessChanged()
        return made
      },
      async remove(userId, id) {
        const removed = await clients.own.remove(userId, id)
        if (removed) onAccessChanged()
        return removed
      },
    },
    tokens,
    loginResult: (origin, clientName) => login?.result(origin ?? ownOrigin(), clientName) ?? null,
  }
}
