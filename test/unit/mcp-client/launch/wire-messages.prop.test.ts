/** X9: whatever a server writes, reading a line throws nothing and lets nothing through that is no message. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wireMessages } from '../../../../src-main/mcp-client/launch/wire-messages.ts'

describe('wireMessages', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', 1],
    ['{"jsonrpc":"2.0","method":"notifications/x","params":{}}', 1],
    ['{"jsonrpc":"2.0","id":"a","result":{}}', 1],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}', 1],
    [' {"jsonrpc":"2.0","id":1,"result":{}}\r', 1],
    ['[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":1,"result":{}}]', 2],
    ['{"jsonrpc":"2.0","id":1,"result":{"text":"\\ud800\\u0000"}}', 1],
  ])('%s', (line, count) => {
    expect(wireMessages(line)).toHaveLength(count)
  })

  test.each([
    'null',
    '1',
    '[]',
    '{}',
    'Server started on stdio',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
    '{"jsonrpc":"2.0","id":{},"result":{}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}',
    '{"jsonrpc":"2.0","id":1,"result":[]}',
    '{"jsonrpc":"2.0","id":1,"error":"no"}',
    '{"jsonrpc":"2.0","method":"a","params":[1]}',
    '{"jsonrpc":"2.0","id":true,"method":"a"}',
    '[{"jsonrpc":"2.0","method":"a"},7]',
    '[[{"jsonrpc":"2.0","method":"a"}]]',
    '{"jsonrpc":"2.0","method":"a"',
    '\u0000',
  ])('no message: %s', (line) => {
    expect(wireMessages(line)).toBeNull()
  })

  test('ten thousand lines of anything', () => {
    const keys = fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result', 'error', '__proto__', 'constructor')
    const values = fc.oneof(fc.constant('2.0'), fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' }))
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.dictionary(keys, values).map((value) => JSON.stringify(value)),
      fc.array(fc.dictionary(keys, values)).map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(line, (text) => {
        for (const message of wireMessages(text) ?? []) expect(message.jsonrpc).toBe('2.0')
      }),
      { numRuns: 10_000 },
    )
  })
})
