/** Arguments as models send them: what is forgiven, and what must still be refused with words that help. */
import { describe, expect, it } from 'vitest'
import { tidyArguments } from '../../../src-main/registry/tidy-arguments.ts'
import { argumentCheck } from '../../../src-main/registry/validate-arguments.ts'

const schema = {
  type: 'object',
  properties: {
    names: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    numbers: { type: 'array', items: { type: 'number' } },
    id: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
    mode: { type: 'string', enum: ['none', 'day'] },
    note: { type: ['string', 'null'] },
    on: { type: 'boolean' },
    text: { type: 'string' },
    free: {},
  },
  required: ['text'],
  additionalProperties: false,
}
const tidy = (args: unknown) => tidyArguments(args, schema)

describe('forgiven', () => {
  it.each([
    [{ names: '["a","b"]' }, { names: ['a', 'b'] }],
    [{ names: ['["a","b"]', 'c'] }, { names: ['a', 'b', 'c'] }],
    [{ names: 'hr, steps，睡眠' }, { names: ['hr', 'steps', '睡眠'] }],
    // A comma inside an element belongs to the name; so does one between digits of a bare text.
    [{ names: ['1,25-Dihydroxyvitamin D'] }, { names: ['1,25-Dihydroxyvitamin D'] }],
    [{ names: '1,25-Dihydroxyvitamin D, TSH' }, { names: ['1,25-Dihydroxyvitamin D', 'TSH'] }],
    [{ names: 'rs1,rs2' }, { names: ['rs1', 'rs2'] }],
    [{ numbers: '1,2,3' }, { numbers: [1, 2, 3] }],
    [{ numbers: 5 }, { numbers: [5] }],
    [{ id: 'rs1,rs2' }, { id: 'rs1,rs2' }],
    [{ limit: '20' }, { limit: 20 }],
    [{ mode: 'Day' }, { mode: 'day' }],
    // "none" is a value of this enum and means null elsewhere.
    [
      { mode: 'none', note: 'None' },
      { mode: 'none', note: null },
    ],
    [{ on: 'False' }, { on: false }],
    [{ limit: null, names: null }, {}],
    [{ text: 'null' }, { text: 'null' }],
    [{ text: 7 }, { text: '7' }],
    [{ free: '["kept"]' }, { free: '["kept"]' }],
    ['{"text":"x"}', { text: 'x' }],
    [null, {}],
  ])('%j', (given, expected) => {
    expect(tidy(given)).toEqual(expected)
  })
  it('does not let a key reach the prototype', () => {
    const args = tidy(JSON.parse('{"__proto__":{"text":"x"}}'))
    expect(Object.keys(args as object)).toEqual(['__proto__'])
    expect((args as { text?: string }).text).toBeUndefined()
  })
})

describe('refused', () => {
  const check = argumentCheck(schema)
  it.each([
    [
      { text: 'x', colour: 1 },
      'Unknown argument: colour. Accepted: names, numbers, id, limit, mode, note, on, text, free.',
    ],
    [{}, 'Missing argument: text.'],
    [{ text: 'x', limit: 501 }, 'limit must be <= 500.'],
    [{ text: 'x', limit: 1.5 }, 'limit must be integer, not fraction.'],
    [{ text: 'x', mode: 'hour' }, 'mode must be one of "none", "day".'],
    [{ text: 'x', names: ['a', 'b', 'c', 'd'] }, 'names must have at most 3 element(s).'],
    [[1], 'The arguments must be a JSON object.'],
  ])('%j', (args, sentence) => {
    expect(check(args)).toContain(sentence)
  })
  it('passes what is right', () => {
    expect(check({ text: 'x', names: ['a'], note: null })).toEqual([])
  })
})
