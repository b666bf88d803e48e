import { describe, expect, it } from 'vitest'
import { headerFault, namesHeader } from '../../../../src-main/mcp-client/connection/param-headers.ts'

const header = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name })
const object = (properties: object) => ({ type: 'object', properties })

describe('x-mcp-header (2026-07-28, Custom Headers from Tool Parameters)', () => {
  const good: [string, unknown][] = [
    ['none', object({ a: { type: 'string' } })],
    [
      'on a string, an integer and a boolean',
      object({ a: header('A'), b: header('B', 'integer'), c: header('C', 'boolean') }),
    ],
    ['deep, by properties alone', object({ a: object({ b: object({ c: header('Deep') }) }) })],
    ['the word as the name of a property', object({ 'x-mcp-header': { type: 'string' } })],
    ['the word in a value', object({ a: { type: 'object', default: { 'x-mcp-header': 'A' } } })],
    ['no schema', undefined],
  ]
  for (const [name, schema] of good) it(`is right: ${name}`, () => expect(headerFault(schema)).toBeNull())

  const bad: [string, unknown, RegExp][] = [
    ['an empty name', object({ a: header('') }), /a: .*no name/],
    ['a name with a space', object({ a: header('A B') }), /no name/],
    ['a name with a line break', object({ a: header('A\r\nX: 1') }), /no name/],
    ['no text', object({ a: header(7) }), /no name/],
    ['on a number', object({ a: header('A', 'number') }), /string, integer or boolean/],
    ['on an object', object({ a: { ...object({}), 'x-mcp-header': 'A' } }), /string, integer or boolean/],
    ['twice, in other letters', object({ a: header('Region'), b: header('region') }), /twice/],
    ['at the root', { type: 'object', 'x-mcp-header': 'A' }, /properties alone/],
    ['in items', object({ a: { type: 'array', items: header('A') } }), /properties alone/],
    ['in anyOf', object({ a: { anyOf: [header('A')] } }), /properties alone/],
    ['in $defs', { ...object({}), $defs: { a: header('A') } }, /properties alone/],
    ['in properties under a condition', { ...object({}), if: object({ a: header('A') }) }, /properties alone/],
  ]
  for (const [name, schema, fault] of bad) it(`is wrong: ${name}`, () => expect(headerFault(schema)).toMatch(fault))

  it('is looked for in a schema without a bottom without end', () => {
    let schema: object = header('A')
    for (let n = 0; n < 100_000; n += 1) schema = { items: schema }
    expect(headerFault(schema)).toBeNull()
  })
})

it('is looked for at every call only in schemas that may hold one', () => {
  expect(namesHeader({ type: 'object', properties: { city: { type: 'string', 'x-mcp-header': 'City' } } })).toBe(true)
  expect(namesHeader({ type: 'object', properties: { city: { type: 'string', title: 'x-mcp-header' } } })).toBe(false)
})
