/** The encoding of a child's streams and what happens to bytes that are no text in it. */
import { expect, test } from 'vitest'
import { lineCodec } from '../../../../src-main/mcp-client/launch/text-encoding.ts'

const euroCutShort = Buffer.from([0x61, 0xe2, 0x82, 0x62])

test('strict refuses half a character, replace marks it, ignore drops it', () => {
  const decode = (encodingErrors: 'strict' | 'replace' | 'ignore') =>
    lineCodec({ encoding: 'utf-8', encodingErrors }).decode(euroCutShort)
  expect(() => decode('strict')).toThrow(TypeError)
  expect(decode('replace')).toBe('a\uFFFDb')
  expect(decode('ignore')).toBe('ab')
})

test('one bad line does not spoil the next', () => {
  const codec = lineCodec({ encoding: 'utf-8', encodingErrors: 'strict' })
  expect(() => codec.decode(Buffer.from([0xe2, 0x82]))).toThrow()
  expect(codec.decode(Buffer.from('€'))).toBe('€')
})

test.each([
  // 中 is D6 D0 in GBK, 92 86 in Shift_JIS (JIS X 0208 43-70), A4 A4 in Big5.
  ['gbk', [0xd6, 0xd0]],
  ['shift_jis', [0x92, 0x86]],
  ['big5', [0xa4, 0xa4]],
  ['utf-16le', [0x2d, 0x4e]],
  ['utf-16be', [0x4e, 0x2d]],
])('%s is read', (encoding, bytes) => {
  expect(lineCodec({ encoding, encodingErrors: 'strict' }).decode(Buffer.from(bytes))).toBe('中')
})

test('what is sent in an encoding without an encoder is JSON in ASCII', () => {
  const sent = lineCodec({ encoding: 'gbk', encodingErrors: 'strict' }).encode({ a: '中😀' })
  expect(sent.toString('latin1')).toBe('{"a":"\\u4e2d\\ud83d\\ude00"}\n')
})

test('UTF-16 is sent as such, its line feed too', () => {
  const { encode, newline } = lineCodec({ encoding: 'utf-16be', encodingErrors: 'strict' })
  expect([...encode(1)]).toEqual([0, 0x31, 0, 0x0a])
  expect([...newline]).toEqual([0, 0x0a])
})

test('a lone surrogate is escaped, never turned into another character', () => {
  const sent = lineCodec({ encoding: 'utf-8', encodingErrors: 'strict' }).encode({ a: '\ud800' })
  expect(sent.toString()).toBe('{"a":"\\ud800"}\n')
})

test('an unknown label is refused', () => {
  expect(() => lineCodec({ encoding: 'klingon', encodingErrors: 'strict' })).toThrow(RangeError)
})
