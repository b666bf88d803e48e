/**
 * Authorization servers that lie to us as a client: O1 to O4 of our own list and the advisories behind them
 * (CVE-2025-6514, CVE-2025-58747, CVE-2026-104850, CVE-2026-54031, CVE-2025-69222, CVE-2025-62800).
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Logins } from '../../src-main/mcp-client/login/logins.ts'
import { noValues, type ServerEntry } from '../../src-main/mcp-client/model/server-entry.ts'
import { ServerError } from '../../src-main/mcp-client/model/server-status.ts'
import { type ProtectedServer, startProtectedServer } from '../fake-servers/oauth-protected.ts'
import { type FakeOauthServer, startOauthServer } from '../fake-servers/oauth-server.ts'
import { ended, entryFor, follow, type LoginBed, logIn, openLoginBed } from '../integration/login/login-bed.ts'

let bed: LoginBed
let issuer: FakeOauthServer
let server: ProtectedServer
let logins: Logins
let entry: ServerEntry
/** Something of this computer or network that no server may make us ask. */
let canary: Server
let canaryUrl = ''
let canaryAsked = 0

beforeAll(async () => {
  bed = await openLoginBed()
  canary = createServer((_request, response) => {
    canaryAsked += 1
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  const address = canary.address()
  canaryUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  canary?.close()
  await bed?.close()
})
beforeEach(async () => {
  issuer = await startOauthServer()
  server = await startProtectedServer({ issuers: [issuer] })
  logins = bed.logins()
  entry = entryFor(server.url)
  bed.opened.length = 0
  canaryAsked = 0
})
afterEach(async () => {
  await logins.close()
  await server.close()
  await issuer.close()
})

const refusal = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ServerError ? error.code : String(error)),
  )
const start = () => refusal(logins.start(entry, noValues))
const onUnauthorized = (of: Logins, challenge = 'Bearer') =>
  refusal(
    Promise.resolve(
      of.authFor(entry, noValues).onUnauthorized({
        response: new Response(null, { status: 401, headers: { 'WWW-Authenticate': challenge } }),
        serverUrl: new URL(server.url),
        fetchFn: fetch,
      }),
    ),
  )

describe('O1: the address for the browser', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'file://evil.example/share/tool.exe',
    'ms-msdt:/id PCWDiagnostic',
    'ms-cxh-full://0',
    'search-ms:query=tool&crumb=location:\\\\evil.example',
    'smb://evil.example/share',
    'vscode://evil.extension/run',
    'mirohub://install?config=e30=',
    '$(calc.exe)',
    'https://$(calc).evil.example/authorize',
    'https://evil.example/authorize?a=$(calc.exe)',
    'https://evil.example/a:b|c',
    'https://evil.example/`calc`',
    'https://evil.example/"&calc&"',
    'https://evil.example/;calc',
    'https://login.example@evil.example/authorize',
    'https://evil.example/authorize#fragment',
    'http://evil.example/authorize',
    '//evil.example/authorize',
    '',
  ])('%j is opened by nobody', async (endpoint) => {
    issuer.lies.authorizationEndpoint = endpoint
    expect(await start()).toMatch(/^(refused_address|login_failed)$/)
    expect(bed.opened).toEqual([])
    expect(issuer.at('/register'), 'nothing is registered there either').toEqual([])
  })

  it('an honest one is opened as it is, with our parameters in place of any it brings', async () => {
    issuer.lies.authorizationEndpoint = `${issuer.url}/authorize?tenant=a&redirect_uri=https://evil.example&state=fixed`
    const end = ended(logins, entry)
    const { url } = await logins.start(entry, noValues)
    const { searchParams } = new URL(url)
    expect(searchParams.get('tenant')).toBe('a')
    expect(searchParams.getAll('redirect_uri')).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    ])
    expect(searchParams.getAll('state')).toHaveLength(1)
    await follow(url)
    expect(await end).toBe('done')
  })
})

describe('O2: addresses that a server names', () => {
  const serverName = 'mcp.example'
  const publicAddress = '93.184.215.14'

  /** A public server by name; `names` gives the addresses of each look-up in turn. */
  function publicLogins(names: Record<string, string[][]>) {
    entry = entryFor(`https://${serverName}/mcp`)
    return bed.logins({
      async resolve(host) {
        const turns = names[host] ?? []
        return (turns.length > 1 ? turns.shift() : turns[0]) ?? []
      },
    })
  }

  it.each([
    ['this computer', () => canaryUrl],
    ['this computer by name', () => canaryUrl.replace('127.0.0.1', 'localhost')],
    ['this computer, spelt oddly', () => canaryUrl.replace('127.0.0.1', '2130706433')],
    ['this computer over IPv6', () => 'https://[::1]'],
    ['this computer, mapped', () => 'https://[::ffff:127.0.0.1]'],
    ['the local network', () => 'https://192.168.1.1'],
    ['the cloud’s metadata', () => 'https://169.254.169.254'],
    ['plain http', () => 'http://login.example'],
  ])('%s is out of reach of a server on the internet', async (_name, url) => {
    const asked: string[] = []
    const guarded = publicLogins({ [serverName]: [[publicAddress]], 'login.example': [[publicAddress]] })
    const stub = bed.logins({
      resolve: async () => [publicAddress],
      fetchFor: () => () => ({
        // The internet of the test: the server is honest about itself, and names a service that is not.
        async fetch(input) {
          asked.push(String(input))
          return Response.json({ resource: `https://${serverName}/mcp`, authorization_servers: [url()] })
        },
        close: async () => {},
      }),
    })
    expect(await refusal(stub.start(entry, noValues))).toBe('refused_address')
    expect(asked).toEqual([`https://${serverName}/.well-known/oauth-protected-resource/mcp`])
    await guarded.close()
    expect(canaryAsked).toBe(0)
  })

  it('a name that is public when it is checked and private when it is connected to (DNS rebinding)', async () => {
    const port = new URL(canaryUrl).port
    entry = entryFor(`https://${serverName}:${port}/mcp`)
    const turns = [[publicAddress], [publicAddress], ['127.0.0.1']]
    const rebound = bed.logins({ resolve: async () => turns.shift() ?? ['127.0.0.1'] })
    expect(await refusal(rebound.start(entry, noValues))).toBe('refused_address')
    expect(turns, 'it was looked up for the class, for the check and for the connection').toEqual([])
    expect(canaryAsked).toBe(0)
  })

  it('a name with one private address among public ones', async () => {
    const mixed = publicLogins({ [serverName]: [[publicAddress], [publicAddress, '10.0.0.1']] })
    expect(await refusal(mixed.start(entry, noValues))).toBe('refused_address')
  })

  it('a redirect to another origin is not followed', async () => {
    issuer.lies.redirectsTo = `${canaryUrl}/metadata`
    expect(await start()).toBe('login_failed')
    expect(canaryAsked).toBe(0)
  })

  it('a 401 cannot send us to another origin for the metadata', async () => {
    await onUnauthorized(logins, `Bearer resource_metadata="${canaryUrl}/prm"`)
    expect(await logIn(logins, entry)).toBe('done')
    expect(canaryAsked).toBe(0)
  })

  it('metadata without end, in size and in time', async () => {
    issuer.lies.hugeMetadata = true
    expect(await start()).toBe('too_large')
    expect(bed.opened).toEqual([])
  })

  it('a login that hangs in discovery can be cancelled', async () => {
    issuer.lies.stalls = true
    const started = start()
    while (issuer.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    logins.cancel(entry.id)
    expect(await started).toBe('login_failed')
  })
})

describe('O3: CVE-2026-104850, a server that names another authorization server', () => {
  it('gets neither refresh token nor client of the old one, in a refresh and in a new login', async () => {
    await logIn(logins, entry)
    const token = (await logins.authFor(entry, noValues).token()) ?? ''
    const newer = await startOauthServer()
    server.settings.issuers = [newer]

    expect(await onUnauthorized(logins)).toBe('unauthorized')
    expect(newer.at('/token'), 'nothing was sent to the new one').toEqual([])
    expect(newer.at('/register')).toEqual([])
    expect((await logins.status(entry))?.state).toBe('expired')

    const oldClient = issuer.at('/authorize')[0]?.params.get('client_id') ?? ''
    expect(await logIn(logins, entry)).toBe('done')
    const sent = JSON.stringify(
      newer.requests.map(({ params, json, authorization }) => [String(params), json, authorization]),
    )
    expect(newer.at('/register')).toHaveLength(1)
    expect(sent).not.toContain(oldClient)
    expect(sent).not.toContain(token)
    expect(sent).not.toContain('refresh-')
    await newer.close()
  })

  it('does not get the person’s client secret either', async () => {
    entry = entryFor(server.url, { clientId: 'mine' })
    const values = { ...noValues, clientSecret: 'my-secret' }
    expect(await logIn(logins, entry, values)).toBe('done')
    const newer = await startOauthServer()
    server.settings.issuers = [newer]
    const refused = await logins.start(entry, values).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'login_failed', fault: { details: [issuer.url, newer.url] } })
    expect(newer.at('/authorize')).toEqual([])
    expect(newer.at('/token')).toEqual([])
    // The person's way out, when the move is right.
    await logins.logout(entry, values)
    expect(await logIn(logins, entry, values)).toBe('done')
    await newer.close()
  })

  it('metadata that claim another issuer are thrown away', async () => {
    issuer.lies.issuer = 'https://accounts.example'
    expect(await start()).toBe('login_failed')
    expect(bed.opened).toEqual([])
  })

  it('a server whose logins are for another address is refused', async () => {
    server.settings.resource = 'https://bank.example/mcp'
    expect(await start()).toBe('login_failed')
    expect(issuer.requests).toEqual([])
  })
})

describe('O4: before a code is sent', () => {
  it.each([
    ['wrong', true],
    ['wrong', false],
    ['missing', true],
    ['twice', true],
  ] as const)('an answer whose iss is %s (announced: %s) is thrown away', async (iss, announcesIss) => {
    Object.assign(issuer.lies, { iss, announcesIss })
    expect(await logIn(logins, entry)).toBe('failed')
    expect(issuer.at('/token')).toEqual([])
    expect((await logins.status(entry))?.fault).toMatchObject({ code: 'login_failed', details: [] })
  })

  it('the error of another service is not shown', async () => {
    Object.assign(issuer.lies, { iss: 'wrong', denies: true })
    await logIn(logins, entry)
    expect(JSON.stringify(await logins.status(entry))).not.toContain('access_denied')
  })

  it('an answer without iss is good where none was announced', async () => {
    Object.assign(issuer.lies, { iss: 'missing', announcesIss: false })
    expect(await logIn(logins, entry)).toBe('done')
  })

  it('another state gets no code redeemed', async () => {
    issuer.lies.altersState = true
    const { url } = await logins.start(entry, noValues)
    expect((await follow(url)).status).toBe(404)
    expect(issuer.at('/token')).toEqual([])
    expect((await logins.status(entry))?.state).toBe('running')
  })

  it('a service without PKCE is refused before the browser opens', async () => {
    issuer.lies.withoutPkce = true
    expect(await start()).toBe('login_failed')
    expect(bed.opened).toEqual([])
  })
})

describe('CVE-2025-58747, CVE-2025-62800: the page that the browser returns to', () => {
  it('reflects nothing of the request and runs nothing', async () => {
    issuer.lies.denies = true
    const end = ended(logins, entry)
    const { url } = await logins.start(entry, noValues)
    const answer = await fetch(url)
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).not.toMatch(/script|access_denied|alert/)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await end).toBe('failed')
    expect((await logins.status(entry))?.fault?.details).toEqual(['access_denied', '<script>alert(1)</script>'])
  })
})

describe('other lies', () => {
  it('a token of another kind is not used', async () => {
    issuer.lies.tokenType = 'mac'
    expect(await logIn(logins, entry)).toBe('failed')
    expect(await logins.authFor(entry, noValues).token()).toBeUndefined()
  })

  it.each(['tokenEndpoint', 'registrationEndpoint'] as const)('%s over plain http of a stranger', async (which) => {
    issuer.lies[which] = 'http://evil.example/steal'
    const started = await start()
    if (started === null) {
      const end = ended(logins, entry)
      await follow(bed.opened[0] ?? '')
      expect(await end).toBe('failed')
    } else expect(started).toBe('refused_address')
    expect((await logins.status(entry))?.state).toBe('none')
  })
})
