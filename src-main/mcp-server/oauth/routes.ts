/** The addresses of the authorization server: what is checked, bounded and turned into our names before the provider. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import type Provider from 'oidc-provider'
import type { Logger } from '../../log/logger.ts'
import type { OauthClients } from '../../profiles/oauth-clients.ts'
import { allowOrigin, OAUTH_CORS, preflight } from '../cross-origin.ts'
import { abandonBody, readJsonBody } from '../json-body.ts'
import { isObject, sendJson } from '../json-rpc.ts'
import type { Site } from '../site.ts'
import { cleanClientMetadata } from './client-metadata.ts'
import type { ConsentDesk } from './consent-desk.ts'
import { MAX_OAUTH_BODY_BYTES, OAUTH_BODY_DEADLINE_MS, readFormBody } from './form-body.ts'
import type { LimitKeeper } from './limits.ts'
import { pageWords } from './page-words.ts'
import { type PageKind, sendPage } from './pages.ts'
import { providerRequest } from './provider-request.ts'
import { resourceName } from './resources.ts'
import { DEFAULT_SCOPE, isMcpScope } from './scopes.ts'
import type { WaitingRoom } from './waiting-room.ts'

export interface OauthRoutes {
  readonly site: Site
  readonly clients: Pick<OauthClients, 'find' | 'hasRoom' | 'markUsed'>
  readonly desk: Pick<ConsentDesk, 'isFull'>
  readonly limits: LimitKeeper
  readonly providerAt: (origin: string) => Promise<Provider>
  readonly room: WaitingRoom
  readonly log: Logger
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>
type FormEndpoint = 'token' | 'introspect' | 'revoke'

const MAX_QUERY = 8_192

export function mountOauth(app: Express, routes: OauthRoutes): void {
  const { site, clients, desk, limits, providerAt, room, log } = routes
  const base = `${site.uriPrefix}/oauth`

  async function provide(
    request: IncomingMessage,
    response: ServerResponse,
    what: {
      url: string
      accept: 'application/json' | 'text/html'
      body?: string
      contentType?: string
    },
  ): Promise<void> {
    const origin = site.originOf(request)
    const provider = await providerAt(origin)
    await provider.callback()(providerRequest(request, { origin, ...what }), response)
  }

  const authorize: Handler = async (request, response) => {
    const page = (status: number, kind: PageKind) => showPage(request, response, status, kind)
    // A picture, a frame or a prefetch of another page must not put questions before the person.
    const { 'sec-fetch-dest': dest = 'document', 'sec-purpose': purpose = '' } = request.headers
    if (dest !== 'document' || purpose !== '') return page(403, 'error')
    const query = queryOf(request)
    if (query === null) return page(400, 'error')
    const mode = query.get('response_mode')
    if (mode !== null && mode !== 'query') return page(400, 'error')
    const clientId = query.get('client_id') ?? ''
    const wait = await limits.authorization(await askerOf(clientId))
    if (wait !== null) response.setHeader('Retry-After', String(wait))
    if (wait !== null || desk.isFull(clientId)) return page(429, 'busy')
    query.set('scope', askedScope(query.get('scope')))
    nameResources(query, site)
    await provide(request, response, { url: `${base}/authorize?${query}`, accept: 'text/html' })
  }

  /** Who begins an authorization; those that are not known share one name. */
  async function askerOf(clientId: string): Promise<string> {
    if (clientId.startsWith('https://')) return URL.parse(clientId)?.host ?? ''
    return (await clients.find(clientId)) === null ? '' : clientId
  }

  const register: Handler = async (request, response) => {
    const wait = await limits.registration()
    if (wait !== null) return tooMany(request, response, wait)
    const read = await readJsonBody(request, { maxBytes: MAX_OAUTH_BODY_BYTES, deadlineMs: OAUTH_BODY_DEADLINE_MS })
    if (!read.ok) {
      abandonBody(request)
      return sendJson(response, read.status, oauthError('invalid_client_metadata', read.message))
    }
    if (!isObject(read.value)) {
      return sendJson(response, 400, oauthError('invalid_client_metadata', 'The body must be a JSON object.'))
    }
    const clean = cleanClientMetadata(read.value, 'registered')
    if (!clean.ok) return sendJson(response, 400, oauthError(clean.error, clean.description))
    if (!(await clients.hasRoom())) return tooMany(request, response, 600)
    const body = JSON.stringify(clean.metadata)
    const contentType = 'application/json'
    await provide(request, response, { url: `${base}/register`, accept: 'application/json', body, contentType })
  }

  const form =
    (endpoint: FormEndpoint): Handler =>
    async (request, response) => {
      const read = await readFormBody(request)
      if (!read.ok) {
        abandonBody(request)
        return sendJson(response, read.status, oauthError('invalid_request', read.description))
      }
      const { form: said } = read
      const clientId = clientIdOf(request, said)
      const wait = await limits.failuresOf(clientId)
      if (wait !== null) return tooMany(request, response, wait)
      if (endpoint === 'introspect' && request.headers.authorization === undefined && !said.get('client_secret')) {
        const challenge = { 'WWW-Authenticate': 'Basic realm="mirohub"' }
        return sendJson(
          response,
          401,
          oauthError('invalid_client', 'Introspection needs a client with a secret.'),
          challenge,
        )
      }
      const asItself = endpoint === 'token' && said.get('grant_type') === 'client_credentials'
      if (asItself) {
        const client = await clients.find(clientId)
        if (client?.kind !== 'own') {
          await limits.countFailure(clientId)
          const text = 'client_credentials is for clients that a person made in Mirohub.'
          return sendJson(response, 400, oauthError('unauthorized_client', text))
        }
        if (!said.get('scope')) said.set('scope', String(client.metadata.scope ?? DEFAULT_SCOPE))
      }
      if (endpoint === 'token') nameResources(said, site)
      await provide(request, response, {
        url: `${base}/${endpoint}`,
        accept: 'application/json',
        body: said.toString(),
        contentType: 'application/x-www-form-urlencoded',
      })
      if (response.statusCode === 400 || response.statusCode === 401) await limits.countFailure(clientId)
      else if (asItself && response.statusCode === 200) await clients.markUsed(clientId)
    }

  const visit =
    (show: 'page' | 'state', uid: string): Handler =>
    async (request, response) => {
      const origin = site.originOf(request)
      const provider = await providerAt(origin)
      const inner = providerRequest(request, { origin, url: `${base}/wait/${uid}`, accept: 'text/html' })
      await room[show]({ provider, uid, inner, response, acceptLanguage: request.headers['accept-language'] })
    }

  /** One method and a handler that may fail: what failed is in the log, and the client learns that it did. */
  const serve =
    (method: 'GET' | 'POST', handler: Handler): Handler =>
    async (request, response) => {
      allowOrigin(request, response, OAUTH_CORS)
      if (request.method === 'OPTIONS') {
        return preflight(request, response, OAUTH_CORS, { methods: method, allow: `${method}, OPTIONS` })
      }
      if (request.method !== method) {
        abandonBody(request)
        const text = `Method not allowed: send ${method}.`
        return sendJson(response, 405, oauthError('invalid_request', text), { Allow: `${method}, OPTIONS` })
      }
      try {
        await handler(request, response)
      } catch (error) {
        log.error('an OAuth request failed', { error })
        if (request.headers.accept?.includes('text/html')) return showPage(request, response, 503, 'error')
        sendJson(response, 503, oauthError('temporarily_unavailable', 'Mirohub cannot answer this now.'))
      }
    }

  const begin = serve('GET', authorize)
  app.all(`${base}/authorize`, begin)
  app.all(`${site.uriPrefix}/oauth2/authorize`, begin)
  app.all(`${base}/authorize/:uid`, (request, response) => {
    const url = `${base}/authorize/${encodeURIComponent(request.params.uid)}`
    return serve('GET', (asked, answer) => provide(asked, answer, { url, accept: 'text/html' }))(request, response)
  })
  app.all(`${base}/wait/:uid`, (request, response) => serve('GET', visit('page', uidOf(request)))(request, response))
  app.all(`${base}/wait/:uid/state`, (request, response) =>
    serve('GET', visit('state', uidOf(request)))(request, response),
  )
  app.all(`${base}/register`, serve('POST', register))
  for (const endpoint of ['token', 'introspect', 'revoke'] as const) {
    app.all(`${base}/${endpoint}`, serve('POST', form(endpoint)))
  }
  const jwks = { url: `${base}/jwks`, accept: 'application/json' } as const
  app.all(
    `${base}/jwks`,
    serve('GET', (request, response) => provide(request, response, jwks)),
  )
}

function uidOf(request: { readonly params: { readonly uid: string } }): string {
  return encodeURIComponent(request.params.uid)
}

function oauthError(error: string, description: string): Record<string, string> {
  return { error, error_description: description }
}

function tooMany(request: IncomingMessage, response: ServerResponse, seconds: number): void {
  abandonBody(request)
  const body = oauthError('temporarily_unavailable', 'Too many requests. Try again later.')
  sendJson(response, 429, body, { 'Retry-After': String(seconds) })
}

function showPage(request: IncomingMessage, response: ServerResponse, status: number, kind: PageKind): void {
  sendPage(response, status, pageWords(request.headers['accept-language']), kind)
}

/** Null for a query that no client sends: too long, or with NUL, which PostgreSQL does not store. */
function queryOf(request: IncomingMessage): URLSearchParams | null {
  const target = request.url ?? ''
  const at = target.indexOf('?')
  const text = at < 0 ? '' : target.slice(at + 1)
  if (text.length > MAX_QUERY) return null
  const query = new URLSearchParams(text)
  return [...query].flat().some((part) => part.includes('\0')) ? null : query
}

/**
 * A client that names none of our scopes (none at all, or another server's) would get a token that opens nothing: it is
 * asked about as one that reads, as RFC 6749 3.3 allows.
 */
function askedScope(scope: string | null): string {
  const names = (scope ?? '').split(' ').filter((name) => name !== '')
  return names.some(isMcpScope) ? names.join(' ') : [...names, DEFAULT_SCOPE].join(' ')
}

/** Addresses of our resources become their names; others stay and are refused as `invalid_target`. */
function nameResources(params: URLSearchParams, site: Site): void {
  const asked = params.getAll('resource')
  if (asked.length === 0) return
  params.delete('resource')
  for (const name of new Set(asked.map((indicator) => resourceName(indicator, site) ?? indicator))) {
    params.append('resource', name)
  }
}

/** For counting failures; whether it is true is the provider's business. */
function clientIdOf({ headers }: IncomingMessage, form: URLSearchParams): string {
  const basic = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return form.get('client_id') ?? ''
  const [name = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
