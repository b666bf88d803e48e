/**
 * What each model's provider takes in the schema of a tool, as their references say (function calling of OpenAI, tool
 * use of Anthropic, the Schema object of Gemini). `generic` is what they have in common, for all others.
 */

export type Provider = 'openai' | 'anthropic' | 'gemini' | 'generic'

export interface Dialect {
  readonly title: string
  readonly name: RegExp
  readonly descriptionBytes: number
  /** Keywords that are taken; others are left out. */
  readonly keywords: ReadonlySet<string>
  /** Names of arguments at any depth; null: any. */
  readonly argument: RegExp | null
  /** `type` may be a list; else `nullable` and `anyOf` say it. */
  readonly typeLists: boolean
  /** `const`, and values of `enum` that are no text. */
  readonly anyValues: boolean
  /** `format` words that are taken, by type; null: any. */
  readonly formats: Readonly<Record<string, readonly string[]>> | null
  /** An object may have no properties. */
  readonly emptyObjects: boolean
}

const common = ['type', 'description', 'title', 'properties', 'required', 'items', 'enum', 'anyOf', 'default']
const bounds = ['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'format']
const full = [...common, ...bounds, 'const', 'additionalProperties', 'exclusiveMinimum', 'exclusiveMaximum']

const plainName = /^[A-Za-z0-9_-]{1,64}$/

export const dialects: Readonly<Record<Provider, Dialect>> = {
  openai: {
    title: 'OpenAI',
    name: plainName,
    descriptionBytes: 1_024,
    keywords: new Set([...full, 'multipleOf', 'uniqueItems']),
    argument: null,
    typeLists: true,
    anyValues: true,
    formats: null,
    emptyObjects: true,
  },
  anthropic: {
    title: 'Anthropic',
    name: plainName,
    descriptionBytes: 2_048,
    keywords: new Set([...full, 'multipleOf', 'uniqueItems', 'minProperties', 'maxProperties']),
    argument: /^[A-Za-z0-9_.-]{1,64}$/,
    typeLists: true,
    anyValues: true,
    formats: null,
    emptyObjects: true,
  },
  gemini: {
    title: 'Gemini',
    name: /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    descriptionBytes: 2_048,
    keywords: new Set([
      ...common.filter((key) => key !== 'default' && key !== 'title'),
      ...bounds,
      'nullable',
      'minProperties',
      'maxProperties',
    ]),
    argument: null,
    typeLists: false,
    anyValues: false,
    formats: {
      string: ['enum', 'date-time'],
      number: ['float', 'double'],
      integer: ['int32', 'int64'],
    },
    emptyObjects: false,
  },
  generic: {
    title: 'This model',
    name: plainName,
    descriptionBytes: 1_024,
    keywords: new Set(common.filter((key) => key !== 'title')),
    argument: null,
    typeLists: false,
    anyValues: false,
    formats: {},
    emptyObjects: true,
  },
}
