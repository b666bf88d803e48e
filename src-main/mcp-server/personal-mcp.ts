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
import { badCredential, needsCredential, needsScope } from './challenge.ts'
import type { Authenticator, Identity, IdentityRefusal } from './identity.ts'
import { abandonBody, readJsonBody } from './json-body.ts'
import { isObject, sendJson } from './json-rpc.ts'
import { createRefusalCounter, DEFAULT_LIMITS, type RefusalCounter } from './limits.ts'
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

interface Refused {
  readonly status: number
  readonly code: number
  readonly msg: string
}

/** The seed's codes; -7 is ours. Unlike there the HTTP status says it too, so that clients see a refusal as one. */
const BAD_TOKEN: Refused = {
  status: 401,
  code: -2,
  msg: 'The bearer token is not valid here. Make a new one with: mirohub token',
}
const EXPIRED: Refused = { ...BAD_TOKEN, msg: 'The bearer token has expired. Make a new one with: mirohub token' }
const TOO_MANY: Refused = { status: 429, code: -2, msg: 'Too many requests with a bad token.' }
const NO_PAYLOAD: Refused = { status: 400, code: -3, msg: 'The body must be a JSON object: {} or {"user_id": "…"}.' }
const BAD_USER: Refused = { status: 400, code: -4, msg: 'There is no such person on this computer.' }
const FOR_ANOTHER: Refused = {
  status: 403,
  code: -5,
  msg: 'This token opens another person’s data; a personal address needs a token of one’s own.',
}
const NO_SCOPE: Refused = { status: 403, code: -5, msg: 'An app needs the scope mcp:connect to make an address.' }
const STORE_ERROR: Refused = {
  status: 503,
  code: -6,
  msg: 'The address could not be made or read. The log of Mirohub says why.',
}

const CANNOT_CHECK: Refused = {
  ...STORE_ERROR,
  msg: 'Mirohub cannot check the token now: its keychain or database does not answer.',
}

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
  const mayExplain = createRefusalCounter(DEFAULT_LIMITS.badCredentialsPerMinute, () => performance.now())

  async function answer(request: IncomingMessage, site: Site): Promise<Refused | { readonly url: string }> {
    const who = await authenticator.identify(request, { resource: 'personal', secret: null })
    if (who.kind === 'refused') return refusedCredential(who.reason, mayExplain)
    const holder = holderOf(who)
    if (typeof holder !== 'number') return holder
    const body = await readJsonBody(request, BODY_LIMITS)
    if (!body.ok) return { ...NO_PAYLOAD, status: body.status }
    if (!isObject(body.value)) return NO_PAYLOAD
    const { user_id: asked } = body.value
    const isNamed = asked !== undefined && asked !== null
    const subject = isNamed && typeof asked === 'string' ? await profiles.byPublicId(asked) : null
    if (isNamed && subject === null) return BAD_USER
    const { secret } = await personalUrls.ensure(holder, subject?.id ?? holder)
    return { url: personalMcpUrl(config, site.originOf(request), secret) }
  }

  async function handle(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
    const result = await answer(request, site).catch((error: unknown) => refusalOf(error, log))
    if ('url' in result) return sendJson(response, 200, { success: true, code: 0, msg: 'ok', data: result })
    abandonBody(request)
    const { status, code, msg } = result
    sendJson(response, status, { success: false, code, msg, data: null }, headersFor(result, request, site))
  }

  return (app, site) => {
    app.all(`${site.uriPrefix}/personal/mcp`, (request, response) => {
      if (request.method === 'POST') return handle(request, response, site)
      if (request.method === 'OPTIONS') return void response.writeHead(204, { Allow: METHODS }).end()
      sendJson(response, 405, { error: 'Method not allowed: send POST.' }, { Allow: METHODS })
    })
  }
}

/** One that was good once is always told so, and one that cannot be checked may be good; guesses are slowed down. */
function refusedCredential(reason: IdentityRefusal, mayExplain: RefusalCounter): Refused {
  if (reason === 'expired') return EXPIRED
  if (reason === 'unavailable') return CANNOT_CHECK
  return reason === 'revoked' || mayExplain(reason) ? BAD_TOKEN : TOO_MANY
}

/** By id who the address would be for, or why this bearer makes none. */
function holderOf(who: Extract<Identity, { kind: 'caller' }>): number | Refused {
  const { user, scopes, credential } = who.caller
  if (user === null) return BAD_TOKEN
  // A whole person, not a part of another's data that somebody was given.
  if (who.holderId !== undefined && who.holderId !== user.id) return FOR_ANOTHER
  // The address outlives an app's hour-long token and the app's own removal: that has to be allowed by name.
  if (credential?.startsWith('oauth:') && !scopes?.includes('mcp:connect')) return NO_SCOPE
  return user.id
}

function refusalOf(error: unknown, log: Logger): Refused {
  if (error instanceof ProfileError) {
    const msg = `${error.message} ${error.hint}`
    if (error.code === 'unknown_profile') return BAD_USER
    if (error.code === 'not_shared') return { status: 403, code: -5, msg }
    if (error.code === 'urls_off') return { status: 403, code: -7, msg }
    if (error.code === 'sealed') return { ...STORE_ERROR, msg }
  }
  log.error('a personal address could not be made', { error })
  return STORE_ERROR
}

function headersFor(refused: Refused, request: IncomingMessage, site: Site): Record<string, string> {
  const place = { origin: site.originOf(request), uriPrefix: site.uriPrefix, resource: 'personal' } as const
  const isSent = request.headers.authorization !== undefined
  if (refused === NO_SCOPE) return { 'WWW-Authenticate': needsScope(place, 'mcp:connect') }
  if (refused === TOO_MANY) return { 'Retry-After': '60' }
  if (refused.status !== 401) return {}
  const challenge = isSent
    ? badCredential(place, refused === EXPIRED ? 'expired' : 'malformed')
    : needsCredential(place, 'mcp:connect')
  return { 'WWW-Authenticate': challenge }
}
