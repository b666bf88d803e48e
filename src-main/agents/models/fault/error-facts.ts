/** What can be read of an error of any provider's library, through everything that wrapped it. Pure. */

export interface ErrorFacts {
  /** HTTP status of the answer; null where there was none. */
  readonly status: number | null
  /** Codes and types in every layer, e.g. ECONNREFUSED, insufficient_quota, overloaded_error. */
  readonly codes: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  /** Every layer's own words, in lower case, for looking things up in. */
  readonly text: string
  /** What the innermost layer with words said. */
  readonly detail: string
  readonly retryAfterMs: number | null
}

const MAX_LAYERS = 8

export function errorFacts(error: unknown): ErrorFacts {
  const codes = new Set<string>()
  const names = new Set<string>()
  const texts: string[] = []
  let status: number | null = null
  let retryAfterMs: number | null = null

  const look = (layer: unknown, depth: number): void => {
    if (typeof layer === 'string') {
      texts.push(layer)
      return
    }
    if (typeof layer !== 'object' || layer === null || depth > MAX_LAYERS) return
    const read = (key: string): unknown => Reflect.get(layer, key)
    if (layer instanceof Error) names.add(layer.name)
    for (const key of ['code', 'type', 'status', 'reason']) {
      const value = read(key)
      if (typeof value === 'string') codes.add(value)
    }
    for (const key of ['status', 'statusCode', 'status_code']) {
      const value = read(key)
      if (typeof value === 'number' && value >= 400) status ??= value
    }
    retryAfterMs ??= retryAfterOf(read('headers')) ?? delayOf(read('retryDelay'))
    const message = read('message')
    if (typeof message === 'string') texts.push(withoutAdvice(message))
    // `error` and `data` hold the body of the answer; the rest is what wrapped it.
    for (const key of ['cause', 'error', 'data', 'body']) look(read(key), depth + 1)
    for (const key of ['errors', 'details']) {
      const several = read(key)
      if (Array.isArray(several)) for (const one of several.slice(0, 5)) look(one, depth + 1)
    }
  }
  look(error, 0)
  const unique = [...new Set(texts)]
  return {
    status,
    codes,
    names,
    text: unique.join('\n').toLowerCase(),
    detail: unique.at(-1) ?? '',
    retryAfterMs,
  }
}

/** LangChain adds a link to its own documentation, whose name would tell of another fault than the provider did. */
const withoutAdvice = (text: string): string => (text.split('\n\nTroubleshooting URL:')[0] ?? '').trim()

function retryAfterOf(headers: unknown): number | null {
  if (typeof headers !== 'object' || headers === null) return null
  const value: unknown = headers instanceof Headers ? headers.get('retry-after') : Reflect.get(headers, 'retry-after')
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const seconds = Number(value)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null
}

/** Google's form: "12s", "0.5s". */
function delayOf(value: unknown): number | null {
  const seconds = typeof value === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined
  return seconds === undefined ? null : Math.round(Number(seconds) * 1000)
}
