/** The login of clients that know no OAuth: the seed's result, its page, and the loop that polls. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createBrowser } from './oauth-client.ts'
import { type OauthServer, startOauthServer } from './oauth-server.ts'

let bed: OauthServer
beforeAll(async () => {
  bed = await startOauthServer({ uriPrefix: '/hub' })
})
afterAll(() => bed?.close())
beforeEach(() => vi.useRealTimers())

function login() {
  const result = bed.oauth.loginResult(bed.origin, 'curl')
  if (result === null) throw new Error('the login is off')
  return result
}
async function poll(state: string) {
  const response = await fetch(`${bed.base}/oauth2/check_state/${state}`)
  return [response.status, await response.json()]
}

it('the result is a success with an address to open and a state to poll, as the seed says', () => {
  const result = login()
  expect(result).toMatchObject({
    success: true,
    auto_open_browser: true,
    auto_polling: { enabled: true, check_interval: 10, max_wait_time: 300 },
  })
  const url = new URL(result.authorization_url)
  expect(url.href.startsWith(`${bed.base}/mcplogin?oauth_params=`)).toBe(true)
  expect(new URLSearchParams(url.searchParams.get('oauth_params') ?? '').get('state')).toBe(result.auto_polling.state)
})

it('400 without a state, 404 for one that never was', async () => {
  expect(await poll('')).toEqual([400, { status: 'error', error: 'missing_state' }])
  expect(await poll('x'.repeat(43))).toEqual([404, { status: 'error', error: 'not_found' }])
})

it('pending until the person allows it in the app; then a token, once', async () => {
  const { authorization_url, auto_polling } = login()
  const { state } = auto_polling
  expect(await poll(state)).toEqual([200, { status: 'pending' }])
  const browser = createBrowser()
  const page = await browser.get(authorization_url)
  const ticket = bed.oauth.pending().at(-1)
  expect(ticket).toMatchObject({ kind: 'login', client: { name: 'curl' } })
  expect(page.text).toContain(`id="code">${ticket?.code}<`)
  expect(await poll(state)).toEqual([200, { status: 'pending' }])
  await bed.decide()
  const [status, done] = await poll(state)
  expect([status, done.status, done.token_type]).toEqual([200, 'completed', 'Bearer'])
  const call = await fetch(`${bed.base}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${done.token}` },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  })
  expect(call.status).toBe(200)
  expect(await poll(state)).toEqual([404, { status: 'error', error: 'not_found' }])
  expect((await browser.get(authorization_url)).text).toContain('You can close this page')
})

it('two polls at the same moment get one token', async () => {
  const { authorization_url, auto_polling } = login()
  await createBrowser().get(authorization_url)
  await bed.decide()
  const answers = await Promise.all([poll(auto_polling.state), poll(auto_polling.state)])
  expect(answers.map(([status]) => status).sort()).toEqual([200, 404])
})

it('a no is a no', async () => {
  const { authorization_url, auto_polling } = login()
  await createBrowser().get(authorization_url)
  await bed.decide({ allow: false })
  expect(await poll(auto_polling.state)).toEqual([403, { status: 'error', error: 'access_denied' }])
  expect(await poll(auto_polling.state)).toEqual([404, { status: 'error', error: 'not_found' }])
})

it('the address asks once, and only the first browser sees the code', async () => {
  const { authorization_url } = login()
  const first = createBrowser()
  await first.get(authorization_url)
  const before = bed.oauth.pending().length
  expect((await createBrowser().get(authorization_url)).status).toBe(410)
  expect((await first.get(authorization_url)).status).toBe(200)
  expect(bed.oauth.pending()).toHaveLength(before)
  const state = await first.get(`${bed.base}/mcplogin/state`)
  expect(JSON.parse(state.text)).toEqual({ state: 'pending' })
  await bed.decide({ allow: false })
  expect(JSON.parse((await first.get(`${bed.base}/mcplogin/state`)).text)).toEqual({ state: 'answered' })
})

it('410 after five minutes, and the page is over too', async () => {
  const { authorization_url, auto_polling } = login()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  expect(await poll(auto_polling.state)).toEqual([410, { status: 'error', error: 'expired' }])
  expect((await createBrowser().get(authorization_url)).status).toBe(410)
})

it('an address that was made up asks nobody and echoes nothing', async () => {
  const before = bed.oauth.pending().length
  for (const query of ['', '?oauth_params=state%3Dnope', '?oauth_params=%22%3E%3Cscript%3E', '?state=x']) {
    const page = await createBrowser().get(`${bed.base}/mcplogin${query}`)
    expect([query, page.status, page.text.includes('<script>')]).toEqual([query, 410, false])
  }
  expect(bed.oauth.pending()).toHaveLength(before)
})

it('another person cannot be chosen: the token would outlive the share', async () => {
  const { authorization_url } = login()
  await createBrowser().get(authorization_url)
  const other = await bed.profiles.create('Other')
  await expect(bed.decide({ person: other.publicId })).rejects.toThrow('has not shared')
  await bed.decide({ allow: false })
})
