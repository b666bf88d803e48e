/** Logging in to an external server, from the click to tokens that are refreshed, over a real database and real HTTP. */
import { createServer, request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Logins } from '../../../src-main/mcp-client/login/logins.ts'
import { noValues, type ServerEntry } from '../../../src-main/mcp-client/model/server-entry.ts'
import { ServerError } from '../../../src-main/mcp-client/model/server-status.ts'
import { type ProtectedServer, startProtectedServer } from '../../fake-servers/oauth-protected.ts'
import { type FakeOauthServer, startOauthServer } from '../../fake-servers/oauth-server.ts'
import { ended, entryFor, follow, type LoginBed, logIn, openLoginBed } from './login-bed.ts'

let bed: LoginBed
let issuer: FakeOauthServer
let server: ProtectedServer
let logins: Logins
let entry: ServerEntry

beforeAll(async () => {
  bed = await openLoginBed()
})
afterAll(() => bed?.close())
beforeEach(async () => {
  issuer = await startOauthServer()
  server = await startProtectedServer({ issuers: [issuer] })
  logins = bed.logins()
  entry = entryFor(server.url)
  bed.opened.length = 0
})
afterEach(async () => {
  await logins.close()
  await server.close()
  await issuer.close()
})

/** As a connection does: with the token, and once more after a refusal. */
async function connect(of: Logins = logins, values = noValues): Promise<string> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(new URL(server.url), { authProvider: of.authFor(entry, values) })
  try {
    await client.connect(transport)
    const { content } = await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
    const [block] = content
    return block?.type === 'text' ? block.text : ''
  } finally {
    await client.close()
  }
}

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ServerError ? error.code : error),
  )

describe('a login', () => {
  it('leads from a refusal to tools, with everything that OAuth 2.1 and RFC 8252 want on the way', async () => {
    server.settings.scope = 'read'
    expect(await faultOf(connect())).toBe('unauthorized')
    expect(bed.opened, 'a connection opens no browser').toEqual([])
    expect(await logins.status(entry)).toMatchObject({ state: 'none', url: null })

    expect(await logIn(logins, entry)).toBe('done')
    expect(await connect()).toBe('hello')

    const [registration] = issuer.at('/register')
    const asked = issuer.at('/authorize')[0]?.params
    const redeemed = issuer.at('/token')[0]?.params
    const redirectUri = asked?.get('redirect_uri') ?? ''
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(registration?.json).toMatchObject({
      application_type: 'native',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    })
    expect(asked?.get('code_challenge_method')).toBe('S256')
    expect(asked?.get('state')).toMatch(/^[\w-]{43}$/)
    expect([asked?.get('resource'), redeemed?.get('resource')]).toEqual([server.url, server.url])
    expect(asked?.get('scope')).toBe('read')
    expect(redeemed?.get('redirect_uri')).toBe(redirectUri)
    expect(await logins.status(entry)).toEqual({
      state: 'done',
      issuer: issuer.url,
      scopes: ['read'],
      expiresAt: '2026-03-01T13:00:00.000Z',
      url: null,
      fault: null,
    })
  })

  it('outlives the hub, sealed: the database holds no token', async () => {
    await logIn(logins, entry)
    const again = bed.logins()
    expect(await connect(again)).toBe('hello')
    const rows = await bed.db.query<{ sealed: Uint8Array }>('SELECT sealed FROM mcp_login WHERE server_id = $1', [
      entry.id,
    ])
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]?.sealed ?? []).toString('latin1')).not.toMatch(/access-|refresh-|client-/)
  })

  it('is one at a time: a second click opens the same page again', async () => {
    const [first, second] = await Promise.all([logins.start(entry, noValues), logins.start(entry, noValues)])
    expect(second.url).toBe(first.url)
    expect(bed.opened).toEqual([first.url, first.url])
    expect(issuer.at('/register')).toHaveLength(1)
  })

  it('uses the client id and the secret of the entry, and registers nothing', async () => {
    issuer.lies.withoutRegistration = true
    entry = entryFor(server.url, { clientId: 'mine' })
    expect(await logIn(logins, entry, { ...noValues, clientSecret: 'my secret' })).toBe('done')
    // RFC 6749 2.3.1: "mine:my secret" in base64, by hand.
    expect(issuer.at('/token')[0]?.authorization).toBe('Basic bWluZTpteSBzZWNyZXQ=')
    expect(issuer.at('/register')).toEqual([])
  })

  it('uses the metadata document where the service knows them', async () => {
    const clientMetadataUrl = 'https://mirohub.example/client.json'
    const withDocument = bed.logins({ clientMetadataUrl })
    await logIn(withDocument, entry)
    expect(issuer.at('/register'), 'this one does not know documents').toHaveLength(1)
    issuer.lies.knowsDocuments = true
    expect(await logIn(withDocument, entry)).toBe('done')
    expect(issuer.at('/register')).toHaveLength(1)
    expect(issuer.at('/token')[1]?.params.get('client_id')).toBe(clientMetadataUrl)
  })

  it('says how to go on where nobody can be registered', async () => {
    issuer.lies.withoutRegistration = true
    const refused = await logins.start(entry, noValues).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'login_failed', hint: expect.stringContaining('client id') })
    expect((await logins.status(entry))?.fault?.code).toBe('login_failed')
  })

  it('asks for the scopes that the person chose, and no others', async () => {
    server.settings.scope = 'everything'
    entry = entryFor(server.url, { scopes: ['little'] })
    await logIn(logins, entry)
    expect(issuer.at('/authorize')[0]?.params.get('scope')).toBe('little')
  })
})

describe('the address that a login returns to', () => {
  it('D 32: a busy pinned port is said at once, and no browser is opened', async () => {
    const other = createServer((_request, response) => response.end('another program'))
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
      })
    })
    entry = entryFor(server.url, { redirectPort: port })
    expect(await faultOf(logins.start(entry, noValues))).toBe('port_busy')
    expect(bed.opened).toEqual([])
    expect(issuer.requests).toEqual([])
    await new Promise((resolve) => other.close(resolve))
  })

  it('D 33: the pinned port stands in every step, spelt the same', async () => {
    const probe = createServer()
    const port = await new Promise<number>((resolve) => {
      probe.listen(0, '127.0.0.1', () => {
        const address = probe.address()
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
      })
    })
    await new Promise((resolve) => probe.close(resolve))
    entry = entryFor(server.url, { redirectPort: port })
    expect(await logIn(logins, entry)).toBe('done')
    const uri = `http://127.0.0.1:${port}/callback`
    expect(issuer.at('/register')[0]?.json.redirect_uris).toEqual([uri])
    expect(issuer.at('/authorize')[0]?.params.get('redirect_uri')).toBe(uri)
    expect(issuer.at('/token')[0]?.params.get('redirect_uri')).toBe(uri)
  })

  it('D 35: listens through wrong answers until the right one, and is gone then', async () => {
    const end = ended(logins, entry)
    const { url } = await logins.start(entry, noValues)
    const redirectUri = new URL(url).searchParams.get('redirect_uri') ?? ''
    for (const query of ['', '?code=x', '?code=x&state=wrong', '?error=access_denied&state=wrong']) {
      expect((await follow(redirectUri + query)).status).toBe(404)
    }
    expect((await logins.status(entry))?.state).toBe('running')
    expect((await follow(url)).status).toBe(200)
    expect(await end).toBe('done')
    await expect(fetch(redirectUri)).rejects.toThrow()
  })

  it('another site’s name that leads to it is shown nothing', async () => {
    const { url } = await logins.start(entry, noValues)
    const params = new URL(url).searchParams
    const callback = new URL(params.get('redirect_uri') ?? '')
    const status = await new Promise((resolve, reject) => {
      const path = `/callback?code=x&state=${params.get('state')}`
      request({ port: callback.port, host: '127.0.0.1', path, headers: { Host: `evil.example:${callback.port}` } })
        .once('response', (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end()
    })
    expect(status).toBe(404)
    expect((await logins.status(entry))?.state).toBe('running')
  })

  it('is given up when the person cancels, and when nobody comes', async () => {
    const cancelled = ended(logins, entry)
    const { url } = await logins.start(entry, noValues)
    logins.cancel(entry.id)
    expect(await cancelled).toBe('failed')
    expect(await logins.status(entry)).toMatchObject({ state: 'none', url: null, fault: { code: 'login_failed' } })
    await expect(fetch(new URL(url).searchParams.get('redirect_uri') ?? '')).rejects.toThrow()

    const impatient = bed.logins({ loginMs: 150 })
    const late = ended(impatient, entry)
    await impatient.start(entry, noValues)
    expect(await late).toBe('failed')
    expect((await impatient.status(entry))?.fault?.code).toBe('timeout')
  })
})

describe('tokens', () => {
  it('are refreshed before they end by a clock that nobody sets, once for everybody who asks', async () => {
    await logIn(logins, entry)
    const auth = logins.authFor(entry, noValues)
    const before = await auth.token()
    bed.clock.wallMs += 365 * 86_400_000
    expect(await auth.token(), 'the wall clock was set, no time went by').toBe(before)
    bed.clock.monotonicMs += 3_600_000 - 20_000
    const [one, two, three] = await Promise.all([auth.token(), auth.token(), auth.token()])
    expect(one).not.toBe(before)
    expect([two, three]).toEqual([one, one])
    const refreshes = issuer.at('/token').filter(({ params }) => params.get('grant_type') === 'refresh_token')
    expect(refreshes).toHaveLength(1)
    expect(refreshes[0]?.params.get('resource')).toBe(server.url)
    bed.clock.wallMs -= 365 * 86_400_000
  })

  it('are refreshed after a refusal, and the new refresh token is the stored one', async () => {
    await logIn(logins, entry)
    const held = bed.logins()
    const auth = held.authFor(entry, noValues)
    const before = (await auth.token()) ?? ''
    // The server forgets the token; the refresh token is good once only.
    await fetch(`${issuer.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token: before }) })
    expect(await connect(held)).toBe('hello')
    const third = bed.logins()
    const now = (await third.authFor(entry, noValues).token()) ?? ''
    expect(issuer.isLive(now)).toBe(true)
    await fetch(`${issuer.url}/revoke`, { method: 'POST', body: new URLSearchParams({ token: now }) })
    expect(await connect(third), 'the rotated refresh token was stored').toBe('hello')
  })

  it('are given up when the service says so, and kept when it is only out of order', async () => {
    issuer.lies.refusesRefresh = 'server-error'
    await logIn(logins, entry)
    bed.clock.monotonicMs += 3_600_000
    expect(await faultOf(logins.authFor(entry, noValues).token())).toBe('unreachable')
    expect((await logins.status(entry))?.state).toBe('done')

    issuer.lies.refusesRefresh = 'invalid_grant'
    expect(await faultOf(logins.authFor(entry, noValues).token())).toBe('unauthorized')
    expect((await logins.status(entry))?.state).toBe('expired')
    expect((await bed.logins().status(entry))?.state, 'after a restart too').toBe('expired')
    expect(bed.opened, 'nothing was opened by itself').toHaveLength(1)
  })

  it('without a refresh token end in a login', async () => {
    issuer.lies.withoutRefreshToken = true
    await logIn(logins, entry)
    bed.clock.monotonicMs += 3_600_001
    expect((await logins.status(entry))?.state).toBe('expired')
  })

  it('that the server refuses although the service gives them anew are no loop', async () => {
    await logIn(logins, entry)
    server.settings.refusesAll = true
    const before = server.seen.length
    await expect(connect()).rejects.toThrow()
    expect(server.seen.length - before).toBeLessThanOrEqual(2)
  })

  it('are taken back and forgotten by a logout, also while the service is away', async () => {
    await logIn(logins, entry)
    const token = (await logins.authFor(entry, noValues).token()) ?? ''
    await logins.logout(entry, noValues)
    expect(issuer.isLive(token)).toBe(false)
    expect(issuer.at('/revoke').map(({ params }) => params.get('token_type_hint'))).toEqual([
      'refresh_token',
      'access_token',
    ])
    expect(await logins.status(entry)).toMatchObject({ state: 'none', issuer: null })
    expect(await logins.authFor(entry, noValues).token()).toBeUndefined()

    await logIn(logins, entry)
    await issuer.close()
    await logins.logout(entry, noValues)
    expect(await bed.logins().status(entry)).toMatchObject({ state: 'none' })
    issuer = await startOauthServer()
  })

  it('of one address are not sent to another that the entry was changed to', async () => {
    await logIn(logins, entry)
    const changed = entryFor('http://127.0.0.1:9/mcp')
    const auth = logins.authFor({ ...changed, id: entry.id }, noValues)
    expect(await auth.token()).toBeUndefined()
  })
})

describe('a step-up', () => {
  it('asks for what was granted and what is wanted, by the person’s click, and once', async () => {
    server.settings.scope = 'read'
    server.settings.callScope = 'write'
    await faultOf(connect())
    await logIn(logins, entry)
    const auth = logins.authFor(entry, noValues)
    expect(auth.onInsufficientScope({ requiredScope: 'write' }).code).toBe('unauthorized')
    expect(bed.opened).toHaveLength(1)
    await logIn(logins, entry)
    expect(issuer.at('/authorize')[1]?.params.get('scope')).toBe('read write')
    expect(await connect()).toBe('hello')
    // The same again: another login cannot help.
    expect(auth.onInsufficientScope({ requiredScope: 'write' }).code).toBe('http_status')
  })
})
