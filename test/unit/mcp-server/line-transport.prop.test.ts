/** Lines cut anywhere, inside a character too, are the same messages. Would catch decoding chunk by chunk. */

import { PassThrough } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LineTransport } from '../../../src-main/mcp-server/line-transport.ts'

const message = fc.record({
  jsonrpc: fc.constant('2.0' as const),
  method: fc.constant('notifications/x'),
  params: fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 40 }) }),
})

it('reads the same messages however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1, maxLength: 30 }),
      fc.constantFrom('\n', '\r\n'),
      async (messages, cuts, newline) => {
        const bytes = Buffer.from(messages.map((each) => JSON.stringify(each) + newline).join(''))
        const input = new PassThrough()
        const transport = new LineTransport(input, new PassThrough())
        const read: JSONRPCMessage[] = []
        transport.onmessage = (each) => read.push(each)
        await transport.start()
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = cuts[turn % cuts.length] ?? 1
          input.write(bytes.subarray(at, at + size))
          at += size
        }
        input.end()
        await transport.ended
        await transport.close()
        expect(read).toEqual(messages)
      },
    ),
    { numRuns: 100 },
  )
})

it('keeps no more than a line may have, however long it is', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const transport = new LineTransport(input, output, 64)
  const read: JSONRPCMessage[] = []
  transport.onmessage = (each) => read.push(each)
  await transport.start()
  for (let part = 0; part < 100; part++) input.write('x'.repeat(50))
  input.write('\n{"jsonrpc":"2.0","method":"n"}\n')
  input.end()
  await transport.ended
  expect(read).toEqual([{ jsonrpc: '2.0', method: 'n' }])
  expect(JSON.parse(String(output.read()))).toMatchObject({ id: null, error: { code: -32600 } })
})
