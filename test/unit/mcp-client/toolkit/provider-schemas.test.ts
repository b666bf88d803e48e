/** Tools in the words of each model's provider; what cannot be said is set aside by name. */
import { describe, expect, it } from 'vitest'
import { toolsFor } from '../../../../src-main/mcp-client/toolkit/provider-schemas.ts'

const tool = (inputSchema: Record<string, unknown>, name = 'tool') => ({ name, description: 'Does it.', inputSchema })
type Provider = Parameters<typeof toolsFor>[0]
const schemaFor = (provider: Provider, inputSchema: Record<string, unknown>) => {
  const { tools, setAside } = toolsFor(provider, [tool(inputSchema)])
  return tools[0]?.schema ?? setAside[0]?.reason.en
}
const all: readonly Provider[] = ['openai', 'anthropic', 'gemini', 'generic']

describe('a choice at the root', () => {
  const shapes = {
    oneOf: [
      { type: 'object', properties: { kind: { const: 'circle' }, r: { type: 'number' } }, required: ['kind', 'r'] },
      { type: 'object', properties: { kind: { const: 'box' }, w: { type: 'number' } }, required: ['kind', 'w'] },
      { type: 'null' },
    ],
  }
  it('becomes one object: every argument, required where all branches require it', () => {
    expect(schemaFor('anthropic', shapes)).toEqual({
      type: 'object',
      properties: { kind: { type: 'string', enum: ['circle', 'box'] }, r: { type: 'number' }, w: { type: 'number' } },
      required: ['kind'],
    })
  })
  it('counts together with what stands beside it, and with allOf', () => {
    expect(
      schemaFor('openai', {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        allOf: [
          { properties: { b: { type: 'integer', minimum: 1 } }, required: ['b'] },
          { properties: { b: { minimum: 3 } } },
        ],
        anyOf: [{ required: ['a'] }, { properties: { c: { type: 'boolean' } } }],
      }),
    ).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 3 }, c: { type: 'boolean' } },
      required: ['a', 'b'],
    })
  })
  it('of nothing but other things than objects is named', () => {
    for (const provider of all) expect(schemaFor(provider, { oneOf: [{ type: 'string' }] })).toContain('as an object')
  })
  it('that contradicts itself is named', () => {
    const schema = { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'number' } } }] }
    expect(schemaFor('openai', schema)).toContain('contradict')
  })
})

describe('references', () => {
  it('are put in place, with what stands beside them', () => {
    const schema = {
      type: 'object',
      properties: { when: { $ref: '#/$defs/day', description: 'First day.' }, also: { $ref: '#/properties/when' } },
      $defs: { day: { type: 'string', description: 'A day.' } },
    }
    for (const provider of all)
      expect(schemaFor(provider, schema)).toEqual({
        type: 'object',
        properties: {
          when: { type: 'string', description: 'First day.' },
          also: { type: 'string', description: 'First day.' },
        },
      })
  })
  it('that go round are named, those that lead nowhere too', () => {
    const tree = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/n' } },
      $defs: { n: { properties: { next: { $ref: '#/$defs/n' } } } },
    }
    expect(schemaFor('gemini', tree)).toContain('refers to itself')
    expect(schemaFor('gemini', { properties: { a: { $ref: '#' } } })).toContain('refers to itself')
    expect(schemaFor('openai', { properties: { a: { $ref: '#/$defs/gone' } } })).toContain('#/$defs/gone')
  })
  it('named like arguments are arguments', () => {
    expect(schemaFor('openai', { properties: { $ref: { type: 'string' }, definitions: { type: 'string' } } })).toEqual({
      type: 'object',
      properties: { $ref: { type: 'string' }, definitions: { type: 'string' } },
    })
  })
  it('X7: a schema bomb is refused before it is written out', () => {
    const $defs: Record<string, unknown> = { d0: { type: 'string' } }
    for (let at = 1; at < 30; at++)
      $defs[`d${at}`] = { properties: { a: { $ref: `#/$defs/d${at - 1}` }, b: { $ref: `#/$defs/d${at - 1}` } } }
    expect(schemaFor('openai', { properties: { a: { $ref: '#/$defs/d29' } }, $defs })).toContain('parts')
    let bomb: Record<string, unknown> = { type: 'string' }
    for (let at = 0; at < 30; at++)
      bomb = { anyOf: [{ minProperties: 1 }, { minProperties: 2 }], properties: { a: bomb } }
    expect(schemaFor('openai', { properties: { a: bomb } })).toContain('parts')
  })
})

describe('Gemini', () => {
  it('gets single types, choices of text, and formats that it knows', () => {
    expect(
      schemaFor('gemini', {
        type: 'object',
        additionalProperties: false,
        properties: {
          maybe: { type: ['string', 'null'], format: 'email' },
          either: { type: ['integer', 'string'] },
          when: { type: 'string', format: 'date-time' },
          level: { enum: [1, 2, 3] },
          word: { const: 'yes' },
          pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] },
          loose: { type: 'array' },
          empty: { type: 'object', properties: {} },
          any: {},
          optional: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          over: { type: 'number', exclusiveMinimum: 0, maximum: 5 },
        },
        required: ['maybe', 'unknown'],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        maybe: { type: 'string', nullable: true },
        either: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
        when: { type: 'string', format: 'date-time' },
        level: { type: 'number' },
        word: { type: 'string', enum: ['yes'] },
        pair: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
        loose: { type: 'array', items: { type: 'string' } },
        empty: { type: 'object' },
        any: { type: 'string' },
        optional: { type: 'string', nullable: true },
        over: { type: 'number', maximum: 5 },
        unknown: { type: 'string' },
      },
      required: ['maybe', 'unknown'],
    })
  })
  it('gets a tool without arguments without an empty object', () => {
    expect(schemaFor('gemini', { type: 'object', properties: {} })).toEqual({ type: 'object' })
    expect(schemaFor('openai', { type: 'object' })).toEqual({ type: 'object', properties: {} })
  })
})

it('sets aside what a provider cannot be told, and keeps the others in their order', () => {
  const good = { type: 'object', properties: { a: { type: 'string' } } }
  const definitions = [
    tool(good, 'first'),
    tool({ type: 'object', properties: { 'my argument': {} } }, 'spaced'),
    tool(good, 'bad.name'),
    tool({ properties: { a: { $ref: 'http://x' } } }, 'foreign'),
    tool(good, 'first'),
    tool(good, 'last'),
  ]
  const { tools, setAside } = toolsFor('anthropic', definitions)
  expect(tools.map(({ name }) => name)).toEqual(['first', 'last'])
  expect(setAside.map(({ name, reason }) => [name, reason.en])).toEqual([
    ['spaced', 'Anthropic takes no argument named "my argument".'],
    ['bad.name', 'Anthropic takes no tool of this name.'],
    ['foreign', expect.stringContaining('http://x')],
    ['first', 'Another tool has this name.'],
  ])
})

it('keeps descriptions within what OpenAI takes', () => {
  const long = { ...tool({ type: 'object' }), description: 'x'.repeat(3_000) }
  expect(toolsFor('openai', [long]).tools[0]?.description).toHaveLength(1_022)
})
