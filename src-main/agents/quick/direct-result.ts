/** The result of a tool that was called by name, as the chat tells it: tables, text, and what else came. Pure. */
import type { ToolOutcome } from '../../registry/types.ts'

type Done = Extract<ToolOutcome, { ok: true }>
type Block = NonNullable<Done['mcpResult']>['content'][number]
type Language = 'en' | 'zh'

const TABLE_ROWS = 50
const TABLE_COLUMNS = 12
const TEXT_LIMIT = 16_000
/** Events are kept in the conversation; larger pictures are left to the tool's own page. */
const BINARY_LIMIT = 512 * 1024
const PREVIEW_LIMIT = 256 * 1024

/** Markdown. Empty results are told as such. */
export function resultWords(outcome: Done, language: Language): string {
  const { mcpResult, result } = outcome
  const table = tableOf(result, language)
  const blocks = mcpResult?.content ?? []
  const said = table ?? (mcpResult === undefined ? written(result) : writtenBlocks(blocks, result))
  const others = blocks.filter((block) => block.type !== 'text').map((block) => note(block, language))
  const parts = [said, ...others].filter((part) => part !== '')
  return parts.length > 0 ? parts.join('\n\n') : language === 'zh' ? '结果为空。' : 'The result is empty.'
}

/** What the tool line folds out: a server's result whole, with pictures and sounds unless they are very large. */
export function resultPreview({ mcpResult, result }: Done): { preview: unknown; truncated: boolean } {
  if (mcpResult === undefined) {
    const text = JSON.stringify(result) ?? 'null'
    return text.length <= PREVIEW_LIMIT
      ? { preview: result, truncated: false }
      : { preview: `${cut(text, PREVIEW_LIMIT)}…`, truncated: true }
  }
  let truncated = false
  let room = BINARY_LIMIT
  const fits = (data: string) => {
    room -= data.length
    truncated ||= room < 0
    return room >= 0
  }
  const content = mcpResult.content.map((block): Block => {
    if (block.type === 'text') {
      if (block.text.length <= PREVIEW_LIMIT) return block
      truncated = true
      return { ...block, text: `${cut(block.text, PREVIEW_LIMIT)}…` }
    }
    if ((block.type === 'image' || block.type === 'audio') && !fits(block.data)) return { ...block, data: '' }
    if (block.type !== 'resource') return block
    const { resource } = block
    if ('blob' in resource) return fits(resource.blob) ? block : { ...block, resource: { ...resource, blob: '' } }
    return fits(resource.text) ? block : { ...block, resource: { ...resource, text: '' } }
  })
  const { structuredContent } = mcpResult
  const isLarge = structuredContent !== undefined && JSON.stringify(structuredContent).length > PREVIEW_LIMIT
  return {
    preview: { ...mcpResult, content, ...(isLarge ? { structuredContent: undefined } : {}) },
    truncated: truncated || isLarge,
  }
}

function writtenBlocks(blocks: readonly Block[], result: unknown): string {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  const [only] = texts
  // One text that is data was read already; several are said one after the other.
  if (texts.length === 1 && typeof only === 'string')
    return typeof result === 'string' ? clipped(only) : written(result)
  if (texts.length > 1) return clipped(texts.join('\n\n'))
  return blocks.length === 0 ? written(result) : ''
}

function written(value: unknown): string {
  if (typeof value === 'string') return clipped(value)
  if (value === null || value === undefined) return ''
  return `\`\`\`json\n${clipped(JSON.stringify(value, null, 2)).replaceAll('```', '`\u200b``')}\n\`\`\``
}

/** A list of rows, or an object with one list of rows and nothing else that is long. */
function tableOf(value: unknown, language: Language): string | null {
  if (Array.isArray(value)) return table(value, language)
  if (!isRecord(value)) return null
  const fields = Object.entries(value)
  const lists = fields.filter(([, inner]) => Array.isArray(inner))
  const [first] = lists
  if (first === undefined || lists.length > 1 || fields.some(([, inner]) => isRecord(inner))) return null
  const rows = table(Array.isArray(first[1]) ? first[1] : [], language)
  if (rows === null) return null
  const others = fields
    .filter(([name]) => name !== first[0])
    .map(([name, inner]) => `${name}: ${cut(String(inner), 200)}`)
  return [...others, rows].join('\n\n')
}

function table(rows: readonly unknown[], language: Language): string | null {
  if (rows.length === 0 || !rows.every((row) => isRecord(row) && Object.values(row).every(isPlain))) return null
  const records = rows.filter(isRecord)
  const columns = [...new Set(records.flatMap((row) => Object.keys(row)))].slice(0, TABLE_COLUMNS)
  if (columns.length === 0) return null
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const shown = records.slice(0, TABLE_ROWS)
  const more = rows.length - shown.length
  const lines = [
    line(columns.map(cell)),
    line(columns.map(() => '---')),
    ...shown.map((row) => line(columns.map((column) => cell(row[column])))),
  ]
  const rest = language === 'zh' ? `另有 ${more} 行未列出。` : `${more} more rows are not shown.`
  return lines.join('\n') + (more > 0 ? `\n\n${rest}` : '')
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  return cut(text, 300).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
}

function note(block: Block, language: Language): string {
  const isZh = language === 'zh'
  switch (block.type) {
    case 'image':
      return isZh ? `（附有一张图片，${block.mimeType}）` : `(A picture came with it, ${block.mimeType}.)`
    case 'audio':
      return isZh ? `（附有一段音频，${block.mimeType}）` : `(A sound came with it, ${block.mimeType}.)`
    case 'resource_link':
      return isZh ? `（资源：${block.uri}）` : `(Resource: ${block.uri})`
    case 'resource':
      if ('text' in block.resource) return clipped(block.resource.text)
      return isZh ? `（附有文件：${block.resource.uri}）` : `(A file came with it: ${block.resource.uri})`
    default:
      return ''
  }
}

function clipped(text: string): string {
  return text.length > TEXT_LIMIT ? `${cut(text, TEXT_LIMIT)}…` : text
}

/** At most so many characters, never half of one. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
