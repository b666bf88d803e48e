/** A tool's JSON Schema as lines that a person reads: name, type in words, required, default, description. Pure. */

export type Json = Readonly<Record<string, unknown>>

export interface Parameter {
  readonly name: string
  /** "text", "list of text", "one of: day, week" in type words that the page translates piece by piece. */
  readonly type: ParameterType
  readonly isRequired: boolean
  /** JSON text of the default; null when there is none. */
  readonly defaultText: string | null
  readonly description: string
  /** "1 to 500", as bounds; null where there is none. */
  readonly bounds: { readonly low: number | null; readonly high: number | null } | null
}

export type ParameterType =
  | { readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'object' | 'null' | 'any' }
  | { readonly kind: 'list'; readonly of: ParameterType }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'union'; readonly of: readonly ParameterType[] }

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parameters(schema: Json): Parameter[] {
  const properties = isJson(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(properties).map(([name, value]) => {
    const property = isJson(value) ? value : {}
    return {
      name,
      type: parameterType(property),
      isRequired: required.includes(name),
      defaultText: 'default' in property ? JSON.stringify(property.default) : null,
      description: typeof property.description === 'string' ? property.description : '',
      bounds: bounds(property),
    }
  })
}

const words = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  null: 'null',
} as const

function isWord(name: unknown): name is keyof typeof words {
  return typeof name === 'string' && name in words
}

export function parameterType(schema: Json): ParameterType {
  if (Array.isArray(schema.enum)) return { kind: 'choice', values: schema.enum.map((value) => plain(value)) }
  if ('const' in schema) return { kind: 'choice', values: [plain(schema.const)] }
  const branches = Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.oneOf) ? schema.oneOf : null
  if (branches) return { kind: 'union', of: branches.filter(isJson).map(parameterType) }
  if (Array.isArray(schema.type)) {
    return { kind: 'union', of: schema.type.map((type) => parameterType({ ...schema, type })) }
  }
  if (schema.type === 'array')
    return { kind: 'list', of: isJson(schema.items) ? parameterType(schema.items) : { kind: 'any' } }
  return isWord(schema.type) ? { kind: words[schema.type] } : { kind: 'any' }
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function bounds(schema: Json): Parameter['bounds'] {
  const pick = (...keys: string[]) => {
    for (const key of keys) {
      const value = schema[key]
      if (typeof value === 'number') return value
    }
    return null
  }
  const low = pick('minimum', 'minItems', 'minLength')
  const high = pick('maximum', 'maxItems', 'maxLength')
  return low === null && high === null ? null : { low, high }
}
