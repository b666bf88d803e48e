/**
 * Settings in JSON, read tolerantly (comments, trailing commas) and edited as text: everything that is not our entry
 * stays byte for byte. jsonc-parser finds the places; its own `modify` would move comments and drop trailing commas.
 */
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { SettingsTextError } from './settings-error.ts'
import type { Data, DataObject, ScalarSpan, SettingsFormat } from './settings-format.ts'
import { applyEdits, indentOfLine, lineEnd, lineStart, positionAt, styleOf, type TextEdit } from './settings-text.ts'

/** jsonc-parser's SyntaxKind, which is an ambient const enum and so has no value at run time. */
const tokens = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, space: 15 } as const

export const jsonSettings: SettingsFormat = {
  read(text) {
    const root = rootOf(text)
    return root === null ? Object.create(null) : objectOf(root)
  },

  set(text, serversKey, name, entry) {
    const root = rootOf(text)
    if (root === null) {
      const { eol } = styleOf(text)
      const before = text.trimEnd()
      return `${before}${before === '' ? '' : eol}${pretty({ [serversKey]: { [name]: entry } }, '', text)}${eol}`
    }
    const servers = serversOf(text, root, serversKey)
    if (servers === null) return applyEdits(text, insertProperty(text, root, serversKey, { [name]: entry }))
    const own = propertyOf(text, servers, name)
    if (own === null) return applyEdits(text, insertProperty(text, servers, name, entry))
    const value = valueNode(own)
    const inline = !text.slice(value.offset, endOf(value)).includes('\n')
    const written = inline ? compact(entry, text) : pretty(entry, indentOfLine(text, own.offset), text)
    return applyEdits(text, [{ start: value.offset, end: endOf(value), text: written }])
  },

  remove(text, serversKey, name) {
    const root = rootOf(text)
    const servers = root === null ? null : serversOf(text, root, serversKey)
    const own = servers === null ? null : propertyOf(text, servers, name)
    return servers === null || own === null ? text : applyEdits(text, removeProperty(text, servers, own))
  },

  scalars(text) {
    const spans: ScalarSpan[] = []
    const walk = (node: Node, path: readonly string[]): void => {
      if (node.type === 'object') {
        for (const property of node.children ?? []) walk(valueNode(property), [...path, keyName(property)])
      } else if (node.type === 'array') {
        node.children?.forEach((item, at) => {
          walk(item, [...path, String(at)])
        })
      } else spans.push({ path, value: node.value, start: node.offset, end: endOf(node) })
    }
    const root = rootOf(text)
    if (root !== null) walk(root, [])
    return spans
  },

  render: (_serversKey, name, entry) => `${JSON.stringify(name)}: ${JSON.stringify(entry, null, 2)}`,
}

/** Null for a text without any value. */
function rootOf(text: string): Node | null {
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new SettingsTextError({ code: 'syntax', what: 'depth', line: 1, column: 1 })
  }
  const [first] = errors
  if (first !== undefined) {
    const error = printParseErrorCode(first.error)
    throw new SettingsTextError({ code: 'syntax', what: 'json', error, ...positionAt(text, first.offset) })
  }
  if (root === undefined) return null
  if (root.type === 'object') return root
  throw wrongType(text, null, root)
}

/** The servers map, or null where there is none. */
function serversOf(text: string, root: Node, serversKey: string): Node | null {
  const property = propertyOf(text, root, serversKey)
  if (property === null) return null
  const value = valueNode(property)
  if (value.type === 'object') return value
  throw wrongType(text, serversKey, value)
}

function wrongType(text: string, key: string | null, { type, offset }: Node): SettingsTextError {
  const found = type === 'object' || type === 'property' ? null : type
  return new SettingsTextError({ code: 'wrong-type', key, format: 'json', found, ...positionAt(text, offset) })
}

/** Readers differ on which of two equal keys counts, so neither is touched. */
function propertyOf(text: string, object: Node, key: string): Node | null {
  const [first, second] = (object.children ?? []).filter((property) => keyName(property) === key)
  if (second !== undefined) {
    throw new SettingsTextError({ code: 'duplicate', what: 'key', key, ...positionAt(text, second.offset) })
  }
  return first ?? null
}

function keyName(property: Node): string {
  return String(property.children?.[0]?.value)
}

function valueNode(property: Node): Node {
  const value = property.children?.[1]
  // The parser reports a property without a value as an error, and errors end the reading before.
  if (value === undefined) throw new Error('a property without a value was let through')
  return value
}

const endOf = (node: Node): number => node.offset + node.length

function dataOf(node: Node): Data {
  if (node.type === 'object') return objectOf(node)
  if (node.type === 'array') return (node.children ?? []).map(dataOf)
  return node.value
}

function objectOf(node: Node): DataObject {
  const object: Record<string, Data> = Object.create(null)
  for (const property of node.children ?? []) object[keyName(property)] = dataOf(valueNode(property))
  return object
}

function pretty(value: Data, indent: string, text: string): string {
  const { eol, unit } = styleOf(text)
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
}

/** On one line, with the spaces that the text uses: `{"a": 1}` or `{"a":1}`. */
function compact(value: Data, text: string): string {
  if (!/":[ \t]/.test(text)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item: Data) => compact(item, text)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${compact(item, text)}`)
    .join(', ')}}`
}

interface AfterValue {
  /** Offset of the comma that follows, or null. */
  readonly comma: number | null
  /** After the value, its comma and the comments on the same line. */
  readonly end: number
}

/** What stands between a property and the next one or the closing brace. */
function afterValue(text: string, property: Node): AfterValue {
  const scanner = createScanner(text, false)
  scanner.setPosition(endOf(property))
  let comma: number | null = null
  let end = endOf(property)
  for (;;) {
    const token = scanner.scan()
    const tokenEnd = scanner.getTokenOffset() + scanner.getTokenLength()
    if (token === tokens.comma) {
      comma = scanner.getTokenOffset()
      end = tokenEnd
    } else if (token === tokens.lineComment || token === tokens.blockComment) {
      if (comma !== null || !text.slice(endOf(property), tokenEnd).includes('\n')) end = tokenEnd
    } else if (token === tokens.lineBreak) {
      if (comma !== null) return { comma, end }
    } else if (token !== tokens.space) return { comma, end }
  }
}

/** Adds a property behind the last one. */
function insertProperty(text: string, object: Node, key: string, value: DataObject): TextEdit[] {
  const { eol, unit } = styleOf(text)
  const named = JSON.stringify(key)
  const children = object.children ?? []
  const last = children.at(-1)
  const oneLine = !text.trim().includes('\n')
  if (last === undefined) {
    const inside = { start: object.offset + 1, end: endOf(object) - 1 }
    if (oneLine && object.parent !== undefined) {
      return [{ ...inside, text: compact({ [key]: value }, text).slice(1, -1) }]
    }
    const outer = indentOfLine(text, object.offset)
    const comments = text.slice(inside.start, inside.end).trimEnd()
    const written = `${named}: ${pretty(value, `${outer}${unit}`, text)}`
    return [{ ...inside, text: `${comments}${eol}${outer}${unit}${written}${eol}${outer}` }]
  }
  const after = afterValue(text, last)
  const first = children[0] ?? last
  if (!text.slice(object.offset, first.offset).includes('\n')) {
    const written = compact({ [key]: value }, text).slice(1, -1)
    const space = /":[ \t]/.test(text) ? ' ' : ''
    return after.comma === null
      ? [{ start: endOf(last), end: endOf(last), text: `,${space}${written}` }]
      : [{ start: after.comma + 1, end: after.comma + 1, text: `${space}${written},` }]
  }
  const ownLine = text.slice(lineStart(text, last.offset), last.offset).trim() === ''
  const indent = ownLine ? indentOfLine(text, last.offset) : `${indentOfLine(text, object.offset)}${unit}`
  const line = `${eol}${indent}${named}: ${pretty(value, indent, text)}`
  return after.comma === null
    ? [
        { start: endOf(last), end: endOf(last), text: ',' },
        { start: after.end, end: after.end, text: line },
      ]
    : [{ start: after.end, end: after.end, text: `${line},` }]
}

/** Takes a property out with the comma that belongs to it, and nothing else. */
function removeProperty(text: string, object: Node, property: Node): TextEdit[] {
  const children = object.children ?? []
  const index = children.indexOf(property)
  const previous = children[index - 1]
  const { comma } = afterValue(text, property)
  let start = property.offset
  let end = comma === null ? endOf(property) : comma + 1
  const from = lineStart(text, start)
  if (from > 0 && text.slice(from, start).trim() === '') {
    // A line of its own goes with its break; what follows on the line stays.
    start = lineEnd(text, lineStart(text, from - 1))
    if (text.slice(end, lineEnd(text, end)).trim() === '') end = lineEnd(text, end)
  } else if (comma !== null && index < children.length - 1) {
    while (text[end] === ' ' || text[end] === '\t') end++
  } else {
    while (text[start - 1] === ' ' || text[start - 1] === '\t') start--
  }
  if (children.length === 1) {
    const inside = text.slice(object.offset + 1, start) + text.slice(end, endOf(object) - 1)
    if (inside.trim() === '') return [{ start: object.offset + 1, end: endOf(object) - 1, text: '' }]
  }
  const edits: TextEdit[] = [{ start, end, text: '' }]
  if (comma === null && previous !== undefined) {
    const before = afterValue(text, previous).comma
    if (before !== null && before < start) edits.push({ start: before, end: before + 1, text: '' })
  }
  return edits
}
