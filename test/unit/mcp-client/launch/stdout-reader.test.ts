/** How much that is no MCP a server may write: before it has spoken, and after. */
import { expect, test } from 'vitest'
import { createStdoutReader } from '../../../../src-main/mcp-client/launch/stdout-reader.ts'
import { lineCodec } from '../../../../src-main/mcp-client/launch/text-encoding.ts'

function readerOf() {
  const told: string[] = []
  let messages = 0
  let stopped = 0
  const reader = createStdoutReader({
    codec: lineCodec({ encoding: 'utf-8', encodingErrors: 'strict' }),
    limitBytes: 1000,
    onMessages: (some) => {
      messages += some.length
    },
    onBadLine: (text) => told.push(text),
    onNotMcp: () => {
      stopped += 1
    },
    onTooLong: () => told.push('TOO LONG'),
  })
  const write = (text: string) => reader.push(Buffer.from(text))
  return { reader, write, told, messages: () => messages, stopped: () => stopped }
}

const good = '{"jsonrpc":"2.0","method":"notifications/x"}\n'

test('99 lines of banner are forgiven, the hundredth is not', () => {
  const { reader, write, messages, stopped } = readerOf()
  write('banner\n'.repeat(99))
  expect(stopped()).toBe(0)
  write(good)
  expect(messages()).toBe(1)
  expect(reader.badLines()).toBe(99)

  const other = readerOf()
  other.write('banner\n'.repeat(150) + good)
  expect(other.stopped()).toBe(1)
  // Nothing is read any more.
  expect(other.messages()).toBe(0)
})

test('a server that has spoken may dump, but not for ever; a message in between starts the count anew', () => {
  const { write, told, stopped } = readerOf()
  write(good)
  write(`${'dump\n'.repeat(9_999)}${good}${'dump\n'.repeat(9_999)}`)
  expect(stopped()).toBe(0)
  write('dump\n')
  expect(stopped()).toBe(1)
  // Twenty lines and the counts 100, 1000 (and 10000) of each run.
  expect(told.filter((text) => text === 'dump')).toHaveLength(40)
  expect(told).toHaveLength(45)
})

test('empty lines are nothing, and a line that is cut off by the end is one', () => {
  const { reader, write, told, messages } = readerOf()
  write(`\n\r\n  \n${good.trim()}`)
  reader.end()
  expect([messages(), told, reader.badLines()]).toEqual([1, [], 0])
})
