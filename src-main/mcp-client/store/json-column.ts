/**
 * JSON that a server or a person gave, in a jsonb column. PostgreSQL refuses U+0000 and lone surrogates in jsonb; such
 * a value is kept whole as packed text, because what was approved must compare equal to what is listed next time.
 */

const PACKED = '$packed'
const UNSTORABLE = /\\u0000|\\u[dD][89a-fA-F][0-9a-fA-F]{2}/

/** Undefined when it is longer than `maxChars` as JSON. */
export function toColumn(value: object, maxChars = Number.POSITIVE_INFINITY): Record<string, unknown> | undefined {
  const text = JSON.stringify(value)
  if (text.length > maxChars) return undefined
  if (UNSTORABLE.test(text) || PACKED in value) return { [PACKED]: Buffer.from(text).toString('base64') }
  return { ...value }
}

/** Undefined when what is packed cannot be read. */
export function fromColumn(column: Readonly<Record<string, unknown>>): unknown {
  const packed = column[PACKED]
  if (typeof packed !== 'string') return column
  try {
    return JSON.parse(Buffer.from(packed, 'base64').toString())
  } catch {
    return undefined
  }
}
