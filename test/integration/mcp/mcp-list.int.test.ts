/**
 * The list of tools is answered from kept bytes. They must say what the SDK says, to the right request, for as long as
 * the list is that list and no longer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../../../src-main/registry/types.ts'
import { bare, raw, startEndpoint } from './endpoint-fixture.ts'

const VERSION = '2026-07-28'
const meta = (more: object = {}) => ({
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
  ...more,
})

let endpoint: Awaited<ReturnType<typeof startEndpoint>>
let shown: ToolDefinition[] = []
beforeAll(async () => {
  endpoint = await startEndpoint({
    backendFor: () => ({
      list: async () => shown,
      invoke: async () => ({ ready: { content: [] } }),
      onListChanged: () => () => {},
    }),
  })
})
afterAll(() => endpoint.server.close())

const tool = (name: string): ToolDefinition => ({
  name,
  title: name,
  description: `The tool ${name}: «ü», 中文, </script>, \u2028.`,
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  origin: { kind: 'packaged', file: 'x.ts' },
  needsIdentity: false,
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false, idempotentHint: true },
  scope: 'mcp:read',
  view: 'ui://x/y',
})

function modern(body: unknown, headers: Record<string, string> = {}) {
  const named = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': VERSION,
    'Mcp-Method': 'tools/list',
    ...headers,
  }
  return raw(endpoint.port, { body: JSON.stringify(body), headers: Object.entries(named) })
}

const ask = (id: unknown, _meta: object = meta(), params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/list',
  params: { ...params, _meta },
})

describe('the kept answer of the modern era', () => {
  it('is the SDK’s own, whatever the id', async () => {
    shown = [tool('b'), tool('c')]
    const first = await modern(ask(1))
    expect(first.json.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' })
    for (const id of [2, 'a"b\\', '', 0, -1, 2 ** 53 - 1]) {
      const kept = await modern(ask(id))
      expect([kept.status, kept.headers['content-type'], kept.json]).toEqual([
        200,
        first.headers['content-type'],
        { ...first.json, id },
      ])
    }
  })

  it('ends with the list that it was made of', async () => {
    shown = [tool('old')]
    await modern(ask(1))
    expect((await modern(ask(2))).json.result.tools).toMatchObject([{ name: 'old' }])
    shown = [tool('new'), tool('old')]
    expect((await modern(ask(3))).json.result.tools).toMatchObject([{ name: 'new' }, { name: 'old' }])
  })

  it('is not given to a request that the SDK would refuse or answer otherwise', async () => {
    shown = [tool('kept')]
    await modern(ask(1))
    await modern(ask(2))
    const wrongs: [string, Promise<{ status: number; json: { error: { code: number } } }>, number, number][] = [
      [
        'another version in the body',
        modern(ask(1, meta({ 'io.modelcontextprotocol/protocolVersion': '1900-01-01' }))),
        400,
        -32020,
      ],
      ['another method in the header', modern(ask(1), { 'Mcp-Method': 'tools/call' }), 400, -32020],
      ['no capabilities', modern(ask(1, { 'io.modelcontextprotocol/protocolVersion': VERSION })), 400, -32602],
      ['no id that JSON-RPC knows', modern({ ...ask(1), id: {} }), 400, -32600],
    ]
    for (const [what, sent, status, code] of wrongs) {
      const { status: got, json } = await sent
      expect([what, got, json.error.code]).toEqual([what, status, code])
    }
    // A notification has no answer.
    const { id: _id, ...notification } = ask(1)
    expect((await modern(notification)).text).toBe('')
  })
})

describe('the kept answer of the older era', () => {
  it('is the SDK’s own, with a session and without', async () => {
    shown = [tool('x'), tool('y')]
    const viaSdk = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: {} } })
    for (const params of [undefined, {}]) {
      const kept = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'tools/list', params })
      expect(kept.json).toEqual(viaSdk.json)
    }
    const clientInfo = { name: 'x', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const opened = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const session = String(opened.headers['mcp-session-id'])
    const inSession = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, [
      ['Mcp-Session-Id', session],
    ])
    expect(inSession.json).toEqual(viaSdk.json)
    expect(inSession.headers['mcp-session-id']).toBe(session)
  })

  it('is not given to a session that is not there', async () => {
    const gone = await bare(endpoint.port, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, [
      ['Mcp-Session-Id', 'gone'],
    ])
    expect(gone.status).toBe(404)
  })
})
