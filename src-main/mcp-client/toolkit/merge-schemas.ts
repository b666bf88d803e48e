/** Schemas that hold together (allOf) or beside each other (anyOf, oneOf), made one. Pure. */
import { distinct, isObject, isSameJson, type JsonObject, objectOf } from '../model/json-value.ts'

/**
 * One schema for what both allow. Where two words cannot hold at once, what is left is empty and null comes back;
 * keywords that cannot be joined keep the first one's: the server checks in the end.
 */
export function mergeBoth(a: JsonObject, b: JsonObject): JsonObject | null {
  const merged: Record<string, unknown> = { ...a }
  for (const [key, value] of Object.entries(b)) {
    const mine = Object.hasOwn(a, key) ? a[key] : undefined
    if (mine === undefined) Object.assign(merged, objectOf([[key, value]]))
    else if (!isSameJson(mine, value)) {
      const joined = joinKeyword(key, mine, value)
      if (joined === null) return null
      merged[key] = joined
    }
  }
  return merged
}

/** Null: nothing satisfies both. */
function joinKeyword(key: string, a: unknown, b: unknown): unknown {
  switch (key) {
    case 'type':
      return joinTypes([a].flat(), [b].flat())
    case 'enum': {
      const theirs = new Set(list(b).map((one) => JSON.stringify(one)))
      const both = list(a).filter((one) => theirs.has(JSON.stringify(one)))
      return both.length > 0 ? both : null
    }
    case 'const':
      return null
    case 'required':
      return [...new Set([...list(a), ...list(b)])]
    case 'properties':
      return isObject(a) && isObject(b) ? joinProperties(a, b) : a
    case 'items':
      return isObject(a) && isObject(b) ? mergeBoth(a, b) : a
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return Math.max(number(a, b), number(b, a))
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return Math.min(number(a, b), number(b, a))
    case 'additionalProperties':
      return a === false || b === false ? false : a
    default:
      return a
  }
}

/** `integer` is a number too. */
function joinTypes(a: readonly unknown[], b: readonly unknown[]): unknown {
  const both = [
    ...a.filter((type) => b.includes(type) || (type === 'integer' && b.includes('number'))),
    ...b.filter((type) => type === 'integer' && a.includes('number') && !a.includes('integer')),
  ]
  return both.length > 1 ? both : (both[0] ?? null)
}

function joinProperties(a: JsonObject, b: JsonObject): JsonObject | null {
  const joined: [string, unknown][] = Object.entries(a).filter(([name]) => !Object.hasOwn(b, name))
  for (const [name, theirs] of Object.entries(b)) {
    const mine = Object.hasOwn(a, name) ? a[name] : undefined
    const both = isObject(mine) && isObject(theirs) ? mergeBoth(mine, theirs) : (mine ?? theirs)
    if (both === null) return null
    joined.push([name, both])
  }
  return objectOf(joined)
}

/**
 * Objects of which one has to fit, as one object: every argument of any of them, required only where all require it.
 * An argument that differs between them may be as any of them says.
 */
export function mergeAlternatives(branches: readonly JsonObject[]): JsonObject {
  const maps = branches.map(({ properties }) => (isObject(properties) ? properties : {}))
  const names = [...new Set(maps.flatMap((map) => Object.keys(map)))]
  const [first = [], ...others] = branches.map(({ required }) => list(required))
  return {
    type: 'object',
    properties: objectOf(
      names.map((name) => [name, eitherOf(maps.flatMap((map) => (Object.hasOwn(map, name) ? [map[name]] : [])))]),
    ),
    required: first.filter((name) => others.every((required) => required.includes(name))),
  }
}

function eitherOf(schemas: readonly unknown[]): unknown {
  const kinds = distinct(schemas)
  if (kinds.length === 1) return kinds[0]
  const choices = kinds.map(choicesOf)
  // The word that tells branches apart ("kind": "a", "kind": "b") is a choice of words.
  if (choices.every((one) => one !== null)) return choiceOf(kinds, choices.flat())
  return { anyOf: kinds }
}

function choicesOf(schema: unknown): readonly unknown[] | null {
  if (!isObject(schema)) return null
  if (schema.const !== undefined) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : null
}

function choiceOf(schemas: readonly unknown[], choices: readonly unknown[]): JsonObject {
  const types = new Set(schemas.map((one) => (isObject(one) ? one.type : undefined)))
  const [type] = types
  return {
    ...(types.size === 1 && type !== undefined ? { type } : {}),
    enum: distinct(choices),
  }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const number = (value: unknown, other: unknown): number =>
  typeof value === 'number' ? value : typeof other === 'number' ? other : 0
