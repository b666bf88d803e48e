/** Who a request speaks for. The fault looked for: a credential that is not good, treated as none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bare, startEndpoint } from './endpoint-fixture.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.server.close())

/** Where RFC 9728 tells a client to look for the authorization server of `/mcp`. */
const metadata = (origin = endpoint.url) => `${origin}/.well-known/oauth-protected-resource/mcp`

const list = { jsonrpc: '2.0', id: 5, method: 'tools/list' }
const whoami = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'whoami', arguments: {} } }

describe('a credential that is not good', () => {
  it.each([
    'Bearer foreign-token',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Basic dXNlcjpwYXNz',
    'token-of-alice',
    '',
    'Bearer "token-of-alice"',
  ])('"%s" is refused with 401 and never anonymous', async (value) => {
    const before = [endpoint.registry.calls.length, endpoint.registry.lists.length]
    for (const body of [list, whoami, { jsonrpc: '2.0', method: 'notifications/initialized' }]) {
      const answer = await bare(endpoint.port, body, [['Authorization', value]])
      expect(answer.status).toBe(401)
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer resource_metadata="${metadata()}", error="invalid_token", error_description="The token is not valid here."`,
      )
      expect(answer.json.error.message).toContain('mirohub token')
      expect(answer.text).not.toContain('alice')
    }
    expect([endpoint.registry.calls.length, endpoint.registry.lists.length]).toEqual(before)
  })

  it('is told when it has only expired', async () => {
    const authenticator = { identify: async () => ({ kind: 'refused' as const, reason: 'expired' as const }) }
    await using expired = await startEndpoint({ authenticator })
    const answer = await bare(expired.port, list, [['Authorization', 'Bearer x']])
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('The token has expired.'),
    ])
  })
})

describe('no credential', () => {
  it('may list, and call tools that need no identity', async () => {
    expect((await bare(endpoint.port, list)).json.result.tools).toHaveLength(5)
    expect(endpoint.registry.lists.at(-1)?.user).toBeNull()
  })

  it('is answered 401 with the way to a token by a tool that needs one', async () => {
    const answer = await bare(endpoint.port, whoami)
    const challenge = `Bearer resource_metadata="${metadata()}", scope="mcp:read"`
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, challenge])
    expect(answer.json).toMatchObject({
      id: 5,
      error: { code: -32000, message: 'This tool needs a token. Run: mirohub token' },
    })
  })

  it('gets the 401 in the modern era too', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const answer = await bare(endpoint.port, { ...whoami, params: { ...whoami.params, _meta } }, [
      ['MCP-Protocol-Version', '2026-07-28'],
      ['Mcp-Method', 'tools/call'],
      ['Mcp-Name', 'whoami'],
    ])
    expect([answer.status, answer.json.error.code]).toEqual([401, -32000])
  })

  it('gets the refusal inside a batch, whose other answers stand', async () => {
    const answer = await bare(endpoint.port, [whoami, { jsonrpc: '2.0', id: 6, method: 'ping' }])
    expect(answer.status).toBe(200)
    expect(answer.batch.find((message) => message.id === 5)?.error.code).toBe(-32000)
    expect(answer.batch.find((message) => message.id === 6)?.result).toEqual({})
  })
})

it('a token without the tool’s scope is answered 403', async () => {
  const error = { code: 'insufficient_scope' as const, message: 'Needs mcp:write.', hint: '' }
  await using strict = await startEndpoint()
  strict.registry.invoke = async () => ({ ok: false, error, durationMs: 0 })
  const answer = await bare(strict.port, whoami, [['Authorization', 'Bearer token-of-alice']])
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([
    403,
    `Bearer resource_metadata="${metadata(strict.url)}", error="insufficient_scope", scope="mcp:read"`,
  ])
})

it('the caller carries the person, the scopes and the client', async () => {
  await bare(endpoint.port, whoami, [
    ['Authorization', 'Bearer token-of-alice'],
    ['User-Agent', 'probe/1.0'],
  ])
  expect(endpoint.registry.calls.at(-1)?.caller).toEqual({
    actor: 'mcp:probe',
    isClient: true,
    credential: 'token:00000000-0000-4000-8000-00000000000a',
    user: { id: 1, publicId: '00000000-0000-4000-8000-00000000000a', timeZone: 'UTC', language: 'en' },
    scopes: ['mcp:read'],
  })
})

it('nobody becomes somebody by arguments or headers', async () => {
  const forged = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'whoami', arguments: { user_info: { user_id: 'x' }, user_id: 1 } },
  }
  const answer = await bare(endpoint.port, forged, [
    ['X-Mirohub-Profile', 'alice'],
    ['Cookie', 'mirohub=1'],
  ])
  expect(answer.status).toBe(401)
})
