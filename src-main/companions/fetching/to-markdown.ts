/** Documents as Markdown: web pages, PDF, Word, plain text and data. What cannot be read says so by name. */
import { Readability } from '@mozilla/readability'
import TurndownService from 'turndown'

/** More than a model reads at once; the rest is told. */
export const MAX_MARKDOWN_CHARS = 200_000

export interface MarkdownDocument {
  readonly title: string | null
  readonly markdown: string
  /** How many characters were left out at the end. */
  readonly cutChars: number
}

export interface DocumentBytes {
  readonly bytes: Uint8Array
  /** A MIME type, or empty when it is not known. */
  readonly type: string
  /** File name or address, for its ending and for what is said. */
  readonly name: string
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const textTypes = /^(text\/|application\/(json|xml|yaml|x-yaml|x-ndjson|javascript|toml)|.*\+(json|xml)$)/
const textEndings =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|ndjson|xml|yaml|yml|toml|ini|log|py|js|ts|rs|go|java|c|h|cpp|sh|sql|tex|rst)$/i

/** Throws an Error that names the document and its type when there is nothing to read. */
export async function toMarkdown(document: DocumentBytes): Promise<MarkdownDocument> {
  const { bytes, name } = document
  const type =
    document.type === '' || document.type === 'application/octet-stream' ? typeOf(name, bytes) : document.type
  if (type === 'text/html' || type === 'application/xhtml+xml') return capped(await htmlToMarkdown(decode(bytes)))
  if (type === 'application/pdf') return capped(await pdfToMarkdown(bytes))
  if (type === WORD) return capped(await wordToMarkdown(bytes))
  if (textTypes.test(type)) return capped({ title: null, markdown: fenced(decode(bytes), name, type) })
  throw new Error(
    `${name} is ${type === '' ? 'of an unknown type' : type}, which cannot be read as text. Web pages, PDF, Word (.docx) and text files can.`,
  )
}

/** The article of the page where there is one, else the whole body. */
export async function htmlToMarkdown(html: string): Promise<{ title: string | null; markdown: string }> {
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(html)
  const title = document.querySelector('title')?.textContent?.trim() || null
  for (const gone of document.querySelectorAll('script, style, noscript, template, svg, iframe')) gone.remove()
  const body = document.body?.innerHTML ?? html
  // It takes the document apart, so it gets one of its own.
  const article = new Readability(parseHTML(html).document, { charThreshold: 250 }).parse()
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  const { document: source } = parseHTML(`<html><body>${article?.content || body}</body></html>`)
  const markdown = turndown
    .turndown(source.body)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { title: article?.title?.trim() || title, markdown }
}

async function pdfToMarkdown(bytes: Uint8Array): Promise<{ title: string | null; markdown: string }> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf')
  const pdf = await getDocumentProxy(Uint8Array.from(bytes))
  const { text } = await extractText(pdf, { mergePages: false })
  const { info } = await getMeta(pdf).catch(() => ({ info: {} }))
  const title: unknown = Reflect.get(Object(info), 'Title')
  if (text.every((page) => page.trim() === ''))
    throw new Error('This PDF holds pictures of text and no text: it was scanned. An image tool may read its pages.')
  const markdown = text.map((page, index) => `## Page ${index + 1}\n\n${page.trim()}`).join('\n\n')
  return { title: typeof title === 'string' && title !== '' ? title : null, markdown }
}

async function wordToMarkdown(bytes: Uint8Array): Promise<{ title: string | null; markdown: string }> {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })
  const { markdown } = await htmlToMarkdown(`<html><body>${value}</body></html>`)
  return { title: null, markdown }
}

function capped({ title, markdown }: { title: string | null; markdown: string }): MarkdownDocument {
  if (markdown.length <= MAX_MARKDOWN_CHARS) return { title, markdown, cutChars: 0 }
  // Never between the two halves of one character.
  const end = /[\uD800-\uDBFF]/.test(markdown[MAX_MARKDOWN_CHARS - 1] ?? '')
    ? MAX_MARKDOWN_CHARS - 1
    : MAX_MARKDOWN_CHARS
  return { title, markdown: markdown.slice(0, end), cutChars: markdown.length - end }
}

function decode(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const label = /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function typeOf(name: string, bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 512))
  if (head.startsWith('%PDF-')) return 'application/pdf'
  if (/\.docx$/i.test(name) && head.startsWith('PK')) return WORD
  if (/^\s*(<!doctype html|<html)/i.test(head) || /\.html?$/i.test(name)) return 'text/html'
  if (textEndings.test(name)) return 'text/plain'
  // Text has no zero bytes and is valid UTF-8.
  if (bytes.subarray(0, 8192).includes(0)) return ''
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, 8192), { stream: true })
    return 'text/plain'
  } catch {
    return ''
  }
}

/** Prose goes as it is; code and data in a fence, so that a model sees where they end. */
function fenced(text: string, name: string, type: string): string {
  const ending = textEndings.exec(name)?.[1]?.toLowerCase()
  const language = ending ?? (type === 'text/plain' || type === 'text/markdown' ? 'txt' : (type.split('/')[1] ?? 'txt'))
  if (['txt', 'md', 'markdown', 'rst', 'log'].includes(language)) return text
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}
