/** The Tools page: schemas read as words, arguments checked, results found as tables. */
import { describe, expect, it } from 'vitest'
import type { ToolView } from '../../../src-main/api/contract/tools.ts'
import { resultTables } from '../../../src-renderer/features/tools/result-tables.ts'
import { schemaFaults } from '../../../src-renderer/features/tools/schema-check.ts'
import { parameters } from '../../../src-renderer/features/tools/schema-parameters.ts'
import { groupTools } from '../../../src-renderer/features/tools/tool-groups.ts'

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['names'],
  properties: {
    names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 200, description: 'Names.' },
    aggregate: { type: 'string', enum: ['none', 'day'], default: 'none' },
    limit: { type: 'integer', minimum: 1, maximum: 500 },
    when: { type: ['string', 'null'] },
    nested: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  },
}

const codes = (value: unknown) => schemaFaults(schema, value).map((fault) => [fault.path.join('.'), fault.code])

describe('schema check', () => {
  it('accepts what fits, and null only where it is allowed', () => {
    expect(codes({ names: ['x'], aggregate: 'day', limit: 500, when: null })).toEqual([])
  })

  it('names the parameter and the kind of fault', () => {
    expect(codes({})).toEqual([['names', 'required']])
    expect(codes({ names: [] })).toEqual([['names', 'few']])
    expect(codes({ names: ['x', 5] })).toEqual([['names.1', 'type']])
    expect(codes({ names: ['x'], aggregate: 'year' })).toEqual([['aggregate', 'choice']])
    expect(codes({ names: ['x'], limit: 501 })).toEqual([['limit', 'high']])
    expect(codes({ names: ['x'], limit: 1.5 })).toEqual([['limit', 'type']])
    expect(codes({ names: ['x'], nested: {} })).toEqual([['nested.a', 'required']])
    expect(codes([])).toEqual([['', 'type']])
  })

  it('follows local references and never loops on one that points to itself', () => {
    const recursive = { $defs: { Loop: { $ref: '#/$defs/Loop' }, Text: { type: 'string' } } }
    expect(schemaFaults({ ...recursive, $ref: '#/$defs/Text' }, 5).map((fault) => fault.code)).toEqual(['type'])
    expect(schemaFaults({ ...recursive, $ref: '#/$defs/Loop' }, 5)).toEqual([])
  })

  it('counts characters, not UTF-16 halves, and leaves a pattern it cannot read to the hub', () => {
    expect(schemaFaults({ type: 'string', maxLength: 2 }, '𠮷𠮷')).toEqual([])
    expect(schemaFaults({ type: 'string', pattern: '(?<=' }, 'x')).toEqual([])
  })

  it('takes a union by any branch', () => {
    const union = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
    expect(schemaFaults(union, ['a'])).toEqual([])
    expect(schemaFaults(union, 5).map((fault) => fault.code)).toEqual(['union'])
  })
})

describe('parameters in words', () => {
  it('reads kind, bounds, default and whether it must be there', () => {
    expect(parameters(schema)).toEqual([
      {
        name: 'names',
        type: { kind: 'list', of: { kind: 'text' } },
        isRequired: true,
        defaultText: null,
        description: 'Names.',
        bounds: { low: 1, high: 200 },
      },
      {
        name: 'aggregate',
        type: { kind: 'choice', values: ['none', 'day'] },
        isRequired: false,
        defaultText: '"none"',
        description: '',
        bounds: null,
      },
      expect.objectContaining({ name: 'limit', type: { kind: 'integer' }, bounds: { low: 1, high: 500 } }),
      expect.objectContaining({ name: 'when', type: { kind: 'union', of: [{ kind: 'text' }, { kind: 'null' }] } }),
      expect.objectContaining({ name: 'nested', type: { kind: 'object' } }),
    ])
  })

  it('survives a schema without properties', () => {
    expect(parameters({})).toEqual([])
  })
})

describe('result tables', () => {
  it('finds rows deep inside, keeps facts beside them, and tells absent from null', () => {
    const tables = resultTables({
      success: true,
      indicators: {
        steps: {
          unit: 'steps',
          rows: [
            { period: '2026-11-01', value: 1, min: null },
            { period: '2026-11-02', value: 2 },
          ],
        },
      },
    })
    expect(tables.map((table) => [table.path.join('/'), table.kind])).toEqual([
      ['', 'facts'],
      ['indicators/steps', 'facts'],
      ['indicators/steps/rows', 'rows'],
    ])
    expect(tables[2]).toMatchObject({
      columns: ['period', 'value', 'min'],
      rows: [
        ['2026-11-01', 1, null],
        ['2026-11-02', 2, undefined],
      ],
    })
  })

  it('shows lists of values, plain values and nested cells', () => {
    expect(resultTables(['a', 'b'])[0]).toMatchObject({ columns: ['value'], rows: [['a'], ['b']] })
    expect(resultTables(5)[0]).toMatchObject({ rows: [[5]] })
    expect(resultTables([{ a: { b: 1 } }])[0]).toMatchObject({ rows: [['{"b":1}']] })
    expect(resultTables(undefined)).toEqual([])
    expect(resultTables({ sources: ['Watch', 'Phone'], none: [] })).toMatchObject([
      {
        kind: 'facts',
        rows: [
          ['sources', 'Watch, Phone'],
          ['none', ''],
        ],
      },
    ])
  })
})

describe('tool groups', () => {
  const tool = (name: string, origin: ToolView['origin']): ToolView => ({
    name,
    title: name,
    description: '',
    inputSchema: {},
    origin,
    needsIdentity: false,
    readOnly: true,
    enabled: true,
    hidden: null,
  })

  it('orders ours, their own, then servers by name, and drops empty groups in a search', () => {
    const tools = [
      tool('files__read', { kind: 'server', server: 'files' }),
      tool('average', { kind: 'personal', file: 'a.ts' }),
      tool('convert_unit', { kind: 'packaged', file: 'vocabulary.ts' }),
      tool('calendar__today', { kind: 'server', server: 'calendar' }),
    ]
    expect(groupTools(tools, '').map((group) => group.id)).toEqual([
      'packaged',
      'personal',
      'server/calendar',
      'server/files',
    ])
    expect(groupTools(tools, 'average').map((group) => group.id)).toEqual(['personal'])
    expect(groupTools(tools, 'nothing')).toEqual([])
  })
})
