/** A person with curl: a JSON body and nothing the protocol asks for. The SDK's defaults refuse every one of these. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALICE, bare, raw, startEndpoint } from './endpoint-fixture.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.server.close())

const call = (name: string, args: unknown = {}, id: unknown = 2) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const bearer = (token: string): [string, string][] => [['Authorization', `Bearer ${token}`]]

describe('bare requests', () => {
  it.each([
    ['no Accept', []],
    ['any Accept', [['Accept', '*/*']]],
    ['JSON alone', [['Accept', 'application/json']]],
  ] as [string, [string, string][]][])('lists the tools as plain JSON with %s', async (_name, headers) => {
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.json.id).toBe(1)
    expect(answer.json.result.tools.map((tool) => tool.name)).toEqual(['echo', 'fail', 'list', 'wait', 'whoami'])
  })

  it('calls a tool for the person of the bearer token', async () => {
    const answer = await bare(endpoint.port, call('whoami'), bearer('token-of-alice'))
    expect(answer.status).toBe(200)
    expect(answer.json.result).toMatchObject({
      isError: false,
      structuredContent: { success: true, user: ALICE },
      content: [{ type: 'text', text: `{"success":true,"user":"${ALICE}"}` }],
    })
  })

  it('answers ping', async () => {
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 'p', method: 'ping' })
    expect([answer.status, answer.json]).toEqual([200, { jsonrpc: '2.0', id: 'p', result: {} }])
  })

  it('answers initialize with nothing else said, with the newest handshake version', async () => {
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'initialize' })
    expect(answer.status).toBe(200)
    expect(answer.json.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'Mirohub' } })
  })

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('negotiates down to %s', async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
    expect(answer.json.result.protocolVersion).toBe(version)
  })

  it.each(['2026-07-28', '1999-01-01'])(
    'answers initialize for %s with the newest that has a handshake',
    async (version) => {
      const answer = await bare(endpoint.port, {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: version },
      })
      expect(answer.json.result.protocolVersion).toBe('2025-11-25')
    },
  )

  it('discovers the server without an envelope, with the declaration of initialize', async () => {
    const discovered = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'server/discover' })
    const initialized = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'initialize' })
    expect(discovered.status).toBe(200)
    expect(discovered.json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      ttlMs: 300000,
      cacheScope: 'private',
    })
    expect(Object.keys(discovered.json.result.capabilities)).toEqual(Object.keys(initialized.json.result.capabilities))
    expect(discovered.json.result.instructions).toBe(initialized.json.result.instructions)
  })

  it.each([
    ['prompts/list', { prompts: [] }],
    ['resources/list', { resources: [] }],
    ['resources/templates/list', { resourceTemplates: [] }],
  ])('answers %s with an empty list', async (method, result) => {
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method })
    expect([answer.status, answer.json.result]).toEqual([200, result])
  })

  it('acknowledges notifications with 202 and no body', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/anything']) {
      const answer = await bare(endpoint.port, { jsonrpc: '2.0', method })
      expect([method, answer.status, answer.text]).toEqual([method, 202, ''])
    }
  })

  it('wraps a list, and says isError when the tool says success: false', async () => {
    const list = await bare(endpoint.port, call('list'))
    expect(list.json.result).toMatchObject({ structuredContent: { data: [1, 2, 3] }, isError: false })
    const fail = await bare(endpoint.port, call('fail'))
    expect(fail.json.result).toMatchObject({ structuredContent: { success: false, message: 'no' }, isError: true })
  })

  it.each([
    ['no params', undefined],
    ['no name', { arguments: {} }],
    ['a name that is no text', { name: 5 }],
    ['arguments that are no object', { name: 'echo', arguments: [1] }],
    ['an unknown tool', { name: 'nobody_wrote_this' }],
  ])('answers -32602 to tools/call with %s', async (_name, params) => {
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 7, method: 'tools/call', params })
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([200, 7, -32602])
  })

  it.each([
    ['resources/read', {}, 'params.uri'],
    ['prompts/get', { name: 5 }, 'params.name'],
    ['tools/list', { cursor: 5 }, 'params.cursor'],
  ])('answers -32602 to %s with params %j, and says which', async (method, params, which) => {
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 7, method, params })
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([200, 7, -32602])
    expect(answer.json.error.message).toContain(which)
  })

  it('answers -32601 to a method it does not have', async () => {
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 7, method: 'tools/destroy' })
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([200, 7, -32601])
  })

  it('counts the caller by its user agent when it cannot name itself', async () => {
    const answer = await bare(endpoint.port, call('echo', { value: 1 }), [['User-Agent', 'curl/8.5.0']])
    expect(answer.json.result.structuredContent).toEqual({
      success: true,
      args: { value: 1 },
      user: null,
      actor: 'mcp:curl',
    })
  })
})

describe('bodies that are no request', () => {
  const send = (body: string | Buffer, type = 'application/json') =>
    raw(endpoint.port, { body, headers: [['Content-Type', type]] })

  it.each([
    ['', 400, -32700],
    ['{"jsonrpc":', 400, -32700],
    ['{"a":1}}', 400, -32700],
    ["{'a':1}", 400, -32700],
    ['5', 400, -32600],
    ['null', 400, -32600],
    ['true', 400, -32600],
    ['"tools/list"', 400, -32600],
    ['[]', 400, -32600],
    ['[5]', 400, -32600],
    ['{}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1}', 400, -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['{"id":1,"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', 400, -32600],
    [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400, -32600],
    [`{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}`, 400, -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
  ])('%.60s → %i %i', async (body, status, code) => {
    const answer = await send(body)
    expect([answer.status, answer.json.error.code]).toEqual([status, code])
  })

  it('refuses bytes that are not UTF-8', async () => {
    const answer = await send(Buffer.from([0x22, 0xff, 0xfe, 0x22]))
    expect([answer.status, answer.json.error.code]).toEqual([400, -32700])
  })

  it('reads deep text inside a string, where brackets do not nest', async () => {
    const value = `${'['.repeat(200)}\\"${'{'.repeat(200)}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"value":"${value}"}}}`
    const answer = await send(body)
    expect(answer.json.result.structuredContent.args.value).toHaveLength(401)
  })

  it('refuses 5 MiB with 413, declared or not, and lives on', async () => {
    const body = `"${'x'.repeat(5 * 1024 * 1024)}"`
    expect((await send(body)).status).toBe(413)
    const chunked = await fetch(endpoint.mcpUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
    expect((await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', ''])(
    'refuses a body of type "%s" with 415 and calls nothing',
    async (type) => {
      const before = endpoint.registry.calls.length
      const answer = await send(JSON.stringify(call('echo')), type)
      expect(answer.status).toBe(415)
      expect(endpoint.registry.calls).toHaveLength(before)
    },
  )

  it('takes a charset and odd case in the content type', async () => {
    const answer = await send('{"jsonrpc":"2.0","id":1,"method":"ping"}', 'Application/JSON; charset=utf-8')
    expect(answer.status).toBe(200)
  })

  it('answers a batch of the old era with a list, each by its id', async () => {
    const answer = await bare(endpoint.port, [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      call('list', {}, 2),
    ])
    expect(answer.status).toBe(200)
    expect(answer.batch.map((message) => message.id).sort()).toEqual([1, 2])
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'])('answers %s with 405 and the way', async (method) => {
    const answer = await raw(endpoint.port, { method, headers: [] })
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS'])
  })
})

it('a fault of ours is told without its insides', async () => {
  await using broken = await startEndpoint()
  broken.registry.list = async () => {
    throw new Error('relation "secret_table" does not exist')
  }
  broken.registry.invoke = async () => {
    throw new Error('relation "secret_table" does not exist')
  }
  for (const body of [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }, call('echo', {}, 1)]) {
    const answer = await bare(broken.port, body)
    expect([answer.json.id, answer.json.error.code]).toEqual([1, -32603])
    expect(answer.text).not.toContain('secret_table')
  }
})
