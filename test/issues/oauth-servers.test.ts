/** Faults that authorization servers of MCP servers had in public, replayed against ours. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  authorizeUrl,
  createBrowser,
  paramsOf,
  pkce,
  post,
  REDIRECT,
  redeem,
  register,
} from '../integration/oauth/oauth-client.ts'
import { type OauthHub, startOauthHub } from '../integration/oauth/oauth-hub.ts'

let bed: OauthHub
beforeAll(async () => {
  bed = await startOauthHub({ MCP_LOGIN_RESULT: 'true' })
})
afterAll(() => bed?.close())

it('CVE-2026-101062 Obot: open registration, any redirect and no consent gave a stranger a token', async () => {
  const evil = await register(bed.base, { client_name: 'Evil', redirect_uris: ['http://evil.example/steal'] })
  expect([evil.status, evil.json.error]).toEqual([400, 'invalid_redirect_uri'])
  // With an address that may be registered, the answer still goes nowhere else and comes from nobody but the person.
  const { json: client } = await register(bed.base, { redirect_uris: ['https://evil.example/steal'] })
  const { challenge } = pkce()
  const elsewhere = 'https://evil.example/other'
  const wrong = await createBrowser().get(
    authorizeUrl(bed.base, { clientId: client.client_id, challenge, redirectUri: elsewhere }),
  )
  expect([wrong.status, wrong.location]).toEqual([400, null])
  const redirectUri = 'https://evil.example/steal'
  const asked = await createBrowser().follow(
    authorizeUrl(bed.base, { clientId: client.client_id, challenge, redirectUri }),
  )
  expect([asked.status, asked.location]).toEqual([200, null])
  await bed.decide(bed.ada, { allow: false })
})

it('CVE-2026-54618 Obsidian Web MCP, OpenPass#21: /authorize approved by itself, so PKCE helped nobody', async () => {
  const { json: client } = await register(bed.base)
  const browser = createBrowser()
  const attempts: Record<string, string>[] = [
    {},
    { prompt: 'none' },
    { prompt: 'login' },
    { approved: 'true', action: 'allow', user_id: '1' },
  ]
  for (const params of attempts) {
    const { challenge } = pkce()
    const end = await browser.follow(authorizeUrl(bed.base, { clientId: client.client_id, challenge, params }))
    expect(paramsOf(end.location).get('code')).toBeNull()
  }
  // The original's form post, with which its page said yes.
  const said = await post(`${bed.base}/oauth/authorize`, {
    client_id: client.client_id,
    action: 'allow',
    redirect_uri: REDIRECT,
  })
  expect(said.status).toBe(405)
  for (const { id } of await bed.as(bed.ada).consents.pending())
    await bed.as(bed.ada).consents.decide({ id, allow: false })
})

it('CVE-2026-116684, CVE-2026-115413: the audience of a token was not looked at', async () => {
  const params = { resource: `${bed.base}/personal/mcp`, scope: 'mcp:read mcp:connect' }
  const { json } = await bed.tokens(bed.ada, params)
  const answer = await bed.callMcp(json.access_token)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
})

it('CVE-2025-62800 FastMCP: the page of the flow echoed what the request said', async () => {
  const evil = '</p><script>alert(document.domain)</script>'
  const { json: client } = await register(bed.base, { client_name: evil })
  const { challenge } = pkce()
  const params = { scope: 'openid mcp:read', state: evil, nonce: evil, ui_locales: evil, login_hint: evil }
  const wait = await createBrowser(evil).follow(
    authorizeUrl(bed.base, { clientId: client.client_id, challenge, params }),
  )
  expect(wait.text).not.toContain('<script>alert')
  await bed.decide(bed.ada, { allow: false })
  for (const path of [
    `/mcplogin?oauth_params=${encodeURIComponent(evil)}`,
    `/oauth2/check_state/${encodeURIComponent(evil)}`,
  ]) {
    expect((await createBrowser().get(`${bed.base}${path}`)).text).not.toContain('<script>alert')
  }
})

it('CVE-2026-49291: a token for reading could write', async () => {
  const { json } = await bed.tokens(bed.ada, { scope: 'mcp:read' })
  const wider = await post(`${bed.base}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: await bed.client(),
    refresh_token: json.refresh_token,
    scope: 'mcp:write',
  })
  expect(wider.json.error).toBe('invalid_scope')
  expect((await bed.callMcp(json.access_token)).status).toBe(200)
})

it('the original advertised S256 and took codes without a verifier', async () => {
  const clientId = await bed.client()
  const { code } = await bed.allow(bed.ada, clientId)
  const bare = await post(`${bed.base}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: REDIRECT,
  })
  expect([bare.status, bare.json.error]).toEqual([400, 'invalid_grant'])
})

it('the original advertised client_credentials, and the grant never worked', async () => {
  const { clientId, clientSecret } = await bed.as(bed.ada).apps.own.create({ name: 'Cron job', scopes: ['mcp:read'] })
  const { json } = await post(`${bed.base}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  expect((await bed.callMcp(json.access_token)).user).toBe(bed.ada.publicId)
})

it('the original gave out its own session token by an out-of-band redirect', async () => {
  const oob = 'urn:ietf:wg:oauth:2.0:oob'
  expect((await register(bed.base, { redirect_uris: [oob] })).json.error).toBe('invalid_redirect_uri')
  const { challenge } = pkce()
  const page = await createBrowser().get(
    authorizeUrl(bed.base, { clientId: await bed.client(), challenge, redirectUri: oob }),
  )
  expect([page.status, page.location]).toEqual([400, null])
})

it('the original took codes of one client from another', async () => {
  const first = await bed.allow(bed.ada, await bed.client())
  const { json: other } = await register(bed.base)
  const stolen = await redeem(bed.base, other.client_id, first.code, first.verifier)
  expect([stolen.status, stolen.json.error]).toEqual([400, 'invalid_grant'])
})

it('the seed’s login: a call without anybody is a success that says where to log in, and ends with the person’s token', async () => {
  const call = (headers: Record<string, string> = {}) =>
    fetch(`${bed.base}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whose","arguments":{}}}',
    })
  const asked = await call()
  const { result } = await asked.json()
  expect([asked.status, result.isError ?? false, result.structuredContent.success]).toEqual([200, false, true])
  expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
  const { authorization_url: url, auto_polling: polling } = result.structuredContent
  await createBrowser().get(url)
  await bed.decide(bed.bob)
  const done = await (await fetch(`${bed.base}/oauth2/check_state/${polling.state}`)).json()
  const answered = await (await call({ Authorization: `Bearer ${done.token}` })).json()
  expect(answered.result.structuredContent.user).toBe(bed.bob.publicId)
  // A credential that is not good is still refused, and never an invitation.
  expect((await call({ Authorization: 'Bearer nonsense' })).status).toBe(401)
})
