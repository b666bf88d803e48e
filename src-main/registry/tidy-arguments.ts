/** Forgives what models often get wrong in arguments, guided by the schema; whatever stays wrong is left for validation. */
import type { JsonSchema } from './types.ts'

/**
 * Arguments as an object. A JSON text is parsed; null counts as no arguments. For each known property: lists written
 * as JSON text or joined by commas become lists, numbers and booleans written as text become themselves, "none" and
 * "null" become null where null is allowed, null for an optional property means "not given", enum values match in any
 * case. Commas inside list elements are never split ("1,25-Dihydroxyvitamin D" is one name).
 *
 * `careful` is for tools that are not ours: only what could not have been meant otherwise is changed. No text is split
 * at commas, and "none" stays a text wherever a text is allowed.
 *
 * @returns The tidied copy, or the input itself where it is no object.
 */
export function tidyArguments(input: unknown, schema: JsonSchema, careful = false): unknown {
  const given =
    input === undefined || input === null || input === '' ? {} : typeof input === 'string' ? parsed(input) : input
  if (!isRecord(given)) return given
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!isRecord(property)) {
      define(out, key, value)
      continue
    }
    const tidied = tidyValue(value, property, careful)
    if ((tidied === null || tidied === undefined) && !allowsNull(property) && !required.includes(key)) continue
    define(out, key, tidied)
  }
  return out
}

/** Sets a property as data, so that a key such as `__proto__` stays a key. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true })
}

function tidyValue(value: unknown, schema: Record<string, unknown>, careful: boolean): unknown {
  if (Object.keys(schema).every((k) => k === 'description' || k === 'default')) return value
  if (typeof value === 'string') {
    const folded = value.trim().toLowerCase()
    const listed = Array.isArray(schema.enum) ? schema.enum : null
    if (listed) {
      if (listed.includes(value)) return value
      const match = listed.find((v) => typeof v === 'string' && v.toLowerCase() === folded)
      if (match !== undefined) return match
    }
    const meansNull = ['none', 'null', 'nil', 'undefined', ''].includes(folded)
    if (meansNull && allowsNull(schema) && !(careful && variant(schema, 'string'))) return null
  }
  const array = variant(schema, 'array')
  if (array)
    return tidyList(value, isRecord(array.items) ? array.items : {}, variant(schema, 'string') !== null, careful)
  if (typeof value === 'string' && !variant(schema, 'string')) return tidyScalar(value, schema)
  if (
    typeof value === 'number' &&
    variant(schema, 'string') &&
    !variant(schema, 'number') &&
    !variant(schema, 'integer')
  )
    return String(value)
  return value
}

function tidyScalar(value: string, schema: Record<string, unknown>): unknown {
  const text = value.trim()
  if ((variant(schema, 'number') || variant(schema, 'integer')) && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text))
    return Number(text)
  if (variant(schema, 'boolean')) {
    if (/^true$/i.test(text)) return true
    if (/^false$/i.test(text)) return false
  }
  if (variant(schema, 'object') && text.startsWith('{')) return parsed(text)
  return value
}

function tidyList(value: unknown, items: Record<string, unknown>, takesText: boolean, careful: boolean): unknown {
  if (value === null || value === undefined) return value
  if (Array.isArray(value))
    return value.flatMap((element) => {
      const inner = typeof element === 'string' && element.trim().startsWith('[') ? parsed(element) : element
      return Array.isArray(inner)
        ? inner.map((e) => tidyValue(e, items, careful))
        : [tidyValue(element, items, careful)]
    })
  if (typeof value === 'string') {
    const whole = value.trim().startsWith('[') ? parsed(value) : value
    if (Array.isArray(whole)) return tidyList(whole, items, false, careful)
    if (takesText) return value
    if (careful) return /[,，、;；\n]/.test(value) ? value : [tidyValue(value, items, careful)]
    return splitList(value, variant(items, 'string') !== null).map((e) => tidyValue(e, items, careful))
  }
  if (typeof value === 'number' || typeof value === 'boolean') return [tidyValue(value, items, careful)]
  return value
}

/** A comma between two digits belongs to a name ("1,25-OH"), where the elements are names. */
function splitList(text: string, names: boolean): string[] {
  const commas = names ? /(?<!\d),|,(?!\d)|[，、;；\n]/ : /[,，、;；\n]/
  return text
    .split(commas)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The schema, or the branch of its `anyOf`, that has this type. */
function variant(schema: Record<string, unknown>, type: string): Record<string, unknown> | null {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (types.includes(type)) return schema
  if (!Array.isArray(schema.anyOf)) return null
  for (const branch of schema.anyOf) if (isRecord(branch) && variant(branch, type)) return branch
  return null
}

function allowsNull(schema: Record<string, unknown>): boolean {
  return variant(schema, 'null') !== null || (Array.isArray(schema.enum) && schema.enum.includes(null))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
