/**
 * Checks arguments against a tool's JSON Schema in the page, for messages beside the fields. The hub checks again and
 * decides. Written out rather than compiled, because the page's content policy forbids code made at run time.
 */
import { isJson, type Json } from './schema-parameters.ts'

export type FaultCode =
  | 'required'
  | 'type'
  | 'choice'
  | 'low'
  | 'high'
  | 'few'
  | 'many'
  | 'short'
  | 'long'
  | 'pattern'
  | 'union'

export interface Fault {
  readonly path: readonly (string | number)[]
  readonly code: FaultCode
  /** The bound, the expected type or the choices. */
  readonly expected: string
}

/** Every fault of the first level that has one; nested ones with their path. An unknown keyword is no fault. */
export function schemaFaults(
  schema: Json,
  value: unknown,
  root: Json = schema,
  path: readonly (string | number)[] = [],
): Fault[] {
  const fault = (code: FaultCode, expected: string): Fault[] => [{ path, code, expected }]
  const target = resolve(schema, root)
  const branches = [target.anyOf, target.oneOf].find(Array.isArray)
  if (branches) {
    const fits = branches.filter(isJson).some((branch) => schemaFaults(branch, value, root, path).length === 0)
    if (!fits) return fault('union', '')
  }
  if (Array.isArray(target.enum) && !target.enum.some((one) => same(one, value))) {
    return fault('choice', target.enum.map(String).join(', '))
  }
  if ('const' in target && !same(target.const, value)) return fault('choice', String(target.const))
  const types = Array.isArray(target.type) ? target.type : target.type === undefined ? [] : [target.type]
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return fault('type', types.join(', '))
  if (typeof value === 'number') return numberFaults(target, value, fault)
  if (typeof value === 'string') return textFaults(target, value, fault)
  if (Array.isArray(value)) {
    if (typeof target.minItems === 'number' && value.length < target.minItems)
      return fault('few', String(target.minItems))
    if (typeof target.maxItems === 'number' && value.length > target.maxItems)
      return fault('many', String(target.maxItems))
    const { items } = target
    return isJson(items) ? value.flatMap((one, index) => schemaFaults(items, one, root, [...path, index])) : []
  }
  return isJson(value) ? objectFaults(target, value, root, path) : []
}

function objectFaults(schema: Json, value: Json, root: Json, path: readonly (string | number)[]): Fault[] {
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : []
  const missing = required
    .filter((name) => value[name] === undefined)
    .map((name): Fault => ({ path: [...path, name], code: 'required', expected: '' }))
  const properties = isJson(schema.properties) ? schema.properties : {}
  const nested = Object.entries(properties).flatMap(([name, property]) =>
    isJson(property) && value[name] !== undefined ? schemaFaults(property, value[name], root, [...path, name]) : [],
  )
  return [...missing, ...nested]
}

function numberFaults(schema: Json, value: number, fault: (code: FaultCode, expected: string) => Fault[]): Fault[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof minimum === 'number' && value < minimum) return fault('low', String(minimum))
  if (typeof maximum === 'number' && value > maximum) return fault('high', String(maximum))
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return fault('low', `> ${exclusiveMinimum}`)
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return fault('high', `< ${exclusiveMaximum}`)
  return []
}

function textFaults(schema: Json, value: string, fault: (code: FaultCode, expected: string) => Fault[]): Fault[] {
  // JSON Schema counts characters, not UTF-16 units.
  const length = [...value].length
  if (typeof schema.minLength === 'number' && length < schema.minLength) return fault('short', String(schema.minLength))
  if (typeof schema.maxLength === 'number' && length > schema.maxLength) return fault('long', String(schema.maxLength))
  if (typeof schema.pattern === 'string' && !matches(schema.pattern, value)) return fault('pattern', schema.pattern)
  return []
}

/** A pattern that this engine does not read is left to the hub. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isJson(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return typeof value === type
  }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Local references only (`#/$defs/Name`); others are left to the hub. */
function resolve(schema: Json, root: Json, depth = 0): Json {
  if (typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#/') || depth > 8) return schema
  let at: unknown = root
  for (const step of schema.$ref.slice(2).split('/')) {
    at = isJson(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  }
  return isJson(at) ? resolve(at, root, depth + 1) : {}
}
