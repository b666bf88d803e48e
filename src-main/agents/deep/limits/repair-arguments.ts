/**
 * Arguments of a tool call that are not quite JSON, as small models write them. Only rewrites whose meaning cannot be
 * doubted are made; a text that breaks off is never completed: half of an argument is another argument. Pure.
 */
import { isObject } from '../../../mcp-client/model/json-value.ts'

export type ReadArguments =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>>; readonly isRepaired: boolean }
  | { readonly ok: false }

/** @param text As the model wrote it. Empty means no arguments. */
export function readArguments(text: string): ReadArguments {
  const whole = text.trim()
  if (whole === '') return { ok: true, args: {}, isRepaired: false }
  const direct = parsed(whole)
  if (direct !== null) return { ok: true, args: direct, isRepaired: false }
  const repaired = parsed(rewritten(whole))
  return repaired === null ? { ok: false } : { ok: true, args: repaired, isRepaired: true }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { ...value } : null
  } catch {
    return null
  }
}

const words: Readonly<Record<string, string>> = { None: 'null', True: 'true', False: 'false' }

/** Python's words, a comma before a closing bracket, and a date without quotes; outside strings only. */
function rewritten(text: string): string {
  return outsideStrings(text, (part) =>
    part
      .replace(/(?<![\w-])(None|True|False)(?![\w-])/g, (word) => words[word] ?? word)
      .replace(/([:[,]\s*)(\d{4}-\d{2}(?:-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?)?)(?=\s*[,}\]])/g, '$1"$2"')
      .replace(/,(\s*[}\]])/g, '$1'),
  )
}

/** Applies `change` to what is not inside a double-quoted string. */
function outsideStrings(text: string, change: (part: string) => string): string {
  const strings = /"(?:[^"\\]|\\.)*"/gs
  // A comma and its bracket may stand on both sides of nothing but white space, never of a string.
  let out = ''
  let at = 0
  for (const match of text.matchAll(strings)) {
    out += change(text.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return out + change(text.slice(at))
}
