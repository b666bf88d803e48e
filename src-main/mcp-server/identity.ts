/** Whom a request speaks for. A credential that is not good is refused and never taken for "none". */
import type { IncomingMessage } from 'node:http'
import type { AgentUrls } from '../profiles/agent-urls.ts'
import { callerUser } from '../profiles/caller-user.ts'
import type { OauthTokens } from '../profiles/oauth-tokens.ts'
import type { PersonalUrls } from '../profiles/personal-urls.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Sharing } from '../profiles/sharing.ts'
import type { TokenRefusal, Tokens } from '../profiles/tokens.ts'
import { holdsScope } from '../registry/access.ts'
import type { Caller, ToolDefinition } from '../registry/types.ts'

/** A caller before it has named itself. */
export type McpCaller = Omit<Caller, 'actor'>

/** The two resources that credentials are for; one for the one is refused at the other. */
export type McpResource = 'mcp' | 'personal'

/**
 * not_found: a secret in the path that opens nothing; answered like any address that is not there.
 * other_person: the secret and the bearer are both good and name different people; 403.
 */
export type IdentityRefusal = TokenRefusal | 'not_found' | 'other_person'

export type Identity =
  | {
      readonly kind: 'caller'
      /** `user` null: nobody showed a credential. `user` is whose data it is. */
      readonly caller: McpCaller
      /** The same for the same credential: what sessions and limits are bound to. 'anonymous' without one. */
      readonly principal: string
      /** Label of the token or address, name of the app; for "who was heard". */
      readonly label: string | null
      /** Who holds the credential, by id; another than `caller.user` where one person acts for another. */
      readonly holderId?: number
    }
  | { readonly kind: 'refused'; readonly reason: IdentityRefusal }

export interface IdentityRequest {
  readonly resource: McpResource
  /** The path's secret, as it came; null on `/mcp` itself. */
  readonly secret: string | null
}

export interface Authenticator {
  /** Never rejects: what cannot be checked is refused. */
  identify(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>, what: IdentityRequest): Promise<Identity>
}

export interface IdentityServices {
  readonly tokens: Pick<Tokens, 'verify'>
  readonly profiles: Pick<Profiles, 'get'>
  /** The authorization server's own access tokens; without it only our JWTs are known. */
  readonly oauth?: Pick<OauthTokens, 'verifyAccessToken'>
  readonly agentUrls?: Pick<AgentUrls, 'resolve'>
  readonly personalUrls?: Pick<PersonalUrls, 'resolve'>
  readonly sharing?: Pick<Sharing, 'mayActFor' | 'dataClassesFor'>
}

/** What one good credential gives. */
interface Grant {
  readonly userId: number
  readonly holderId: number
  readonly scopes: readonly string[]
  /** For the audit log. */
  readonly credential: string
  readonly principal: string
  readonly label: string | null
  readonly agent?: string
  readonly sessionId?: string
  /** A model provider calls by itself under it: what a tool says of itself must not let it do more than read. */
  readonly readsOnly?: boolean
}
type Refused = Extract<Identity, { kind: 'refused' }>

/**
 * An address that carries its key leaks more easily than a token (histories, logs of proxies, a shared screen), so it
 * reads and does nothing else. Who wants to change things from a client gives it a token or lets it in by OAuth.
 */
const URL_SCOPES: readonly ToolDefinition['scope'][] = ['mcp:read']

const ANONYMOUS: Identity = { kind: 'caller', caller: { user: null }, principal: 'anonymous', label: null }
const refused = (reason: IdentityRefusal): Refused => ({ kind: 'refused', reason })
const isRefused = (value: Grant | Refused): value is Refused => 'reason' in value

/**
 * A secret in the path is looked up first: where it opens nothing the address is not there, whatever else came along.
 * An Authorization header has to be good, always. Where both came, the address decides and is never widened by the
 * bearer, who has to be the same person's.
 */
export function createAuthenticator(services: IdentityServices): Authenticator {
  const { tokens, profiles, oauth, agentUrls, personalUrls, sharing } = services

  async function fromPath(secret: string): Promise<Grant | Refused> {
    const agentGrant = agentUrls?.resolve(secret)
    if (agentGrant) {
      const { id, userId, subjectId = userId, sessionId, agent } = agentGrant
      const principal = `agent-url:${id}`
      const base = { userId: subjectId, holderId: userId, scopes: URL_SCOPES, sessionId, agent: agent.toUpperCase() }
      return { ...base, readsOnly: true, credential: 'agent-url', principal, label: agent }
    }
    const url = await personalUrls?.resolve(secret)
    if (!url) return refused('not_found')
    const credential = `personal-url:${url.id}`
    const whose = { userId: url.subjectId, holderId: url.holderId }
    return { ...whose, scopes: URL_SCOPES, credential, principal: credential, label: url.label || null }
  }

  async function fromBearer(token: string, resource: McpResource): Promise<Grant | Refused> {
    // Our own tokens are JWTs, those of the OAuth server are opaque: the shape says who is asked.
    if (oauth !== undefined && !JWT_SHAPE.test(token)) {
      const verdict = await oauth.verifyAccessToken(token, resource)
      if (!verdict.ok) return refused(verdict.reason)
      const { userId, grantedBy, grantId, clientName, scopes } = verdict
      const credential = `oauth:${grantId}`
      return { userId, holderId: grantedBy, scopes, credential, principal: credential, label: clientName || null }
    }
    const verdict = await tokens.verify(token)
    if (!verdict.ok) return refused(verdict.reason)
    const { userId, jti, scopes, label } = verdict
    const credential = `token:${jti}`
    return { userId, holderId: userId, scopes, credential, principal: credential, label: label || null }
  }

  async function identityOf(grant: Grant, inPath: boolean): Promise<Identity> {
    const { userId, holderId, scopes, credential, principal, label, agent, sessionId, readsOnly } = grant
    const [person, holder] = await Promise.all([profiles.get(userId), profiles.get(holderId)])
    if (person === null || holder === null) return refused(inPath ? 'not_found' : 'unknown')
    const bound = {
      ...(agent === undefined ? {} : { agent }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(readsOnly === undefined ? {} : { readsOnly }),
    }
    const caller: McpCaller = { user: callerUser(person), scopes, credential, ...bound }
    if (holderId === userId) return { kind: 'caller', caller, principal, label, holderId }
    if (sharing === undefined || !(await sharing.mayActFor(holderId, userId))) {
      return refused(inPath ? 'not_found' : 'revoked')
    }
    const dataClasses = await sharing.dataClassesFor(holderId, userId)
    return { kind: 'caller', caller: { ...caller, dataClasses }, principal, label, holderId }
  }

  async function identify(
    request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
    { resource, secret }: IdentityRequest,
  ): Promise<Identity> {
    const address = secret === null ? null : await fromPath(secret)
    if (address !== null && isRefused(address)) return address
    const header = bearerOf(request)
    if (header === 'malformed') return refused('malformed')
    if (header === null) return address === null ? ANONYMOUS : identityOf(address, true)
    const bearer = await fromBearer(header.token, resource)
    if (isRefused(bearer)) return bearer
    const bearerIdentity = await identityOf(bearer, false)
    if (address === null || bearerIdentity.kind === 'refused') return bearerIdentity
    if (!samePerson(address, bearer)) return refused('other_person')
    return identityOf({ ...address, scopes: URL_SCOPES.filter((scope) => holdsScope(bearer.scopes, scope)) }, true)
  }

  return {
    async identify(request, what) {
      try {
        return await identify(request, what)
      } catch {
        // The database did not answer; nobody gets in on that.
        return refused('unavailable')
      }
    },
  }
}

const JWT_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** The same holder, and no bearer for one person's data at an address for another's. */
function samePerson(address: Grant, bearer: Grant): boolean {
  return address.holderId === bearer.holderId && (bearer.userId === bearer.holderId || bearer.userId === address.userId)
}

/** Null without the header; `malformed` where it is anything but one good Bearer value (RFC 6750, 2.1). */
function bearerOf({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): { readonly token: string } | 'malformed' | null {
  if (headers.authorization === undefined) return null
  // Node keeps the first of two; which of them was meant cannot be known.
  const times = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization').length
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(headers.authorization.trim())?.[1]
  return token === undefined || times > 1 ? 'malformed' : { token }
}
