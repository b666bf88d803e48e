/**
 * The seed's endpoints for a person's external servers: `GET|POST /api/user/mcp`, `POST /api/user/mcp/set`,
 * `POST /api/user/mcp/delete`, with its `{ code, msg, data }`. They know addresses alone: no command, no header, no
 * variable can come this way (CVE-2026-42271, CVE-2026-22252), and a token goes in and never out. What is added waits
 * until the person has agreed to it in the app.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../log/logger.ts'
import { holdsScope } from '../registry/access.ts'
import { badCredential, needsCredential } from './challenge.ts'
import type { Authenticator } from './identity.ts'
import { abandonBody, readJsonBody } from './json-body.ts'
import { isObject, sendJson } from './json-rpc.ts'
import { createRefusalCounter, DEFAULT_LIMITS } from './limits.ts'
import { isLoopbackHostname } from './loopback.ts'
import type { Mount, Site } from './site.ts'

export interface UserServer {
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  readonly order: number
  readonly hasToken: boolean
}

export interface UserServerChange {
  readonly name: string
  readonly url: string
  /** Undefined keeps the stored token while the address stays on the same origin; null removes it. */
  readonly token: string | null | undefined
  readonly enabled: boolean
  readonly order: number
}

export interface UserServers {
  /** Servers that are reached by address. */
  list(userId: number): Promise<readonly UserServer[]>
  /** A sentence where it is refused. Rejects where storing fails. */
  set(userId: number, change: UserServerChange): Promise<{ readonly refused: string } | null>
  /** An unknown name is removed already. */
  remove(userId: number, name: string): Promise<{ readonly refused: string } | null>
}

export interface UserMcpOptions {
  readonly authenticator: Authenticator
  readonly servers: UserServers
  readonly log: Logger
}

interface Answer {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly data?: unknown
}

/** The seed's codes: -1 the store, -2 the body, -3 a value; the HTTP status says it too. */
const storeError: Answer = { status: 503, code: -1, msg: 'The servers could not be read or stored. The log says why.' }
const badBody: Answer = { status: 400, code: -2, msg: 'The body must be a JSON object.' }
const refused = (msg: string): Answer => ({ status: 400, code: -3, msg })
const unauthorized: Answer = {
  status: 401,
  code: 401,
  msg: 'A valid bearer token is needed. Make one with: mirohub token',
}
const tooMany: Answer = { status: 429, code: 429, msg: 'Too many requests with a bad token.' }
const cannotCheck: Answer = { ...storeError, msg: 'Mirohub cannot check the token now.' }
const notOwn: Answer = {
  status: 403,
  code: 403,
  msg: 'Servers are managed with a token of one’s own, not by an app or with another person’s token.',
}

const readOnly: Answer = { status: 403, code: 403, msg: 'This token may read and change nothing.' }

const BODY_LIMITS = { maxBytes: 32 * 1024, deadlineMs: 10_000 }
const MAX_NAME = 80
const MAX_URL = 8_192
const MAX_TOKEN = 8_192

type Route = 'list' | 'set' | 'delete'

export function mountUserMcp({ authenticator, servers, log: parent }: UserMcpOptions): Mount {
  const log = parent.child('user-mcp')
  const mayExplain = createRefusalCounter(DEFAULT_LIMITS.badCredentialsPerMinute, () => performance.now())

  async function holder(request: IncomingMessage, route: Route): Promise<number | Answer> {
    const who = await authenticator.identify(request, { resource: 'mcp', secret: null })
    if (who.kind === 'refused') {
      if (who.reason === 'unavailable') return cannotCheck
      return who.reason === 'expired' || who.reason === 'revoked' || mayExplain(who.reason) ? unauthorized : tooMany
    }
    const { user, credential, scopes } = who.caller
    if (user === null) return unauthorized
    const isOwn = who.holderId === undefined || who.holderId === user.id
    if (!isOwn || credential?.startsWith('token:') !== true) return notOwn
    return holdsScope(scopes, route === 'list' ? 'mcp:read' : 'mcp:write') ? user.id : readOnly
  }

  async function answer(request: IncomingMessage, route: Route): Promise<Answer> {
    const userId = await holder(request, route)
    if (typeof userId !== 'number') return userId
    if (route === 'list') return { status: 200, code: 0, msg: 'ok', data: mapOf(await servers.list(userId)) }
    const body = await readJsonBody(request, BODY_LIMITS)
    if (!body.ok) return { ...badBody, status: body.status, msg: body.message }
    if (!isObject(body.value)) return badBody
    const done = (outcome: { readonly refused: string } | null): Answer =>
      outcome === null ? { status: 200, code: 0, msg: 'ok' } : refused(outcome.refused)
    if (route === 'set') {
      const change = changeOf(body.value)
      return 'code' in change ? change : done(await servers.set(userId, change))
    }
    const named = nameOf(body.value)
    return 'code' in named ? named : done(await servers.remove(userId, named.name))
  }

  async function handle(route: Route, request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
    const { status, ...body } = await answer(request, route).catch((error: unknown) => {
      log.error('a person’s servers could not be read or stored', { error })
      return storeError
    })
    abandonBody(request)
    sendJson(response, status, { data: null, ...body }, challengeFor(status, request, site))
  }

  return (app, site) => {
    const at = (path: string, route: Route, methods: readonly string[]) =>
      app.all(`${site.uriPrefix}/api/user/mcp${path}`, (request, response) => {
        if (methods.includes(request.method)) return handle(route, request, response, site)
        const Allow = [...methods, 'OPTIONS'].join(', ')
        if (request.method === 'OPTIONS') return void response.writeHead(204, { Allow }).end()
        sendJson(response, 405, { error: `Method not allowed: send ${methods.join(' or ')}.` }, { Allow })
      })
    at('', 'list', ['GET', 'POST'])
    at('/set', 'set', ['POST'])
    at('/delete', 'delete', ['POST'])
  }
}

/** The seed's map by name, without the tokens that were in it there. */
function mapOf(servers: readonly UserServer[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    servers.map(({ name, url, enabled, order, hasToken }) => [
      name,
      { name, url, enabled, order, has_token: hasToken },
    ]),
  )
}

function nameOf(body: Readonly<Record<string, unknown>>): { readonly name: string } | Answer {
  const name = typeof body.name === 'string' ? body.name.trim() : ''
  return name === '' ? refused('Empty name.') : { name }
}

function changeOf(body: Readonly<Record<string, unknown>>): UserServerChange | Answer {
  const known = ['name', 'url', 'token', 'enabled', 'order']
  const unknown = Object.keys(body).find((key) => !known.includes(key))
  if (unknown !== undefined) return refused(`“${unknown.slice(0, 40)}” is not accepted here: ${known.join(', ')} are.`)
  const named = nameOf(body)
  if ('code' in named) return named
  const { name } = named
  if (name.length > MAX_NAME || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) {
    return refused(`The name has to be one line of at most ${MAX_NAME} visible characters.`)
  }
  const url = typeof body.url === 'string' ? body.url.trim() : ''
  const fault = urlFault(url)
  if (fault !== null) return refused(fault)
  const { token, enabled = true, order = 0 } = body
  if (token !== undefined && token !== null && !isToken(token)) return refused('Invalid token.')
  if (typeof enabled !== 'boolean') return refused('“enabled” has to be true or false.')
  if (typeof order !== 'number' || !Number.isInteger(order) || Math.abs(order) > 1_000_000) {
    return refused('“order” has to be a whole number.')
  }
  // The seed dropped the token of an update that did not repeat it; here only an empty one does.
  return { name, url, token: token === '' || token === null ? null : token, enabled, order }
}

function isToken(token: unknown): token is string {
  return typeof token === 'string' && token.length <= MAX_TOKEN && /^[\x21-\x7e]*$/.test(token)
}

/** Null: it may be stored. */
function urlFault(url: string): string | null {
  if (url === '') return 'Empty url.'
  const parsed = URL.parse(url)
  if (parsed === null || url.length > MAX_URL) return 'Invalid url.'
  if (parsed.username !== '' || parsed.password !== '') return 'The url must not carry a user name or password.'
  if (parsed.protocol === 'https:') return null
  if (parsed.protocol === 'http:' && isLoopbackHostname(parsed.hostname)) return null
  return 'The url has to begin with https://, or with http:// for this computer.'
}

function challengeFor(status: number, request: IncomingMessage, site: Site): Record<string, string> {
  if (status === 429) return { 'Retry-After': '60' }
  if (status !== 401) return {}
  const place = { origin: site.originOf(request), uriPrefix: site.uriPrefix }
  const isSent = request.headers.authorization !== undefined
  return { 'WWW-Authenticate': isSent ? badCredential(place, 'malformed') : needsCredential(place, undefined) }
}
