/** The pieces of a tool file's syntax tree that the schema builder looks at, and the one place that parses it. */
import { type ParseResult, parse } from '@babel/parser'

export type Program = ParseResult['program']
export type Statement = Program['body'][number]
type Of<K extends Statement['type']> = Extract<Statement, { type: K }>

export type FunctionNode = Of<'FunctionDeclaration'>
export type ClassNode = Of<'ClassDeclaration'>
export type ClassMember = ClassNode['body']['body'][number]
export type MethodNode = Extract<ClassMember, { type: 'ClassMethod' }>
export type ParameterNode = FunctionNode['params'][number] | MethodNode['params'][number]
export type InterfaceNode = Of<'TSInterfaceDeclaration'>
export type AliasNode = Of<'TSTypeAliasDeclaration'>
export type EnumNode = Of<'TSEnumDeclaration'>
export type TypeNode = AliasNode['typeAnnotation']
export type Members = InterfaceNode['body']['body']
export type Expression = Of<'ExpressionStatement'>['expression']
export type Comment = NonNullable<Statement['leadingComments']>[number]

/** A function as a tool sees it, however it was written: declaration, arrow, function expression or method. */
export interface Callable {
  readonly params: readonly ParameterNode[]
  readonly body: { readonly start?: number | null; readonly end?: number | null }
}

/** Parses a tool file; `.ts` and `.mts` as TypeScript, `.js` and `.mjs` as JavaScript. Throws a SyntaxError with line and column. */
export function parseToolFile(source: string, file: string): Program {
  const typescript = /\.m?ts$/.test(file)
  return parse(source, {
    sourceType: 'module',
    sourceFilename: file,
    plugins: typescript ? ['typescript'] : [],
  }).program
}

/** Reads a type written in a JSDoc brace, such as `Array<string>` or `"a"|"b"`; null when it is not a type. */
export function parseTypeText(text: string): TypeNode | null {
  const tidy = text
    .trim()
    .replace(/^\*$/, 'unknown')
    .replace(/\bArray\.</g, 'Array<')
    .replace(/\bObject\.</g, 'Record<')
    .replace(/^\?(.+)$/, '($1) | null')
    .replace(/^!/, '')
  try {
    const statement = parse(`type T = ${tidy}`, { sourceType: 'module', plugins: ['typescript'] }).program.body[0]
    return statement?.type === 'TSTypeAliasDeclaration' ? statement.typeAnnotation : null
  } catch {
    return null
  }
}
