/**
 * `POST /personal/mcp`: a client that holds a bearer asks for the person's own MCP address, the same one again until it
 * is revoked. `{}` is for the bearer's person; `{"user_id": <public id>}` for another who lets them ask in their name.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log/logger.ts'
import type { PersonalUrls } from '../profiles/personal-urls.ts'
import { ProfileError } from '../profiles/profile-error.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { holdsScope } from '../registry/access.ts'
import { type Authenticator, CHALLENGE, type Identity } from './identity.ts'
import { abandonBody, readJsonBody } from './json-body.ts'
import { isObject, sendJson } from './json-rpc.ts'
import type { Mount, Site } from './site.ts'

/** The address for a secret: under MCP_PUBLIC_URL where there is one, else under `origin`. */
export function personalMcpUrl(
  config: { readonly http: Pick<Config['http'], 'uriPrefix'>; readonly mcpPublicUrl: string | null },
  origin: string,
  secret: string,
): string {
  const at = config.mcpPublicUrl === null ? origin : new URL(config.mcpPublicUrl).origin
  return `${at}${config.http.uriPrefix}/mcp/${secret}`
}

/** The seed's codes; -7 is ours. Unlike there the HTTP status says it too, so that clients see a refusal as one. */
const REFUSAL = {
  badToken: { status: 401, code: -2, msg: 'The bearer token is not valid here. Make a new one with: mirohub token' },
  noPayload: { status: 400, code: -3, msg: 'The body must be a JSON object: {} or {"user_id": "…"}.' },
  badUser: { status: 400, code: -4, msg: 'There is no such person on this computer.' },
  noPermission: {
    status: 403,
    code: -5,
    msg: 'This person does not let you ask in their name. They can allow it in Mirohub under Settings, People.',
  },
  scope: { status: 403, code: -5, msg: 'This token may not make a personal address; it needs the scope mcp:connect.' },
  actsForOther: { status: 403, code: -5, msg: 'A token for another person’s data makes no personal address.' },
  storeError: { status: 503, code: -6, msg: 'The address could not be made or read. The log of Mirohub says why.' },
  turnedOff: {
    status: 403,
    code: -7,
    msg: 'Personal MCP addresses are turned off. Turn them on in Mirohub under Settings, Personal addresses.',
  },
} as const
type RefusalName = keyof typeof REFUSAL

const BODY_LIMITS = { maxBytes: 16 * 1024, deadlineMs: 10_000 }
const METHODS = 'POST, OPTIONS'

export interface PersonalMcpOptions {
  readonly config: Parameters<typeof personalMcpUrl>[0]
  readonly authenticator: Authenticator
  readonly profiles: Pick<Profiles, 'byPublicId'>
  readonly personalUrls: Pick<PersonalUrls, 'ensure'>
  readonly log: Logger
}

export function mountPersonalMcp(options: PersonalMcpOptions): Mount {
  const { config, authenticator, profiles, personalUrls } = options
  const log = options.log.child('personal-mcp')

  async function answer(request: IncomingMessage, site: Site): Promise<RefusalName | { readonly url: string }> {
    const who = await authenticator.identify(request, { resource: 'personal', secret: null })
    const holderId = holderOf(who)
    if (holderId === null) return 'badToken'
    if (typeof holderId === 'string') return holderId
    const body = await readJsonBody(request, BODY_LIMITS)
    if (!body.ok || !isObject(body.value)) return 'noPayload'
    const { user_id: asked } = body.value
    let subjectId = holderId
    if (asked !== undefined && asked !== null) {
      const person = typeof asked === 'string' ? await profiles.byPublicId(asked) : null
      if (person === null) return 'badUser'
      subjectId = person.id
    }
    const { secret } = await personalUrls.ensure(holderId, subjectId)
    return { url: personalMcpUrl(config, site.originOf(request), secret) }
  }

  async function handle(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
    const result = await answer(request, site).catch((error: unknown) => refusalOf(error, log))
    if (typeof result === 'string') {
      abandonBody(request)
      const { status, code, msg } = REFUSAL[result]
      return sendJson(response, status, { success: false, code, msg, data: null }, challengeFor(result, request, site))
    }
    sendJson(response, 200, { success: true, code: 0, msg: 'ok', data: result })
  }

  return (app, site) => {
    app.all(`${site.uriPrefix}/personal/mcp`, (request, response) => {
      if (request.method === 'POST') return handle(request, response, site)
      if (request.method === 'OPTIONS') return void response.writeHead(204, { Allow: METHODS }).end()
      sendJson(response, 405, { error: 'Method not allowed: send POST.' }, { Allow: METHODS })
    })
  }
}

/** Who the address would be for; null without a good bearer, or why this bearer makes none. */
function holderOf(who: Identity): number | null | RefusalName {
  if (who.kind === 'refused' || who.caller.user === null) return null
  const { user, scopes, credential } = who.caller
  // A whole person, not a part of another's data that a third was given.
  if (who.holderId !== undefined && who.holderId !== user.id) return 'actsForOther'
  if (!holdsScope(scopes, 'mcp:read')) return 'scope'
  // The address outlives an app's hour-long token and the app's own removal, so the app has to be allowed that by name.
  if (credential?.startsWith('oauth:') && !scopes?.includes('mcp:connect')) return 'scope'
  return user.id
}

function refusalOf(error: unknown, log: Logger): RefusalName {
  if (error instanceof ProfileError) {
    if (error.code === 'urls_off') return 'turnedOff'
    if (error.code === 'not_shared') return 'noPermission'
    if (error.code === 'unknown_profile') return 'badUser'
  }
  log.error('a personal address could not be made', { error })
  return 'storeError'
}

function challengeFor(refusal: RefusalName, request: IncomingMessage, site: Site): Record<string, string> {
  const metadata = `resource_metadata="${site.originOf(request)}/.well-known/oauth-protected-resource${site.uriPrefix}/personal/mcp"`
  if (refusal === 'badToken') {
    const sent = request.headers.authorization !== undefined
    return { 'WWW-Authenticate': `${sent ? CHALLENGE.invalid : CHALLENGE.none}, ${metadata}` }
  }
  return refusal === 'scope' ? { 'WWW-Authenticate': `${CHALLENGE.scope}, scope="mcp:connect", ${metadata}` } : {}
}
