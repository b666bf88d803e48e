/** One HTTP request that passed identity, on its way through either era. */
import type { IncomingMessage } from 'node:http'
import { type ChallengeSite, needsCredential, needsScope } from './challenge.ts'
import type { Identity } from './identity.ts'
import type { Refusal } from './protocol-server.ts'

export interface ExchangeCall extends ChallengeSite {
  readonly who: Extract<Identity, { kind: 'caller' }>
  /** Product of the user agent, for a client that has not named itself. */
  readonly product: string | undefined
  /** What a tool call of this request was refused for. */
  refusal: { readonly code: Refusal; readonly scope: string | undefined } | null
}

export interface AnswerStatus {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A refused call in HTTP's words; the JSON-RPC error stays the body. Batches keep their 200. */
export function statusOf(call: ExchangeCall, batch: boolean): AnswerStatus {
  const { refusal } = call
  if (refusal === null || batch) return { status: 200 }
  return refusal.code === 'authorization_required'
    ? { status: 401, headers: { 'WWW-Authenticate': needsCredential(call, refusal.scope) } }
    : { status: 403, headers: { 'WWW-Authenticate': needsScope(call, refusal.scope) } }
}

/** "curl" of "curl/8.5.0". */
export function productOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return headers['user-agent']?.split(/[\s/(]/)[0] || undefined
}
