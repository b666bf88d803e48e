/** The fetch of a login: every address checked, redirects left to the caller, answers small and soon. */
import type { LookupFunction } from 'node:net'
import type { FetchLike } from '@modelcontextprotocol/client'
import { Agent, type Dispatcher, fetch as undiciFetch } from 'undici'
import { ServerError } from '../model/server-status.ts'
import { loginFaults } from './login-faults.ts'
import type { Reach } from './reach.ts'

/** Metadata documents and token answers have a few kilobytes. */
const MAX_BYTES = 256 * 1024
const DEADLINE_MS = 15_000
const CONNECT_MS = 10_000

/** What connects, with a look-up of ours; closed with the login. */
export type MakeDispatcher = (lookup: LookupFunction) => Dispatcher

export const directDispatcher: MakeDispatcher = (lookup) => new Agent({ connect: { lookup, timeout: CONNECT_MS } })

export interface GuardedFetch {
  readonly fetch: FetchLike
  close(): Promise<void>
}

export interface GuardedFetchOptions {
  readonly reach: Reach
  readonly makeDispatcher?: MakeDispatcher
  readonly signal: AbortSignal
  readonly maxBytes?: number
  readonly deadlineMs?: number
}

/**
 * Rejects with ServerError: `refused_address`, `too_large`, `unreachable`. The SDK follows redirects within an origin by
 * asking again, so each of them is checked; none leads to another origin.
 */
export function createGuardedFetch({
  reach,
  makeDispatcher = directDispatcher,
  signal,
  maxBytes = MAX_BYTES,
  deadlineMs = DEADLINE_MS,
}: GuardedFetchOptions): GuardedFetch {
  const dispatcher = makeDispatcher(reach.lookup)

  async function guarded(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input)
    reach.check(url)
    const place = `${url.origin}${url.pathname}`
    const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
    try {
      const answer = await undiciFetch(url, {
        method: init.method ?? 'GET',
        headers: [...new Headers(init.headers).entries()],
        ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
        redirect: 'manual',
        signal: limit,
        dispatcher,
      })
      const body = await readWithin(answer.body, maxBytes, place)
      const headers = new Headers([...answer.headers.entries()])
      // The body is decoded already.
      headers.delete('content-encoding')
      headers.delete('content-length')
      const hasBody = answer.status !== 204 && answer.status !== 205 && answer.status !== 304
      return new Response(hasBody ? body : null, { status: answer.status, headers })
    } catch (error) {
      signal.throwIfAborted()
      throw serverErrorIn(error) ?? loginFaults.unreachable(place, error)
    }
  }

  return { fetch: guarded, close: () => dispatcher.destroy() }
}

async function readWithin(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  place: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw loginFaults.tooLarge(place)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** What the look-up refused comes wrapped in the errors of the connector and of fetch. */
function serverErrorIn(error: unknown): ServerError | null {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (at instanceof ServerError) return at
  }
  return null
}
