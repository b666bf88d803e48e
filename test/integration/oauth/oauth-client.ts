/** The two parties that come to an authorization server: an app, and the browser that it opens. Both over real HTTP. */
import { createHash, randomBytes } from 'node:crypto'

export interface Page {
  readonly status: number
  readonly url: string
  readonly headers: Headers
  readonly text: string
  readonly location: string | null
}

interface Cookie {
  readonly value: string
  readonly path: string
}

/** A browser without a person: cookies by path, redirects one at a time. */
export function createBrowser(language = 'en') {
  const jar = new Map<string, Cookie>()

  async function get(url: string, headers: Record<string, string> = {}): Promise<Page> {
    const { pathname } = new URL(url)
    const cookies = [...jar].filter(([, { path }]) => pathname === path || pathname.startsWith(`${path}/`))
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { 'Accept-Language': language, Accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...headers },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const at = pair.indexOf('=')
      const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      const value = pair.slice(at + 1)
      if (value === '') jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), { value, path: path === '/' ? '' : path })
    }
    const location = response.headers.get('location')
    const text = await response.text()
    return {
      status: response.status,
      url,
      headers: response.headers,
      text,
      location: location && new URL(location, url).href,
    }
  }

  return {
    jar,
    get,
    /** Follows redirects as long as they stay on this server; the last answer, which may lead elsewhere. */
    async follow(url: string): Promise<Page> {
      let page = await get(url)
      while (page.location !== null && new URL(page.location).origin === new URL(url).origin)
        page = await get(page.location)
      return page
    },
  }
}
export type Browser = ReturnType<typeof createBrowser>

export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export interface JsonAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a stranger's JSON, looked into by assertions only.
  readonly json: any
}

async function answerOf(response: Response): Promise<JsonAnswer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) }
}

export const REDIRECT = 'http://127.0.0.1:7777/callback'

export async function register(origin: string, metadata: Record<string, unknown> = {}): Promise<JsonAnswer> {
  const body = { client_name: 'Test app', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...metadata }
  return answerOf(
    await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

export async function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return answerOf(await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers }))
}

export interface Authorization {
  readonly clientId: string
  readonly challenge: string
  readonly redirectUri?: string
  readonly params?: Record<string, string>
}

export function authorizeUrl(
  origin: string,
  { clientId, challenge, redirectUri = REDIRECT, params = {} }: Authorization,
) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'mcp:read mcp:write',
    state: 'state-1',
    ...params,
  })
  return `${origin}/oauth/authorize?${query}`
}

export const redeem = (
  origin: string,
  clientId: string,
  code: string,
  verifier: string,
  more: Record<string, string> = {},
) =>
  post(`${origin}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    ...more,
  })

export const refresh = (origin: string, clientId: string, refreshToken: string) =>
  post(`${origin}/oauth/token`, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })

export const paramsOf = (location: string | null) => new URL(location ?? 'nowhere:').searchParams
