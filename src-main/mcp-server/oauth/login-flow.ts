/**
 * The login of clients that know no OAuth (MCP_LOGIN_RESULT): a call that needs a person yields, as a result, an address
 * to open and a state to poll. The person answers in the app, as for any other app; the token is handed out once, to
 * who holds the state.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import type { Logger } from '../../log/logger.ts'
import type { Tokens } from '../../profiles/tokens.ts'
import { sendJson } from '../json-rpc.ts'
import type { Mount, Site } from '../site.ts'
import { cleanClientName } from './client-metadata.ts'
import type { ConsentAnswer, ConsentDesk } from './consent-desk.ts'
import { pageWords } from './page-words.ts'
import { type PageKind, sendPage, sendWaitingPage } from './pages.ts'

export type LoginResult = {
  readonly success: true
  readonly message: string
  readonly authorization_url: string
  readonly auto_open_browser: true
  readonly client_instructions: string
  readonly auto_polling: {
    readonly enabled: true
    readonly state: string
    /** Seconds. */
    readonly check_interval: number
    readonly max_wait_time: number
  }
}

export interface LoginFlow {
  readonly mount: Mount
  result(origin: string, clientName: string | undefined): LoginResult
}

export interface LoginFlowOptions {
  readonly desk: ConsentDesk
  readonly tokens: Pick<Tokens, 'mint'>
  readonly uriPrefix: string
  readonly appPage: string | null
  readonly log: Logger
  /** Milliseconds; the system clock by default. */
  readonly now?: () => number
}

const CHECK_INTERVAL_S = 10
const MAX_WAIT_S = 300
/** How long an ended state is told apart from one that never was. */
const REMEMBERED_MS = 60 * 60_000
const MAX_LOGINS = 256
const TOKEN_DAYS = 30
const COOKIE = 'mirohub_login'
/** What tokens of this kind are for (profiles/tokens.ts). */
const SCOPES = ['mcp:read', 'mcp:write', 'mcp:tools'] as const

interface Login {
  readonly clientName: string
  readonly startedAt: number
  /** Once a browser has opened the address: its question, and the hash of its cookie. */
  asked: { readonly ticketId: string; readonly browser: string } | null
  answer: ConsentAnswer | null
  delivered: boolean
}

/** A page that ends it, or the one that waits, with a cookie for a browser that comes for the first time. */
type Shown =
  | { readonly status: number; readonly kind: PageKind }
  | { readonly code: string; readonly cookie: string | null }

const digest = (value: string) => createHash('sha256').update(value).digest('hex')

export function createLoginFlow(options: LoginFlowOptions): LoginFlow {
  const { desk, tokens, uriPrefix, appPage, log, now = () => Date.now() } = options
  /** By the hash of the state. */
  const logins = new Map<string, Login>()

  function sweep(): void {
    for (const [key, { startedAt }] of logins) {
      if (logins.size > MAX_LOGINS || now() - startedAt > REMEMBERED_MS) logins.delete(key)
    }
  }
  const isOver = (login: Login) => now() - login.startedAt > MAX_WAIT_S * 1000
  const settle = (login: Login) => {
    if (login.asked !== null && login.answer === null) login.answer = desk.take(login.asked.ticketId)
  }

  async function check(state: string, response: ServerResponse): Promise<void> {
    const said = (status: number, body: Record<string, unknown>) => sendJson(response, status, body)
    if (state === '') return said(400, { status: 'error', error: 'missing_state' })
    const login = logins.get(digest(state))
    if (login === undefined || login.delivered) return said(404, { status: 'error', error: 'not_found' })
    settle(login)
    if (isOver(login)) return said(410, { status: 'error', error: 'expired' })
    const { answer } = login
    if (answer === null) return said(200, { status: 'pending' })
    // Before the token is made: two polls at once get one token.
    login.delivered = true
    if (!answer.allow) return said(403, { status: 'error', error: 'access_denied' })
    const { token } = await tokens.mint({ userId: answer.userId, days: TOKEN_DAYS, label: login.clientName })
    said(200, { status: 'completed', token, token_type: 'Bearer' })
  }

  /** What a browser that comes to `/mcplogin` sees: the first one asks, and only it sees the code. */
  function look(state: string, browser: string | null): Shown {
    const login = logins.get(digest(state)) ?? (browser === null ? undefined : loginOf(browser))
    if (login === undefined || isOver(login)) return { status: 410, kind: 'gone' }
    settle(login)
    if (login.answer !== null) return { status: 200, kind: login.answer.allow ? 'done' : 'denied' }
    if (login.asked !== null) {
      const ticket = desk.get(login.asked.ticketId)
      const isAsker = browser !== null && login.asked.browser === digest(browser)
      return ticket === null || !isAsker ? { status: 410, kind: 'gone' } : { code: ticket.code, cookie: null }
    }
    const ticket = desk.ask({
      kind: 'login',
      client: { id: 'mcp-login', name: login.clientName, kind: 'registered', documentHost: null },
      redirectHost: 'localhost',
      isLoopback: true,
      scopes: SCOPES,
    })
    if (ticket === null) return { status: 429, kind: 'busy' }
    const cookie = randomBytes(32).toString('base64url')
    login.asked = { ticketId: ticket.id, browser: digest(cookie) }
    return { code: ticket.code, cookie }
  }

  function page(request: IncomingMessage, response: ServerResponse): void {
    const words = pageWords(request.headers['accept-language'])
    const { 'sec-fetch-dest': dest = 'document', 'sec-purpose': purpose = '' } = request.headers
    const isVisit = dest === 'document' && purpose === '' && request.method === 'GET'
    const shown: Shown = isVisit ? look(stateOf(request), cookieOf(request)) : { status: 403, kind: 'error' }
    if ('kind' in shown) {
      sendPage(response, shown.status, words, shown.kind)
    } else {
      const scope = `Path=${uriPrefix}/mcplogin; Max-Age=${MAX_WAIT_S}; HttpOnly; SameSite=Lax`
      if (shown.cookie !== null) response.setHeader('Set-Cookie', `${COOKIE}=${shown.cookie}; ${scope}`)
      sendWaitingPage(response, { words, code: shown.code, appPage })
    }
  }

  function loginOf(browser: string): Login | undefined {
    const hash = digest(browser)
    return [...logins.values()].find((login) => login.asked?.browser === hash)
  }

  function pageState(request: IncomingMessage, response: ServerResponse): void {
    const browser = cookieOf(request)
    const login = browser === null ? undefined : loginOf(browser)
    const open = login !== undefined && login.answer === null && !isOver(login) && login.asked !== null
    sendJson(response, 200, { state: open && login.asked ? desk.stateOf(login.asked.ticketId) : 'answered' })
  }

  return {
    mount(app: Express, _site: Site) {
      const path = `${uriPrefix}/mcplogin`
      app.get(path, page)
      app.get(`${path}/state`, pageState)
      const poll = (state: string, response: ServerResponse) =>
        check(state, response).catch((error: unknown) => {
          log.error('a login could not be completed', { error })
          sendJson(response, 503, { status: 'error', error: 'unavailable' })
        })
      app.get(`${uriPrefix}/oauth2/check_state`, (_request, response) => poll('', response))
      app.get(`${uriPrefix}/oauth2/check_state/:state`, (request, response) => poll(request.params.state, response))
    },
    result(origin, clientName) {
      sweep()
      const state = randomBytes(32).toString('base64url')
      const name = cleanClientName(clientName)
      const login = {
        clientName: name === '' ? 'MCP client' : name,
        startedAt: now(),
        asked: null,
        answer: null,
        delivered: false,
      }
      logins.set(digest(state), login)
      const params = new URLSearchParams({
        response_type: 'code',
        client_id: 'mcp_login',
        scope: SCOPES.join(' '),
        state,
      })
      return {
        success: true,
        message: 'This needs to know who you are. Open the address, then answer in Mirohub.',
        authorization_url: `${origin}${uriPrefix}/mcplogin?oauth_params=${encodeURIComponent(params.toString())}`,
        auto_open_browser: true,
        client_instructions:
          'Open authorization_url in a browser, ask the person to answer in Mirohub, then poll ' +
          `${origin}${uriPrefix}/oauth2/check_state/{state} and send the token as Authorization: Bearer.`,
        auto_polling: { enabled: true, state, check_interval: CHECK_INTERVAL_S, max_wait_time: MAX_WAIT_S },
      }
    },
  }
}

function stateOf(request: IncomingMessage): string {
  const target = request.url ?? ''
  const query = new URLSearchParams(target.slice(target.indexOf('?') + 1))
  return new URLSearchParams(query.get('oauth_params') ?? '').get('state') ?? ''
}

function cookieOf({ headers }: IncomingMessage): string | null {
  return new RegExp(`(?:^|; *)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? null
}
