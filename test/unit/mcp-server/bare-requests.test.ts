/** Filling in for callers that are no MCP client must not change what a client did say. */
import { expect, it } from 'vitest'
import { fillBareRequest } from '../../../src-main/mcp-server/bare-requests.ts'

const request = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, ...(params ? { params } : {}) })

it.each([
  ['a list', request('tools/list'), {}],
  ['a discovery with its envelope', request('server/discover', { _meta: {} }), {}],
  ['a discovery with its header', request('server/discover'), { 'mcp-protocol-version': '2026-07-28' }],
  ['an initialize with a bad envelope', request('initialize', { _meta: 5 }), {}],
  ['params that are no object', request('initialize', [1]), {}],
  ['a notification', { jsonrpc: '2.0', method: 'initialize' }, {}],
  ['a number', 5, {}],
  ['null', null, {}],
  ['a batch', [request('initialize')], {}],
])('leaves %s as it is', (_name, body, headers) => {
  expect(fillBareRequest(body, headers)).toEqual({ body, headers: {} })
})

it('keeps what an initialize says and fills in the rest', () => {
  const { body } = fillBareRequest(
    request('initialize', { protocolVersion: '2024-11-05', capabilities: { roots: {} } }),
    {},
  )
  expect(body).toMatchObject({
    id: 1,
    params: { protocolVersion: '2024-11-05', capabilities: { roots: {} }, clientInfo: { name: expect.any(String) } },
  })
})

it('does not change the body it was given', () => {
  const given = request('server/discover')
  fillBareRequest(given, {})
  expect(given).toEqual(request('server/discover'))
})
