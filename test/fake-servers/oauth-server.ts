/**
 * An authorization server that lets everybody in, checks what a good one checks (exact redirect address, PKCE, one use
 * of codes and refresh tokens, the client), notes every request, and lies where it is told to.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { noLies, type OauthLies } from './oauth-lies.ts'

export interface NotedRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | null
  readonly params: URLSearchParams
  readonly json: Record<string, unknown>
}

export interface FakeOauthServer {
  readonly url: string
  readonly lies: OauthLies
  readonly requests: readonly NotedRequest[]
  at(path: string): NotedRequest[]
  isLive(accessToken: string): boolean
  scopesOf(accessToken: string): readonly string[]
  close(): Promise<void>
}

interface Code {
  readonly clientId: string
  readonly redirectUri: string
  readonly challenge: string
  readonly scope: string
}

export async function startOauthServer(told: Partial<OauthLies> = {}): Promise<FakeOauthServer> {
  const lies: OauthLies = { ...noLies, ...told }
  const requests: NotedRequest[] = []
  const redirectUris = new Map<string, readonly string[]>()
  const codes = new Map<string, Code>()
  const access = new Map<string, readonly string[]>()
  const refresh = new Map<string, { clientId: string; scope: string }>()
  let url = ''

  function metadata(): Record<string, unknown> {
    return {
      issuer: lies.issuer ?? url,
      authorization_endpoint: lies.authorizationEndpoint ?? `${url}/authorize`,
      token_endpoint: lies.tokenEndpoint ?? `${url}/token`,
      ...(lies.withoutRegistration ? {} : { registration_endpoint: lies.registrationEndpoint ?? `${url}/register` }),
      revocation_endpoint: `${url}/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      ...(lies.withoutPkce ? {} : { code_challenge_methods_supported: ['S256'] }),
      ...(lies.announcesIss ? { authorization_response_iss_parameter_supported: true } : {}),
      ...(lies.knowsDocuments ? { client_id_metadata_document_supported: true } : {}),
      ...(lies.hugeMetadata ? { padding: 'x'.repeat(2_000_000) } : {}),
    }
  }

  function authorize(params: URLSearchParams, response: ServerResponse): void {
    const clientId = params.get('client_id') ?? ''
    const redirectUri = params.get('redirect_uri') ?? ''
    const registered = redirectUris.get(clientId)
    if (registered !== undefined && !registered.includes(redirectUri)) {
      json(response, 400, { error: 'invalid_request' })
      return
    }
    const back = new URL(redirectUri)
    const code = randomUUID()
    const challenge = params.get('code_challenge') ?? ''
    codes.set(code, { clientId, redirectUri, challenge, scope: params.get('scope') ?? '' })
    if (lies.denies) {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', '<script>alert(1)</script>')
    } else back.searchParams.set('code', code)
    back.searchParams.set('state', params.get('state') ?? '')
    if (lies.altersState) back.searchParams.set('state', 'not-yours')
    if (lies.iss === 'wrong') back.searchParams.set('iss', 'https://other.example')
    if (lies.iss === 'right' || lies.iss === 'twice') back.searchParams.set('iss', url)
    if (lies.iss === 'twice') back.searchParams.append('iss', 'https://other.example')
    response.writeHead(302, { Location: back.href }).end()
  }

  function issue(clientId: string, scope: string, response: ServerResponse): void {
    const token = `access-${randomUUID()}`
    access.set(token, scope.split(' ').filter(Boolean))
    const next = `refresh-${randomUUID()}`
    refresh.set(next, { clientId, scope })
    json(response, 200, {
      access_token: token,
      token_type: lies.tokenType,
      ...(lies.expiresInS === null ? {} : { expires_in: lies.expiresInS }),
      ...(lies.withoutRefreshToken ? {} : { refresh_token: next }),
      ...(scope === '' ? {} : { scope }),
    })
  }

  function token(note: NotedRequest, response: ServerResponse): void {
    const { params } = note
    const clientId = clientOf(note)
    if (params.get('grant_type') === 'refresh_token') {
      const held = refresh.get(params.get('refresh_token') ?? '')
      if (lies.refusesRefresh === 'server-error') response.writeHead(500).end('<h1>Oops</h1>')
      else if (lies.refusesRefresh !== null || held?.clientId !== clientId)
        json(response, 400, { error: 'invalid_grant' })
      else {
        refresh.delete(params.get('refresh_token') ?? '')
        issue(clientId, held.scope, response)
      }
      return
    }
    const code = codes.get(params.get('code') ?? '')
    codes.delete(params.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(params.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood =
      code?.clientId === clientId && code.redirectUri === params.get('redirect_uri') && code.challenge === challenge
    if (isGood) issue(clientId, code.scope, response)
    else json(response, 400, { error: 'invalid_grant' })
  }

  function answer(note: NotedRequest, response: ServerResponse): void {
    switch (note.path) {
      case '/.well-known/oauth-authorization-server':
        if (lies.redirectsTo !== null) response.writeHead(302, { Location: lies.redirectsTo }).end()
        else if (lies.stalls) response.writeHead(200, { 'Content-Type': 'application/json' }).write('{')
        else json(response, 200, metadata())
        break
      case '/register': {
        const clientId = `client-${randomUUID()}`
        const uris = note.json.redirect_uris
        redirectUris.set(clientId, Array.isArray(uris) ? uris.map(String) : [])
        json(response, 201, { ...note.json, client_id: clientId })
        break
      }
      case '/authorize':
        authorize(note.params, response)
        break
      case '/token':
        token(note, response)
        break
      case '/revoke':
        access.delete(note.params.get('token') ?? '')
        refresh.delete(note.params.get('token') ?? '')
        response.writeHead(200).end()
        break
      default:
        response.writeHead(404).end()
    }
  }

  const server = createServer((request, response) => {
    void noted(request).then((note) => {
      requests.push(note)
      answer(note, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  return {
    url,
    lies,
    requests,
    at: (path) => requests.filter((request) => request.path === path),
    isLive: (accessToken) => access.has(accessToken),
    scopesOf: (accessToken) => access.get(accessToken) ?? [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function noted(request: IncomingMessage): Promise<NotedRequest> {
  const url = new URL(request.url ?? '', 'http://here')
  const body = await text(request)
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false
  const params = request.method === 'POST' && !isJson ? new URLSearchParams(body) : url.searchParams
  const method = request.method ?? ''
  const authorization = request.headers.authorization ?? null
  return { method, path: url.pathname, authorization, params, json: isJson ? JSON.parse(body) : {} }
}

function clientOf({ authorization, params }: NotedRequest): string {
  const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1]
  const [id] =
    basic === undefined ? [params.get('client_id') ?? ''] : Buffer.from(basic, 'base64').toString().split(':')
  return decodeURIComponent(id ?? '')
}

function json(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body))
}
