/**
 * What a server offers besides tools: one declaration for both eras, content of every type as it is, resources, prompts,
 * completion, log messages, and the news that any of it has changed.
 */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { McpBackend } from '../../../src-main/mcp-server/backend.ts'
import { onBackendChanged } from '../../../src-main/mcp-server/subscriptions.ts'
import { createFixtureBackend } from '../../conformance/fixture/fixture-backend.ts'
import { bare, startEndpoint } from './endpoint-fixture.ts'

/** One of each, with what readers like to lose: annotations, `_meta`, links. */
const EVERYTHING: CallToolResult = {
  content: [
    { type: 'text', text: 'words', annotations: { audience: ['user'], priority: 0.5 } },
    { type: 'image', data: 'aQ==', mimeType: 'image/png' },
    { type: 'audio', data: 'aQ==', mimeType: 'audio/wav' },
    { type: 'resource', resource: { uri: 'test://a', mimeType: 'text/plain', text: 'a' } },
    { type: 'resource', resource: { uri: 'test://b', blob: 'aQ==' } },
    { type: 'resource_link', uri: 'test://c', name: 'c', description: 'linked' },
  ],
  structuredContent: { n: 1, deep: { list: [null, true] } },
  isError: false,
  _meta: { 'com.example/trace': 'kept' },
}

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
let plain: Awaited<ReturnType<typeof startEndpoint>>
let unsubscribe: () => void
let backend: McpBackend
beforeAll(async () => {
  const fixture = createFixtureBackend()
  backend = {
    ...fixture,
    invoke: async (call) => (call.tool === 'everything' ? { ready: EVERYTHING } : fixture.invoke(call)),
  }
  endpoint = await startEndpoint({ backendFor: () => backend })
  unsubscribe = onBackendChanged(backend, (change) => {
    if (change.kind === 'resource') endpoint.server.resourceUpdated(change.uri)
    else endpoint.server.changed(change.kind)
  })
  plain = await startEndpoint()
})
afterAll(async () => {
  unsubscribe()
  await endpoint.server.close()
  await plain.server.close()
})

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

async function connect(mode: 'auto' | 'legacy', url = endpoint.mcpUrl) {
  const client = new Client({ name: 'offered', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  open.push(client)
  return client
}

/** Resolves with the next message of that method. */
function next(client: Client, method: 'tools' | 'prompts' | 'updated'): Promise<unknown> {
  return new Promise((resolve) => {
    if (method === 'updated') client.setNotificationHandler('notifications/resources/updated', resolve)
    else client.setNotificationHandler(`notifications/${method}/list_changed`, resolve)
  })
}

describe('the declaration', () => {
  it.each(['what the fixture offers', 'a registry alone'])('is the same in both eras: %s', async (which) => {
    const { port } = which === 'a registry alone' ? plain : endpoint
    const old = await bare(port, { jsonrpc: '2.0', id: 1, method: 'initialize' })
    const modern = await bare(port, { jsonrpc: '2.0', id: 1, method: 'server/discover' })
    expect(modern.json.result.capabilities).toEqual(old.json.result.capabilities)
    expect(modern.json.result.instructions).toBe(old.json.result.instructions)
    expect(modern.json.result._meta['io.modelcontextprotocol/serverInfo']).toEqual(old.json.result.serverInfo)
  })

  it('names what is there, and of a registry alone no more than tools', async () => {
    expect((await connect('legacy')).getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    })
    const alone = { tools: { listChanged: true }, prompts: {}, resources: {} }
    expect((await connect('auto', plain.mcpUrl)).getServerCapabilities()).toEqual(alone)
  })
})

describe('a registry alone', () => {
  it.each(['auto', 'legacy'] as const)('has no prompts and no resources, and says so (%s)', async (mode) => {
    const client = await connect(mode, plain.mcpUrl)
    expect((await client.listPrompts()).prompts).toEqual([])
    expect((await client.listResources()).resources).toEqual([])
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([])
    await expect(client.getPrompt({ name: 'x' })).rejects.toMatchObject({ code: -32602 })
    await expect(client.readResource({ uri: 'x://y' })).rejects.toMatchObject({ code: -32602, data: { uri: 'x://y' } })
  })
})

describe.each(['auto', 'legacy'] as const)('a client in %s mode', (mode) => {
  it('gets content of every type as it is', async () => {
    const client = await connect(mode)
    const { resultType: _type, ...result } = await client.callTool({ name: 'everything', arguments: {} })
    expect(result).toMatchObject(EVERYTHING)
    expect(result.content).toEqual(EVERYTHING.content)
  })

  it('reads resources, templates and prompts', async () => {
    const client = await connect(mode)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([
      'test://static-binary',
      'test://static-text',
      'test://watched-resource',
    ])
    const { contents } = await client.readResource({ uri: 'test://template/7/data' })
    expect(contents[0]).toMatchObject({ uri: 'test://template/7/data', mimeType: 'application/json' })
    const prompt = await client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } })
    expect(prompt.messages[0]?.content).toEqual({ type: 'text', text: "Prompt with arguments: arg1='a', arg2='b'" })
  })

  it('completes arguments of prompts and variables of templates, and hears what is not there', async () => {
    const client = await connect(mode)
    const prompt = async (name: string, value: string) =>
      (await client.complete({ ref: { type: 'ref/prompt', name }, argument: { name: 'arg1', value } })).completion
        .values
    expect(await prompt('test_prompt_with_arguments', 'P')).toEqual(['paris', 'park city', 'prague'])
    await expect(prompt('nothing', '')).rejects.toMatchObject({ code: -32602 })
    const ref = { type: 'ref/resource' as const, uri: 'test://template/{id}/data' }
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: '12' } })
    expect(completion.values).toEqual(['12', '123'])
  })
})

describe('changes', () => {
  it('reach a session: lists always, a resource while it is subscribed to', async () => {
    const client = await connect('legacy')
    const prompts = next(client, 'prompts')
    await client.callTool({ name: 'test_trigger_prompt_change', arguments: {} })
    await prompts

    const uri = 'test://watched-resource'
    await client.subscribeResource({ uri })
    const updated = next(client, 'updated')
    await client.callTool({ name: 'test_trigger_resource_change', arguments: {} })
    expect(await updated).toMatchObject({ params: { uri } })

    await client.unsubscribeResource({ uri })
    const heard: unknown[] = []
    client.setNotificationHandler('notifications/resources/updated', (message) => void heard.push(message))
    const tools = next(client, 'tools')
    await client.callTool({ name: 'test_trigger_resource_change', arguments: {} })
    await client.callTool({ name: 'test_trigger_tool_change', arguments: {} })
    // What comes after it has come, so it is not on its way.
    await tools
    expect(heard).toEqual([])
  })

  it('reach a modern listener, of what it asked for and nothing else', async () => {
    const client = await connect('auto')
    const subscription = await client.listen({
      promptsListChanged: true,
      resourceSubscriptions: ['test://watched-resource'],
    })
    const heard: unknown[] = []
    client.setNotificationHandler('notifications/tools/list_changed', (message) => void heard.push(message))
    const updated = next(client, 'updated')
    const prompts = next(client, 'prompts')
    await client.callTool({ name: 'test_trigger_tool_change', arguments: {} })
    await client.callTool({ name: 'test_trigger_resource_change', arguments: {} })
    await client.callTool({ name: 'test_trigger_prompt_change', arguments: {} })
    expect(await updated).toMatchObject({ params: { uri: 'test://watched-resource' } })
    await prompts
    expect(heard).toEqual([])
    await subscription.close()
  })
})

describe('log messages', () => {
  it('reach a session from the level that it set', async () => {
    const client = await connect('legacy')
    const heard: unknown[] = []
    client.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params.data))
    await client.setLoggingLevel('error')
    await client.callTool({ name: 'test_tool_with_logging', arguments: {} })
    expect(heard).toEqual([])
    await client.setLoggingLevel('info')
    await client.callTool({ name: 'test_tool_with_logging', arguments: {} })
    expect(heard).toEqual(['Tool execution started', 'Tool processing data', 'Tool execution completed'])
  })
})
