/** Code as a model writes it, made into a program for the engine: types taken out, what it defines kept for later. Pure. */
import { parse } from '@babel/parser'
import { transform } from 'sucrase'

type Statement = ReturnType<typeof parse>['program']['body'][number]

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * A script for a global evaluation with top-level await, whose completion value is the last expression. `const`, `let`
 * and `class` at the top become `var`, so that later code sees them and may define them again. Code that does not parse
 * is given back as it is: the engine says what is wrong with it, and where.
 */
export function replProgram(code: string): string {
  const plain = withoutTypes(code)
  const body = statementsOf(plain, false)
  if (body !== null) return edited(plain, body.flatMap(keptDeclaration))
  const withReturns = statementsOf(plain, true)
  if (withReturns === null) return plain
  const last = withReturns.at(-1)
  if (last?.type === 'ReturnStatement') {
    const head = plain.slice(0, last.start ?? 0)
    const value = last.argument ? plain.slice(last.argument.start ?? 0, last.argument.end ?? 0) : 'undefined'
    const asScript = `${head}(${value})`
    const again = statementsOf(asScript, false)
    if (again !== null) return edited(asScript, again.flatMap(keptDeclaration))
  }
  // Returns in the midst of it need a function around them; what such code defines ends with it.
  return `await (async () => {${plain}\n})()`
}

function withoutTypes(code: string): string {
  try {
    return transform(code, { transforms: ['typescript'], disableESTransforms: true, keepUnusedImports: true }).code
  } catch {
    return code
  }
}

function statementsOf(code: string, allowReturnOutsideFunction: boolean): Statement[] | null {
  try {
    return parse(code, {
      sourceType: 'script',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction,
      allowNewTargetOutsideFunction: false,
    }).program.body
  } catch {
    return null
  }
}

function keptDeclaration(statement: Statement): Edit[] {
  const start = statement.start ?? 0
  if (statement.type === 'VariableDeclaration' && (statement.kind === 'const' || statement.kind === 'let'))
    return [{ start, end: start + statement.kind.length, text: 'var' }]
  if (statement.type === 'ClassDeclaration' && statement.id) {
    const end = statement.end ?? 0
    return [
      { start, end: start, text: `var ${statement.id.name} = ` },
      { start: end, end, text: ';' },
    ]
  }
  return []
}

function edited(code: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { start, end, text } of edits) {
    result += code.slice(at, start) + text
    at = end
  }
  return result + code.slice(at)
}
