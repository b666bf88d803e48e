/** Documents as Markdown: web pages, PDF, Word, Excel, PowerPoint, plain text and data. What cannot be read says so by name. */
import { Readability } from '@mozilla/readability'
import TurndownService from 'turndown'
import { decodeText } from './decode-text.ts'
import { DocumentError } from './document-error.ts'
import { fileKind, isTextKind, officeTypes } from './file-kind.ts'
import { checkedArchive } from './office-archive.ts'
import { pdfText } from './pdf-text.ts'
import { sheetText } from './sheet-text.ts'
import { slideText } from './slide-text.ts'

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

export interface ReadOptions {
  /** Of the text that is given. */
  readonly maxChars?: number
  /** Puts code and data in a fence, for who sees the text among other text. */
  readonly isFenced?: boolean
}

/** Throws DocumentError, which names the document, when there is nothing to read. */
export async function toMarkdown(
  { bytes, name, type: given }: DocumentBytes,
  { maxChars = MAX_MARKDOWN_CHARS, isFenced = true }: ReadOptions = {},
): Promise<MarkdownDocument> {
  const isUnknown = given === '' || given === 'application/octet-stream'
  const type = isUnknown ? fileKind(name, bytes) : given
  if (!isFenced && isTextKind(type, name) && type !== 'text/html')
    return capped({ title: null, markdown: decodeText(bytes) }, maxChars)
  return capped(await readAs({ bytes, name, type }, maxChars), maxChars)
}

async function readAs(
  { bytes, name, type }: DocumentBytes,
  maxChars: number,
): Promise<{ title: string | null; markdown: string }> {
  switch (type) {
    case 'text/html':
    case 'application/xhtml+xml':
      return htmlToMarkdown(decodeText(bytes))
    case 'application/pdf':
      return pdfText(bytes, name, maxChars)
    case officeTypes.docx:
      return { title: null, markdown: await wordText(bytes, name) }
    case officeTypes.xlsx:
      await checkedArchive(bytes, name)
      return { title: null, markdown: await sheetText(bytes, name) }
    case officeTypes.pptx:
      return { title: null, markdown: await slideText(bytes, name) }
    case 'application/x-ole-storage':
      throw new DocumentError(
        'unsupported',
        `${name} is an old Office file (.doc, .xls, .ppt) or one with a password. Save it as .docx, .xlsx or PDF without one.`,
      )
  }
  if (isTextKind(type, name)) return { title: null, markdown: fenced(decodeText(bytes), name, type) }
  throw new DocumentError(
    'unsupported',
    `${name} is ${type === '' || type === 'application/octet-stream' ? 'of an unknown type' : type}, which cannot be read as text. Web pages, PDF, Word (.docx), Excel (.xlsx), PowerPoint (.pptx) and text files can.`,
  )
}

/** The article of the page where there is one, else the whole body. */
export async function htmlToMarkdown(html: string): Promise<{ title: string | null; markdown: string }> {
  const { parseHTML } = await import('linkedom')
  const { document } = parseHTML(html)
  const title = document.querySelector('title')?.textContent?.trim() || null
  for (const gone of document.querySelectorAll('script, style, noscript, template, svg, iframe')) gone.remove()
  const body = document.body?.innerHTML || (document.documentElement?.innerHTML ?? html)
  // It takes the document apart, so it gets one of its own.
  const article = new Readability(parseHTML(html).document, { charThreshold: 250 }).parse()
  return { title: article?.title?.trim() || title, markdown: await markdownOf(article?.content || body) }
}

async function markdownOf(content: string): Promise<string> {
  const { parseHTML } = await import('linkedom')
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  // What is read and searched must be what stands there: "LDL_direct", not "LDL\_direct".
  turndown.escape = (text) => text
  turndown.addRule('row', {
    filter: 'tr',
    replacement: (cells, row) =>
      `${cells.trim()} |\n${isHead(row) ? `|${' --- |'.repeat(row.childNodes.length)}\n` : ''}`,
  })
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (cell) => `| ${cell.trim().replace(/\s*\n\s*/g, ' ')} `,
  })
  const { document } = parseHTML(`<html><body>${content}</body></html>`)
  return turndown
    .turndown(document.body)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function isHead(row: { readonly parentNode: ParentNode | null }): boolean {
  const table = row.parentNode
  const section = table?.nodeName.toLowerCase()
  if (section === 'thead') return true
  const isFirst = table?.firstElementChild === row
  return isFirst && (section === 'table' || (section === 'tbody' && table?.parentNode?.firstElementChild === table))
}

async function wordText(bytes: Uint8Array, name: string): Promise<string> {
  await checkedArchive(bytes, name)
  const { default: mammoth } = await import('mammoth')
  try {
    // Pictures would come as long rows of letters.
    const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage })
    // The whole of it: what a web page's reader takes for decoration may be a letterhead with a date.
    return markdownOf(value)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DocumentError('damaged', `${name} cannot be read as a Word document (${why}).`, { cause: error })
  }
}

function capped({ title, markdown }: { title: string | null; markdown: string }, maxChars: number): MarkdownDocument {
  if (markdown.length <= maxChars) return { title, markdown, cutChars: 0 }
  // Never between the two halves of one character.
  const end = /[\uD800-\uDBFF]/.test(markdown[maxChars - 1] ?? '') ? maxChars - 1 : maxChars
  return { title, markdown: markdown.slice(0, end), cutChars: markdown.length - end }
}

/** Prose goes as it is; code and data in a fence, so that a model sees where they end. */
function fenced(text: string, name: string, type: string): string {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase()
  const isPlain = type === 'text/plain' || type === 'text/markdown' || type === ''
  const language = ending ?? (isPlain ? 'txt' : (type.split('/')[1] ?? 'txt'))
  if (['txt', 'md', 'markdown', 'rst', 'log'].includes(language) || (isPlain && !isTextKind('', name))) return text
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}
