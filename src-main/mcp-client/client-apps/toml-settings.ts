/**
 * Settings in TOML (Codex). Our entry is a `[servers.name]` table at the end of the file, where a table may always
 * stand; toml-patch finds the places and takes over for servers that are written inline.
 */
import { parseDocument, patch, type TomlDocument } from '@decimalturn/toml-patch'
import { SettingsTextError } from './settings-error.ts'
import { type Data, type DataObject, isDataObject, type ScalarSpan, type SettingsFormat } from './settings-format.ts'
import { applyEdits, lineStart, nextLine, styleOf } from './settings-text.ts'

type Block = TomlDocument['cst'][number]
type KeyValue = Extract<Block, { value: unknown }>

export const tomlSettings: SettingsFormat = {
  read: (text) => dataOf(documentOf(text)),

  set(text, serversKey, name, entry) {
    const document = documentOf(text)
    const servers = serversIn(document, serversKey)
    const { eol } = styleOf(text)
    const table = tableText(serversKey, name, entry).replaceAll('\n', eol)
    const own = ownLines(text, document.cst, [serversKey, name])
    const [place] = own
    if (isDataObject(servers[name])) {
      if (place === undefined || !place.table) return viaPatch(text, document, serversKey, name, entry)
      const cut = own.map((region, at) => ({ ...region, text: at === 0 ? table + eol : '' }))
      return atEnd(text, applyEdits(text, cut), eol)
    }
    if (isInline(document.cst, serversKey)) return viaPatch(text, document, serversKey, name, entry)
    if (text.trim() === '') return `${text}${table}${eol}`
    return text.endsWith('\n') ? `${text}${eol}${table}${eol}` : `${text}${eol}${eol}${table}`
  },

  remove(text, serversKey, name) {
    const document = documentOf(text)
    const servers = serversIn(document, serversKey)
    if (!Object.hasOwn(servers, name)) return text
    const regions = ownLines(text, document.cst, [serversKey, name])
    if (regions.length === 0) return viaPatch(text, document, serversKey, name, null)
    return applyEdits(
      text,
      regions.map((region) => ({ ...region, start: withBlankLine(text, region), text: '' })),
    )
  },

  scalars(text) {
    const offset = offsetsOf(text)
    const spans: ScalarSpan[] = []
    const walk = (value: unknown, path: readonly string[]): void => {
      if (!isNode(value)) return
      const items = 'items' in value && Array.isArray(value.items) ? value.items : null
      if (items === null) {
        const { start, end } = value.loc
        const content = 'value' in value ? value.value : null
        spans.push({ path, value: content, start: offset(start), end: offset(end) })
        return
      }
      items.forEach((item: unknown, at) => {
        const inner = isNode(item) && 'item' in item ? item.item : null
        if (isRow(inner)) walkRow(inner, path)
        else walk(inner, [...path, String(at)])
      })
    }
    const walkRow = (row: KeyValue, path: readonly string[]): void => walk(row.value, [...path, ...row.key.value])
    for (const { row, prefix } of rowsOf(documentOf(text).cst)) walkRow(row, prefix)
    return spans
  },

  render: tableText,
}

function documentOf(text: string): TomlDocument {
  return told(() => parseDocument(text, { integersAsBigInt: 'asNeeded' }))
}

function dataOf(document: TomlDocument): DataObject {
  const data: unknown = told(() => document.toJsObject)
  return isDataObject(data) ? data : {}
}

/** The library's errors carry their place; a key that stands twice is found when the tables are put together. */
function told<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const line = 'line' in error && typeof error.line === 'number' ? error.line : 1
    const column = 'column' in error && typeof error.column === 'number' ? error.column + 1 : 1
    const said = (error.message.trim().split('\n').at(-1) ?? '').trim().replace(/\.$/, '')
    const code = /already/i.test(said) ? 'duplicate' : 'syntax'
    throw new SettingsTextError({ code, what: 'parser', said, line, column })
  }
}

function serversIn(document: TomlDocument, serversKey: string): DataObject {
  const data = dataOf(document)
  const servers = Object.hasOwn(data, serversKey) ? data[serversKey] : undefined
  if (servers === undefined) return {}
  if (isDataObject(servers)) return servers
  const block = document.cst.find((item) => 'key' in item && pathOf(item)[0] === serversKey)
  const line = block?.loc.start.line ?? 1
  throw new SettingsTextError({ code: 'wrong-type', key: serversKey, format: 'toml', found: null, line, column: 1 })
}

/** Path of a table's header or of a key at the top; empty for a comment. */
function pathOf(block: Block): readonly string[] {
  if (isRow(block)) return block.key.value
  return 'items' in block ? block.key.item.value : []
}

interface Node {
  readonly type: string
  readonly loc: { readonly start: Place; readonly end: Place }
}
type Place = { readonly line: number; readonly column: number }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'loc' in value && 'type' in value
}

function offsetsOf(text: string): (place: Place) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return ({ line, column }) => (starts[line - 1] ?? text.length) + column
}

const isRow = (node: unknown): node is KeyValue => isNode(node) && node.type === 'KeyValue'

/** Every key-value line with the full path of the table that it stands in. */
function rowsOf(blocks: readonly Block[]): { row: KeyValue; prefix: readonly string[] }[] {
  return blocks.flatMap((block) => {
    if (isRow(block)) return [{ row: block, prefix: [] }]
    if (!('items' in block)) return []
    const prefix = block.key.item.value
    return block.items.filter(isRow).map((row) => ({ row, prefix }))
  })
}

const beginsWith = (path: readonly string[], start: readonly string[]) => start.every((key, at) => path[at] === key)

interface Lines {
  readonly start: number
  readonly end: number
  /** A `[table]` of ours, not lines inside somebody else's. */
  readonly table: boolean
}

/** Whole lines that belong to `path`, in order; comments behind the last value belong to what follows. */
function ownLines(text: string, blocks: readonly Block[], path: readonly string[]): Lines[] {
  const offset = offsetsOf(text)
  const lines = (from: Node, to: Node, table: boolean): Lines => ({
    start: lineStart(text, offset(from.loc.start)),
    end: nextLine(text, offset(to.loc.end)),
    table,
  })
  return blocks.flatMap((block) => {
    if (isRow(block)) return beginsWith(block.key.value, path) ? [lines(block, block, false)] : []
    if (!('items' in block)) return []
    const prefix = block.key.item.value
    const rows = block.items.filter(isRow)
    if (beginsWith(prefix, path)) return [lines(block, rows.at(-1) ?? block.key, true)]
    return rows.filter((row) => beginsWith([...prefix, ...row.key.value], path)).map((row) => lines(row, row, false))
  })
}

/** Start of a region with the one blank line that we put before a table at the end. */
function withBlankLine(text: string, { start, end, table }: Lines): number {
  if (!table || end < text.length) return start
  const before = lineStart(text, start - 1)
  const blank = start > 0 && text.slice(before, start).trim() === ''
  const from = blank ? before : start
  // A text without a last line break keeps to that.
  if (text.endsWith('\n') || from === 0) return from
  return text[from - 2] === '\r' ? from - 2 : from - 1
}

function atEnd(before: string, after: string, eol: string): string {
  return !before.endsWith('\n') && after.endsWith(eol) ? after.slice(0, -eol.length) : after
}

function isInline(blocks: readonly Block[], serversKey: string): boolean {
  return blocks.some((block) => isRow(block) && block.key.value.length === 1 && block.key.value[0] === serversKey)
}

/** The library's own writer, for inline tables: `servers = { a = { … } }`. */
function viaPatch(
  text: string,
  document: TomlDocument,
  serversKey: string,
  name: string,
  entry: DataObject | null,
): string {
  const data: Record<string, unknown> = { ...dataOf(document) }
  const servers: Record<string, Data> = { ...serversIn(document, serversKey) }
  if (entry === null) delete servers[name]
  else servers[name] = entry
  data[serversKey] = servers
  return patch(text, data)
}

function tableText(serversKey: string, name: string, entry: DataObject): string {
  const rows = Object.entries(entry).map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`)
  return [`[${tomlKey(serversKey)}.${tomlKey(name)}]`, ...rows].join('\n')
}

function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlText(key)
}

/** JSON's escapes are all valid in TOML; TOML wants DEL escaped too. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

function tomlValue(value: Data): string {
  if (typeof value === 'string') return tomlText(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`
  if (!isDataObject(value)) return String(value)
  const rows = Object.entries(value).map(([key, item]) => `${tomlKey(key)} = ${tomlValue(item)}`)
  return rows.length === 0 ? '{}' : `{ ${rows.join(', ')} }`
}
