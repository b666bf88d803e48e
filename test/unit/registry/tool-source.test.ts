/** Types and comments to schemas: what a client is told about a tool must be what the function takes. */
import { describe, expect, it } from 'vitest'
import { readToolSource } from '../../../src-main/registry/tool-source.ts'

const read = (source: string, file = 'x.ts') => readToolSource(source, file, 'personal')
const only = (source: string, file?: string) => {
  const result = read(source, file)
  const [tool] = result.tools
  if (!tool) throw new Error('no tool')
  return { ...tool, warnings: result.warnings }
}
const property = (type: string, before = '') => {
  const tool = only(`${before}\nexport function f(x: ${type}) {}`)
  return { schema: (tool.inputSchema.properties as Record<string, unknown>).x, warnings: tool.warnings }
}

describe('the worked example of the guide', () => {
  it('describes the tool, its parameters and its default', () => {
    const tool = only(`/**
 * Average of a list of numbers.
 *
 * @param values Numbers to average.
 * @param digits Decimals to keep.
 */
export function average(values: number[], digits = 2): number { return 0 }`)
    expect(tool.description).toBe('Average of a list of numbers.')
    expect(tool.inputSchema).toEqual({
      type: 'object',
      properties: {
        values: { type: 'array', items: { type: 'number' }, description: 'Numbers to average.' },
        digits: { type: 'number', default: 2, description: 'Decimals to keep.' },
      },
      required: ['values'],
      additionalProperties: false,
    })
    expect(tool.warnings).toEqual([])
  })
})

describe('types', () => {
  it.each([
    ['string', { type: 'string' }],
    ['boolean', { type: 'boolean' }],
    ['integer', { type: 'integer' }, 'type integer = number'],
    ['Array<string>', { type: 'array', items: { type: 'string' } }],
    ['readonly string[]', { type: 'array', items: { type: 'string' } }],
    ['Record<string, number>', { type: 'object', additionalProperties: { type: 'number' } }],
    ["'day' | 'week'", { type: 'string', enum: ['day', 'week'] }],
    ['1 | 2 | -3', { type: 'number', enum: [1, 2, -3] }],
    ['string | null', { type: ['string', 'null'] }],
    ["'a' | null", { type: ['string', 'null'], enum: ['a', null] }],
    ['string | number', { type: ['string', 'number'] }],
    ['string[] | string', { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] }],
    ['Mode', { type: 'string', enum: ['a', 'b'] }, "type Mode = 'a' | 'b'"],
    [
      '[string, number]',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
    ],
    ['Colour', { type: 'string', enum: ['r', 'g'] }, "enum Colour { Red = 'r', Green = 'g' }"],
    ['unknown', {}],
    [
      'Point',
      {
        type: 'object',
        properties: { x: { type: 'number' }, label: { type: 'string' } },
        required: ['x'],
        additionalProperties: false,
      },
      'interface Base { x: number }\ninterface Point extends Base { label?: string }',
    ],
  ])('%s', (type, schema, before = '') => {
    expect(property(type, before)).toEqual({ schema, warnings: [] })
  })
  it.each([
    ['Date', /parameter x: no JSON schema for the type Date/],
    ['Map<string, number>', /Map/],
    ['() => void', /no JSON schema/],
    ['Tree', /contains itself/, 'interface Tree { children: Tree[] }'],
    ['bigint', /no JSON schema/],
  ])('%s stays open, with a warning that names the parameter', (type, warning, before = '') => {
    const result = property(type, before)
    expect(result.schema).toEqual({})
    expect(result.warnings).toHaveLength(1)
    expect(result.warnings[0]).toMatch(warning)
  })
})

describe('parameters', () => {
  it('never shows the injected ones, and needs an identity only where it is read', () => {
    const source = (body: string) =>
      `export function f(a: string, user_info: object, context: { user: unknown }) { ${body} }`
    expect(only(source('')).needsIdentity).toBe(true)
    expect(Object.keys(only(source('')).inputSchema.properties as object)).toEqual(['a'])
    expect(only('export function f(context: any) { return context.user?.id }').needsIdentity).toBe(true)
    expect(only('export function f(context: any) { const { user } = context }').needsIdentity).toBe(true)
    expect(only('export function f(context: any) { return context.now() }').needsIdentity).toBe(false)
  })
  it('warns where a caller could name any person', () => {
    expect(only('export function f(user_id: string) {}').warnings[0]).toMatch(/user_id.*user_info/)
  })
  it('leaves out a function without names for its arguments, and says so', () => {
    const result = read('export function f({ a }: { a: string }) {}\nexport function g(a: string) {}')
    expect(result.tools.map((t) => t.name)).toEqual(['g'])
    expect(result.warnings[0]).toMatch(/^f is left out: .*destructured/)
  })
  it('takes optional and undefined-able parameters as not required', () => {
    const tool = only('export function f(a?: string, b: string | undefined, c: number = 1, ...rest: string[]) {}')
    expect(tool.inputSchema.required).toBeUndefined()
    expect(tool.order.at(-1)).toEqual({ name: 'rest', rest: true })
  })
  it('reads types of JavaScript from the comment', () => {
    const tool = only(
      `/** Adds.
 * @param {integer} a First.
 * @param {Array.<string>} names
 * @param {?string} [note]
 * @param {"x"|"y"} [mode="x"] Which.
 */
export const add = async (a, names, note, mode) => a`,
      'x.js',
    )
    expect(tool.inputSchema).toMatchObject({
      properties: {
        a: { type: 'integer', description: 'First.' },
        names: { type: 'array', items: { type: 'string' } },
        note: { type: ['string', 'null'] },
        mode: { type: 'string', enum: ['x', 'y'], default: 'x' },
      },
      required: ['a', 'names'],
    })
  })
  it('puts bounds where the value has them', () => {
    const tool = only('/** @range n 1 500\n * @range list 1 20 */\nexport function f(n = 50, list: string[]) {}')
    expect(tool.inputSchema).toMatchObject({
      properties: { n: { minimum: 1, maximum: 500 }, list: { minItems: 1, maxItems: 20 } },
    })
  })
})

describe('what a tool may do', () => {
  const scopeOf = (tags: string, origin: 'packaged' | 'personal') => {
    const [tool] = readToolSource(`/** Does it.\n * ${tags} */\nexport function f() {}`, 'x.ts', origin).tools
    return { ...tool?.annotations, scope: tool?.scope }
  }
  it('takes packaged tools for readers, and says nothing of the kind of unknown personal ones', () => {
    expect(scopeOf('', 'packaged')).toMatchObject({ readOnlyHint: true, destructiveHint: false, scope: 'mcp:read' })
    expect(scopeOf('', 'personal')).toMatchObject({ readOnlyHint: false, scope: 'mcp:write' })
    expect(scopeOf('@readonly', 'personal')).toMatchObject({ readOnlyHint: true, scope: 'mcp:read' })
    expect(scopeOf('@destructive', 'packaged')).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      scope: 'mcp:write',
    })
    expect(scopeOf('@openWorld', 'packaged')).toMatchObject({ openWorldHint: true })
  })
})

describe('what counts', () => {
  it('takes exported functions under their exported name, and no default, type or private one', () => {
    const result = read(`
      function inner() {}
      function renamed() {}
      export { renamed as shown }
      export const arrow = () => 1
      export const value = 3
      export function _private() {}
      export type T = string
      export default function standard() {}`)
    expect(result.tools.map((t) => t.name).sort()).toEqual(['arrow', 'shown'])
    expect(result.warnings).toEqual(['the default export is not a tool; export it by name'])
  })
})
