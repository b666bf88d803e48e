/** How long codes, questions, tokens and grants live, with the clock moved by hand. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { authorizeUrl, createBrowser, paramsOf, pkce, redeem, refresh, register } from './oauth-client.ts'
import { type OauthServer, startOauthServer } from './oauth-server.ts'

let bed: OauthServer
let clientId: string
beforeAll(async () => {
  bed = await startOauthServer()
  clientId = (await register(bed.base)).json.client_id
})
afterAll(() => bed?.close())
afterEach(() => {
  vi.useRealTimers()
})

const later = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
const verdict = (token: string) => bed.oauth.tokens.verifyAccessToken(token, 'mcp')

it('a code is good for a minute', async () => {
  const first = await bed.allow(clientId)
  later(58)
  expect((await redeem(bed.base, clientId, first.code, first.verifier)).status).toBe(200)
  vi.useRealTimers()
  const second = await bed.allow(clientId)
  later(61)
  const late = await redeem(bed.base, clientId, second.code, second.verifier)
  expect([late.status, late.json.error]).toEqual([400, 'invalid_grant'])
})

it('an access token is good for an hour, and says that it has expired then', async () => {
  const { json } = await bed.tokens(clientId)
  later(3_590)
  expect((await verdict(json.access_token)).ok).toBe(true)
  vi.useRealTimers()
  later(3_601)
  expect(await verdict(json.access_token)).toEqual({ ok: false, reason: 'expired' })
})

it('a refresh token is good for thirty days, a grant for ninety however often it is refreshed', async () => {
  let { json } = await bed.tokens(clientId)
  const idle = json.refresh_token
  vi.useRealTimers()
  later(31 * 86_400)
  expect((await refresh(bed.base, clientId, idle)).json.error).toBe('invalid_grant')
  vi.useRealTimers()
  json = (await bed.tokens(clientId)).json
  for (const day of [25, 50, 75]) {
    vi.useRealTimers()
    later(day * 86_400)
    const next = await refresh(bed.base, clientId, json.refresh_token)
    expect([day, next.status]).toEqual([day, 200])
    json = next.json
  }
  expect(await bed.oauth.grants.list(bed.person.id)).not.toEqual([])
  vi.useRealTimers()
  later(91 * 86_400)
  // What nothing opens any more is no connected app.
  expect(await bed.oauth.grants.list(bed.person.id)).toEqual([])
  expect((await refresh(bed.base, clientId, json.refresh_token)).json.error).toBe('invalid_grant')
})

it('a question waits ten minutes, and an answer that comes after them counts for nothing', async () => {
  const browser = createBrowser()
  const { challenge } = pkce()
  const wait = await browser.follow(authorizeUrl(bed.base, { clientId, challenge }))
  const id = bed.oauth.pending().at(-1)?.id ?? ''
  later(601)
  expect(await bed.oauth.decide({ id, allow: true, viewerId: bed.person.id })).toBe(false)
  expect(bed.oauth.pending()).toEqual([])
  const page = await browser.get(wait.url)
  expect([page.status, page.location]).toEqual([410, null])
})

it('an answer that nobody fetches in ten minutes is void', async () => {
  const browser = createBrowser()
  const { challenge } = pkce()
  const wait = await browser.follow(authorizeUrl(bed.base, { clientId, challenge }))
  await bed.decide()
  later(601)
  expect(paramsOf((await browser.get(wait.url)).location ?? null).get('code')).toBeNull()
})

it('what has expired is swept out of the database', async () => {
  await bed.tokens(clientId)
  later(100 * 86_400)
  // Anything that is stored sweeps at most once a minute.
  const browser = createBrowser()
  await browser.follow(authorizeUrl(bed.base, { clientId, challenge: pkce().challenge }))
  const [row] = await bed.db.query('SELECT count(*)::int AS n FROM oauth_item WHERE expires_at < $1', [new Date()])
  expect(row?.n).toBe(0)
})
