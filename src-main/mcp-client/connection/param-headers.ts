/**
 * Annotations `x-mcp-header` in a tool's input schema. A client over HTTP must leave out tools whose annotations break
 * the rules (2026-07-28, basic/transports, Custom Headers from Tool Parameters). Pure.
 */

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])
/** Deeper than any honest schema; below it nothing is looked for. */
const MAX_DEPTH = 64

/** Null: there is nothing wrong; else what is. */
export function headerFault(inputSchema: unknown): string | null {
  const names = new Set<string>()

  /** `reachable`: only `properties` were gone through on the way. */
  function visit(node: unknown, path: readonly string[], reachable: boolean, depth: number): string | null {
    if (typeof node !== 'object' || node === null || depth > MAX_DEPTH) return null
    if (Array.isArray(node)) return first(node, (child) => visit(child, path, false, depth + 1))
    const schema: Readonly<Record<string, unknown>> = { ...node }
    if (Object.hasOwn(schema, 'x-mcp-header')) {
      const fault = annotationFault(schema, reachable && path.length > 0)
      if (fault !== null) return `${path.join('.') || 'the schema'}: ${fault}`
    }
    return first(Object.entries(schema), ([keyword, child]) => {
      if (keyword === 'properties') return visitEach(child, path, reachable, depth)
      if (keyword === 'default' || keyword === 'const' || keyword === 'enum' || keyword === 'examples') return null
      if (namedSchemas.has(keyword)) return visitEach(child, path, false, depth)
      return visit(child, [...path, keyword], false, depth + 1)
    })
  }
  function visitEach(group: unknown, path: readonly string[], reachable: boolean, depth: number): string | null {
    if (typeof group !== 'object' || group === null || Array.isArray(group)) return null
    return first(Object.entries(group), ([name, child]) => visit(child, [...path, name], reachable, depth + 1))
  }
  function annotationFault(schema: Readonly<Record<string, unknown>>, allowed: boolean): string | null {
    if (!allowed) return 'x-mcp-header at a place that is not reached through properties alone'
    const name = schema['x-mcp-header']
    if (typeof name !== 'string' || !token.test(name)) return 'x-mcp-header is no name of a header'
    if (!types.has(schema.type)) return 'x-mcp-header on something else than a string, integer or boolean'
    if (names.has(name.toLowerCase())) return `x-mcp-header ${name} twice`
    names.add(name.toLowerCase())
    return null
  }

  return visit(inputSchema, [], true, 0)
}

/** Whether there may be an annotation anywhere in it. */
export function namesHeader(inputSchema: object): boolean {
  return JSON.stringify(inputSchema).includes('"x-mcp-header":')
}

/** Keywords whose members are schemas by names of their own. */
const namedSchemas: ReadonlySet<string> = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions'])

function first<T>(items: readonly T[], fault: (item: T) => string | null): string | null {
  for (const item of items) {
    const found = fault(item)
    if (found !== null) return found
  }
  return null
}
