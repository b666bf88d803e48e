/** TypeScript types to JSON Schema 2020-12: the part of the language that tool parameters are written in. */
import type { AliasNode, EnumNode, InterfaceNode, Members, TypeNode } from './tool-ast.ts'
import type { JsonSchema } from './types.ts'

/** Types declared in the tool's own file, by name. */
export interface TypeScope {
  readonly aliases: ReadonlyMap<string, AliasNode>
  readonly interfaces: ReadonlyMap<string, InterfaceNode>
  readonly enums: ReadonlyMap<string, EnumNode>
}

/** Raised where a type has no JSON Schema; the message names the type, the caller adds file and parameter. */
export class UnmappedType extends Error {
  override readonly name = 'UnmappedType'
}

/**
 * The schema of a type. `integer` (written `type integer = number`, or `{integer}` in JSDoc) becomes an integer,
 * unions of literals become `enum`, `T | null` allows null, `undefined` in a union is dropped (the parameter is
 * optional then). Interfaces, aliases and enums count when they are declared in the same file.
 *
 * @throws UnmappedType for what JSON cannot carry or what lives in another file.
 */
export function typeSchema(type: TypeNode, scope: TypeScope, seen: readonly string[] = []): JsonSchema {
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return { type: 'string' }
    case 'TSNumberKeyword':
      return { type: 'number' }
    case 'TSBooleanKeyword':
      return { type: 'boolean' }
    case 'TSNullKeyword':
      return { type: 'null' }
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return {}
    case 'TSObjectKeyword':
      return { type: 'object' }
    case 'TSArrayType':
      return { type: 'array', items: typeSchema(type.elementType, scope, seen) }
    case 'TSParenthesizedType':
      return typeSchema(type.typeAnnotation, scope, seen)
    case 'TSTypeOperator':
      if (type.operator === 'readonly') return typeSchema(type.typeAnnotation, scope, seen)
      throw new UnmappedType(`'${type.operator}' types`)
    case 'TSLiteralType':
      return { const: literalOf(type) }
    case 'TSUnionType':
      return unionSchema(type.types, scope, seen)
    case 'TSTypeLiteral':
      return objectSchema(type.members, scope, seen)
    case 'TSTupleType':
      return tupleSchema(type.elementTypes, scope, seen)
    case 'TSTypeReference':
      return referenceSchema(type, scope, seen)
    default:
      throw new UnmappedType(`the type form ${type.type.replace(/^TS|Keyword$/g, '')}`)
  }
}

/** True where a union names `undefined`, so that the parameter may be left out. */
export function allowsUndefined(type: TypeNode): boolean {
  if (type.type === 'TSUndefinedKeyword') return true
  if (type.type === 'TSParenthesizedType') return allowsUndefined(type.typeAnnotation)
  return type.type === 'TSUnionType' && type.types.some(allowsUndefined)
}

function literalOf(type: Extract<TypeNode, { type: 'TSLiteralType' }>): string | number | boolean {
  const { literal } = type
  if (literal.type === 'StringLiteral' || literal.type === 'NumericLiteral' || literal.type === 'BooleanLiteral')
    return literal.value
  if (literal.type === 'UnaryExpression' && literal.operator === '-' && literal.argument.type === 'NumericLiteral')
    return -literal.argument.value
  if (literal.type === 'TemplateLiteral' && literal.expressions.length === 0)
    return literal.quasis[0]?.value.cooked ?? ''
  throw new UnmappedType(`the literal type ${literal.type}`)
}

function unionSchema(types: readonly TypeNode[], scope: TypeScope, seen: readonly string[]): JsonSchema {
  const parts = types.filter((t) => t.type !== 'TSUndefinedKeyword').map((t) => typeSchema(t, scope, seen))
  return mergeUnion(parts)
}

/** Flattens: literals gather in one `enum`, plain types in one `type` list, anything richer in `anyOf`. */
function mergeUnion(parts: readonly JsonSchema[]): JsonSchema {
  const constants: unknown[] = []
  const plain: string[] = []
  const rich: JsonSchema[] = []
  for (const part of parts) {
    if (Object.keys(part).length === 0) return {}
    if ('const' in part) constants.push(part.const)
    else if (Array.isArray(part.enum)) constants.push(...part.enum)
    else if (Object.keys(part).length === 1 && typeof part.type === 'string') plain.push(part.type)
    else if (Object.keys(part).length === 1 && Array.isArray(part.type)) plain.push(...part.type.map(String))
    else rich.push(part)
  }
  if (constants.length > 0 && plain.every((t) => t === 'null') && rich.length === 0)
    return enumSchema(plain.length > 0 ? [...constants, null] : constants)
  if (constants.length > 0) rich.push(enumSchema(constants))
  const types = [...new Set(plain)]
  if (rich.length === 0) return types.length === 1 ? { type: types[0] } : { type: types }
  const only = rich[0]
  if (rich.length === 1 && types.length === 0 && only) return only
  return { anyOf: [...rich, ...types.map((type) => ({ type }))] }
}

function enumSchema(values: readonly unknown[]): JsonSchema {
  const unique = [...new Set(values)]
  const types = [...new Set(unique.map((v) => (v === null ? 'null' : typeof v)))]
  return { type: types.length === 1 ? types[0] : types, enum: unique }
}

function objectSchema(members: Members, scope: TypeScope, seen: readonly string[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const member of members) {
    if (member.type === 'TSIndexSignature') {
      const value = member.typeAnnotation?.typeAnnotation
      return { type: 'object', additionalProperties: value ? typeSchema(value, scope, seen) : true }
    }
    if (member.type !== 'TSPropertySignature') throw new UnmappedType('methods in an object type')
    const key =
      member.key.type === 'Identifier' ? member.key.name : member.key.type === 'StringLiteral' ? member.key.value : null
    if (key === null || !member.typeAnnotation) throw new UnmappedType('a property without a plain name or a type')
    const type = member.typeAnnotation.typeAnnotation
    properties[key] = typeSchema(type, scope, seen)
    if (!member.optional && !allowsUndefined(type)) required.push(key)
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}

function tupleSchema(
  elements: Extract<TypeNode, { type: 'TSTupleType' }>['elementTypes'],
  scope: TypeScope,
  seen: readonly string[],
): JsonSchema {
  const prefixItems = elements.map((element) => {
    if (element.type === 'TSNamedTupleMember') return typeSchema(element.elementType, scope, seen)
    if (element.type === 'TSRestType' || element.type === 'TSOptionalType') throw new UnmappedType('open tuples')
    return typeSchema(element, scope, seen)
  })
  return { type: 'array', prefixItems, items: false, minItems: prefixItems.length }
}

function referenceSchema(
  type: Extract<TypeNode, { type: 'TSTypeReference' }>,
  scope: TypeScope,
  seen: readonly string[],
): JsonSchema {
  if (type.typeName.type !== 'Identifier') throw new UnmappedType('a type from a namespace')
  const name = type.typeName.name
  const args = type.typeArguments?.params ?? []
  if (seen.includes(name)) throw new UnmappedType(`the type ${name}, which contains itself`)
  const inner = [...seen, name]
  const alias = scope.aliases.get(name)
  if (name === 'integer' || name === 'int') return { type: 'integer' }
  if (alias) {
    if (alias.typeParameters) throw new UnmappedType(`the generic type ${name}`)
    return typeSchema(alias.typeAnnotation, scope, inner)
  }
  const declared = scope.interfaces.get(name)
  if (declared) return interfaceSchema(declared, scope, inner)
  const listed = scope.enums.get(name)
  if (listed) return enumSchema(enumValues(listed))
  const [first, second] = args
  if ((name === 'Array' || name === 'ReadonlyArray') && first)
    return { type: 'array', items: typeSchema(first, scope, seen) }
  if (name === 'Set' || name === 'Map') throw new UnmappedType(`${name} (use an array or Record<string, T>)`)
  if (name === 'Record' && second) return { type: 'object', additionalProperties: typeSchema(second, scope, seen) }
  if (name === 'Readonly' && first) return typeSchema(first, scope, seen)
  if (name === 'Partial' && first) {
    const { required: _required, ...rest } = typeSchema(first, scope, seen)
    return rest
  }
  throw new UnmappedType(`the type ${name}, which is not declared in this file`)
}

function interfaceSchema(node: InterfaceNode, scope: TypeScope, seen: readonly string[]): JsonSchema {
  if (node.typeParameters) throw new UnmappedType(`the generic interface ${node.id.name}`)
  const own = objectSchema(node.body.body, scope, seen)
  let properties: Record<string, unknown> = {}
  const required: unknown[] = []
  for (const parent of node.extends ?? []) {
    const expression = parent.type === 'TSInterfaceHeritage' ? parent.expression : null
    const base = expression?.type === 'Identifier' ? scope.interfaces.get(expression.name) : undefined
    if (!base) throw new UnmappedType(`${node.id.name}, which extends a type of another file`)
    const schema = interfaceSchema(base, scope, [...seen, base.id.name])
    properties = { ...properties, ...(schema.properties ?? {}) }
    if (Array.isArray(schema.required)) required.push(...schema.required)
  }
  if (!node.extends?.length) return own
  if (Array.isArray(own.required)) required.push(...own.required)
  return {
    ...own,
    properties: { ...properties, ...(own.properties ?? {}) },
    ...(required.length > 0 ? { required } : {}),
  }
}

function enumValues(node: EnumNode): (string | number)[] {
  let next = 0
  return node.body.members.map((member) => {
    const value = member.initializer
    if (value?.type === 'StringLiteral') return value.value
    if (value?.type === 'NumericLiteral') next = value.value
    else if (value) throw new UnmappedType(`a computed member of the enum ${node.id.name}`)
    return next++
  })
}
