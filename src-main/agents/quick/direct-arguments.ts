/** Arguments as a person writes them behind a tool's name. Pure. */
import type { ToolDefinition } from '../../registry/types.ts'

/** A name, `=`, and a value: quoted, JSON, or up to the next space. */
const PAIR = /^([\p{L}\p{N}_.-]+)=("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[{]|\S*)/u

/**
 * A JSON object, or `name=value` pairs; a text without names is the one argument that the tool requires, where it
 * requires exactly one. Values without quotes stay texts: the registry makes them what the schema says. Null where
 * it is none of these.
 */
export function argumentsIn(
  text: string,
  definition: Pick<ToolDefinition, 'inputSchema'> | undefined,
): Record<string, unknown> | null {
  if (text === '') return {}
  if (text.startsWith('{')) return objectIn(text)
  return pairsIn(text) ?? onlyArgument(text, definition)
}

function pairsIn(text: string): Record<string, unknown> | null {
  const given: [string, unknown][] = []
  let rest = text
  while (rest !== '') {
    const match = PAIR.exec(rest)
    if (match?.[1] === undefined || match[2] === undefined) return null
    const [whole, name, written] = [match[0], match[1], match[2]]
    if (written === '{' || written === '[') {
      const start = whole.length - 1
      const end = jsonEnd(rest, start)
      if (end === null) return null
      given.push([name, JSON.parse(rest.slice(start, end))])
      rest = rest.slice(end)
    } else {
      given.push([name, valueIn(written)])
      rest = rest.slice(whole.length)
    }
    if (rest !== '' && !/^\s/.test(rest)) return null
    rest = rest.trimStart()
  }
  return Object.fromEntries(given)
}

function valueIn(written: string): unknown {
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("\\'", "'")
  if (!written.startsWith('"')) return written
  try {
    return JSON.parse(written)
  } catch {
    // A line break or a lone backslash, which JSON wants written otherwise.
    return written.slice(1, -1).replaceAll('\\"', '"')
  }
}

/** Where the JSON value that begins at `start` ends; null when none does. */
function jsonEnd(text: string, start: number): number | null {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isText) {
      if (char === '\\') at++
      else if (char === '"') isText = false
    } else if (char === '"') isText = true
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return isJson(text.slice(start, at + 1)) ? at + 1 : null
  }
  return null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function onlyArgument(
  text: string,
  definition: Pick<ToolDefinition, 'inputSchema'> | undefined,
): Record<string, unknown> | null {
  const required = definition?.inputSchema.required
  const [name, ...others] = Array.isArray(required) ? required : []
  return typeof name === 'string' && others.length === 0 ? { [name]: text } : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
