/** A server's question as a form (MCP elicitation): what it shows, what it refuses, and what is sent. */
import { describe, expect, it } from 'vitest'
import { addressParts } from '../../../src-renderer/features/questions/address-parts.ts'
import {
  elicitationContent,
  elicitationFields,
  fieldFaults,
  firstValues,
} from '../../../src-renderer/features/questions/elicitation-fields.ts'
import { samplingRequest } from '../../../src-renderer/features/questions/sampling-messages.ts'

const fieldsOf = (properties: Record<string, unknown>, required: string[] = []) => {
  const schema = { type: 'object', properties, required }
  const fields = elicitationFields(schema)
  if (!fields) throw new Error('these fields belong to a form')
  return { schema, fields }
}
const faultOf = (property: Record<string, unknown>, value: string | boolean | string[], isRequired = false) =>
  fieldFaults(fieldsOf({ x: property }, isRequired ? ['x'] : []).fields, { x: value }).x ?? null

describe('choices in every spelling of the protocol', () => {
  it.each([
    [{ type: 'string', enum: ['a', 'b'] }, 'choice', ['a', 'b']],
    [{ type: 'string', enum: ['a', 'b'], enumNames: ['First', 'Second'] }, 'choice', ['First', 'Second']],
    [{ type: 'string', oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }, 'choice', ['First', 'b']],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'choices', ['a', 'b']],
    [
      {
        type: 'array',
        items: {
          anyOf: [
            { const: 'a', title: 'First' },
            { const: 'b', title: 'Second' },
          ],
        },
      },
      'choices',
      ['First', 'Second'],
    ],
  ])('%j', (property, kind, labels) => {
    const [field] = fieldsOf({ x: property }).fields
    expect(field?.kind).toBe(kind)
    expect(field && 'choices' in field ? field.choices.map((one) => one.label) : null).toEqual(labels)
  })
})

describe('what no form of the protocol has', () => {
  it.each([
    [{ x: { type: 'object', properties: {} } }],
    [{ x: { type: 'array', items: { type: 'object' } } }],
    [{ x: true }],
  ])('is not half shown: %j', (properties) => {
    expect(elicitationFields({ type: 'object', properties })).toBeNull()
  })

  it('a question without fields is a form without fields', () => {
    expect(elicitationFields({ type: 'object' })).toEqual([])
    expect(elicitationFields({ type: 'object', properties: [] })).toBeNull()
  })
})

describe('fieldFaults', () => {
  it.each([
    [{ type: 'string' }, '', true, 'required'],
    [{ type: 'string' }, '', false, null],
    // Characters, not UTF-16 units: two of them here.
    [{ type: 'string', maxLength: 2 }, '😀😀', false, null],
    [{ type: 'string', minLength: 3 }, '😀😀', false, 'short'],
    [{ type: 'string', maxLength: 1 }, 'ab', false, 'long'],
    [{ type: 'string', pattern: '^a+$' }, 'ab', false, 'pattern'],
    [{ type: 'string', pattern: '(' }, 'ab', false, null],
    [{ type: 'string', format: 'email' }, 'a@b', false, null],
    [{ type: 'string', format: 'email' }, 'a b@c', false, 'email'],
    [{ type: 'string', format: 'uri' }, 'urn:isbn:1', false, null],
    [{ type: 'string', format: 'uri' }, 'example.org', false, 'uri'],
    [{ type: 'string', format: 'date' }, '2026-02-28', false, null],
    [{ type: 'string', format: 'date' }, '2026-02-30', false, 'date'],
    [{ type: 'string', format: 'date-time' }, '2026-02-28T09:30:00Z', false, null],
    [{ type: 'string', format: 'date-time' }, '2026-02-30T09:30:00Z', false, 'date-time'],
    [{ type: 'string', format: 'date-time' }, '2026-02-28 09:30', false, 'date-time'],
    [{ type: 'integer' }, '1.5', false, 'integer'],
    [{ type: 'number' }, 'ten', false, 'number'],
    [{ type: 'number' }, ' ', false, 'number'],
    [{ type: 'number', minimum: 0 }, '-1', false, 'low'],
    [{ type: 'number', maximum: 10 }, '10', false, null],
    [{ type: 'number', maximum: 10 }, '10.1', false, 'high'],
    [{ type: 'boolean' }, false, true, null],
    [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 }, ['a'], false, 'few'],
    [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 1 }, ['a', 'b'], false, 'many'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, [], true, 'required'],
  ])('%j with %j (required %s): %s', (property, value, isRequired, fault) => {
    expect(faultOf(property, value, isRequired)).toBe(fault)
  })
})

describe('what is sent', () => {
  it('starts with the defaults that fit, and leaves out what was left empty', () => {
    const { schema, fields } = fieldsOf({
      name: { type: 'string', default: 'Ada' },
      note: { type: 'string', default: 5 },
      count: { type: 'integer', default: 3 },
      sure: { type: 'boolean', default: true },
      other: { type: 'boolean' },
      size: { type: 'string', enum: ['s', 'm'], default: 'xl' },
      marks: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b', 'z'] },
    })
    expect(elicitationContent(fields, firstValues(fields, schema))).toEqual({
      name: 'Ada',
      count: 3,
      sure: true,
      other: false,
      marks: ['b'],
    })
  })
})

describe('addressParts', () => {
  it('shows where an address leads, not where it seems to', () => {
    expect(addressParts('https://bank.example@evil.example:8443/login')).toEqual({
      host: 'evil.example:8443',
      isPlain: false,
      isForeignScript: false,
      hasUser: true,
    })
    // The first letter is Cyrillic.
    expect(addressParts('https://аpple.example/')).toMatchObject({
      host: 'xn--pple-43d.example',
      isForeignScript: true,
    })
  })

  it('warns of an address that is not encrypted, but not on this computer', () => {
    expect(addressParts('http://example.org/')?.isPlain).toBe(true)
    expect(addressParts('http://127.0.0.1:3000/')?.isPlain).toBe(false)
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'no address', ''])(
    '%s is not opened',
    (url) => {
      expect(addressParts(url)).toBeNull()
    },
  )
})

describe('samplingRequest', () => {
  it('reads one block or a list of them, and what is not text as it is', () => {
    expect(
      samplingRequest({
        systemPrompt: 'S',
        maxTokens: 5,
        messages: [
          { role: 'user', content: { type: 'text', text: 'a' } },
          { role: 'assistant', content: [{ type: 'text', text: 'b' }, { type: 'tool_use' }] },
          'nonsense',
        ],
      }),
    ).toEqual({
      system: 'S',
      maxTokens: 5,
      messages: [
        { role: 'user', parts: [{ kind: 'text', text: 'a' }] },
        {
          role: 'assistant',
          parts: [
            { kind: 'text', text: 'b' },
            { kind: 'other', block: { type: 'tool_use' } },
          ],
        },
      ],
    })
  })
})
