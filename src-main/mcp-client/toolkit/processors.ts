/**
 * What may be done with every result of a server before anybody gets it, as the person chose (ServerSettings.processors).
 * Pure functions. One that fails changes nothing and is told of.
 */
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { Bilingual } from '../../config/bilingual.ts'
import { isObject, objectOf } from '../model/json-value.ts'
import { markdownOf } from './html-markdown.ts'
import { jsonIn } from './unwrap.ts'

type Processor = (result: CallToolResult) => CallToolResult | Promise<CallToolResult>

interface ProcessorInfo {
  readonly id: string
  readonly title: Bilingual<string>
  readonly process: Processor
}

/** Most characters of one field. */
const FIELD_LIMIT = 2_000
const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu

/** In the order in which they are offered. */
export const resultProcessors: readonly ProcessorInfo[] = [
  {
    id: 'html-to-text',
    title: { en: 'Turn web pages into Markdown', zh: '把网页转换成 Markdown' },
    process: async (result) => ({ ...result, content: await Promise.all(result.content.map(readable)) }),
  },
  {
    id: 'trim-long-fields',
    title: { en: 'Shorten fields over 2,000 characters', zh: '截短超过 2000 个字符的字段' },
    process: (result) => withTexts(result, shortened, true),
  },
  {
    id: 'json-only',
    title: { en: 'Keep only the data (JSON)', zh: '只保留数据（JSON）' },
    process: dataOnly,
  },
  {
    id: 'redact-emails',
    title: { en: 'Hide e-mail addresses', zh: '隐去电子邮件地址' },
    process: (result) => withTexts(result, (text) => text.replace(MAIL, '[e-mail]'), false),
  },
]

/** Runs the processors in the order given; what one of them threw is in no text, since it may hold data. */
export async function processResult(
  result: CallToolResult,
  ids: readonly string[],
): Promise<{ readonly result: CallToolResult; readonly notices: readonly string[] }> {
  let processed = result
  const notices: string[] = []
  for (const id of ids) {
    const processor = resultProcessors.find((one) => one.id === id)
    if (processor === undefined) {
      notices.push(`There is no result processor ${id}; the result is as it came.`)
      continue
    }
    try {
      processed = await processor.process(processed)
    } catch {
      notices.push(`The result processor ${id} failed; the result is as it was before it.`)
    }
  }
  return { result: processed, notices }
}

async function readable(block: ContentBlock): Promise<ContentBlock> {
  if (block.type === 'text') return { ...block, text: await markdownOf(block.text) }
  if (block.type !== 'resource' || !('text' in block.resource)) return block
  const { resource } = block
  const text = await markdownOf(resource.text)
  if (text === resource.text) return block
  return { ...block, resource: { ...resource, text, mimeType: 'text/markdown' } }
}

/** A text that is data stays data: its fields are shortened one by one, so that it can be read afterwards. */
function withTexts(result: CallToolResult, change: (text: string) => string, byField: boolean): CallToolResult {
  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(deep)
    return isObject(value) ? objectOf(Object.entries(value).map(([key, inner]) => [key, deep(inner)])) : value
  }
  const ofText = (text: string) => {
    const data = byField ? jsonIn(text) : undefined
    return data === undefined ? change(text) : JSON.stringify(deep(data))
  }
  const { structuredContent } = result
  const structured = structuredContent === undefined ? undefined : deep(structuredContent)
  return {
    ...result,
    content: result.content.map((block): ContentBlock => {
      if (block.type === 'text') return { ...block, text: ofText(block.text) }
      if (block.type !== 'resource' || !('text' in block.resource)) return block
      return { ...block, resource: { ...block.resource, text: ofText(block.resource.text) } }
    }),
    ...(isObject(structured) ? { structuredContent: structured } : {}),
  }
}

function shortened(text: string): string {
  if (text.length <= FIELD_LIMIT) return text
  const head = text.slice(0, FIELD_LIMIT).replace(/[\ud800-\udbff]$/, '')
  return `${head}… (${text.length - head.length} more characters)`
}

/** Failures are kept whole: what went wrong is seldom JSON. */
function dataOnly(result: CallToolResult): CallToolResult {
  if (result.isError) return result
  const content = result.content.filter((block) => block.type === 'text' && jsonIn(block.text) !== undefined)
  return content.length > 0 || result.structuredContent !== undefined ? { ...result, content } : result
}
