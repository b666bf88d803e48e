/**
 * The fields of an elicitation form: MCP allows flat objects of text, numbers, yes or no, and choices (single and
 * several). Read tolerantly, checked here for messages beside the fields; the hub checks again. Pure.
 */
import { isJson, type Json } from '../tools/schema-parameters.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface FieldBase {
  readonly name: string
  readonly title: string
  readonly description: string | null
  readonly isRequired: boolean
}

export type ElicitationField = FieldBase &
  (
    | {
        readonly kind: 'text'
        readonly format: 'email' | 'uri' | 'date' | 'date-time' | null
        readonly least: number | null
        readonly most: number | null
        readonly pattern: string | null
      }
    | {
        readonly kind: 'number'
        readonly isInteger: boolean
        readonly least: number | null
        readonly most: number | null
      }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
    | {
        readonly kind: 'choices'
        readonly choices: readonly Choice[]
        readonly least: number | null
        readonly most: number | null
      }
  )

/** What stands in the form: text as typed, also for numbers. */
export type FieldValue = string | boolean | readonly string[]
export type FieldValues = Readonly<Record<string, FieldValue>>

export type FieldFault =
  | 'required'
  | 'number'
  | 'integer'
  | 'low'
  | 'high'
  | 'short'
  | 'long'
  | 'few'
  | 'many'
  | 'pattern'
  | 'email'
  | 'uri'
  | 'date'
  | 'date-time'

const text = (value: unknown) => (typeof value === 'string' ? value : null)
const number = (value: unknown) => (typeof value === 'number' ? value : null)
const formats = ['email', 'uri', 'date', 'date-time'] as const

/** Null where the schema asks for something that no form of the protocol has. */
export function elicitationFields(schema: Json): ElicitationField[] | null {
  if (!isJson(schema.properties)) return schema.properties === undefined ? [] : null
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields: ElicitationField[] = []
  for (const [name, property] of Object.entries(schema.properties)) {
    const field = isJson(property) ? fieldOf(name, property, required.includes(name)) : null
    if (field === null) return null
    fields.push(field)
  }
  return fields
}

function fieldOf(name: string, schema: Json, isRequired: boolean): ElicitationField | null {
  const base = { name, title: text(schema.title) ?? name, description: text(schema.description), isRequired }
  switch (schema.type) {
    case 'boolean':
      return { ...base, kind: 'boolean' }
    case 'number':
    case 'integer':
      return {
        ...base,
        kind: 'number',
        isInteger: schema.type === 'integer',
        least: number(schema.minimum),
        most: number(schema.maximum),
      }
    case 'array': {
      const choices = isJson(schema.items) ? choicesOf(schema.items) : null
      return (
        choices && { ...base, kind: 'choices', choices, least: number(schema.minItems), most: number(schema.maxItems) }
      )
    }
    case 'string': {
      const choices = choicesOf(schema)
      if (choices) return { ...base, kind: 'choice', choices }
      return {
        ...base,
        kind: 'text',
        format: formats.find((one) => one === schema.format) ?? null,
        least: number(schema.minLength),
        most: number(schema.maxLength),
        pattern: text(schema.pattern),
      }
    }
    default: {
      // A choice needs no type beside its values.
      const choices = schema.type === undefined ? choicesOf(schema) : null
      return choices && { ...base, kind: 'choice', choices }
    }
  }
}

/** `enum` (with the older `enumNames`), or `oneOf`/`anyOf` of constants with titles (SEP-1330). */
function choicesOf(schema: Json): Choice[] | null {
  if (Array.isArray(schema.enum)) {
    const names = Array.isArray(schema.enumNames) ? schema.enumNames : []
    return schema.enum
      .filter((value) => typeof value === 'string')
      .map((value, index) => ({ value, label: text(names[index]) ?? value }))
  }
  const branches = [schema.oneOf, schema.anyOf].find(Array.isArray)
  if (!branches) return null
  return branches
    .filter(isJson)
    .flatMap((one) =>
      typeof one.const === 'string' ? [{ value: one.const, label: text(one.title) ?? one.const }] : [],
    )
}

/** What stands in the form when it opens: the server's defaults where they fit. */
export function firstValues(fields: readonly ElicitationField[], schema: Json): FieldValues {
  const properties = isJson(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    fields.map((field) => {
      const property = properties[field.name]
      return [field.name, firstValue(field, isJson(property) ? property.default : undefined)]
    }),
  )
}

function firstValue(field: ElicitationField, given: unknown): FieldValue {
  switch (field.kind) {
    case 'boolean':
      return given === true
    case 'choices':
      return Array.isArray(given) ? given.filter((one) => field.choices.some((choice) => choice.value === one)) : []
    case 'choice':
      return field.choices.some((choice) => choice.value === given) ? String(given) : ''
    case 'number':
      return typeof given === 'number' ? String(given) : ''
    default:
      return typeof given === 'string' ? given : ''
  }
}

/** By field name; empty when all can be sent. */
export function fieldFaults(fields: readonly ElicitationField[], values: FieldValues): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {}
  for (const field of fields) {
    const fault = faultOf(field, values[field.name])
    if (fault) faults[field.name] = fault
  }
  return faults
}

function faultOf(field: ElicitationField, value: FieldValue | undefined): FieldFault | null {
  if (field.kind === 'boolean') return null
  if (field.kind === 'choices') {
    const count = Array.isArray(value) ? value.length : 0
    if (count === 0) return field.isRequired && field.least !== 0 ? 'required' : null
    if (field.least !== null && count < field.least) return 'few'
    return field.most !== null && count > field.most ? 'many' : null
  }
  const typed = typeof value === 'string' ? value : ''
  if (typed === '') return field.isRequired ? 'required' : null
  if (field.kind === 'choice') return null
  if (field.kind === 'number') {
    const parsed = Number(typed)
    if (typed.trim() === '' || !Number.isFinite(parsed)) return 'number'
    if (field.isInteger && !Number.isInteger(parsed)) return 'integer'
    if (field.least !== null && parsed < field.least) return 'low'
    return field.most !== null && parsed > field.most ? 'high' : null
  }
  // JSON Schema counts characters, not UTF-16 units.
  const length = [...typed].length
  if (field.least !== null && length < field.least) return 'short'
  if (field.most !== null && length > field.most) return 'long'
  if (field.pattern !== null && !matches(field.pattern, typed)) return 'pattern'
  return field.format === null || isOfFormat(field.format, typed) ? null : field.format
}

/** A pattern that this engine does not read is left to the server. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

function isOfFormat(format: (typeof formats)[number], value: string): boolean {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value)
    case 'uri':
      return /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value)
    case 'date':
      return isDate(value)
    default: {
      const [, date = ''] = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i.exec(value) ?? []
      return isDate(date) && !Number.isNaN(Date.parse(value))
    }
  }
}

/** 2026-02-30 is no day, though Date would make one of it. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

/** As the protocol wants it back. What was left empty is left out; yes or no is always said. */
export function elicitationContent(
  fields: readonly ElicitationField[],
  values: FieldValues,
): Record<string, string | number | boolean | string[]> {
  const content: Record<string, string | number | boolean | string[]> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (field.kind === 'boolean') content[field.name] = value === true
    else if (field.kind === 'choices') {
      if (Array.isArray(value) && (value.length > 0 || field.isRequired)) content[field.name] = [...value]
    } else if (typeof value === 'string' && value !== '') {
      content[field.name] = field.kind === 'number' ? Number(value) : value
    }
  }
  return content
}
