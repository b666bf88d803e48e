/** The whole way of an app into the hub, and the list A1 to A7 of what must not work on it (facts: RFC 9700, OAuth 2.1). */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createRemoteJWKSet, jwtVerify, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  authorizeUrl,
  createBrowser,
  paramsOf,
  pkce,
  post,
  REDIRECT,
  redeem,
  refresh,
  register,
} from './oauth-client.ts'
import { type OauthHub, startOauthHub } from './oauth-hub.ts'

let bed: OauthHub
beforeAll(async () => {
  bed = await startOauthHub()
})
afterAll(() => bed?.close())

const CANARY = '"><img src=x onerror=alert(1)>'

describe('an app that a person lets in', () => {
  it('reads that person’s data and nobody else’s', async () => {
    const { json } = await bed.tokens(bed.bob)
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'mcp:read mcp:write' })
    const answer = await bed.callMcp(json.access_token)
    expect([answer.status, answer.user]).toEqual([200, bed.bob.publicId])
  })

  /** What an SDK client wants of its app: a place to keep things, and somebody who opens addresses. */
  function appOf() {
    // biome-ignore lint/suspicious/noExplicitAny: what the SDK hands over to be kept and wants back as it was.
    const kept: Record<string, any> = {}
    const keep = (name: string) => (value: unknown) => {
      kept[name] = value
    }
    const authProvider = {
      redirectUrl: REDIRECT,
      clientMetadata: { client_name: 'SDK app', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
      state: () => 'sdk-state',
      clientInformation: () => kept.client,
      saveClientInformation: keep('client'),
      tokens: () => kept.tokens,
      saveTokens: keep('tokens'),
      redirectToAuthorization: keep('asked'),
      saveCodeVerifier: keep('verifier'),
      codeVerifier: () => String(kept.verifier),
      discoveryState: () => kept.discovery,
      saveDiscoveryState: keep('discovery'),
    }
    return { authProvider, asked: () => new URL(String(kept.asked)) }
  }

  async function letIn(asked: URL): Promise<URLSearchParams> {
    expect(asked.searchParams.get('resource')).toBe(`${bed.base}/mcp`)
    const browser = createBrowser()
    const wait = await browser.follow(asked.href)
    await bed.decide(bed.ada)
    return paramsOf((await browser.follow(wait.url)).location)
  }

  it('is the SDK’s own client, from discovery over registration to the call', async () => {
    const { authProvider, asked } = appOf()
    const connect = async () => {
      const transport = new StreamableHTTPClientTransport(new URL(`${bed.base}/mcp`), { authProvider })
      const client = new Client({ name: 'sdk', version: '2' })
      await client.connect(transport)
      return { client, transport }
    }
    // Listing needs nobody; a tool that needs a person does.
    const first = await connect()
    await expect(first.client.callTool({ name: 'whose', arguments: {} })).rejects.toThrow()
    await first.client.close()
    await first.transport.finishAuth(await letIn(asked()))
    const { client } = await connect()
    const result = await client.callTool({ name: 'whose', arguments: {} })
    expect(result.structuredContent).toMatchObject({ user: bed.ada.publicId })
    await client.close()
  })

  it('is a client of the SDK’s first version', async () => {
    const { authProvider, asked } = appOf()
    const connect = async () => {
      const transport = new OldTransport(new URL(`${bed.base}/mcp`), { authProvider })
      const client = new OldClient({ name: 'sdk', version: '1' })
      await client.connect(transport)
      return { client, transport }
    }
    const first = await connect()
    await expect(first.client.callTool({ name: 'whose', arguments: {} })).rejects.toThrow()
    await first.client.close()
    await first.transport.finishAuth((await letIn(asked())).get('code') ?? '')
    const { client } = await connect()
    const result = await client.callTool({ name: 'whose', arguments: {} })
    expect(result.structuredContent).toMatchObject({ user: bed.ada.publicId })
    await client.close()
  })

  it('gets what the person narrowed it to, and the row says so', async () => {
    const { json } = await bed.tokens(bed.ada, { scope: 'mcp:read mcp:write mcp:admin' }, { scopes: ['mcp:read'] })
    expect(json.scope).toBe('mcp:read')
    expect((await bed.callMcp(json.access_token)).status).toBe(200)
    const [app] = await bed.as(bed.ada).apps.list()
    expect(app).toMatchObject({
      name: 'Test app',
      kind: 'registered',
      redirectHost: '127.0.0.1',
      scopes: ['mcp:read'],
      lastTool: 'whose',
    })
    expect(app?.lastUsedAt).not.toBeNull()
  })

  it('cannot be given scopes that it did not ask for', async () => {
    const { json } = await bed.tokens(bed.ada, { scope: 'mcp:read' }, { scopes: ['mcp:read', 'mcp:admin'] })
    expect(json.scope).toBe('mcp:read')
  })

  it('reads and no more when it names no scope, or another server’s', async () => {
    const none = await bed.tokens(bed.ada, { scope: '' })
    expect(none.json.scope).toBe('mcp:read')
    const foreign = await bed.tokens(bed.ada, { scope: 'read write' })
    expect(foreign.json.scope).toBe('mcp:read')
    expect((await bed.callMcp(foreign.json.access_token)).status).toBe(200)
  })

  it('may ask for openid and gets an id token that says who, signed with the published key', async () => {
    const { json, clientId } = await bed.tokens(bed.ada, { scope: 'openid mcp:read' })
    const keys = createRemoteJWKSet(new URL(`${bed.base}/oauth/jwks`))
    const { payload } = await jwtVerify(json.id_token, keys, { issuer: bed.origin, audience: clientId })
    expect(payload.sub).toBe(bed.ada.publicId)
    expect((await bed.callMcp(json.access_token)).status).toBe(200)
  })

  it('uses /oauth2/authorize just as well', async () => {
    const { verifier, challenge } = pkce()
    const browser = createBrowser()
    const clientId = await bed.client()
    const alias = authorizeUrl(bed.base, { clientId, challenge }).replace('/oauth/authorize', '/oauth2/authorize')
    const wait = await browser.follow(alias)
    await bed.decide(bed.ada)
    const { location } = await browser.follow(wait.url)
    const code = paramsOf(location).get('code') ?? ''
    expect((await redeem(bed.base, clientId, code, verifier)).status).toBe(200)
  })

  it('may begin at localhost and go on at 127.0.0.1: both are this hub', async () => {
    const { verifier, challenge } = pkce()
    const browser = createBrowser()
    const clientId = await bed.client()
    const local = bed.base.replace('127.0.0.1', 'localhost')
    const wait = await browser.follow(
      authorizeUrl(local, { clientId, challenge, params: { resource: `${local}/mcp` } }),
    )
    await bed.decide(bed.ada)
    const { location } = await browser.follow(wait.url)
    expect(paramsOf(location).get('iss')).toBe(local)
    const code = paramsOf(location).get('code') ?? ''
    const answer = await redeem(bed.base, clientId, code, verifier, { resource: `${bed.base}/mcp` })
    expect(answer.status).toBe(200)
    expect((await bed.callMcp(answer.json.access_token)).status).toBe(200)
  })
})

describe('A1: a token is for one resource', () => {
  it('a token for /mcp is refused at /personal/mcp, and the other way round', async () => {
    const forMcp = await bed.tokens(bed.ada, { scope: 'mcp:read mcp:connect' })
    const personal = await fetch(`${bed.base}/personal/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${forMcp.json.access_token}` },
      body: '{}',
    })
    expect(personal.status).toBe(401)
    const params = { resource: `${bed.base}/personal/mcp`, scope: 'mcp:read mcp:connect' }
    const forPersonal = await bed.tokens(bed.ada, params)
    expect(forPersonal.status).toBe(200)
    expect((await bed.callMcp(forPersonal.json.access_token)).status).toBe(401)
  })

  it('foreign, unsigned, truncated and refresh tokens are refused', async () => {
    const { json } = await bed.tokens(bed.ada)
    const unsigned = new UnsecuredJWT({ scope: 'mcp:admin' })
      .setSubject(bed.ada.publicId)
      .setAudience('urn:mirohub:mcp')
      .setExpirationTime('1h')
      .encode()
    const bad = [unsigned, json.refresh_token, json.access_token.slice(0, -1), 'A'.repeat(43), 'null']
    for (const token of bad) expect([token, (await bed.callMcp(token)).status]).toEqual([token, 401])
  })

  it('a resource that is not ours is invalid_target', async () => {
    const clientId = await bed.client()
    const { challenge } = pkce()
    for (const resource of ['https://elsewhere.example/mcp', `${bed.base}/mcp/`, `${bed.base}/other`]) {
      const page = await createBrowser().get(authorizeUrl(bed.base, { clientId, challenge, params: { resource } }))
      expect(paramsOf(page.location).get('error')).toBe('invalid_target')
    }
  })
})

describe('A2: PKCE with S256, for everybody', () => {
  it('no challenge, a plain one and a malformed one are refused before anybody is asked', async () => {
    const clientId = await bed.client()
    const before = (await bed.as(bed.ada).consents.pending()).length
    const cases = [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' },
      { code_challenge: 'a'.repeat(43), code_challenge_method: '' },
      { code_challenge: 'short', code_challenge_method: 'S256' },
    ]
    for (const params of cases) {
      const url = new URL(authorizeUrl(bed.base, { clientId, challenge: 'x', params }))
      for (const [name, value] of Object.entries(params)) if (value === '') url.searchParams.delete(name)
      const page = await createBrowser().get(url.href)
      expect(paramsOf(page.location).get('error')).toBe('invalid_request')
      expect(paramsOf(page.location).get('code')).toBeNull()
    }
    expect(await bed.as(bed.ada).consents.pending()).toHaveLength(before)
  })

  it('also for a client that holds a secret', async () => {
    const { json } = await register(bed.base, { token_endpoint_auth_method: 'client_secret_post' })
    const url = new URL(authorizeUrl(bed.base, { clientId: json.client_id, challenge: 'x' }))
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const page = await createBrowser().get(url.href)
    expect(paramsOf(page.location).get('error')).toBe('invalid_request')
  })

  it('a wrong verifier, and none, is invalid_grant', async () => {
    const clientId = await bed.client()
    const { code } = await bed.allow(bed.ada, clientId)
    const wrong = await redeem(bed.base, clientId, code, pkce().verifier)
    expect([wrong.status, wrong.json.error]).toEqual([400, 'invalid_grant'])
    const none = await post(`${bed.base}/oauth/token`, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: REDIRECT,
    })
    expect([none.status, none.json.error]).toEqual([400, 'invalid_grant'])
  })
})

describe('A3: where the answer goes', () => {
  it('another path, host, scheme or query is an error page and never a redirect', async () => {
    const clientId = await bed.client()
    const { challenge } = pkce()
    const changed = [
      'http://127.0.0.1:7777/other',
      'http://127.0.0.1:7777/callback/',
      'http://127.0.0.1:7777/callback?x=1',
      'http://127.0.0.1:7777/callback#x',
      'http://localhost:7777/callback',
      'http://127.0.0.1.evil.example:7777/callback',
      'http://evil@127.0.0.1:7777/callback',
      'https://127.0.0.1:7777/callback',
      'javascript:alert(1)',
      `https://evil.example/${CANARY}`,
    ]
    for (const redirectUri of changed) {
      const page = await createBrowser().get(authorizeUrl(bed.base, { clientId, challenge, redirectUri }))
      expect([redirectUri, page.status, page.location]).toEqual([redirectUri, 400, null])
      expect(page.text).not.toContain('<img')
    }
  })

  it('a loopback redirect may come with another port (RFC 8252 7.3)', async () => {
    const clientId = await bed.client()
    const { challenge } = pkce()
    const redirectUri = 'http://127.0.0.1:50123/callback'
    const browser = createBrowser()
    const wait = await browser.follow(authorizeUrl(bed.base, { clientId, challenge, redirectUri }))
    await bed.decide(bed.ada, { allow: false })
    const { location } = await browser.follow(wait.url)
    expect(location?.startsWith(`${redirectUri}?`)).toBe(true)
  })

  it('an unknown client is an error page', async () => {
    const { challenge } = pkce()
    const page = await createBrowser().get(authorizeUrl(bed.base, { clientId: 'nobody', challenge }))
    expect([page.status, page.location]).toEqual([400, null])
  })
})

describe('A4: the person decides, each time', () => {
  it('a script that drives everything but the click never gets a code', async () => {
    const clientId = await bed.client()
    const { browser, wait } = await bed.ask(clientId)
    const uid = wait.url.split('/').at(-1) ?? ''
    for (let round = 0; round < 3; round++) {
      for (const path of [`/oauth/wait/${uid}`, `/oauth/wait/${uid}/state`, `/oauth/authorize/${uid}`]) {
        const page = await browser.get(`${bed.base}${path}`)
        expect(paramsOf(page.location ?? null).get('code')).toBeNull()
      }
    }
    for (const prompt of ['none', 'login', 'consent']) {
      const { challenge } = pkce()
      const page = await browser.get(authorizeUrl(bed.base, { clientId, challenge, params: { prompt } }))
      expect(paramsOf(page.location).get('code')).toBeNull()
    }
    for (const waiting of await bed.as(bed.ada).consents.pending()) {
      await bed.as(bed.ada).consents.decide({ id: waiting.id, allow: false })
    }
  })

  it('a second authorization of the same app in the same browser is asked again', async () => {
    const clientId = await bed.client()
    const browser = createBrowser()
    const first = await bed.ask(clientId, {}, browser)
    await bed.decide(bed.ada)
    expect(paramsOf((await browser.follow(first.wait.url)).location).get('code')).not.toBeNull()
    const second = await bed.ask(clientId, {}, browser)
    expect([second.wait.status, second.wait.location]).toEqual([200, null])
    await bed.decide(bed.bob, { allow: false })
    const end = await browser.follow(second.wait.url)
    expect(paramsOf(end.location).get('error')).toBe('access_denied')
  })

  it('shows the same code in the app and in the browser, and names client, host and scopes', async () => {
    const { wait } = await bed.ask(await bed.client())
    const [consent] = (await bed.as(bed.ada).consents.pending()).slice(-1)
    expect(consent).toMatchObject({
      kind: 'oauth',
      client: { name: 'Test app', kind: 'registered', documentHost: null },
      redirectHost: '127.0.0.1',
      isLoopback: true,
      scopes: ['mcp:read', 'mcp:write'],
    })
    expect(consent?.code).toMatch(/^\d\d \d\d$/)
    expect(wait.text).toContain(`id="code">${consent?.code}<`)
    const chinese = createBrowser('zh-CN,zh;q=0.9')
    expect((await bed.ask(await bed.client(), {}, chinese)).wait.text).toContain('请在 Mirohub 中确认')
    for (const { id } of await bed.as(bed.ada).consents.pending())
      await bed.as(bed.ada).consents.decide({ id, allow: false })
  })

  it('a decision cannot be replayed or turned round', async () => {
    const { browser, wait } = await bed.ask(await bed.client())
    const [consent] = (await bed.as(bed.ada).consents.pending()).slice(-1)
    const id = consent?.id ?? ''
    expect(await bed.as(bed.ada).consents.decide({ id, allow: false })).toEqual({ decided: true })
    expect(await bed.as(bed.ada).consents.decide({ id, allow: true })).toEqual({ decided: false })
    const end = await browser.follow(wait.url)
    expect(paramsOf(end.location).get('error')).toBe('access_denied')
    // The same page again, and the same way back again: nothing comes a second time.
    expect((await browser.get(wait.url)).status).toBe(410)
    const uid = wait.url.split('/').at(-1)
    const replay = await browser.get(`${bed.base}/oauth/authorize/${uid}`)
    expect(paramsOf(replay.location).get('code')).toBeNull()
  })

  it('the page that waits belongs to the browser that asked', async () => {
    const { wait } = await bed.ask(await bed.client())
    const stranger = createBrowser()
    expect((await stranger.get(wait.url)).status).toBe(410)
    const state = await stranger.get(`${wait.url}/state`)
    expect(JSON.parse(state.text)).toEqual({ state: 'gone' })
    await bed.decide(bed.ada)
    expect((await stranger.follow(wait.url)).location).toBeNull()
  })

  it('the page cannot be framed, fetched as a picture or prefetched', async () => {
    const { wait } = await bed.ask(await bed.client())
    const policy = wait.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(wait.headers.get('x-frame-options')).toBe('DENY')
    expect(wait.headers.get('cache-control')).toContain('no-store')
    await bed.decide(bed.ada, { allow: false })
    const before = (await bed.as(bed.ada).consents.pending()).length
    const url = authorizeUrl(bed.base, { clientId: await bed.client(), challenge: pkce().challenge })
    const notVisits: Record<string, string>[] = [
      { 'sec-fetch-dest': 'image' },
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-purpose': 'prefetch' },
    ]
    for (const header of notVisits) {
      expect((await createBrowser().get(url, header)).status).toBe(403)
    }
    expect(await bed.as(bed.ada).consents.pending()).toHaveLength(before)
  })

  it('another person’s data can be chosen with their chat share, and the app loses them with the share', async () => {
    const levels = { chat: 'read', health: 'read', genetics: 'none' } as const
    const refused = bed.tokens(bed.ada, {}, { person: bed.bob.publicId })
    await expect(refused).rejects.toThrow('has not shared')
    for (const { id } of await bed.as(bed.ada).consents.pending())
      await bed.as(bed.ada).consents.decide({ id, allow: false })
    await bed.as(bed.bob).people.shares.set({ person: bed.ada.publicId, levels })
    const { json } = await bed.tokens(bed.ada, {}, { person: bed.bob.publicId })
    expect((await bed.callMcp(json.access_token)).user).toBe(bed.bob.publicId)
    const seen = await bed.as(bed.bob).apps.list()
    expect(seen.length).toBeGreaterThan(0)
    await bed.as(bed.bob).people.shares.set({
      person: bed.ada.publicId,
      levels: { chat: 'none', health: 'none', genetics: 'none' },
    })
    bed.hub.services.oauth.tokens.forget()
    expect((await bed.callMcp(json.access_token)).status).toBe(401)
  })
})

describe('A5: a code opens once', () => {
  it('the second use fails, and the tokens of the first go with it', async () => {
    const { clientId, code, verifier, json } = await bed.tokens(bed.ada)
    expect((await bed.callMcp(json.access_token)).status).toBe(200)
    const second = await redeem(bed.base, clientId, code, verifier)
    expect([second.status, second.json.error]).toEqual([400, 'invalid_grant'])
    expect((await bed.callMcp(json.access_token)).status).toBe(401)
    expect((await refresh(bed.base, clientId, json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it('of ten at the same moment at most one gets tokens, and they do not last', async () => {
    const clientId = String((await register(bed.base)).json.client_id)
    const { code, verifier } = await bed.allow(bed.ada, clientId)
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(bed.base, clientId, code, verifier)))
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
    const good = answers.filter(({ status }) => status === 200)
    expect(good.length).toBeLessThanOrEqual(1)
    for (const { json } of good) expect((await bed.callMcp(json.access_token)).status).toBe(401)
  })

  it('it is bound to its client and its redirect', async () => {
    const clientId = await bed.client()
    const { json: other } = await register(bed.base)
    const first = await bed.allow(bed.ada, clientId)
    const stolen = await redeem(bed.base, other.client_id, first.code, first.verifier)
    expect(stolen.json.error).toBe('invalid_grant')
    const moved = await redeem(bed.base, clientId, first.code, first.verifier, {
      redirect_uri: 'http://127.0.0.1:1/callback',
    })
    expect(moved.json.error).toBe('invalid_grant')
  })
})

describe('A6: the answer says who answers (RFC 9207)', () => {
  it('iss equals the issuer of the metadata, with a code and with an error', async () => {
    const metadata = await (await fetch(`${bed.origin}/.well-known/oauth-authorization-server`)).json()
    const clientId = await bed.client()
    const allowed = await bed.allow(bed.ada, clientId)
    expect(paramsOf(allowed.location).get('iss')).toBe(metadata.issuer)
    expect(paramsOf(allowed.location).get('state')).toBe('state-1')
    const { challenge } = pkce()
    const url = authorizeUrl(bed.base, { clientId, challenge, params: { scope: 'mcp:read', prompt: 'none' } })
    const refused = await createBrowser().get(url)
    expect(paramsOf(refused.location).get('error')).toBe('consent_required')
    expect(paramsOf(refused.location).get('iss')).toBe(metadata.issuer)
  })
})

describe('A7: refresh tokens rotate', () => {
  it('a new pair each time, and an old one ends the family', async () => {
    const { clientId, json } = await bed.tokens(bed.ada)
    const next = await refresh(bed.base, clientId, json.refresh_token)
    expect(next.status).toBe(200)
    expect(next.json.refresh_token).not.toBe(json.refresh_token)
    expect((await bed.callMcp(next.json.access_token)).status).toBe(200)
    const reused = await refresh(bed.base, clientId, json.refresh_token)
    expect([reused.status, reused.json.error]).toEqual([400, 'invalid_grant'])
    expect((await bed.callMcp(next.json.access_token)).status).toBe(401)
    expect((await refresh(bed.base, clientId, next.json.refresh_token)).json.error).toBe('invalid_grant')
  })

  it('two refreshes at the same moment do not make two families', async () => {
    const { clientId, json } = await bed.tokens(bed.ada)
    const both = await Promise.all([1, 2].map(() => refresh(bed.base, clientId, json.refresh_token)))
    expect(both.every(({ status }) => status === 200 || status === 400)).toBe(true)
    expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    for (const { status, json: made } of both) {
      if (status === 200) expect((await bed.callMcp(made.access_token)).status).toBe(401)
    }
  })

  it('cannot widen its scopes', async () => {
    const { clientId, json } = await bed.tokens(bed.ada, { scope: 'mcp:read' })
    const wider = await post(`${bed.base}/oauth/token`, {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: json.refresh_token,
      scope: 'mcp:read mcp:admin',
    })
    expect([wider.status, wider.json.error]).toEqual([400, 'invalid_scope'])
  })
})

it('nothing that opens a door is in the database or in a line of the log', async () => {
  const { json, code } = await bed.tokens(bed.ada, { scope: 'openid mcp:read' })
  const { wait } = await bed.ask(await bed.client())
  const uid = wait.url.split('/').at(-1) ?? ''
  const { json: confidential } = await register(bed.base, { token_endpoint_auth_method: 'client_secret_basic' })
  const own = await bed.as(bed.ada).apps.own.create({ name: 'Script', scopes: ['mcp:read'] })
  const rows = await bed.hub.services.db.query(
    `SELECT row_to_json(i)::text AS t FROM oauth_item i UNION ALL SELECT row_to_json(c)::text FROM oauth_client c
     UNION ALL SELECT row_to_json(g)::text FROM oauth_grant g`,
  )
  const stored = rows.map((row) => String(row.t)).join('\n')
  expect(stored.length).toBeGreaterThan(1_000)
  // Refusals too: they are what the log is for.
  await redeem(bed.base, await bed.client(), code, 'x'.repeat(43))
  const basic = Buffer.from(`${own.clientId}:${own.clientSecret}x`).toString('base64')
  await post(`${bed.base}/oauth/token`, { grant_type: 'client_credentials' }, { Authorization: `Basic ${basic}` })
  const log = bed.logLines.join('\n')
  expect(log).toContain('an OAuth request was refused')
  for (const secret of [
    json.access_token,
    json.refresh_token,
    code,
    uid,
    confidential.client_secret,
    own.clientSecret,
  ]) {
    expect(secret.length).toBeGreaterThan(20)
    expect(stored).not.toContain(secret)
    expect(log).not.toContain(secret)
  }
})
