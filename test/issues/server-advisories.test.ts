/**
 * Advisories about MCP servers, replayed against a whole hub as a browser-mode user runs it: every route is mounted, the
 * tools are real, two people live there. `mcp-endpoint.test.ts` and `oauth-servers.test.ts` replay those that need less.
 */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src-main/config/load.ts'
import { version } from '../../src-main/config/version.ts'
import { createHub, type Hub, type HubAddresses } from '../../src-main/hub.ts'
import { silentLogger } from '../../src-main/log/logger.ts'
import { MCP_SCOPES } from '../../src-main/mcp-server/oauth/scopes.ts'
import { serveStdioEndpoint } from '../../src-main/mcp-server/stdio-endpoint.ts'
import { registryBackend } from '../../src-main/mcp-server/tool-backend.ts'
import type { Profile } from '../../src-main/profiles/profiles.ts'
import { raw } from '../integration/mcp/endpoint-fixture.ts'
import { openSession } from '../integration/mcp/stream-client.ts'
import { type WireMessage, wireMessage } from '../integration/mcp/wire-message.ts'
import { post as postForm } from '../integration/oauth/oauth-client.ts'

const root = mkdtempSync(join(tmpdir(), 'mirohub-advisories-'))
const marker = join(root, 'changed')
const tools = `
import { appendFileSync } from 'node:fs'
/** Says whose data this is.
 * @readonly */
export function look_at(user_info) { return { user: user_info.user_id } }
/** Changes something. */
export function change_it(user_info) { appendFileSync(${JSON.stringify(marker)}, 'x'); return { changed: true } }
/** Removes something.
 * @destructive */
export function remove_it(user_info) { appendFileSync(${JSON.stringify(marker)}, 'x'); return { removed: true } }
`
let hub: Hub
let at: HubAddresses
let ada: Profile
beforeAll(async () => {
  const toolDir = join(root, 'tools')
  mkdirSync(toolDir)
  writeFileSync(join(toolDir, 'advisories.js'), tools)
  const resourceDir = join(root, 'resources')
  mkdirSync(resourceDir)
  writeFileSync(join(resourceDir, 'note.json'), '{"uri":"note://here","name":"note","text":"hello"}')
  writeFileSync(join(root, 'private.txt'), 'private')
  const env = {
    MIROHUB_SECRETS: 'memory',
    MCP_TOOL_DIRS: toolDir,
    MCP_RESOURCE_DIRS: resourceDir,
    MCP_LOGIN_RESULT: 'false',
    DEFAULT_TIMEZONE: 'UTC',
  }
  const flags = { dataDir: join(root, 'data') }
  const config = loadConfig({ env, flags, platform: process.platform, homedir: homedir() })
  hub = await createHub(config, { host: 'node', log: silentLogger, page: true })
  at = await hub.listen(0)
  ada = await hub.services.profiles.default()
})
afterAll(async () => {
  await hub?.stop()
  rmSync(root, { recursive: true, force: true })
})

type Header = readonly [string, string]
type Scope = (typeof MCP_SCOPES)[number]
const JSON_TYPE: Header = ['Content-Type', 'application/json']
const bearer = (token: string): Header => ['Authorization', `Bearer ${token}`]
const call = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const send = (path: string, body: unknown, headers: readonly Header[] = []) =>
  raw(at.port, { path, headers: [JSON_TYPE, ...headers], body: JSON.stringify(body) })
const personalToken = async (person = ada) =>
  (await hub.services.tokens.mint({ userId: person.id, days: 1, label: 'test' })).token
const modern = (body: ReturnType<typeof call>) => ({
  body: {
    ...body,
    params: {
      ...body.params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
  headers: [
    ['MCP-Protocol-Version', '2026-07-28'],
    ['Mcp-Method', body.method],
    ['Mcp-Name', body.params.name],
  ] satisfies Header[],
})

/** A token of the authorization server that holds one scope, for one of the two resources. */
async function tokenOf(scope: Scope, resource: '/mcp' | '/personal/mcp' = '/mcp') {
  const made = await hub.client(ada, 'window').apps.own.create({ name: `App with ${scope}`, scopes: [scope] })
  const { json } = await postForm(`${at.url}/oauth/token`, {
    grant_type: 'client_credentials',
    client_id: made.clientId,
    client_secret: made.clientSecret,
    resource: `${at.url}${resource}`,
  })
  return String(json.access_token)
}

/** Sends bytes as they are; the status of the answer. */
async function rawStatus(head: string, body = ''): Promise<number> {
  const socket = connect(at.port, '127.0.0.1')
  socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)
  const [data] = await once(socket, 'data')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(data))?.[1])
}

/** Every route that the hub mounts, and some that it does not. */
const ROUTES = [
  '/',
  '/assets/index.js',
  '/api/upload',
  '/hand-over',
  '/mcp',
  `/mcp/${'s'.repeat(128)}`,
  '/personal/mcp',
  '/oauth/authorize',
  '/oauth2/authorize',
  '/oauth/authorize/x',
  '/oauth/wait/x',
  '/oauth/wait/x/state',
  '/oauth/token',
  '/oauth/register',
  '/oauth/introspect',
  '/oauth/revoke',
  '/oauth/jwks',
  '/mcplogin',
  '/oauth2/check_state/x',
  '/reachability/x',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/rpc',
  '/nothing/here',
]
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH']

describe('who may speak to the hub at all', () => {
  it('GHSA-5jx5-hqx5-2vrj Ollama, CVE-2026-63118, CVE-2026-11624: a rebound name or a foreign page gets 403 on every real route', async () => {
    const foreign: Header[] = [
      ['Host', `rebound.example:${at.port}`],
      ['Host', `127.0.0.1.rebound.example:${at.port}`],
      ['Origin', 'https://evil.example'],
      ['Origin', 'null'],
    ]
    const token = bearer(await personalToken())
    for (const header of foreign) {
      for (const path of ROUTES) {
        for (const method of METHODS) {
          const body = method === 'GET' || method === 'HEAD' ? undefined : JSON.stringify(call('change_it'))
          const answer = await raw(at.port, { method, path, headers: [header, JSON_TYPE, token], body })
          expect([header, method, path, answer.status]).toEqual([header, method, path, 403])
          expect(answer.headers['access-control-allow-origin']).toBeUndefined()
        }
      }
    }
    expect(existsSync(marker)).toBe(false)
  })

  it('CVE-2025-66416: a request target that names a host of its own is refused, whatever the Host header says', async () => {
    const body = JSON.stringify(call('change_it'))
    const token = await personalToken()
    const headers = `Host: 127.0.0.1:${at.port}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}`
    for (const target of [
      `http://127.0.0.1:${at.port}/mcp`,
      'http://evil.example/mcp',
      '//mcp',
      '//evil.example/mcp',
    ]) {
      expect([target, await rawStatus(`POST ${target} HTTP/1.1\r\n${headers}`, body)]).toEqual([target, 403])
    }
    expect(existsSync(marker)).toBe(false)
    expect(await rawStatus(`POST /mcp HTTP/1.1\r\n${headers}`, body)).toBe(200)
    expect(existsSync(marker)).toBe(true)
    rmSync(marker)
  })

  it('CVE-2025-52882 Claude Code, CVE-2026-44211 Cline: the websocket answers no page and no program without a credential', async () => {
    const upgrade = (more: string) =>
      rawStatus(
        `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==${more}`,
      )
    const token = await personalToken()
    const attempts: [string, number][] = [
      ['', 401],
      [`\r\nOrigin: http://127.0.0.1:${at.port}`, 401],
      [`\r\nOrigin: http://127.0.0.1:${at.port}\r\nCookie: mirohub_session=guess`, 401],
      // A key to the tools is none to the app.
      [`\r\nAuthorization: Bearer ${token}`, 401],
      ['\r\nOrigin: https://evil.example', 403],
    ]
    for (const [headers, status] of attempts) expect([headers, await upgrade(headers)]).toEqual([headers, status])
  })

  it('CVE-2026-25253 OpenClaw: no parameter of any address names somebody that the hub then speaks to', async () => {
    let visits = 0
    const sink = createServer((_request, response) => {
      visits++
      response.end('{}')
    })
    const upgrades = () => visits++
    sink.on('upgrade', upgrades).listen(0, '127.0.0.1')
    await once(sink, 'listening')
    const { port } = sink.address() as AddressInfo
    const url = encodeURIComponent(`http://127.0.0.1:${port}/x`)
    const names = [
      'gatewayUrl',
      'url',
      'server',
      'proxy',
      'client_id',
      'request_uri',
      'jwks_uri',
      'callback',
      'resource',
    ]
    const query = names.map((name) => `${name}=${url}`).join('&')
    for (const path of ROUTES) {
      for (const method of ['GET', 'POST']) {
        const headers = method === 'POST' ? [JSON_TYPE] : []
        const body =
          method === 'POST'
            ? JSON.stringify(Object.fromEntries(names.map((n) => [n, `http://127.0.0.1:${port}/`])))
            : undefined
        await raw(at.port, { method, path: `${path}?${query}`, headers, body })
      }
    }
    expect(visits).toBe(0)
    sink.close()
  })
})

describe('what a browser can send without being asked', () => {
  it('N4: a simple request changes nothing on any route, though it comes with a good token', async () => {
    const { urls } = hub.client(ada, 'window')
    await urls.setEnabled({ enabled: true })
    for (const { id } of (await urls.state()).urls) await urls.revoke({ id })
    const live = async () => (await urls.state()).urls.filter(({ state }) => state === 'live').length
    const clients = async () => (await hub.services.db.query('SELECT 1 FROM oauth_client')).length
    const before = [await live(), await clients(), hub.services.oauth.pending().length]
    const token = bearer(await personalToken())
    const body = JSON.stringify({ ...call('change_it'), redirect_uris: ['http://127.0.0.1/cb'], client_name: 'x' })
    for (const path of ROUTES) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
        const { status } = await raw(at.port, { path, headers: [['Content-Type', type], token], body })
        expect([path, type, status >= 400]).toEqual([path, type, true])
      }
    }
    expect([await live(), await clients(), hub.services.oauth.pending().length]).toEqual(before)
    expect(existsSync(marker)).toBe(false)
  })

  it('N9: every answer of every route forbids frames, sniffing, referrers and readers of other origins', async () => {
    for (const path of ROUTES) {
      for (const method of ['GET', 'POST']) {
        const { headers } = await raw(at.port, { method, path, headers: [] })
        const csp = String(headers['content-security-policy'])
        expect([path, method, headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
          path,
          method,
          'nosniff',
          'no-referrer',
        ])
        expect([path, csp.includes("frame-ancestors 'none'"), csp.includes("default-src 'none'")]).toEqual([
          path,
          true,
          true,
        ])
        const { 'cross-origin-opener-policy': opener, 'cross-origin-resource-policy': resource } = headers
        expect([path, opener, resource]).toEqual([path, 'same-origin', 'same-origin'])
        expect(headers['access-control-allow-origin']).toBeUndefined()
      }
    }
  })

  it('a request with two lengths, or a length and chunks, is refused: a proxy may see another request in it', async () => {
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\nContent-Type: application/json`
    const body = JSON.stringify(call('look_at'))
    expect(await rawStatus(`${head}\r\nTransfer-Encoding: chunked`, body)).toBe(400)
    expect(await rawStatus(`${head}\r\nContent-Length: 3`, body)).toBe(400)
    // The same without the second one reaches the endpoint, which misses a token.
    expect(await rawStatus(head, body)).toBe(401)
  })
})

it('who somebody is comes from the credential: arguments that name a person, or reach for the prototype, give nothing', async () => {
  const bob = await hub.services.profiles.create('Bob')
  const token = bearer(await personalToken())
  const forged: unknown[] = [
    { user_info: { success: true, user_id: bob.publicId } },
    { context: { user: { id: bob.id } } },
    { user_id: bob.publicId },
    JSON.parse(`{"__proto__":{"user_id":"${bob.publicId}","polluted":true}}`),
    { constructor: { prototype: { polluted: true } } },
  ]
  for (const args of forged) {
    const body = {
      ...call('look_at'),
      params: { name: 'look_at', arguments: args, user_info: { user_id: bob.publicId } },
    }
    const { json, text } = await send('/mcp', body, [token, ['X-Mirohub-Profile', 'Bob']])
    expect([args, json.result?.isError || json.result?.structuredContent.user === ada.publicId]).toEqual([args, true])
    expect(text).not.toContain(`"user":"${bob.publicId}"`)
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

describe('no address runs a command', () => {
  it('CVE-2025-49596 Inspector, CVE-2026-23744 MCPJam, CVE-2026-42271 LiteLLM, CVE-2026-40933 Flowise: posted commands start nothing', async () => {
    const pwned = join(root, 'pwned')
    const server = { command: 'touch', args: [pwned], transport: 'stdio', transportType: 'stdio' }
    const body = JSON.stringify({ ...server, server, config: { mcpServers: { x: server } }, serverConfig: server })
    const query = `transportType=stdio&command=touch&args=${encodeURIComponent(pwned)}`
    const guessed = [
      '/sse',
      '/stdio',
      '/message',
      '/api/mcp/connect',
      '/mcp-rest/test/connection',
      '/api/v1/node-load-method',
    ]
    const token = bearer(await personalToken())
    for (const path of [...ROUTES, ...guessed]) {
      for (const method of ['GET', 'POST']) {
        const answer = await raw(at.port, {
          method,
          path: `${path}?${query}`,
          headers: [JSON_TYPE, token],
          body: method === 'POST' ? body : undefined,
        })
        if (guessed.includes(path)) expect([path, answer.status >= 400]).toEqual([path, true])
      }
    }
    expect(existsSync(pwned)).toBe(false)
  })

  it('CVE-2025-53109, CVE-2026-34451: resources are those that are listed, and no path leads out of their directory', async () => {
    const read = async (uri: string) =>
      send('/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }, [
        bearer(await personalToken()),
      ])
    expect((await read('note://here')).text).toContain('hello')
    const outside = join(root, 'private.txt')
    for (const uri of [
      `file://${outside}`,
      outside,
      '../private.txt',
      'note://here/../../private.txt',
      'note://here%00',
      '__proto__',
      'constructor',
    ])
      expect([uri, (await read(uri)).json.error?.code]).toEqual([uri, -32602])
  })
})

it('CVE-2026-0621 TypeScript SDK: templates and patterns that explode are text here', async () => {
  const token = bearer(await personalToken())
  const bombs = [
    '{/id*}'.repeat(5_000),
    `note://${'{a,'.repeat(20_000)}`,
    `note://${'a/'.repeat(20_000)}!`,
    `(${'a+'.repeat(40)})+$${'a'.repeat(50_000)}!`,
    '%'.repeat(50_000),
  ]
  const begun = process.cpuUsage()
  for (const bomb of bombs) {
    const requests = [
      { method: 'resources/read', params: { uri: bomb } },
      {
        method: 'completion/complete',
        params: { ref: { type: 'ref/resource', uri: bomb }, argument: { name: bomb, value: bomb } },
      },
      { method: 'prompts/get', params: { name: bomb } },
      { method: 'tools/call', params: { name: bomb, arguments: {} } },
      {
        method: 'tools/call',
        params: { name: 'query_health_indicators', arguments: { keywords: [bomb], start_date: bomb } },
      },
      { method: 'tools/call', params: { name: 'get_genetic_data', arguments: { rsids: [bomb] } } },
    ]
    for (const request of requests) {
      const answer = await send('/mcp', { jsonrpc: '2.0', id: 1, ...request }, [token])
      expect([request.method, answer.status < 500]).toEqual([request.method, true])
    }
  }
  const { user, system } = process.cpuUsage(begun)
  // Thirty requests; one pattern that backtracks on such a text takes minutes.
  expect((user + system) / 1e6).toBeLessThan(10)
})

describe('what a token may do', () => {
  /** By a token's one scope: the tools' scopes that it opens. Written from the issue, not from the code. */
  const opens: Record<Scope, readonly string[]> = {
    'mcp:read': ['mcp:read'],
    'mcp:write': ['mcp:read', 'mcp:write'],
    'mcp:tools': ['mcp:read', 'mcp:write', 'mcp:tools'],
    'mcp:admin': ['mcp:read', 'mcp:write', 'mcp:tools', 'mcp:admin'],
    'mcp:connect': [],
  }
  /** Every tool that there is; one that comes later is in the matrix by itself. */
  const allTools = () => hub.registry.list({ actor: 'test', user: null, scopes: null })
  /** Refused for its scope: said in HTTP where the answer is plain JSON, in a session's stream by the message alone. */
  const lacksScope = ({ json, text }: { json: WireMessage; text: string }) =>
    JSON.stringify(json).includes('insufficient_scope') || text.includes('insufficient_scope')

  it('CVE-2026-49291 mcp-memory-service, CVE-2026-14537 toolbox: each scope opens its tools and no other, in both eras and in sessions', async () => {
    const all = await allTools()
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['look_at', 'change_it', 'remove_it']))
    for (const scope of MCP_SCOPES) {
      const token = await tokenOf(scope)
      const session = await openSession(at.port, { token })
      const json = await openSession(at.port, { token, accept: 'application/json' })
      for (const tool of all) {
        const body = call(tool.name)
        const now = modern(body)
        const answers = {
          bare: await send('/mcp', body, [bearer(token)]),
          slash: await send('/mcp/', body, [bearer(token)]),
          modern: await send('/mcp', now.body, [bearer(token), ...now.headers]),
          session: await session.post(body),
          jsonSession: await json.post(body),
          batch: await send('/mcp', [body], [bearer(token)]),
        }
        const isOpen = opens[scope].includes(tool.scope)
        for (const [way, answer] of Object.entries(answers))
          expect([scope, tool.name, way, !lacksScope(answer)]).toEqual([scope, tool.name, way, isOpen])
      }
    }
  }, 120_000)

  it('A10: addresses that carry their key read and change nothing, by whatever way they are asked', async () => {
    rmSync(marker, { force: true })
    await hub.client(ada, 'window').urls.setEnabled({ enabled: true })
    const { url } = await hub.client(ada, 'window').urls.ensure({})
    const { secret } = hub.services.agentUrls.issue({ userId: ada.id, sessionId: 's', agent: 'base' })
    for (const path of [new URL(url).pathname, `/mcp/${secret}`]) {
      const session = await openSession(at.port, { path })
      for (const name of ['change_it', 'remove_it']) {
        const now = modern(call(name))
        expect(lacksScope(await send(path, call(name)))).toBe(true)
        expect(lacksScope(await send(path, now.body, now.headers))).toBe(true)
        expect(lacksScope(await session.post(call(name)))).toBe(true)
        // A bearer with more beside it does not widen the address.
        expect(lacksScope(await send(path, call(name), [bearer(await personalToken())]))).toBe(true)
      }
      expect((await send(path, call('look_at'))).json.result.structuredContent).toEqual({ user: ada.publicId })
    }
    expect(existsSync(marker)).toBe(false)
  })

  it('A10: /personal/mcp makes an address for an app by mcp:connect alone, and by no token of /mcp', async () => {
    await hub.client(ada, 'window').urls.setEnabled({ enabled: true })
    const statusOf = async (path: string, token: string) => (await send(path, call('look_at'), [bearer(token)])).status
    for (const scope of MCP_SCOPES) {
      const ofMcp = await tokenOf(scope)
      const ofPersonal = await tokenOf(scope, '/personal/mcp')
      expect([scope, await statusOf('/personal/mcp', ofPersonal)]).toEqual([scope, scope === 'mcp:connect' ? 200 : 403])
      expect([scope, await statusOf('/personal/mcp', ofMcp)]).toEqual([scope, 401])
      expect([scope, await statusOf('/mcp', ofMcp)]).toEqual([scope, scope === 'mcp:connect' ? 403 : 200])
      expect([scope, await statusOf('/mcp', ofPersonal)]).toEqual([scope, 401])
    }
  })

  it('A10: stdio holds the same line', async () => {
    const input = new PassThrough()
    const output = new PassThrough()
    const user = { id: ada.id, publicId: ada.publicId, timeZone: 'UTC', language: 'en' }
    const backend = registryBackend(hub.registry, { user, scopes: ['mcp:read'] })
    const served = serveStdioEndpoint({ backend, input, output, log: silentLogger, identity: { name: 'x', version } })
    const lines: WireMessage[] = []
    let text = ''
    output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const write = (message: object) => input.write(`${JSON.stringify(message)}\n`)
    write({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize })
    write({ jsonrpc: '2.0', method: 'notifications/initialized' })
    const all = await allTools()
    for (const [at, { name }] of all.entries()) write({ ...call(name), id: at + 1 })
    input.end()
    await served
    for (const line of text.split('\n').filter((one) => one !== '')) lines.push(wireMessage(line))
    const refused = lines.filter((line) => JSON.stringify(line).includes('insufficient_scope')).map(({ id }) => id)
    const expected = all.flatMap((tool, at) => (tool.scope === 'mcp:read' ? [] : [at + 1]))
    expect(lines).toHaveLength(all.length + 1)
    expect([...refused].sort()).toEqual(expected.sort())
    expect(expected.length).toBeGreaterThan(1)
  })
})

describe('other spellings of the addresses', () => {
  const spellings = [
    '/mcp/',
    '/mcp//',
    '/mcp?x=1',
    '/mcp/?x=1',
    '/mcp#x',
    '/MCP',
    '/Mcp',
    '/%6dcp',
    '/mcp%2f',
    '/mcp%2F',
    '/mcp%00',
    '/mcp;x',
    '/mcp.',
    '/./mcp',
    '/x/../mcp',
    '/mcp/.',
    '/mcp/..',
    '/mcp/%2e%2e/mcp',
    '/mcp\\',
    '/personal/mcp/',
    '/personal%2fmcp',
    '/PERSONAL/mcp',
    '/personal/../mcp',
  ]
  it('CVE-2026-14537: none is a way around the credential, the scope or the Host list', async () => {
    rmSync(marker, { force: true })
    const readOnly = bearer(await tokenOf('mcp:read'))
    for (const path of spellings) {
      const cases: readonly (readonly Header[])[] = [
        [],
        [bearer('nonsense')],
        [readOnly],
        [readOnly, bearer(await personalToken())],
        [['Host', `evil.example:${at.port}`], bearer(await personalToken())],
      ]
      for (const headers of cases) {
        const answer = await send(path, call('change_it'), headers)
        expect([path, headers, answer.status >= 400, answer.text.includes('changed')]).toEqual([
          path,
          headers,
          true,
          false,
        ])
      }
    }
    expect(existsSync(marker)).toBe(false)
  })

  it('A personal address is its exact spelling', async () => {
    await hub.client(ada, 'window').urls.setEnabled({ enabled: true })
    const path = new URL((await hub.client(ada, 'window').urls.ensure({})).url).pathname
    expect((await send(path, call('look_at'))).status).toBe(200)
    const encoded = `/mcp/%${path.charCodeAt(5).toString(16)}${path.slice(6)}`
    for (const wrong of [
      `${path}/`,
      `${path}%00`,
      `${path}%2f`,
      encoded,
      path.toUpperCase(),
      path.replace('/mcp/', '/mcp//'),
      path.replace('/mcp/', '/MCP/'),
      path.slice(0, -1),
    ])
      expect([wrong, (await send(wrong, call('look_at'))).status]).toEqual([wrong, 404])
  })
})

describe('guessing', () => {
  it('CVE-2026-59822: two Authorization headers are no credential, whichever of them is good', async () => {
    const good = bearer(await personalToken())
    // Listing is open to nobody in particular: a header taken for none would be answered.
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await send('/mcp', list)).status).toBe(200)
    for (const path of ['/mcp', '/personal/mcp']) {
      for (const headers of [
        [good, good],
        [good, bearer('x')],
        [bearer('x'), good],
        [good, ['authorization', '']] as const,
      ])
        expect([path, (await send(path, list, headers)).status]).toEqual([path, 401])
    }
  })

  it.each(['/mcp', '/personal/mcp'])(
    'A13: 200 bad tokens at %s are slowed down, and a good one between them never is',
    async (path) => {
      await hub.client(ada, 'window').urls.setEnabled({ enabled: true })
      const good = bearer(await personalToken())
      const body = path === '/mcp' ? call('look_at') : {}
      const bad: number[] = []
      for (let n = 0; n < 200; n += 20) {
        // 43 characters: shaped like a token of the authorization server.
        const guesses = Array.from({ length: 20 }, (_, at) =>
          send(path, body, [bearer(String(n + at).padStart(43, 'g'))]),
        )
        bad.push(...(await Promise.all(guesses)).map(({ status }) => status))
        expect((await send(path, body, [good])).status).toBe(200)
      }
      expect(bad.filter((status) => status === 401).length).toBeLessThanOrEqual(60)
      expect(bad.filter((status) => status === 429).length).toBeGreaterThanOrEqual(140)
      const last = await send(path, body, [bearer('g'.repeat(43))])
      expect([last.headers['retry-after'], last.headers['www-authenticate']]).toEqual(['60', undefined])
    },
  )

  it('N10: 200 wrong addresses tell nothing and keep nobody out', async () => {
    await hub.client(ada, 'window').urls.setEnabled({ enabled: true })
    const path = new URL((await hub.client(ada, 'window').urls.ensure({})).url).pathname
    const none = await send('/nothing/here', call('look_at'))
    for (let n = 0; n < 200; n += 20) {
      const guesses = Array.from({ length: 20 }, (_, at) =>
        send(`/mcp/${String(n + at).padStart(128, 'g')}`, call('look_at')),
      )
      for (const { status, text } of await Promise.all(guesses))
        expect([status, text]).toEqual([none.status, none.text])
    }
    expect((await send(path, call('look_at'))).status).toBe(200)
  })
})
