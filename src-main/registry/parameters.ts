/** A function's parameters: their JSON schema, their order for the call, and what the hub injects. */
import type { DocParam, ToolDoc } from './doc-comment.ts'
import { type Callable, type Expression, type ParameterNode, parseTypeText, type TypeNode } from './tool-ast.ts'
import { allowsUndefined, type TypeScope, typeSchema, UnmappedType } from './type-schema.ts'
import type { JsonSchema } from './types.ts'

/** Filled in by the hub after the caller's arguments; never in a schema. */
export const injected = ['user_info', 'context'] as const
const isInjected = (name: string): boolean => name === 'user_info' || name === 'context'

export interface ToolParameters {
  readonly inputSchema: JsonSchema
  /** Positional order, injected ones included. */
  readonly order: readonly { readonly name: string; readonly rest: boolean }[]
  /** One sentence for each parameter whose type stayed open. */
  readonly warnings: readonly string[]
}

/** Raised where a function cannot be called with named arguments at all. */
export class UncallableTool extends Error {
  override readonly name = 'UncallableTool'
}

interface Parameter {
  readonly name: string
  readonly type: TypeNode | null
  readonly optional: boolean
  readonly rest: boolean
  /** The default's expression, when there is one. */
  readonly initial: Expression | null
}

/**
 * Builds the schema of a function's parameters from its type annotations, or from the doc comment's braces where there
 * are none. A parameter is required unless it is optional, has a default or allows `undefined`.
 *
 * @throws UncallableTool for a destructured parameter, which has no name to give.
 */
export function toolParameters(callable: Callable, doc: ToolDoc, scope: TypeScope): ToolParameters {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  const warnings: string[] = []
  const order: { name: string; rest: boolean }[] = []
  for (const node of callable.params) {
    const parameter = readParameter(node)
    if (parameter.name === 'this') continue
    order.push({ name: parameter.name, rest: parameter.rest })
    if (isInjected(parameter.name)) continue
    const note = doc.params.get(parameter.name)
    const described = schemaOf(parameter, note, scope)
    if (described.warning) warnings.push(`parameter ${parameter.name}: ${described.warning}`)
    const optional = parameter.optional || parameter.initial !== null || (note?.optional ?? false)
    const initial = parameter.initial ? literalValue(parameter.initial) : documentedDefault(note, described.schema)
    properties[parameter.name] = {
      ...withRange(described.schema, doc.ranges.get(parameter.name)),
      ...(note?.text ? { description: note.text } : {}),
      ...(initial !== undefined ? { default: initial } : {}),
    }
    if (!optional) required.push(parameter.name)
  }
  for (const name of doc.params.keys())
    if (!order.some((p) => p.name === name) && !name.includes('.')) warnings.push(`@param ${name} names no parameter`)
  return {
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    },
    order,
    warnings,
  }
}

function readParameter(node: ParameterNode): Parameter {
  if (node.type === 'AssignmentPattern') {
    const inner = readParameter(node.left as ParameterNode)
    return { ...inner, optional: true, initial: node.right }
  }
  if (node.type === 'RestElement') {
    const annotation = node.typeAnnotation?.type === 'TSTypeAnnotation' ? node.typeAnnotation.typeAnnotation : null
    if (node.argument.type !== 'Identifier') throw new UncallableTool('a rest parameter is destructured')
    return { name: node.argument.name, type: annotation, optional: true, rest: true, initial: null }
  }
  if (node.type === 'Identifier') {
    const type = node.typeAnnotation?.type === 'TSTypeAnnotation' ? node.typeAnnotation.typeAnnotation : null
    return {
      name: node.name,
      type,
      optional: (node.optional ?? false) || (type !== null && allowsUndefined(type)),
      rest: false,
      initial: null,
    }
  }
  throw new UncallableTool('a parameter is destructured and so has no name; take the fields as parameters of their own')
}

function schemaOf(
  parameter: Parameter,
  note: DocParam | undefined,
  scope: TypeScope,
): { schema: JsonSchema; warning?: string } {
  const type = parameter.type ?? (note?.type ? parseTypeText(note.type.replace(/=$/, '')) : null)
  if (!type) {
    const guess = parameter.initial ? literalValue(parameter.initial) : undefined
    if (guess !== undefined && guess !== null && !note?.type) return { schema: schemaOfValue(guess) }
    return { schema: {}, warning: note?.type ? `the type '${note.type}' is not understood` : 'no type is given' }
  }
  try {
    return { schema: typeSchema(type, scope) }
  } catch (error) {
    if (error instanceof UnmappedType) return { schema: {}, warning: `no JSON schema for ${error.message}` }
    throw error
  }
}

function schemaOfValue(value: unknown): JsonSchema {
  if (Array.isArray(value)) return { type: 'array' }
  return { type: typeof value }
}

function withRange(schema: JsonSchema, range: { min: number; max: number } | undefined): JsonSchema {
  if (!range) return schema
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: schema.anyOf.map((part) => withRange(part, range)) }
  if (types.includes('array')) return { ...schema, minItems: range.min, maxItems: range.max }
  if (types.includes('string')) return { ...schema, minLength: range.min, maxLength: range.max }
  return { ...schema, minimum: range.min, maximum: range.max }
}

function documentedDefault(note: DocParam | undefined, schema: JsonSchema): unknown {
  if (note?.default === undefined) return undefined
  if (schema.type === 'string') return note.default.replace(/^(['"])(.*)\1$/, '$2')
  try {
    return JSON.parse(note.default)
  } catch {
    return undefined
  }
}

/** The value of a literal expression; undefined for anything that must be computed. */
export function literalValue(node: Expression): unknown {
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return node.value
    case 'NullLiteral':
      return null
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0]?.value.cooked : undefined
    case 'UnaryExpression': {
      const value = node.operator === '-' ? literalValue(node.argument) : undefined
      return typeof value === 'number' ? -value : undefined
    }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return literalValue(node.expression)
    case 'ArrayExpression': {
      const values = node.elements.map((e) => (e && e.type !== 'SpreadElement' ? literalValue(e) : undefined))
      return values.includes(undefined) ? undefined : values
    }
    case 'ObjectExpression': {
      const out: Record<string, unknown> = {}
      for (const property of node.properties) {
        if (property.type !== 'ObjectProperty' || property.computed || property.key.type !== 'Identifier')
          return undefined
        const value = literalValue(property.value as Expression)
        if (value === undefined) return undefined
        out[property.key.name] = value
      }
      return out
    }
    default:
      return undefined
  }
}
