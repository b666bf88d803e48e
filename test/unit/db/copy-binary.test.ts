/** Bytes against the format as PostgreSQL's documentation writes it (COPY, "Binary Format"). */

import { expect, test } from 'vitest'
import { RowEncoder } from '../../../src-main/db/copy-binary.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const signature = '5047434f50590aff0d0a00' + '00000000' + '00000000'

test('nothing at all is header and trailer', () => {
  expect(hex(new RowEncoder(3).finish())).toBe(`${signature}ffff`)
})

test('each type has its length and its big-endian bytes', () => {
  const rows = new RowEncoder(9)
  rows.row()
  rows.int2(-2)
  rows.int4(1)
  rows.int8(-1n)
  rows.float8(1)
  rows.text('é')
  rows.null()
  rows.date('2000-01-02')
  rows.timestamptz(Date.UTC(2000, 0, 1) + 1)
  rows.jsonb([1])
  expect(hex(rows.finish())).toBe(
    `${signature}0009` +
      '00000002fffe' +
      '0000000400000001' +
      '00000008ffffffffffffffff' +
      '000000083ff0000000000000' +
      '00000002c3a9' +
      'ffffffff' +
      '0000000400000001' +
      '0000000800000000000003e8' +
      '00000004015b315d' +
      'ffff',
  )
})

test('times before 2000 and far ones keep every microsecond bit', () => {
  const rows = new RowEncoder(1)
  rows.row()
  rows.timestamptz(Date.UTC(1999, 11, 31, 23, 59, 59, 999))
  rows.row()
  rows.timestamptz(Date.UTC(2286, 10, 20, 17, 46, 40))
  const bytes = Buffer.from(rows.finish())
  expect(bytes.readBigInt64BE(19 + 6)).toBe(-1000n)
  // That moment is 10^10 s after 1970, and 2000 began 946,684,800 s after 1970.
  expect(bytes.readBigInt64BE(19 + 14 + 6)).toBe(9_053_315_200n * 1_000_000n)
})

test('an encoder that grew and was finished starts anew', () => {
  const rows = new RowEncoder(1, 1)
  for (let i = 0; i < 100; i++) {
    rows.row()
    rows.text('x'.repeat(100))
  }
  expect(rows.rows).toBe(100)
  expect(rows.finish().length).toBe(19 + 100 * 106 + 2)
  expect(rows.rows).toBe(0)
  expect(hex(rows.finish())).toBe(`${signature}ffff`)
})
