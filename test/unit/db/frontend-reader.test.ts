/** Bytes of a connection become whole batches, however they are cut on the way. */

import { expect, test } from 'vitest'
import { type Batch, FrontendReader } from '../../../src-main/db/frontend-reader.ts'

function message(type: string, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(type, 0)
  head.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}
const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const query = (sql: string): Buffer => message('Q', `${sql}\0`)
const parse = (sql: string, name = ''): Buffer => message('P', `${name}\0${sql}\0\0\0`)
const bind = message('B', '\0\0\0\0\0\0\0\0')
const execute = message('E', '\0\0\0\0\0')
const sync = message('S', '')

/** A reader that has seen the start of a connection. */
function started(): FrontendReader {
  const reader = new FrontendReader()
  expect(reader.push(startup)).toEqual([{ kind: 'startup' }])
  return reader
}
const text = (batch: Batch | undefined): string =>
  batch?.kind === 'run' ? Buffer.from(batch.bytes).toString('latin1') : ''

test('a simple query is one batch, two at once are two', () => {
  const batches = started().push(Buffer.concat([query('SELECT 1'), query('SELECT 2')]))
  expect(batches.map(text)).toEqual([query('SELECT 1').toString('latin1'), query('SELECT 2').toString('latin1')])
})

test('an extended query runs when its Sync has come, whole, even byte by byte', () => {
  const reader = started()
  const all = Buffer.concat([parse('SELECT $1'), bind, execute, sync])
  const batches: Batch[] = []
  for (const byte of all) batches.push(...reader.push(Uint8Array.of(byte)))
  expect(batches.length).toBe(1)
  expect(text(batches[0])).toBe(all.toString('latin1'))
})

test('the start of a connection may come in pieces, with a query behind it', () => {
  const reader = new FrontendReader()
  expect(reader.push(startup.subarray(0, 3))).toEqual([])
  expect(reader.push(startup.subarray(3, 8))).toEqual([])
  const batches = reader.push(Buffer.concat([startup.subarray(8), query('SELECT 1')]))
  expect(batches.map((batch) => batch.kind)).toEqual(['startup', 'run'])
})

test('Flush lets run what came so far and keeps the session', () => {
  const batches = started().push(Buffer.concat([parse('SELECT 1'), bind, message('H', ''), execute, sync]))
  expect(batches.map((batch) => batch.kind === 'run' && batch.keeps)).toEqual([true, false])
})

test('a refused Parse refuses its whole extended query and nothing after it', () => {
  const batches = started().push(
    Buffer.concat([parse('COPY t FROM STDIN'), bind, execute, sync, parse('SELECT 1'), bind, execute, sync]),
  )
  expect(batches.map((batch) => batch.kind)).toEqual(['refuse', 'run'])
})

test('a named statement is refused with the way out', () => {
  const [batch] = started().push(Buffer.concat([parse('SELECT 1', 'name'), sync]))
  expect(batch).toMatchObject({ kind: 'refuse', message: expect.stringContaining('Named'), hint: expect.any(String) })
})

test('function calls and copy data are refused, the end of a connection is told', () => {
  const reader = started()
  expect(reader.push(message('F', '\0\0\0\0'))[0]).toMatchObject({ kind: 'refuse' })
  expect(reader.push(message('d', 'row'))[0]).toMatchObject({ kind: 'refuse' })
  expect(reader.push(message('X', ''))).toEqual([{ kind: 'end' }])
})
