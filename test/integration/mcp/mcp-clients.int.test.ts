/** The SDK's own clients of both eras over HTTP: what they negotiate, and that their features arrive at the registry. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BOB, startEndpoint } from './endpoint-fixture.ts'
import { wireMessage } from './wire-message.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.server.close())

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

const authorization = (token: string | null) =>
  token === null ? {} : { requestInit: { headers: { Authorization: `Bearer ${token}` } } }

async function modern(token: string | null = null, options = {}) {
  const client = new Client({ name: 'modern-test', version: '1' }, { versionNegotiation: { mode: 'auto' }, ...options })
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.mcpUrl), authorization(token)))
  open.push(client)
  return client
}

async function old(token: string | null = null) {
  const client = new OldClient({ name: 'old-test', version: '1' })
  await client.connect(new OldTransport(new URL(endpoint.mcpUrl), authorization(token)))
  open.push(client)
  return client
}

describe.each([
  ['the v2 client in auto mode', modern, '2026-07-28', 'mcp:modern-test'],
  ['the v1 client', old, '2025-11-25', 'mcp:old-test'],
] as const)('%s', (_name, connect, version, actor) => {
  it(`negotiates ${version} and lists the tools`, async () => {
    const client = await connect()
    expect(negotiatedVersion(client)).toBe(version)
    expect(client.getServerVersion()).toMatchObject({ name: 'Mirohub' })
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'fail', 'list', 'wait', 'whoami'])
    expect(tools[0]?.annotations).toMatchObject({ title: 'echo', readOnlyHint: true, destructiveHint: false })
  })

  it('calls as the person of its token', async () => {
    const client = await connect('token-of-bob')
    const result = await client.callTool({ name: 'whoami', arguments: {} })
    expect(result.structuredContent).toEqual({ success: true, user: BOB })
    const echo = await client.callTool({ name: 'echo', arguments: { value: 1 } })
    expect(echo.structuredContent).toMatchObject({ user: BOB, actor })
  })

  it('gets the tool failure as a result, and an unknown tool as an error', async () => {
    const client = await connect()
    expect(await client.callTool({ name: 'fail', arguments: {} })).toMatchObject({ isError: true })
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 })
  })

  it('is told clearly that a tool needs a token', async () => {
    const client = await connect()
    await expect(client.callTool({ name: 'whoami', arguments: {} })).rejects.toThrow(/mirohub token|Unauthorized/)
  })

  it('gets progress that only grows', async () => {
    const client = await connect('token-of-alice')
    const seen: unknown[] = []
    const onprogress = (progress: unknown) => seen.push(progress)
    const request = { name: 'wait', arguments: { value: 20 } }
    // The two clients differ in the place of the options.
    await (client instanceof Client
      ? client.callTool(request, { onprogress })
      : client.callTool(request, undefined, { onprogress }))
    expect(seen).toEqual([
      { progress: 1, total: 2, message: 'half' },
      { progress: 2, total: 2, message: 'done' },
    ])
  })

  it('has empty prompts and resources', async () => {
    const client = await connect()
    expect((await client.listPrompts()).prompts).toEqual([])
    expect((await client.listResources()).resources).toEqual([])
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
  })
})

describe('modern traffic', () => {
  it('cancels the tool when the client gives up', async () => {
    const client = await modern()
    const mark = `cancel-${Math.random()}`
    const stop = new AbortController()
    const call = client.callTool({ name: 'wait', arguments: { value: 30_000, mark } }, { signal: stop.signal })
    await until(() => endpoint.registry.calls.some((made) => JSON.stringify(made.args).includes(mark)))
    stop.abort()
    await expect(call).rejects.toThrow()
    await until(() => endpoint.registry.cancelled.some((args) => JSON.stringify(args).includes(mark)))
  })

  it('hears of changed tools on its listening stream, and of the end when the server closes', async () => {
    await using own = await startEndpoint()
    let changes = 0
    const client = new Client(
      { name: 'listener', version: '1' },
      {
        versionNegotiation: { mode: 'auto' },
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => changes++ } },
      },
    )
    await client.connect(new StreamableHTTPClientTransport(new URL(own.mcpUrl)))
    // The stream opens after connecting, so the change is repeated until one is heard.
    await until(() => {
      own.registry.listChanged()
      return changes > 0
    })
    const before = changes
    own.server.toolsChanged()
    await until(() => changes > before)
    await own.server.close()
    expect(own.registry.listeners).toBe(0)
    await client.close()
  })

  it('puts the cache hints and the result type on lists', async () => {
    const answer = await fetch(endpoint.mcpUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/list',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope('2026-07-28') } }),
    })
    const { result } = wireMessage(await answer.text())
    expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
    expect(result._meta['io.modelcontextprotocol/serverInfo']).toMatchObject({ name: 'Mirohub' })
  })

  it('answers -32022 with the supported list to a version it does not speak', async () => {
    const answer = await fetch(endpoint.mcpUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '1900-01-01',
        'Mcp-Method': 'tools/list',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: envelope('1900-01-01') } }),
    })
    const body = wireMessage(await answer.text())
    expect([answer.status, body.error.code, body.error.data.supported]).toEqual([400, -32022, ['2026-07-28']])
  })
})

describe('legacy traffic', () => {
  it('cancels the tool when the connection goes', async () => {
    const mark = `gone-${Math.random()}`
    const stop = new AbortController()
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'wait', arguments: { value: 30_000, mark } },
    }
    const call = fetch(endpoint.mcpUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: stop.signal,
    })
    await until(() => endpoint.registry.calls.some((made) => JSON.stringify(made.args).includes(mark)))
    stop.abort()
    await expect(call).rejects.toThrow()
    await until(() => endpoint.registry.cancelled.some((args) => JSON.stringify(args).includes(mark)))
  })
})

function negotiatedVersion(client: Client | OldClient): string | undefined {
  if (client instanceof Client) return client.getNegotiatedProtocolVersion()
  return client.transport instanceof OldTransport ? client.transport.protocolVersion : undefined
}

function envelope(version: string) {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  }
}

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited 10 s for nothing')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
