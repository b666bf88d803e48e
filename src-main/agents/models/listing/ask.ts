/** One question to a provider's own API, other than to its models: answered as JSON within its time, or an error that tells why. */
import type { ResolvedModel } from '../types.ts'

/** Where and with what a provider is asked. Holds the key. */
export type ProviderAccess = Pick<
  ResolvedModel,
  'providerName' | 'wire' | 'preset' | 'baseUrl' | 'host' | 'isLocal' | 'apiKey' | 'options'
>

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** An answer that was no success: its status and body, for fault/error-facts.ts. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  constructor(status: number, headers: Headers, body: unknown) {
    super(`HTTP ${status}`)
    this.status = status
    this.headers = headers
    this.body = body
  }
}

const MAX_BYTES = 16 * 1024 * 1024

/** @throws AnswerError; what fetch throws; SyntaxError for what is no JSON. */
export async function askJson(
  access: ProviderAccess,
  path: string,
  options: { readonly fetch: Fetch; readonly signal: AbortSignal; readonly body?: unknown },
): Promise<unknown> {
  const { body } = options
  const response = await options.fetch(`${access.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...access.options.headers,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...keyHeaders(access),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: options.signal,
    // A redirect would take the key along to somebody else.
    redirect: 'manual',
  })
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > MAX_BYTES) throw new SyntaxError('the answer is too long to be a list of models')
  const text = await response.text()
  if (response.status >= 300)
    throw new AnswerError(response.status >= 400 ? response.status : 404, response.headers, parsed(text))
  return JSON.parse(text)
}

function keyHeaders({ wire, apiKey }: ProviderAccess): Record<string, string> {
  if (wire === 'anthropic')
    return { 'anthropic-version': '2023-06-01', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) }
  if (apiKey === null) return {}
  return wire === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
