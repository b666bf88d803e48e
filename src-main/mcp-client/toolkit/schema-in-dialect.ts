/** A schema without references, put in the words of one provider. What has no words there is left out. Pure. */
import type { Bilingual } from '../../config/bilingual.ts'
import { distinct, isObject, type JsonObject, objectOf } from '../model/json-value.ts'
import { cleanText } from './clean-text.ts'
import { SchemaFault } from './inline-references.ts'
import { mergeBoth } from './merge-schemas.ts'
import type { Dialect } from './provider-dialects.ts'
import { isSafePattern } from './safe-pattern.ts'

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
/** Keywords with a number. */
const NUMBERS =
  /^(?:(?:exclusive)?(?:Minimum|Maximum)|minimum|maximum|multipleOf|(?:min|max)(?:Items|Length|Properties))$/

/** Choices within choices multiply: what a small schema says can be without end when it is written out. */
const PART_LIMIT = 4_000

interface Work extends Dialect {
  readonly parts: { left: number }
}

/** @throws SchemaFault for an argument whose name the provider does not take, and for what grows without end. */
export function inDialect(root: JsonObject, dialect: Dialect): JsonObject {
  const work: Work = { ...dialect, parts: { left: PART_LIMIT } }
  const { type: _type, ...rest } = objectPart(root, work)
  return { type: 'object', ...describedBy(root, work), ...(dialect.emptyObjects ? { properties: {} } : {}), ...rest }
}

/** Any schema below the root; true, {} and what cannot be read allow everything. */
function part(value: unknown, dialect: Work): JsonObject {
  if (--dialect.parts.left < 0) throw new SchemaFault(tooManyParts)
  const schema = flattened(isObject(value) ? value : {})
  const branches = branchesOf(schema, dialect)
  const types = typesOf(schema)
  const words = describedBy(schema, dialect)
  const kinds = types.filter((type) => type !== 'null')
  const isNullable = types.length > kinds.length || branches.isNullable
  if (branches.list.length > 1) return { ...words, anyOf: branches.list, ...nullable(isNullable, dialect) }
  const only = branches.list[0]
  if (only !== undefined) return { ...only, ...words, ...nullable(isNullable, dialect, only) }
  if (kinds.length > 1 && !dialect.typeLists) {
    const each = kinds.map((type) => typed(schema, type, dialect))
    return { ...words, anyOf: each, ...nullable(isNullable, dialect) }
  }
  if (kinds.length > 1) return { ...words, ...listed(schema, types, dialect) }
  const [kind = isNullable ? 'string' : undefined] = kinds
  // Nothing is known of it: a text says most.
  if (kind === undefined)
    return dialect.typeLists ? { ...words, ...values(schema, null, dialect) } : { ...words, type: 'string' }
  const own = typed(schema, kind, dialect)
  return { ...words, ...own, ...nullable(isNullable, dialect, own) }
}

function typed(schema: JsonObject, type: string, dialect: Work): JsonObject {
  if (type === 'object') return objectPart(schema, dialect)
  if (type === 'array') return { type, ...bounds(schema, type, dialect), items: itemsOf(schema, dialect) }
  return { type, ...bounds(schema, type, dialect), ...values(schema, type, dialect) }
}

/** Several types in one list, for providers that take such. */
function listed(schema: JsonObject, types: readonly string[], dialect: Work): JsonObject {
  return {
    type: types,
    ...(types.includes('object') ? properties(schema, dialect) : {}),
    ...(types.includes('array') ? { items: itemsOf(schema, dialect) } : {}),
    ...values(schema, null, dialect),
  }
}

function objectPart(schema: JsonObject, dialect: Work): JsonObject {
  const own = properties(schema, dialect)
  const isEmpty = !isObject(own.properties) || Object.keys(own.properties).length === 0
  if (isEmpty && !dialect.emptyObjects) return { type: 'object' }
  const { additionalProperties } = schema
  const extra = !dialect.keywords.has('additionalProperties')
    ? {}
    : typeof additionalProperties === 'boolean'
      ? { additionalProperties }
      : isObject(additionalProperties)
        ? { additionalProperties: part(additionalProperties, dialect) }
        : {}
  return { type: 'object', ...own, ...extra, ...bounds(schema, 'object', dialect) }
}

function properties(schema: JsonObject, dialect: Work): JsonObject {
  const given = isObject(schema.properties) ? Object.entries(schema.properties) : []
  // False allows no value at all: it is no argument.
  const known = given.filter(([, value]) => value !== false)
  const names = new Set(known.map(([name]) => name))
  const required = list(schema.required).filter((name): name is string => typeof name === 'string')
  // Required without a description: a model has to hear of it all the same.
  const bare = [...new Set(required)].filter((name) => !given.some(([one]) => one === name))
  const all = [...known, ...bare.map((name) => [name, {}] as const)]
  for (const [name] of all)
    if (name === '' || (dialect.argument !== null && !dialect.argument.test(name)))
      throw new SchemaFault(badArgument(dialect.title, name))
  const wanted = [...new Set(required)].filter((name) => names.has(name) || bare.includes(name))
  return {
    ...(all.length > 0 ? { properties: objectOf(all.map(([name, value]) => [name, part(value, dialect)])) } : {}),
    ...(wanted.length > 0 ? { required: wanted } : {}),
  }
}

/** A list of what may come at each place (2019-09 and before: `items`) has no words at providers: any of them. */
function itemsOf(schema: JsonObject, dialect: Work): JsonObject {
  const places = [...list(schema.prefixItems), ...list(schema.items)]
  if (places.length > 0) return part(places.length === 1 ? places[0] : { anyOf: places }, dialect)
  return part(schema.items, dialect)
}

/** Parts that hold together as one; what contradicts itself is left to the server. */
function flattened(schema: JsonObject): JsonObject {
  let { allOf, ...whole }: { allOf?: unknown; [key: string]: unknown } = schema
  for (const inner of list(allOf)) {
    if (isObject(inner)) whole = mergeBoth(whole, flattened(inner)) ?? whole
  }
  return whole
}

function branchesOf(schema: JsonObject, dialect: Work): { list: readonly JsonObject[]; isNullable: boolean } {
  const given = [...list(schema.anyOf), ...list(schema.oneOf)].filter(isObject)
  const kept = given.filter(({ type }) => type !== 'null')
  const { anyOf: _any, oneOf: _one, description: _description, title: _title, default: _default, ...own } = schema
  // What stands beside the choice holds for each branch.
  const each = kept.map((branch) => part(mergeBoth(own, flattened(branch)) ?? branch, dialect))
  return {
    list: distinct(each),
    isNullable: kept.length < given.length,
  }
}

function nullable(isNullable: boolean, dialect: Work, own?: JsonObject): JsonObject {
  if (!isNullable) return {}
  if (dialect.keywords.has('nullable')) return { nullable: true }
  return dialect.typeLists && typeof own?.type === 'string' && own.enum === undefined
    ? { type: [own.type, 'null'] }
    : {}
}

function typesOf(schema: JsonObject): readonly string[] {
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string' && TYPES.has(type))
  if (types.length > 0) return [...new Set(types)]
  if (isObject(schema.properties)) return ['object']
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array']
  const examples = schema.const === undefined ? list(schema.enum) : [schema.const]
  return [...new Set(examples.map(typeOf))]
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string' ? typeof value : 'object'
}

/** `enum`, `const`, `default`. Where only texts are taken, a choice of numbers is left to the description. */
function values(schema: JsonObject, type: string | null, dialect: Work): JsonObject {
  const { const: only, default: fallback } = schema
  const choices = only === undefined ? list(schema.enum) : [only]
  const texts = choices.filter((one) => typeof one === 'string' && one !== '')
  const kept = dialect.anyValues ? choices : type === 'string' ? texts : []
  return {
    ...(kept.length > 0 ? { enum: kept } : {}),
    ...(dialect.keywords.has('default') && fallback !== undefined && fallback !== null ? { default: fallback } : {}),
  }
}

function bounds(schema: JsonObject, type: string, dialect: Work): JsonObject {
  return objectOf(
    Object.entries(schema).filter(([key, value]) => {
      if (!dialect.keywords.has(key)) return false
      if (key === 'pattern') return type === 'string' && typeof value === 'string' && isSafePattern(value)
      if (key === 'format')
        return typeof value === 'string' && (dialect.formats === null || (dialect.formats[type] ?? []).includes(value))
      if (key === 'uniqueItems') return type === 'array' && typeof value === 'boolean'
      return NUMBERS.test(key) && typeof value === 'number' && Number.isFinite(value) && appliesTo(key, type)
    }),
  )
}

function appliesTo(key: string, type: string): boolean {
  if (key.endsWith('Length')) return type === 'string'
  if (key.endsWith('Items')) return type === 'array'
  if (key.endsWith('Properties')) return type === 'object'
  return type === 'number' || type === 'integer'
}

function describedBy(schema: JsonObject, dialect: Work): JsonObject {
  return objectOf(
    ['title', 'description'].flatMap((key) => {
      const text = schema[key]
      return dialect.keywords.has(key) && typeof text === 'string' && text !== ''
        ? [[key, cleanText(text, dialect.descriptionBytes)] as const]
        : []
    }),
  )
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const tooManyParts: Bilingual<string> = {
  en: `The choices in the description of its arguments come to more than ${PART_LIMIT} parts.`,
  zh: `参数说明中的各种组合超过 ${PART_LIMIT} 个部分。`,
}
const badArgument = (provider: string, name: string): Bilingual<string> => ({
  en: `${provider} takes no argument named ${JSON.stringify(name.slice(0, 80))}.`,
  zh: `${provider} 不接受名为 ${JSON.stringify(name.slice(0, 80))} 的参数。`,
})
