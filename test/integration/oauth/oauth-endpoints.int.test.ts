/** Registration in bounds, documents, introspection, revocation, clients of one's own: A8, A11, A12, A13 of the list. */
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { raw } from '../mcp/endpoint-fixture.ts'
import { authorizeUrl, createBrowser, paramsOf, pkce, post, REDIRECT, register } from './oauth-client.ts'
import { type OauthServer, startOauthServer } from './oauth-server.ts'

const MAX_CLIENTS = 40
const MANY = {
  registrations: 500,
  authorizations: 500,
  authorizationsPerAsker: 500,
  failuresPerClient: 30,
  failures: 10_000,
}
const PUBLIC = 'https://hub.example.org'

let bed: OauthServer
let clock = new Date()
beforeAll(async () => {
  bed = await startOauthServer({
    uriPrefix: '/hub',
    publicUrl: PUBLIC,
    limits: MANY,
    clientLimits: { maxRegistered: MAX_CLIENTS, unusedTtlMs: 86_400_000, graceMs: 600_000 },
    now: () => clock,
  })
})
afterAll(() => bed?.close())

const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
const ownClient = () =>
  bed.oauth.own.create({ userId: bed.person.id, name: 'Script', scopes: ['mcp:read', 'mcp:write'] })
const clientCredentials = (id: string, secret: string, more: Record<string, string> = {}) =>
  post(`${bed.base}/oauth/token`, { grant_type: 'client_credentials', ...more }, basic(id, secret))

describe('A11: documents', () => {
  it('three addresses and the path-inserted ones carry one document, at the root whatever the prefix', async () => {
    const at = (path: string) => fetch(`${bed.origin}/.well-known${path}`)
    const first = await (await at('/oauth-authorization-server')).json()
    expect(first).toMatchObject({
      issuer: bed.origin,
      authorization_endpoint: `${bed.origin}/hub/oauth/authorize`,
      token_endpoint: `${bed.origin}/hub/oauth/token`,
      registration_endpoint: `${bed.origin}/hub/oauth/register`,
      introspection_endpoint: `${bed.origin}/hub/oauth/introspect`,
      revocation_endpoint: `${bed.origin}/hub/oauth/revoke`,
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    })
    expect(first.scopes_supported.join(' ')).toBe(
      'openid profile email offline_access mcp:read mcp:write mcp:tools mcp:admin mcp:connect',
    )
    const others = [
      '/oauth-authorization-server/mcp',
      '/mcp-configuration',
      '/openid-configuration',
      '/oauth-authorization-server/hub/mcp',
      '/oauth-authorization-server/hub/personal/mcp',
    ]
    for (const path of others) expect([path, await (await at(path)).json()]).toEqual([path, first])
    for (const path of ['', '/', '/oauth-authorization-server/x', '/jwks.json', '/oauth-protected-resource/mcp']) {
      const answer = await at(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('each resource has its own, and its server is where it was asked', async () => {
    for (const path of ['/hub/mcp', '/hub/personal/mcp']) {
      const document = await (await fetch(`${bed.origin}/.well-known/oauth-protected-resource${path}`)).json()
      expect(document).toMatchObject({ resource: `${bed.origin}${path}`, authorization_servers: [bed.origin] })
    }
    const root = await (await fetch(`${bed.origin}/.well-known/oauth-protected-resource`)).json()
    expect(root.resource).toBe(`${bed.origin}/hub/mcp`)
  })

  it('under the public address everything is the public address, whatever a proxy header says', async () => {
    const headers = [
      ['Host', 'hub.example.org'],
      ['X-Forwarded-Host', 'evil.example'],
      ['X-Forwarded-Proto', 'ftp'],
    ] as const
    const path = '/.well-known/oauth-authorization-server'
    expect((await raw(bed.port, { method: 'GET', path, headers })).json).toMatchObject({ issuer: PUBLIC })
    const { json } = await register(bed.base)
    const { challenge } = pkce()
    const url = authorizeUrl('', { clientId: json.client_id, challenge, params: { resource: `${PUBLIC}/hub/mcp` } })
    const answer = await raw(bed.port, { method: 'GET', path: `/hub${url}`, headers })
    expect([answer.status, answer.headers.location?.slice(0, 16)]).toEqual([303, '/hub/oauth/wait/'])
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    // The tunnel is https, so the cookie must not go out over http.
    for (const cookie of cookies) expect(cookie.toLowerCase()).toMatch(/; secure.*httponly/)
    await bed.decide({ allow: false })
  })

  it('no answer carries a star, and a foreign origin reads none of them', async () => {
    const { json: client } = await register(bed.base)
    const asked: readonly (readonly ['GET' | 'POST', string])[] = [
      ['GET', '/.well-known/oauth-authorization-server'],
      ['GET', '/.well-known/oauth-protected-resource/hub/mcp'],
      ['GET', '/hub/oauth/jwks'],
      ['POST', '/hub/oauth/token'],
      ['POST', '/hub/oauth/revoke'],
    ]
    const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const
    const body = `client_id=${client.client_id}&token=x&grant_type=refresh_token&refresh_token=x`
    for (const [method, path] of asked) {
      const sent = { method, path, body: method === 'POST' ? body : undefined }
      const plain = await raw(bed.port, { ...sent, headers: [form] })
      expect([path, plain.headers['access-control-allow-origin']]).toEqual([path, undefined])
      const own = await raw(bed.port, { ...sent, headers: [form, ['Origin', bed.origin]] })
      expect([path, own.headers['access-control-allow-origin']]).toEqual([path, bed.origin])
      const foreign = await raw(bed.port, { ...sent, headers: [form, ['Origin', 'https://evil.example']] })
      expect([path, foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([path, 403, undefined])
    }
  })
})

describe('A8: registration', () => {
  it('gives a public client no secret, and says what it granted', async () => {
    const { status, json } = await register(bed.base, {
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      logo_uri: 'https://evil.example/logo.svg',
    })
    expect(status).toBe(201)
    expect(json.client_id).toMatch(/^mcp_client_[0-9a-f]{32}$/)
    expect(json.grant_types).toEqual(['authorization_code', 'refresh_token'])
    expect(json).not.toHaveProperty('client_secret')
    expect(json).not.toHaveProperty('logo_uri')
    expect(json).not.toHaveProperty('registration_access_token')
  })

  it('a confidential client proves itself by its secret, by header or form, and by no other', async () => {
    const { json } = await register(bed.base, { token_endpoint_auth_method: 'client_secret_post' })
    const { code, verifier } = await bed.allow(json.client_id)
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT }
    const without = await post(`${bed.base}/oauth/token`, { ...form, client_id: json.client_id })
    expect([without.status, without.json.error]).toEqual([401, 'invalid_client'])
    const wrong = await post(`${bed.base}/oauth/token`, form, basic(json.client_id, 'x'.repeat(43)))
    expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client'])
    // What is stored is no secret itself.
    const [row] = await bed.db.query('SELECT metadata FROM oauth_client WHERE id = $1', [json.client_id])
    const stored = String(Object(row?.metadata).client_secret)
    expect(stored).toMatch(/^sha256:/)
    const withStored = await post(`${bed.base}/oauth/token`, form, basic(json.client_id, stored))
    expect(withStored.status).toBe(401)
    const right = await post(`${bed.base}/oauth/token`, form, basic(json.client_id, json.client_secret))
    expect(right.status).toBe(200)
  })

  it('a name with markup or a bidi override is inert text wherever it shows', async () => {
    const name = '<img src=x onerror=alert(1)>\u202Egnp.exe\u0000\u200B'
    const { json } = await register(bed.base, { client_name: name })
    expect(json.client_name).toBe('<img src=x onerror=alert(1)>gnp.exe')
    const { challenge } = pkce()
    const wait = await createBrowser().follow(authorizeUrl(bed.base, { clientId: json.client_id, challenge }))
    expect(wait.status).toBe(200)
    expect(wait.text).not.toContain('<img')
    expect(bed.oauth.pending().at(-1)?.client.name).toBe('<img src=x onerror=alert(1)>gnp.exe')
    await bed.decide({ allow: false })
  })

  it('never grants client_credentials to one that registered itself', async () => {
    const { json } = await register(bed.base, { token_endpoint_auth_method: 'client_secret_basic' })
    const answer = await clientCredentials(json.client_id, json.client_secret)
    expect([answer.status, answer.json.error]).toEqual([400, 'unauthorized_client'])
    const alone = await register(bed.base, { grant_types: ['client_credentials'], redirect_uris: [REDIRECT] })
    expect([alone.status, alone.json.error]).toEqual([400, 'invalid_client_metadata'])
  })

  it('wants JSON of a bounded size, and says 400 for what is no metadata', async () => {
    const send = (body: string, type = 'application/json') =>
      raw(bed.port, { path: '/hub/oauth/register', headers: [['Content-Type', type]], body })
    expect((await send('redirect_uris=x', 'application/x-www-form-urlencoded')).status).toBe(415)
    expect((await send(`{"client_name":"${'x'.repeat(20_000)}"}`)).status).toBe(413)
    for (const body of [
      'null',
      '[]',
      '5',
      '{}',
      '{"redirect_uris":"x"}',
      '{"redirect_uris":[5]}',
      '{"redirect_uris":[]}',
    ]) {
      expect([body, (await send(body)).status]).toEqual([body, 400])
    }
  })

  it('a flood of registrations leaves a bounded table, and those let in stay', async () => {
    const { json: known } = await register(bed.base)
    expect((await bed.tokens(known.client_id)).status).toBe(200)
    const statuses = new Set<number>()
    for (let n = 0; n < MAX_CLIENTS + 10; n++) statuses.add((await register(bed.base)).status)
    expect([...statuses].sort()).toEqual([201, 429])
    const count = async () =>
      Number((await bed.db.query("SELECT count(*)::int AS n FROM oauth_client WHERE kind = 'registered'"))[0]?.n)
    expect(await count()).toBe(MAX_CLIENTS)
    // More of them than the limiter would let through in minutes: the table's own bound.
    for (let n = 0; n < 2 * MAX_CLIENTS; n++) {
      if (!(await bed.store.clients.hasRoom())) continue
      await bed.store.clients.register(`flood-${n}`, { client_name: 'flood' })
    }
    expect(await count()).toBeLessThanOrEqual(MAX_CLIENTS)
    clock = new Date(clock.getTime() + 25 * 3_600_000)
    expect((await register(bed.base)).status).toBe(201)
    expect(await count()).toBeLessThan(10)
    expect(await bed.store.clients.find(known.client_id)).not.toBeNull()
  }, 120_000)
})

describe('A12: introspection and revocation', () => {
  const introspect = (token: string, headers: Record<string, string>) =>
    post(`${bed.base}/oauth/introspect`, { token }, headers)

  it('tells a client with a secret about its own tokens, and of others and unknown ones only that', async () => {
    const one = await ownClient()
    const two = await ownClient()
    const { json } = await clientCredentials(one.client.id, one.secret)
    const own = await introspect(json.access_token, basic(one.client.id, one.secret))
    expect(own.json).toMatchObject({ active: true, client_id: one.client.id, aud: 'urn:mirohub:mcp' })
    expect((await introspect(json.access_token, basic(two.client.id, two.secret))).json).toEqual({ active: false })
    expect((await introspect('unknown', basic(one.client.id, one.secret))).json).toEqual({ active: false })
  })

  it('tells nobody without a secret', async () => {
    const { json: client } = await register(bed.base)
    const { json } = await bed.tokens(client.client_id)
    const none = await introspect(json.access_token, {})
    expect([none.status, none.json.error]).toEqual([401, 'invalid_client'])
    const named = await post(`${bed.base}/oauth/introspect`, { token: json.access_token, client_id: client.client_id })
    expect(named.status).toBe(401)
  })

  it('a client takes back its own token and not another’s, and learns nothing from trying', async () => {
    const { json: client } = await register(bed.base)
    const { json: other } = await register(bed.base)
    const { json } = await bed.tokens(client.client_id)
    const revoke = (clientId: string, token: string) => post(`${bed.base}/oauth/revoke`, { token, client_id: clientId })
    expect((await revoke(other.client_id, json.access_token)).status).toBe(200)
    expect((await revoke(other.client_id, 'unknown')).status).toBe(200)
    expect((await bed.oauth.tokens.verifyAccessToken(json.access_token, 'mcp')).ok).toBe(true)
    expect((await revoke(client.client_id, json.refresh_token)).status).toBe(200)
    expect((await bed.oauth.tokens.verifyAccessToken(json.access_token, 'mcp')).ok).toBe(false)
    expect((await post(`${bed.base}/oauth/revoke`, { token: json.access_token })).status).toBe(400)
  })

  it('what the person takes back is gone at the next call, refresh token and all', async () => {
    const { json: client } = await register(bed.base, { client_name: 'Taken back' })
    const { json } = await bed.tokens(client.client_id)
    const call = async () =>
      (
        await raw(bed.port, {
          path: '/hub/mcp',
          headers: [
            ['Content-Type', 'application/json'],
            ['Authorization', `Bearer ${json.access_token}`],
          ],
          body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
        })
      ).status
    expect(await call()).toBe(200)
    const before = bed.changes().access
    const grant = (await bed.oauth.grants.list(bed.person.id)).find(({ name }) => name === 'Taken back')
    expect(await bed.oauth.grants.revoke(bed.person.id + 1, grant?.id ?? '')).toBe(false)
    expect(await bed.oauth.grants.revoke(bed.person.id, grant?.id ?? '')).toBe(true)
    expect(await call()).toBe(401)
    const refreshed = await post(`${bed.base}/oauth/token`, {
      grant_type: 'refresh_token',
      client_id: client.client_id,
      refresh_token: json.refresh_token,
    })
    expect(refreshed.json.error).toBe('invalid_grant')
    expect(await bed.oauth.grants.revoke(bed.person.id, grant?.id ?? '')).toBe(false)
    expect(bed.changes().access).toBe(before + 1)
  })
})

describe('a client of the person’s own', () => {
  it('acts for that person with the scopes it was made with, and with no others', async () => {
    const { client, secret } = await ownClient()
    const { json } = await clientCredentials(client.id, secret)
    expect(json).toMatchObject({ token_type: 'Bearer', scope: 'mcp:read mcp:write' })
    expect(await bed.oauth.tokens.verifyAccessToken(json.access_token, 'mcp')).toMatchObject({
      ok: true,
      userId: bed.person.id,
      publicId: bed.person.publicId,
      grantId: client.id,
      clientName: 'Script',
    })
    const narrower = await clientCredentials(client.id, secret, { scope: 'mcp:read' })
    expect(narrower.json.scope).toBe('mcp:read')
    const wider = await clientCredentials(client.id, secret, { scope: 'mcp:admin' })
    expect([wider.status, wider.json.error]).toEqual([400, 'invalid_scope'])
    const personal = await clientCredentials(client.id, secret, { resource: `${bed.base}/personal/mcp` })
    expect((await bed.oauth.tokens.verifyAccessToken(personal.json.access_token, 'mcp')).ok).toBe(false)
    expect((await bed.oauth.tokens.verifyAccessToken(personal.json.access_token, 'personal')).ok).toBe(true)
  })

  it('is nobody else’s to see or remove, and gone with its tokens when it is removed', async () => {
    const { client, secret } = await ownClient()
    const { json } = await clientCredentials(client.id, secret)
    const stranger = await bed.profiles.create(`Stranger ${client.id}`.slice(0, 60))
    expect(await bed.oauth.own.list(stranger.id)).toEqual([])
    expect(await bed.oauth.own.remove(stranger.id, client.id)).toBe(false)
    expect((await bed.oauth.own.list(bed.person.id)).find(({ id }) => id === client.id)?.lastUsedAt).not.toBeNull()
    expect(await bed.oauth.own.remove(bed.person.id, client.id)).toBe(true)
    expect((await bed.oauth.tokens.verifyAccessToken(json.access_token, 'mcp')).ok).toBe(false)
    expect((await clientCredentials(client.id, secret)).status).toBe(400)
  })
})

describe('A13: guesses, reflection, bodies', () => {
  it('wrong secrets are slowed down after some, and others are not made to wait', async () => {
    const { client, secret } = await ownClient()
    const statuses: number[] = []
    for (let n = 0; n < MANY.failuresPerClient + 5; n++) {
      statuses.push((await clientCredentials(client.id, `wrong-${n}`)).status)
    }
    expect(statuses.slice(0, MANY.failuresPerClient).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(MANY.failuresPerClient).every((status) => status === 429)).toBe(true)
    const held = await clientCredentials(client.id, secret)
    expect([held.status, Number(held.headers.get('retry-after')) > 0]).toEqual([429, true])
    const other = await ownClient()
    expect((await clientCredentials(other.client.id, other.secret)).status).toBe(200)
  })

  it('no parameter of any endpoint comes back as markup', async () => {
    const evil = '"><script>alert(1)</script>'
    const { json: client } = await register(bed.base)
    const { challenge } = pkce()
    const names = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state', 'code_challenge', 'nonce', 'prompt']
    const more = ['resource', 'response_mode', 'ui_locales', 'claims', 'request', 'request_uri', 'registration', 'x']
    for (const name of [...names, ...more]) {
      const url = authorizeUrl(bed.base, { clientId: client.client_id, challenge, params: { [name]: evil } })
      const page = await createBrowser().get(url, { 'Accept-Language': evil, 'User-Agent': 'x' })
      expect([name, page.text.includes('<script>alert')]).toEqual([name, false])
      expect([name, page.location?.includes('<script>') ?? false]).toEqual([name, false])
    }
    for (const ticket of bed.oauth.pending())
      await bed.oauth.decide({ id: ticket.id, allow: false, viewerId: bed.person.id })
    for (const path of [
      'wait/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
      'authorize/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    ]) {
      const page = await createBrowser().get(`${bed.base}/oauth/${path}`)
      expect([path, page.text.includes('<script>alert')]).toEqual([path, false])
    }
    for (const endpoint of ['token', 'revoke', 'introspect']) {
      const answer = await fetch(`${bed.base}/oauth/${endpoint}`, {
        method: 'POST',
        headers: { Accept: 'text/html' },
        body: new URLSearchParams({ client_id: evil, grant_type: evil, token: evil, code: evil, client_secret: evil }),
      })
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(await answer.text()).not.toContain('<script>')
    }
  })

  it('NUL anywhere is a bad request and no fault of ours', async () => {
    const { json: client } = await register(bed.base)
    const { challenge } = pkce()
    const url = authorizeUrl(bed.base, { clientId: client.client_id, challenge, params: { state: 'a\0b' } })
    expect((await createBrowser().get(url)).status).toBe(400)
    const token = await post(`${bed.base}/oauth/token`, { client_id: client.client_id, grant_type: 'a\0b' })
    expect(token.status).toBe(400)
    const registered = await register(bed.base, { client_name: 'a\0b', redirect_uris: [REDIRECT], software_id: '\0' })
    expect([registered.status, registered.json.client_name]).toEqual([201, 'ab'])
  })

  it('form endpoints refuse JSON, large bodies and other methods', async () => {
    for (const endpoint of ['token', 'introspect', 'revoke']) {
      const path = `/hub/oauth/${endpoint}`
      const json = await raw(bed.port, { path, body: '{"grant_type":"refresh_token"}' })
      expect([endpoint, json.status]).toEqual([endpoint, 415])
      const form = [['Content-Type', 'application/x-www-form-urlencoded']] as const
      const large = await raw(bed.port, { path, headers: form, body: `token=${'x'.repeat(20_000)}` })
      expect([endpoint, large.status]).toEqual([endpoint, 413])
      const get = await raw(bed.port, { method: 'GET', path, headers: [] })
      expect([endpoint, get.status]).toEqual([endpoint, 405])
    }
  })

  it('a body that is dripped is cut off, and the server answers others meanwhile', async () => {
    const socket = connect(bed.port, '127.0.0.1')
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
    socket.write(
      `POST /hub/oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${bed.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n`,
    )
    const drip = setInterval(() => socket.write('x'), 1_000)
    expect((await fetch(`${bed.base}/oauth/jwks`)).status).toBe(200)
    expect(await answered).toContain(' 408 ')
    clearInterval(drip)
    socket.destroy()
  }, 30_000)
})

describe('places at the desk', () => {
  const ask = async (clientId: string) => {
    const browser = createBrowser()
    const page = await browser.follow(authorizeUrl(bed.base, { clientId, challenge: pkce().challenge }))
    return { ...page, state: async () => JSON.parse((await browser.get(`${page.url}/state`)).text).state }
  }
  const clear = async () => {
    for (const ticket of bed.oauth.pending())
      await bed.oauth.decide({ id: ticket.id, allow: false, viewerId: bed.person.id })
  }
  const program = async () => String((await register(bed.base)).json.client_id)
  beforeEach(clear)
  afterEach(clear)

  it('an app that asks again and again holds two, its newest, and takes nobody’s', async () => {
    const other = await ask(await program())
    const greedy = await program()
    const asked = []
    for (let n = 0; n < 20; n++) asked.push(await ask(greedy))
    expect(asked.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(bed.oauth.pending().map(({ client }) => client.id === greedy)).toEqual([false, true, true])
    expect(await Promise.all(asked.slice(-3).map(({ state }) => state()))).toEqual(['gone', 'pending', 'pending'])
    expect(await other.state()).toBe('pending')
  })

  it('eight apps fill them; a ninth waits for an answer, or for the oldest to have had its minute', async () => {
    const first = await ask(await program())
    for (let n = 1; n < 8; n++) expect((await ask(await program())).status).toBe(200)
    const ninth = await program()
    expect((await ask(ninth)).status).toBe(429)
    await bed.decide({ allow: false })
    expect((await ask(ninth)).status).toBe(200)
    const tenth = await program()
    expect((await ask(tenth)).status).toBe(429)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect((await ask(tenth)).status).toBe(200)
    expect(await first.state()).toBe('gone')
    expect(bed.oauth.pending().at(-1)?.client.id).toBe(tenth)
    vi.useRealTimers()
  })
})

it('one asker cannot use up the authorizations of a minute, nor can all who are unknown', async () => {
  const limits = { ...MANY, authorizations: 10, authorizationsPerAsker: 3 }
  const own = await startOauthServer({ limits })
  try {
    const begin = async (clientId: string) =>
      (await createBrowser().get(authorizeUrl(own.base, { clientId, challenge: pkce().challenge }))).status
    const client = async () => String((await register(own.base)).json.client_id)
    const [greedy, honest] = [await client(), await client()]
    const ofOne = []
    for (let n = 0; n < 5; n++) ofOne.push(await begin(greedy))
    expect(ofOne).toEqual([303, 303, 303, 429, 429])
    const ofNobody = []
    for (let n = 0; n < 5; n++) ofNobody.push(await begin(`made-up-${n}`))
    expect(ofNobody).toEqual([400, 400, 400, 429, 429])
    expect(await begin(honest)).toBe(303)
  } finally {
    await own.close()
  }
})

it('the chosen answer reaches the app through the state that the page polls', async () => {
  const { json: client } = await register(bed.base)
  const browser = createBrowser()
  const wait = await browser.follow(authorizeUrl(bed.base, { clientId: client.client_id, challenge: pkce().challenge }))
  const state = async () => JSON.parse((await browser.get(`${wait.url}/state`)).text).state
  expect(wait.text).toContain('href="/"')
  expect(await state()).toBe('pending')
  await bed.decide()
  expect(await state()).toBe('answered')
  expect(paramsOf((await browser.follow(wait.url)).location).get('code')).not.toBeNull()
})
