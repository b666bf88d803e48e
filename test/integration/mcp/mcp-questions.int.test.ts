/**
 * Tools that ask the client before they answer, through the real HTTP server: the same tool works for a session of
 * 2025-11-25 and for 2026-07-28, and a state that went through a client is good for nobody else and for nothing else.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { McpBackend } from '../../../src-main/mcp-server/backend.ts'
import { createFixtureBackend } from '../../conformance/fixture/fixture-backend.ts'
import { bare, raw, startEndpoint } from './endpoint-fixture.ts'

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
beforeAll(async () => {
  const fixture = createFixtureBackend()
  const login = inputRequired.elicitUrl({ message: 'Log in there', url: 'https://example.org/login' })
  const invoke: McpBackend['invoke'] = async (call) => {
    if (call.tool !== 'ask_url') return fixture.invoke(call)
    const answer = inputResponse(call.client?.answers, 'login')
    if (answer.kind !== 'elicit') return { ask: { requests: { login } } }
    return { ready: { content: [{ type: 'text', text: answer.action }] } }
  }
  endpoint = await startEndpoint({ backendFor: () => ({ ...fixture, invoke }) })
})
afterAll(() => endpoint.server.close())

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

type Capabilities = NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>['capabilities']>

async function connect(mode: 'auto' | 'legacy', capabilities: Capabilities) {
  const client = new Client({ name: 'asked', version: '1' }, { versionNegotiation: { mode }, capabilities })
  const requestInit = { headers: { Authorization: 'Bearer token-of-alice' } }
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.mcpUrl), { requestInit }))
  open.push(client)
  return client
}

const textOf = (result: Awaited<ReturnType<Client['callTool']>>) =>
  result.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n')

describe.each(['auto', 'legacy'] as const)('a client in %s mode', (mode) => {
  it('is asked for a form and answers', async () => {
    const client = await connect(mode, { elicitation: {} })
    client.setRequestHandler('elicitation/create', ({ params }) => {
      expect(params.message).toBe('What is your name?')
      return { action: 'accept', content: { name: 'Ada' } }
    })
    const result = await client.callTool({ name: 'test_input_required_result_elicitation', arguments: {} })
    expect(textOf(result)).toBe('Hello, Ada!')
  })

  it('may decline, and the tool hears of it', async () => {
    const client = await connect(mode, { elicitation: {} })
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }))
    const result = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
    expect(textOf(result)).toBe('User response: action=decline, content={}')
  })

  it('is asked to open an address', async () => {
    const client = await connect(mode, { elicitation: { url: {} } })
    client.setRequestHandler('elicitation/create', ({ params }) => {
      expect(params).toMatchObject({ mode: 'url', message: 'Log in there', url: 'https://example.org/login' })
      return { action: 'accept' }
    })
    expect(textOf(await client.callTool({ name: 'ask_url', arguments: {} }))).toBe('accept')
  })

  it('is asked twice, the second time with what the first answer left behind', async () => {
    const client = await connect(mode, { elicitation: {} })
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const content: Record<string, string> = params.message.startsWith('Step 1') ? { name: 'Ada' } : { color: 'blue' }
      return { action: 'accept', content }
    })
    const result = await client.callTool({ name: 'test_input_required_result_multi_round', arguments: {} })
    expect(textOf(result)).toBe('Ada likes blue.')
  })

  it('answers for its model and its roots in one round', async () => {
    const client = await connect(mode, { elicitation: {}, sampling: {}, roots: {} })
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
    client.setRequestHandler('sampling/createMessage', () => ({
      role: 'assistant',
      content: { type: 'text', text: 'Good day' },
      model: 'none',
    }))
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home/ada' }] }))
    const result = await client.callTool({ name: 'test_input_required_result_multiple_inputs', arguments: {} })
    expect(JSON.parse(textOf(result))).toEqual({
      user_name: { action: 'accept', content: { name: 'Ada' } },
      greeting: { role: 'assistant', content: { type: 'text', text: 'Good day' }, model: 'none' },
      client_roots: { roots: [{ uri: 'file:///home/ada' }] },
    })
  })

  it('is asked before a prompt too', async () => {
    const client = await connect(mode, { elicitation: {} })
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { context: 'sleep' } }))
    const { messages } = await client.getPrompt({ name: 'test_input_required_result_prompt' })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Use this context: sleep' } }])
  })
})

describe('a client that cannot be asked', () => {
  it('hears of it as -32021 with HTTP 400 in the modern era', async () => {
    const answer = await call('test_missing_capability')
    expect(answer.status).toBe(400)
    expect(answer.json.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } })
  })

  it('gets a failed result in a session, and nothing hangs', async () => {
    const client = await connect('legacy', {})
    const result = await client.callTool({ name: 'test_missing_capability', arguments: {} })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('sampling')
  })

  it('gets a failed result without a session', async () => {
    const params = { name: 'test_missing_capability', arguments: {} }
    const answer = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    expect(answer.json.result.isError).toBe(true)
  })
})

describe('the state of a question', () => {
  const answers = { confirm: { action: 'accept', content: { ok: true } } }
  const name = 'test_input_required_result_request_state'
  const ask = async () => String((await call(name)).json.result.requestState)

  it('comes back once', async () => {
    const requestState = await ask()
    const first = await call(name, { inputResponses: answers, requestState })
    expect(first.json.result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'state-ok' }] })
    const again = await call(name, { inputResponses: answers, requestState })
    expect(again.json.error).toMatchObject({ code: -32602, data: { reason: 'invalid_request_state' } })
  })

  it.each([
    ['another person', name, {}, 'token-of-bob'],
    ['nobody', name, {}, null],
    ['another tool', 'test_input_required_result_tampered_state', {}, 'token-of-alice'],
    ['other arguments', name, { arguments: { more: 1 } }, 'token-of-alice'],
  ])('is refused from %s', async (_who, tool, extra, token) => {
    const requestState = await ask()
    const answer = await call(tool, { inputResponses: answers, requestState, ...extra }, token)
    expect(answer.json.error).toMatchObject({ code: -32602, message: 'Invalid or expired requestState' })
  })

  it('is asked for again when an answer is missing, with a state of its own', async () => {
    const requestState = await ask()
    const { result } = (await call(name, { inputResponses: { other: answers.confirm }, requestState })).json
    expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) })
    expect(result.requestState).not.toBe(requestState)
  })
})

it('a call that is cancelled while its question is open leaves the session as it was', async () => {
  const client = await connect('legacy', { elicitation: {} })
  const asked = Promise.withResolvers<void>()
  client.setRequestHandler('elicitation/create', () => {
    asked.resolve()
    return new Promise(() => {})
  })
  const left = new AbortController()
  const called = client.callTool({ name: 'test_streaming_elicitation', arguments: {} }, { signal: left.signal })
  await asked.promise
  left.abort('no longer wanted')
  await expect(called).rejects.toThrow('no longer wanted')
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
  const result = await client.callTool({ name: 'test_input_required_result_elicitation', arguments: {} })
  expect(textOf(result)).toBe('Hello, Ada!')
})

/** One modern request, as Alice, who can answer forms. */
function call(name: string, extra: object = {}, token: string | null = 'token-of-alice') {
  const capabilities = name === 'test_missing_capability' ? {} : { elicitation: {} }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  const params = { name, arguments: {}, ...extra, _meta }
  return raw(endpoint.port, {
    headers: [
      ['Content-Type', 'application/json'],
      ['MCP-Protocol-Version', '2026-07-28'],
      ['Mcp-Method', 'tools/call'],
      ['Mcp-Name', name],
      ...(token === null ? [] : ([['Authorization', `Bearer ${token}`]] as const)),
    ],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}
