/** A result for code: the value that a server meant, without the blocks it was wrapped in. Pure. */
import type { CallToolResult } from '@modelcontextprotocol/client'

/** Longer texts stay texts: reading them would hold up everybody. */
const PARSE_LIMIT = 4 * 1024 * 1024

/**
 * structuredContent where there is one; of a single text what it says as JSON (objects and lists), else the text; else
 * `{ content }` with every block as it came.
 */
export function unwrapResult(result: CallToolResult): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent
  const [only, ...others] = result.content
  if (only?.type !== 'text' || others.length > 0) return { content: result.content }
  return jsonIn(only.text) ?? only.text
}

/** The object or list that a text is; undefined for any other text. */
export function jsonIn(text: string): object | undefined {
  if (text.length > PARSE_LIMIT || !/^\s*[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
