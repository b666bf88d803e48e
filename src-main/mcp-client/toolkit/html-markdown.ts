/** Web pages as Markdown, for results of servers. The readers are loaded when the first page comes. */

/** Longer pages stay as they are: reading one would hold up everybody. */
const LENGTH_LIMIT = 512 * 1024

/** The text as Markdown where it is a web page or a piece of one; else as it is. */
export async function markdownOf(text: string): Promise<string> {
  if (text.length > LENGTH_LIMIT || !looksLikeHtml(text)) return text
  const [{ parseHTML }, { default: TurndownService }] = await Promise.all([import('linkedom'), import('turndown')])
  const isPage = /<body[\s>]/i.test(text)
  const { document } = parseHTML(isPage ? text : `<!doctype html><html><body>${text}</body></html>`)
  for (const part of document.querySelectorAll('script, style, noscript, template, svg, iframe')) part.remove()
  const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  return service.turndown(document.body).trim()
}

function looksLikeHtml(text: string): boolean {
  const start = text.slice(0, 4_096)
  return (
    /^\s*(?:<!doctype html|<html[\s>])/i.test(start) ||
    (/^\s*</.test(start) && /<(?:p|div|h[1-6]|ul|ol|table|section|article|span|a)[\s>]/i.test(start))
  )
}
