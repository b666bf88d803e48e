/** The text of a PDF, page by page. */
import { DocumentError } from './document-error.ts'
import { documentLimits } from './limits.ts'

/** Throws DocumentError for a scanned, protected or damaged one. */
export async function pdfText(
  bytes: Uint8Array,
  name: string,
  maxChars: number,
): Promise<{ title: string | null; markdown: string }> {
  const { getDocumentProxy, getMeta } = await import('unpdf')
  // The library takes the bytes away from whoever hands them over.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes)).catch((error: unknown) => {
    throw pdfFault(error, name)
  })
  try {
    const { info } = await getMeta(pdf).catch(() => ({ info: {} }))
    const title: unknown = Reflect.get(Object(info), 'Title')
    const parts: string[] = []
    let chars = 0
    let hasText = false
    const pages = Math.min(pdf.numPages, documentLimits.pages)
    for (let number = 1; number <= pages && chars <= maxChars; number++) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items
        .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
        .join('')
        .trim()
      page.cleanup()
      hasText ||= text !== ''
      const part = `## Page ${number}\n\n${text}`
      parts.push(part)
      chars += part.length
    }
    if (!hasText)
      throw new DocumentError(
        'nothing_readable',
        `${name} holds pictures of text and no text: it was scanned. An image tool may read its pages.`,
      )
    if (pages < pdf.numPages) parts.push(`[${pdf.numPages - pages} more pages were left out.]`)
    return { title: typeof title === 'string' && title !== '' ? title : null, markdown: parts.join('\n\n') }
  } catch (error) {
    throw error instanceof DocumentError ? error : pdfFault(error, name)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function pdfFault(error: unknown, name: string): DocumentError {
  const kind = error instanceof Error ? error.name : ''
  if (kind === 'PasswordException')
    return new DocumentError('protected', `${name} is protected with a password.`, { cause: error })
  const why = error instanceof Error ? error.message : String(error)
  return new DocumentError('damaged', `${name} is damaged or no PDF (${why}).`, { cause: error })
}
