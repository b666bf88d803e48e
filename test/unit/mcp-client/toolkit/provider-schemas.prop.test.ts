/** Whatever a server says of its arguments, no provider gets what it refuses, and no tool is lost without a word. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toolsFor } from '../../../../src-main/mcp-client/toolkit/provider-schemas.ts'
import { usableSchema } from '../../../../src-main/mcp-client/toolkit/usable-schema.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const names = fc.constantFrom('a', 'b', 'type', '$ref', '__proto__', 'with space', '', 'items')
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'file')
const { schema: schemas } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.boolean(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.record(
      {
        type: fc.oneof(types, fc.array(types, { maxLength: 3 }), fc.jsonValue()),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 4 }),
        required: fc.array(fc.oneof(names, fc.integer()), { maxLength: 3 }),
        items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
        prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
        anyOf: fc.array(tie('schema'), { maxLength: 3 }),
        oneOf: fc.array(tie('schema'), { maxLength: 3 }),
        allOf: fc.array(tie('schema'), { maxLength: 3 }),
        not: tie('schema'),
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
        const: fc.jsonValue({ maxDepth: 1 }),
        $ref: fc.constantFrom('#', '#/$defs/a', '#/properties/a', '#/nowhere', 'http://x/y', '#anchor'),
        $defs: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
        additionalProperties: tie('schema'),
        pattern: fc.constantFrom('^a+$', '(a+)+', '(', 'x'),
        format: fc.constantFrom('date-time', 'email', 'int32'),
        minimum: fc.oneof(fc.integer(), fc.boolean()),
        exclusiveMinimum: fc.oneof(fc.integer(), fc.boolean()),
        minItems: fc.nat(3),
        description: fc.oneof(fc.string(), fc.integer()),
        default: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: [] },
    ),
  ),
}))

/** Words of the API references, written down here a second time. */
const geminiWords = new Set(
  (
    'type format description nullable enum maxItems minItems properties required minProperties maxProperties ' +
    'minLength maxLength pattern anyOf items minimum maximum'
  ).split(' '),
)
const neverWords = ['$ref', '$defs', 'definitions', 'oneOf', 'allOf', 'not', 'if', 'prefixItems', 'patternProperties']

function checkGemini(schema: unknown): void {
  if (!isObject(schema)) throw new Error('a schema that is no object')
  for (const key of Object.keys(schema)) expect(geminiWords).toContain(key)
  if (schema.anyOf === undefined)
    expect(['string', 'number', 'integer', 'boolean', 'object', 'array']).toContain(schema.type)
  if (schema.enum !== undefined) {
    expect(schema.type).toBe('string')
    for (const one of schema.enum as unknown[]) expect(typeof one === 'string' && one !== '').toBe(true)
  }
  if (schema.type === 'array') expect(isObject(schema.items)).toBe(true)
  walk(schema, checkGemini)
}

function checkCommon(schema: unknown): void {
  if (!isObject(schema)) throw new Error('a schema that is no object')
  for (const word of neverWords) expect(Object.hasOwn(schema, word)).toBe(false)
  if (schema.type === 'array') expect(isObject(schema.items)).toBe(true)
  if (typeof schema.exclusiveMinimum === 'boolean') throw new Error('a bound of draft 4')
  const required = (schema.required ?? []) as unknown[]
  for (const name of required) expect(Object.keys((schema.properties ?? {}) as object)).toContain(name)
  walk(schema, checkCommon)
}

function walk(schema: Record<string, unknown>, check: (inner: unknown) => void): void {
  for (const inner of Object.values((schema.properties ?? {}) as object)) check(inner)
  for (const inner of (schema.anyOf ?? []) as unknown[]) check(inner)
  if (schema.items !== undefined) check(schema.items)
  if (isObject(schema.additionalProperties)) check(schema.additionalProperties)
}

it('holds for any schema', () => {
  fc.assert(
    fc.property(fc.array(schemas, { maxLength: 4 }), (given) => {
      const definitions = given.map((schema, at) => ({
        name: `tool_${at}`,
        description: 'x',
        inputSchema: isObject(schema) ? schema : { properties: { a: schema } },
      }))
      for (const provider of ['openai', 'anthropic', 'gemini', 'generic'] as const) {
        const { tools, setAside } = toolsFor(provider, definitions)
        expect([...tools, ...setAside].map(({ name }) => name).sort()).toEqual(definitions.map(({ name }) => name))
        for (const { schema } of tools) {
          expect(schema.type).toBe('object')
          expect(schema.anyOf).toBeUndefined()
          expect(schema.enum).toBeUndefined()
          checkCommon(schema)
          if (provider === 'gemini') checkGemini(schema)
        }
        for (const { reason } of setAside) expect(reason.en.length * reason.zh.length).toBeGreaterThan(0)
      }
    }),
    { numRuns: 400 },
  )
})

it('gives the same again for what it gave: nothing is changed twice', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      const inputSchema = isObject(schema) ? schema : { properties: { a: schema } }
      for (const provider of ['openai', 'gemini'] as const) {
        const [once] = toolsFor(provider, [{ name: 'x', description: 'x', inputSchema }]).tools
        if (once === undefined) continue
        const [again] = toolsFor(provider, [{ name: 'x', description: 'x', inputSchema: once.schema }]).tools
        expect(again?.schema).toEqual(once.schema)
      }
    }),
    { numRuns: 300 },
  )
})

it('makes any schema usable or says why not, and never throws', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      const usable = usableSchema(schema)
      if ('schema' in usable) {
        expect(usable.schema.type).toBe('object')
        expect(JSON.stringify(usable.schema)).not.toContain('http://x/y"')
      }
    }),
  )
})
