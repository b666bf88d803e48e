/**
 * `/mcp/{secret}`: the same endpoint for the person that the secret opens, and nothing at all for any other. Would catch
 * an answer that tells a wrong secret from an address that is not there, and a secret that ends up in a log.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../../src-main/log/logger.ts'
import type { Authenticator } from '../../../src-main/mcp-server/identity.ts'
import type { Mount } from '../../../src-main/mcp-server/site.ts'
import { mountWellKnown } from '../../../src-main/mcp-server/well-known.ts'
import { ALICE, type RawRequest, raw, startEndpoint } from './endpoint-fixture.ts'
import { openSession, openStream } from './stream-client.ts'

const SECRET = 'canary-9f4KxQ2w_secret-of-alice'
const user = { id: 1, publicId: ALICE, timeZone: 'UTC', language: 'en' }
const authenticator: Authenticator = {
  async identify({ headers }, { secret }) {
    if (secret === null) return { kind: 'caller', caller: { user: null }, principal: 'anonymous', label: null }
    if (secret !== SECRET) return { kind: 'refused', reason: 'not_found' }
    if (headers.authorization === 'Bearer token-of-bob') return { kind: 'refused', reason: 'other_person' }
    if (headers.authorization !== undefined) return { kind: 'refused', reason: 'malformed' }
    return { kind: 'caller', caller: { user }, principal: 'personal-url:1', label: 'Laptop' }
  },
}

let written = ''
const log = createLogger({ level: 'debug', dataDir: null, stream: { write: (text) => (written += text) } })
let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint({ authenticator, log })
})
afterAll(() => endpoint.server.close())

const path = `/mcp/${SECRET}`
const JSON_TYPE = ['Content-Type', 'application/json'] as const
const whoami = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }

describe('a secret that is good', () => {
  it('opens the endpoint for its person, whatever query follows', async () => {
    for (const query of ['', '?x=1']) {
      const answer = await raw(endpoint.port, { path: path + query, body: JSON.stringify(whoami) })
      expect(answer.json.result.structuredContent).toEqual({ success: true, user: ALICE })
    }
  })

  it('opens sessions with their stream, which /mcp itself does not know', async () => {
    const session = await openSession(endpoint.port, { path })
    expect((await session.post(whoami)).json.result.structuredContent).toMatchObject({ user: ALICE })
    const elsewhere = { ...session.headers, Accept: 'text/event-stream' }
    expect((await openStream(endpoint.port, { method: 'GET', headers: elsewhere })).status).toBe(404)
    const stream = await session.listen()
    expect(stream.status).toBe(200)
    expect((await session.end()).status).toBe(200)
    await stream.ended
  })

  it('is served in the modern era too', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const answer = await raw(endpoint.port, {
      path,
      headers: [
        JSON_TYPE,
        ['MCP-Protocol-Version', '2026-07-28'],
        ['Mcp-Method', 'tools/call'],
        ['Mcp-Name', 'whoami'],
      ],
      body: JSON.stringify({ ...whoami, params: { ...whoami.params, _meta } }),
    })
    expect(answer.json.result.structuredContent).toMatchObject({ user: ALICE })
  })

  it('answers our own pages’ preflight, and other methods like /mcp', async () => {
    const origin = `http://127.0.0.1:${endpoint.port}`
    const preflight = await raw(endpoint.port, { method: 'OPTIONS', path, headers: [['Origin', origin]] })
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, origin])
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) {
      expect((await raw(endpoint.port, { method, path, headers: [] })).status).toBe(405)
    }
  })

  it('goes with the bearer of the same person only', async () => {
    const send = (token: string) =>
      raw(endpoint.port, { path, headers: [JSON_TYPE, ['Authorization', token]], body: JSON.stringify(whoami) })
    expect((await send('Bearer token-of-bob')).status).toBe(403)
    const malformed = await send('Basic x')
    expect(malformed.status).toBe(401)
    expect(malformed.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp"')
  })
})

describe('a secret that opens nothing', () => {
  /** As the page in the browser does: who has no session sees its lock at every address. */
  const page: Mount = (app) => {
    app.use((request, response, next) => {
      if (request.method === 'GET') response.status(401).type('html').send('<p>locked</p>')
      else next()
    })
  }
  const origin = (port: number): [string, string] => ['Origin', `http://127.0.0.1:${port}`]
  const requests = (port: number): Omit<RawRequest, 'path'>[] => [
    ...['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'PATCH', 'POST'].map((method) => ({ method, headers: [] })),
    ...['GET', 'OPTIONS', 'POST'].map((method) => ({ method, headers: [origin(port), JSON_TYPE] })),
    { headers: [JSON_TYPE], body: JSON.stringify(whoami) },
    { headers: [JSON_TYPE, ['Authorization', 'Bearer token-of-alice']], body: JSON.stringify(whoami) },
    { headers: [JSON_TYPE, ['Mcp-Session-Id', 'x']], body: JSON.stringify(whoami) },
    { headers: [JSON_TYPE, ['MCP-Protocol-Version', '2026-07-28']], body: '{"jsonrpc":"2.0","id":1,"method":"x"}' },
    { headers: [JSON_TYPE], body: '{' },
    { headers: [JSON_TYPE], body: '' },
    { headers: [['Content-Type', 'text/plain']], body: 'x' },
    {
      method: 'GET',
      headers: [
        ['Accept', 'text/event-stream'],
        ['Mcp-Session-Id', 'x'],
      ],
    },
  ]

  it.each([
    ['the API alone', [mountWellKnown]],
    ['the page behind it', [mountWellKnown, page]],
  ])('is answered byte for byte like an address that is not there, with %s', async (_name, mounts) => {
    await using own = await startEndpoint({ authenticator, mounts })
    const bytes = async (request: Omit<RawRequest, 'path'>, at: string) => {
      const { status, text, headers } = await raw(own.port, { ...request, path: at })
      return { status, text, headers: Object.entries(headers).filter(([name]) => name !== 'date') }
    }
    for (const request of requests(own.port)) {
      const unknown = await bytes(request, '/nothing')
      for (const wrong of ['wrong', `${SECRET}x`, SECRET.slice(1), '%zz', '%00', 'a/b', 'x'.repeat(4_000)]) {
        expect({ request, wrong, ...(await bytes(request, `/mcp/${wrong}`)) }).toEqual({ request, wrong, ...unknown })
      }
      expect([401, 404]).toContain(unknown.status)
    }
    expect([...own.registry.calls, ...own.registry.lists]).toEqual([])
  })

  it('is never told to slow down, which would say that somebody counts', async () => {
    await using own = await startEndpoint({ authenticator, limits: { badCredentialsPerMinute: 1 } })
    for (let round = 0; round < 5; round++) {
      expect((await raw(own.port, { path: '/mcp/wrong', body: JSON.stringify(whoami) })).status).toBe(404)
    }
  })
})

it('no secret is ever written to the log, at its most talkative', async () => {
  endpoint.registry.invoke = async () => {
    throw new Error('broken')
  }
  const bodies = [JSON.stringify(whoami), '{', '5', '[]', JSON.stringify({ ...whoami, method: 'x' })]
  for (const at of [path, `${path}wrong`]) {
    for (const body of bodies) await raw(endpoint.port, { path: at, body })
    await raw(endpoint.port, { method: 'GET', path: at, headers: [] })
    await raw(endpoint.port, { path: at, headers: [['Host', 'evil.test'], JSON_TYPE], body: '{}' })
  }
  expect(written).toContain('broken')
  expect(written).not.toContain('canary-9f4KxQ2w')
})
