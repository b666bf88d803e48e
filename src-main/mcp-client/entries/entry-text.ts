/**
 * Text that a person pasted, or a client's file, as data: JSON (comments, trailing commas, byte order mark, several
 * blocks with prose between them), YAML or TOML. A key that stands twice is refused: readers differ on which one counts,
 * so what is shown could be another thing than what is run.
 */
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { SettingsTextError, type TextFault } from '../client-apps/settings-error.ts'
import type { Data } from '../client-apps/settings-format.ts'
import { positionAt } from '../client-apps/settings-text.ts'
import { tomlSettings } from '../client-apps/toml-settings.ts'
import { yamlSettings } from '../client-apps/yaml-settings.ts'

const MAX_BLOCKS = 50

/** Everything that the text says, a value a block. Throws SettingsTextError with the place of the fault. */
export function dataOfText(text: string): Data[] {
  const plain = withoutFences(text.replace(/^\ufeff/, ''))
  const start = withoutComments(plain).trimStart()
  if (isToml(start)) return [tomlSettings.read(plain)]
  if (start.startsWith('{') || start.startsWith('[')) return jsonBlocks(plain)
  // Members as READMEs print them: `"github": { … }`.
  if (/^"[^"\n]*"\s*:/.test(start)) return [jsonValue(`{${plain}\n}`)]
  const braces = /[{[]/.exec(plain)
  const isYaml = /^\s*(---\s*$|- |[\w"'][\w "'.-]*:(\s|$))/m.test(plain)
  if (braces !== null && !isYaml) return jsonBlocks(plain)
  try {
    return [yamlSettings.read(plain)]
  } catch (error) {
    if (braces !== null && error instanceof SettingsTextError && error.code !== 'duplicate') return jsonBlocks(plain)
    throw error
  }
}

/** One JSON document; `at` is where it begins in a longer text, for places. */
export function jsonValue(text: string, whole = text, at = 0): Data {
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(text, errors, { allowTrailingComma: true })
    const [first] = errors
    if (first !== undefined || root === undefined) {
      const error = first === undefined ? 'ValueExpected' : printParseErrorCode(first.error)
      throw fault({ code: 'syntax', what: 'json', error }, whole, at + (first?.offset ?? 0))
    }
    return dataOf(root, whole, at)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw fault({ code: 'syntax', what: 'depth' }, whole, at)
  }
}

function dataOf(node: Node, whole: string, at: number): Data {
  if (node.type === 'array') return (node.children ?? []).map((item) => dataOf(item, whole, at))
  if (node.type !== 'object') return node.value
  const object: Record<string, Data> = Object.create(null)
  for (const property of node.children ?? []) {
    const [name, value] = property.children ?? []
    const key = String(name?.value)
    if (Object.hasOwn(object, key)) throw fault({ code: 'duplicate', what: 'key', key }, whole, at + property.offset)
    object[key] = value === undefined ? null : dataOf(value, whole, at)
  }
  return object
}

type Unplaced<T> = T extends unknown ? Omit<T, 'line' | 'column'> : never

function fault(what: Unplaced<TextFault>, text: string, offset: number): SettingsTextError {
  return new SettingsTextError({ ...what, ...positionAt(text, offset) })
}

/** Each outermost `{…}` or `[…]`; what stands between them is prose. */
function jsonBlocks(text: string): Data[] {
  const blocks: Data[] = []
  let from = nextOpening(text, 0)
  while (from >= 0 && blocks.length < MAX_BLOCKS) {
    const end = endOfBlock(text, from)
    blocks.push(jsonValue(text.slice(from, end), text, from))
    from = nextOpening(text, end)
  }
  return blocks
}

function nextOpening(text: string, from: number): number {
  // Brackets in prose are links and lists; only a text that begins with one is an array.
  const at = text.slice(from).search(from === 0 && text.trimStart().startsWith('[') ? /\[/ : /\{/)
  return at < 0 ? -1 : from + at
}

/** Behind the bracket that closes the one at `from`; the end of the text where none does. */
function endOfBlock(text: string, from: number): number {
  const part = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}[\]]/g
  part.lastIndex = from
  let depth = 0
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [token] = match
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth === 0) return part.lastIndex
  }
  return text.length
}

function withoutFences(text: string): string {
  return text.includes('```') ? text.replace(/^[ \t]*```[^\n]*$/gm, '') : text
}

function withoutComments(text: string): string {
  return text.replace(/^(\s*(\/\/[^\n]*(\n|$)|\/\*[\s\S]*?\*\/|#[^\n]*(\n|$)))+/, '')
}

function isToml(start: string): boolean {
  return /^\[{1,2}[\w"'. -]+\]{1,2}[ \t]*(#[^\n]*)?(\r?\n|$)/.test(start) || /^[\w."-]+[ \t]*=[ \t]*\S/.test(start)
}
