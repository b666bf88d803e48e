/** Takes secrets out of what is about to be written to a log. Pure; used on every message and field. */

const hidden = '[redacted]'

/** Field names whose value is a secret whatever it looks like. */
const secretName = /token|secret|passw(?:or)?d|passphrase|authorization|cookie|api[-_]?key|credential|private[-_]?key/i

const patterns: readonly [RegExp, string][] = [
  // Authorization header values.
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${hidden}`],
  // JSON web tokens: three base64url parts, the first beginning with {" in base64.
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g, hidden],
  // The secret of a personal endpoint is its last path segment.
  [/(\/mcp\/)[^\s/?#"'<>]+/g, `$1${hidden}`],
  // Passwords inside addresses: postgres://user:password@host.
  [/(\b[a-z][a-z\d+.-]*:\/\/[^\s:/@]*:)[^\s@/]+@/gi, `$1${hidden}@`],
  // key=value and "key": "value" with a telling name.
  [
    /(["']?\b[\w-]*(?:token|secret|passw(?:or)?d|passphrase|api[-_]?key)[\w-]*["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s&,;}"']+)/gi,
    `$1${hidden}`,
  ],
]

/** Words of 32 or more characters that mix letters and digits look like keys; uuids and hex digests stay. */
const longWord = /[A-Za-z\d_-]{32,}/g
const plainDigest = /^(?:[\da-f]{40}|[\da-f]{64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** `text` with bearer tokens, JWTs, personal endpoint secrets, passwords and long random words replaced. */
export function redactText(text: string): string {
  let out = text
  for (const [pattern, replacement] of patterns) out = out.replace(pattern, replacement)
  return out.replace(longWord, (word) => (looksRandom(word) ? hidden : word))
}

function looksRandom(word: string): boolean {
  if (plainDigest.test(word)) return false
  return /\d/.test(word) && /[a-z]/i.test(word) && !/^[a-z]+(?:[-_][a-z\d]+)*$/.test(word)
}

/** A copy of `value` fit for a log: texts redacted, values under secret names replaced, depth and length bounded. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value.length > 4000 ? `${value.slice(0, 4000)}…` : value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (depth >= 4) return '[…]'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof Error) return redactError(value, depth)
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, 50).map((entry) => redactValue(entry, depth + 1))
  const out: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(value)) {
    out[key] = secretName.test(key) && entry !== null && entry !== undefined ? hidden : redactValue(entry, depth + 1)
  }
  return out
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const out: Record<string, unknown> = { name: error.name, message: redactText(error.message) }
  if ('code' in error) out.code = redactValue(error.code, depth + 1)
  if (error.stack) out.stack = redactText(error.stack.split('\n').slice(1, 6).join('\n'))
  if (error.cause !== undefined) out.cause = redactValue(error.cause, depth + 1)
  return out
}
