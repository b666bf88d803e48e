/**
 * Settings in YAML (Goose). The document's own writer would re-wrap lines and change quotes all over the file, so our
 * entry is put in and taken out as lines of text at the places that the parser gives.
 */
import { type Document, isAlias, isMap, isScalar, type Pair, parseDocument, stringify, visit, type YAMLMap } from 'yaml'
import { SettingsTextError } from './settings-error.ts'
import { type Data, type DataObject, isDataObject, type ScalarSpan, type SettingsFormat } from './settings-format.ts'
import { applyEdits, lineStart, nextLine, positionAt, styleOf, type TextEdit } from './settings-text.ts'

export const yamlSettings: SettingsFormat = {
  read(text) {
    const document = documentOf(text)
    const data: Data = document.toJS({ maxAliasCount: 100 })
    if (data === null || data === undefined) return {}
    if (isDataObject(data)) return data
    throw new SettingsTextError({ code: 'wrong-type', key: null, format: 'yaml', found: null, line: 1, column: 1 })
  },

  set(text, serversKey, name, entry) {
    const document = documentOf(text)
    const root = rootOf(document)
    const servers = root === null ? null : serversOf(text, root, serversKey)
    if (servers === null) {
      const column = root === null || root.items.length === 0 ? 0 : columnOf(text, firstKey(root))
      const lines = linesOf(text, { [serversKey]: { [name]: entry } }, column)
      if (root?.flow === true && root.items.length > 0) return viaDocument(document, serversKey, name, entry)
      if (root?.flow === true) {
        const [start, end] = rangeOf(root)
        return applyEdits(text, [{ start, end, text: lines.trimEnd() }])
      }
      return insertLines(text, endOfContent(text, document), lines)
    }
    const { map } = servers
    const own = map === null ? undefined : pairOf(map, name)
    if (map === null) {
      const lines = linesOf(text, { [name]: entry }, servers.column + styleOf(text).unit.length)
      return insertLines(text, nextLine(text, servers.afterKey), lines)
    }
    if (map.flow === true) return setInFlow(text, map, own, name, entry, servers)
    const lines = linesOf(text, { [name]: entry }, columnOf(text, firstKey(map)))
    if (own !== undefined) {
      const region = regionOf(text, own)
      return applyEdits(text, [{ ...region, text: region.end === text.length ? lines.trimEnd() : lines }])
    }
    const last = map.items.at(-1)
    return insertLines(text, last === undefined ? text.length : regionOf(text, last).end, lines)
  },

  remove(text, serversKey, name) {
    const root = rootOf(documentOf(text))
    const servers = root === null ? null : serversOf(text, root, serversKey)
    const map = servers?.map
    const own = map === null || map === undefined ? undefined : pairOf(map, name)
    if (servers === null || map === null || map === undefined || own === undefined) return text
    if (map.flow === true) return applyEdits(text, [cutFromFlow(map, own)])
    const edits: TextEdit[] = [{ ...regionOf(text, own), text: '' }]
    if (map.items.length === 1) edits.unshift({ start: servers.afterKey, end: servers.afterKey, text: ' {}' })
    return applyEdits(text, edits)
  },

  scalars(text) {
    const spans: ScalarSpan[] = []
    visit(documentOf(text), {
      Scalar(key, node, ancestors) {
        if (key === 'key' || !node.range) return
        const path = ancestors.flatMap((ancestor, at) => {
          if ('key' in ancestor && isScalar(ancestor.key)) return [String(ancestor.key.value)]
          const next = ancestors[at + 1] ?? node
          return 'items' in ancestor && !isMap(ancestor) && Array.isArray(ancestor.items)
            ? [String(ancestor.items.indexOf(next))]
            : []
        })
        spans.push({ path, value: node.value, start: node.range[0], end: node.range[1] })
      },
    })
    return spans
  },

  render: (_serversKey, name, entry) => stringify({ [name]: entry }, { lineWidth: 0 }).trimEnd(),
}

function documentOf(text: string): Document.Parsed {
  const document = parseDocument(text, { prettyErrors: false })
  const [first] = document.errors
  if (first === undefined) return document
  const code = first.code === 'DUPLICATE_KEY' ? 'duplicate' : 'syntax'
  const said = (first.message.split('\n')[0] ?? '').replace(/\.$/, '')
  throw new SettingsTextError({ code, what: 'parser', said, ...positionAt(text, first.pos[0]) })
}

/** Null for a text without any value. */
function rootOf(document: Document.Parsed): YAMLMap | null {
  const { contents } = document
  if (isMap(contents)) return contents
  if (contents === null || (isScalar(contents) && contents.value === null)) return null
  throw new SettingsTextError({ code: 'wrong-type', key: null, format: 'yaml', found: null, line: 1, column: 1 })
}

interface Servers {
  /** Null for a key without a value. */
  readonly map: YAMLMap | null
  /** Offset behind the colon of the servers key. */
  readonly afterKey: number
  readonly column: number
}

function serversOf(text: string, root: YAMLMap, serversKey: string): Servers | null {
  const pair = pairOf(root, serversKey)
  if (pair === undefined) return null
  const start = rangeOf(pair.key)[0]
  const afterKey = text.indexOf(':', rangeOf(pair.key)[1]) + 1
  const { value } = pair
  const place = { afterKey, column: columnOf(text, start) }
  if (isMap(value)) return { map: value, ...place }
  if (value === null || (isScalar(value) && value.value === null && value.source === '')) return { map: null, ...place }
  const found = isAlias(value) ? 'alias' : null
  const at = positionAt(text, start)
  throw new SettingsTextError({ code: 'wrong-type', key: serversKey, format: 'yaml', found, ...at })
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => (isScalar(pair.key) ? pair.key.value : pair.key) === key)
}

function rangeOf(node: unknown): readonly [number, number] {
  if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
    const [start, end]: unknown[] = node.range
    if (typeof start === 'number' && typeof end === 'number') return [start, end]
  }
  throw new Error('a parsed YAML node has no place in its text')
}

/** Before the `...` that ends a document, else the end of the text. */
function endOfContent(text: string, document: Document.Parsed): number {
  const from = document.range[1]
  const marker = text.slice(from).search(/^\.\.\.(?=\s|$)/m)
  return marker < 0 ? text.length : from + marker
}

const firstKey = (map: YAMLMap): number => rangeOf(map.items[0]?.key)[0]

const columnOf = (text: string, offset: number): number => offset - lineStart(text, offset)

/** Whole lines of a pair of a block map: from its key's line to the line after its value. */
function regionOf(text: string, pair: Pair): { start: number; end: number } {
  const start = rangeOf(pair.key)[0]
  const end = pair.value === null || pair.value === undefined ? rangeOf(pair.key)[1] : rangeOf(pair.value)[1]
  return { start: lineStart(text, start), end: end > start && text[end - 1] === '\n' ? end : nextLine(text, end) }
}

function linesOf(text: string, value: DataObject, column: number): string {
  const { eol, unit } = styleOf(text)
  // YAML forbids tabs for indentation.
  const indent = unit.startsWith('\t') ? 2 : unit.length
  return stringify(value, { indent, lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `${' '.repeat(column)}${line}${eol}`)
    .join('')
}

/** Puts whole lines in at the beginning of a line, or at the end of a text that may lack its last line break. */
function insertLines(text: string, at: number, lines: string): string {
  const { eol } = styleOf(text)
  const broken = at === 0 || text[at - 1] === '\n'
  if (broken) return text.slice(0, at) + lines + text.slice(at)
  return text.slice(0, at) + eol + lines.slice(0, -eol.length) + text.slice(at)
}

function setInFlow(
  text: string,
  map: YAMLMap,
  own: Pair | undefined,
  name: string,
  entry: DataObject,
  servers: Servers,
): string {
  const written = `${JSON.stringify(name)}: ${JSON.stringify(entry)}`
  if (own !== undefined) {
    return applyEdits(text, [{ start: rangeOf(own.key)[0], end: rangeOf(own.value)[1], text: written }])
  }
  const last = map.items.at(-1)
  if (last !== undefined) {
    const end = rangeOf(last.value ?? last.key)[1]
    return applyEdits(text, [{ start: end, end, text: `, ${written}` }])
  }
  const { eol, unit } = styleOf(text)
  const lines = linesOf(text, { [name]: entry }, servers.column + (unit.startsWith('\t') ? 2 : unit.length))
  const [start, end] = rangeOf(map)
  const rest = text.slice(end, nextLine(text, end))
  if (text.slice(start, end).includes('\n') || rest.trim() !== '') {
    return applyEdits(text, [{ start, end, text: `{ ${written} }` }])
  }
  return applyEdits(text, [{ start: servers.afterKey, end, text: `${eol}${lines.slice(0, -eol.length)}` }])
}

/** A pair of a flow map with the comma that belongs to it. */
function cutFromFlow(map: YAMLMap, own: Pair): TextEdit {
  const index = map.items.indexOf(own)
  const previous = map.items[index - 1]
  const next = map.items[index + 1]
  const end = rangeOf(own.value ?? own.key)[1]
  if (previous !== undefined) return { start: rangeOf(previous.value ?? previous.key)[1], end, text: '' }
  if (next !== undefined) return { start: rangeOf(own.key)[0], end: rangeOf(next.key)[0], text: '' }
  const [from, to] = rangeOf(map)
  return { start: from, end: to, text: '{}' }
}

/** For a file whose whole content is one flow map, which nobody writes by hand. */
function viaDocument(document: Document.Parsed, serversKey: string, name: string, entry: DataObject): string {
  document.setIn([serversKey, name], entry)
  return document.toString({ lineWidth: 0 })
}
