/** A COPY that reaches the engine over the wire ends it; a refusal of anything else breaks an honest query. */

import { expect, test } from 'vitest'
import { containsCopy } from '../../../src-main/db/copy-guard.ts'

test.each([
  'COPY t FROM STDIN',
  'copy t to stdout',
  'CoPy(SELECT 1)TO STDOUT',
  ' \t\r\n\f\v COPY t FROM STDIN',
  ';;COPY t FROM STDIN',
  'SELECT 1;\n-- next\nCOPY t FROM STDIN',
  '--\rCOPY t FROM STDIN',
  '/* /* */ */ COPY t FROM STDIN',
  "SELECT 'it''s'; COPY t FROM STDIN",
  'SELECT ";"; COPY t FROM STDIN',
  'SELECT $a$ $b$ ; $a$; COPY t FROM STDIN',
  "SELECT E'\\''; COPY t FROM STDIN",
  "SELECT '\\'; COPY t FROM STDIN --'",
  "SELECT e'\\\\'; COPY t FROM STDIN",
  'SELECT $1; COPY t FROM STDIN',
  'SELECT a$b FROM c; COPY t FROM STDIN',
  'COPY"t"FROM STDIN',
  'COPY/**/t FROM STDIN',
])('%j is found', (sql) => {
  expect(containsCopy(sql)).toBe(true)
})

test.each([
  '',
  'SELECT 1',
  "SELECT 'COPY t FROM STDIN'",
  'SELECT "copy" FROM copy',
  'SELECT copy FROM t',
  '-- COPY t FROM STDIN',
  '-- a; COPY t FROM STDIN',
  '/* ; COPY t FROM STDIN */ SELECT 1',
  'SELECT $$; COPY t FROM STDIN$$',
  "INSERT INTO t VALUES ('a; COPY t FROM STDIN')",
  'COPYING t',
  'SELECT 1; copy_rows()',
  'UPDATE copy SET copy = copy',
])('%j is not', (sql) => {
  expect(containsCopy(sql)).toBe(false)
})

test('a long query is read in linear time', () => {
  const sql = `SELECT ${Array.from({ length: 60_000 }, (_, i) => `'copy ${i}'`).join(', ')}`
  const begun = performance.now()
  expect(containsCopy(sql)).toBe(false)
  expect(performance.now() - begun).toBeLessThan(3000)
})
