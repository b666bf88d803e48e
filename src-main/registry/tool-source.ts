/** What one tool file offers, read from its source alone: which functions are tools, and how each is described. */
import { type ToolDoc, toolDoc } from './doc-comment.ts'
import { toolParameters, UncallableTool } from './parameters.ts'
import {
  type AliasNode,
  type Callable,
  type ClassNode,
  type Comment,
  type EnumNode,
  type InterfaceNode,
  type Program,
  parseToolFile,
  type Statement,
} from './tool-ast.ts'
import type { TypeScope } from './type-schema.ts'
import type { JsonSchema, ToolDefinition } from './types.ts'

export interface SourceTool {
  readonly name: string
  /** Export to read from the module; for a method, the class and the method's name. */
  readonly from:
    | { readonly kind: 'function'; readonly exported: string }
    | { readonly kind: 'method'; readonly exported: string; readonly method: string }
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly order: readonly { readonly name: string; readonly rest: boolean }[]
  readonly needsIdentity: boolean
  readonly annotations: ToolDefinition['annotations']
  readonly scope: ToolDefinition['scope']
  readonly view: string | null
}

export interface ToolSource {
  readonly tools: readonly SourceTool[]
  /** Sentences without the file's name: "average, parameter digits: no type is given". */
  readonly warnings: readonly string[]
}

interface Found {
  readonly name: string
  readonly from: SourceTool['from']
  readonly callable: Callable
  readonly doc: ToolDoc
}

/**
 * Reads a tool file. Only functions and `…Service` classes that are declared *and* exported here count; names that
 * begin with `_` stay helpers. `origin` decides what an untagged tool is taken for: packaged tools only read, of a
 * personal one nothing is known, so it is not called read-only.
 *
 * @throws SyntaxError where the file does not parse.
 */
export function readToolSource(source: string, file: string, origin: 'packaged' | 'personal'): ToolSource {
  const program = parseToolFile(source, file)
  const scope = typeScope(program)
  const warnings: string[] = []
  const tools: SourceTool[] = []
  for (const found of findTools(program, warnings)) {
    try {
      const parameters = toolParameters(found.callable, found.doc, scope)
      for (const warning of parameters.warnings) warnings.push(`${found.name}, ${warning}`)
      const names = parameters.order.map((p) => p.name)
      const takesUser = names.includes('user_info')
      const loose = names.find((n) => ['user_id', 'userid', 'uid', 'current_user'].includes(n.toLowerCase()))
      if (loose && !takesUser)
        warnings.push(
          `${found.name}, parameter ${loose}: a caller can put anyone here; take user_info to know who asks`,
        )
      tools.push({
        name: found.name,
        from: found.from,
        title: found.doc.title ?? titleOf(found.name),
        description: found.doc.description,
        inputSchema: parameters.inputSchema,
        order: parameters.order,
        needsIdentity: takesUser || (names.includes('context') && readsContextUser(source, found.callable)),
        view: found.doc.view,
        ...permissions(found.doc.tags, origin),
      })
    } catch (error) {
      if (!(error instanceof UncallableTool)) throw error
      warnings.push(`${found.name} is left out: ${error.message}`)
    }
  }
  return { tools, warnings }
}

function typeScope(program: Program): TypeScope {
  const aliases = new Map<string, AliasNode>()
  const interfaces = new Map<string, InterfaceNode>()
  const enums = new Map<string, EnumNode>()
  for (const statement of program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (node?.type === 'TSTypeAliasDeclaration') aliases.set(node.id.name, node)
    else if (node?.type === 'TSInterfaceDeclaration') interfaces.set(node.id.name, node)
    else if (node?.type === 'TSEnumDeclaration') enums.set(node.id.name, node)
  }
  return { aliases, interfaces, enums }
}

function findTools(program: Program, warnings: string[]): Found[] {
  const exports = exportedNames(program)
  const found: Found[] = []
  for (const statement of program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    const comments = statement.leadingComments ?? node.leadingComments
    if (statement.type === 'ExportDefaultDeclaration') {
      const kind = statement.declaration.type
      if (kind === 'FunctionDeclaration' || kind === 'ClassDeclaration' || kind === 'ArrowFunctionExpression')
        warnings.push('the default export is not a tool; export it by name')
    } else if (node.type === 'FunctionDeclaration' && node.id)
      found.push(...asTools(node.id.name, node, comments, exports))
    else if (node.type === 'ClassDeclaration' && node.id) found.push(...serviceTools(node, exports))
    else if (node.type === 'VariableDeclaration')
      for (const declarator of node.declarations) {
        const value = declarator.init
        if (declarator.id.type !== 'Identifier') continue
        if (value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression')
          found.push(...asTools(declarator.id.name, value, comments, exports))
      }
  }
  return found
}

function asTools(
  local: string,
  callable: Callable,
  comments: readonly Comment[] | null | undefined,
  exports: ReadonlyMap<string, readonly string[]>,
): Found[] {
  return (exports.get(local) ?? [])
    .filter((name) => !name.startsWith('_') && name !== 'default')
    .map((name) => ({ name, from: { kind: 'function' as const, exported: name }, callable, doc: toolDoc(comments) }))
}

function serviceTools(node: ClassNode, exports: ReadonlyMap<string, readonly string[]>): Found[] {
  const exported = node.id ? exports.get(node.id.name)?.find((name) => name.endsWith('Service')) : undefined
  if (!exported) return []
  return node.body.body.flatMap((member) => {
    if (member.type !== 'ClassMethod' || member.kind !== 'method' || member.static || member.computed) return []
    if (member.key.type !== 'Identifier' || member.key.name.startsWith('_')) return []
    if (member.accessibility === 'private' || member.accessibility === 'protected') return []
    const name = member.key.name
    return [
      {
        name,
        from: { kind: 'method' as const, exported, method: name },
        callable: member,
        doc: toolDoc(member.leadingComments),
      },
    ]
  })
}

/** Local name → names it is exported under. Re-exports of other files do not count. */
function exportedNames(program: Program): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const add = (local: string, exported: string) => names.set(local, [...(names.get(local) ?? []), exported])
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source || statement.exportKind === 'type') continue
    const declared: Statement | null | undefined = statement.declaration
    if (declared?.type === 'FunctionDeclaration' || declared?.type === 'ClassDeclaration') {
      if (declared.id) add(declared.id.name, declared.id.name)
    } else if (declared?.type === 'VariableDeclaration') {
      for (const d of declared.declarations) if (d.id.type === 'Identifier') add(d.id.name, d.id.name)
    }
    for (const specifier of statement.specifiers)
      if (specifier.type === 'ExportSpecifier' && specifier.local.type === 'Identifier')
        add(
          specifier.local.name,
          specifier.exported.type === 'Identifier' ? specifier.exported.name : specifier.exported.value,
        )
  }
  return names
}

/** A body that reads `context.user` needs to know who asks, with or without a `user_info` parameter. */
function readsContextUser(source: string, callable: Callable): boolean {
  const body = source.slice(callable.body.start ?? 0, callable.body.end ?? 0)
  return /\bcontext\s*(\?|!)?\s*\.\s*user\b/.test(body) || /\{[^{}]*\buser\b[^{}]*\}\s*=\s*context\b/.test(body)
}

function permissions(
  tags: ReadonlySet<string>,
  origin: 'packaged' | 'personal',
): Pick<SourceTool, 'annotations' | 'scope'> {
  const destructive = tags.has('destructive')
  const writes = destructive || tags.has('write')
  const readOnly = !writes && (origin === 'packaged' || tags.has('readonly'))
  return {
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      openWorldHint: tags.has('openworld'),
      idempotentHint: readOnly || tags.has('idempotent'),
    },
    scope: readOnly ? 'mcp:read' : 'mcp:write',
  }
}

/** `query_health_indicators` → "Query health indicators". */
function titleOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
