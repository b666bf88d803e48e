/** The fetch of a login: every address checked, redirects left to the caller, answers small and soon. */
import type { LookupFunction } from 'node:net'
import type { FetchLike } from '@modelcontextprotocol/client'
import { Agent, fetch as undiciFetch } from 'undici'
import { ServerError } from '../model/server-status.ts'
import { loginFaults } from './login-faults.ts'
import type { Reach } from './reach.ts'

/** Metadata documents and token answers have a few kilobytes. */
const MAX_BYTES = 256 * 1024
const DEADLINE_MS = 15_000
const CONNECT_MS = 10_000

export interface ClosableFetch {
  /** Redirects are answered as they come, not followed. */
  readonly fetch: FetchLike
  close(): Promise<void>
}

/** What connects, straight to the addresses that `lookup` gives; where a proxy applies, through it. */
export type MakeFetch = (lookup: LookupFunction) => ClosableFetch

/** Without a proxy, and with the certificates of Node. */
export const directFetch: MakeFetch = (lookup) => {
  // A connection for each request: there are few, minutes apart, and none may meet a socket that is just being closed.
  const dispatcher = new Agent({ connect: { lookup, timeout: CONNECT_MS }, pipelining: 0 })
  return {
    async fetch(input, init = {}) {
      const answer = await undiciFetch(input, {
        method: init.method ?? 'GET',
        headers: [...new Headers(init.headers).entries()],
        ...(init.body === undefined || init.body === null ? {} : { body: String(init.body) }),
        redirect: 'manual',
        signal: init.signal ?? null,
        dispatcher,
      })
      return new Response(answer.body && streamOf(answer.body.getReader()), {
        status: answer.status,
        headers: new Headers([...answer.headers.entries()]),
      })
    },
    close: () => dispatcher.destroy(),
  }
}

/** undici's stream as the one of the DOM's types. */
function streamOf(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

export interface GuardedFetchOptions {
  readonly reach: Reach
  readonly makeFetch?: MakeFetch
  readonly signal: AbortSignal
  readonly maxBytes?: number
  readonly deadlineMs?: number
}

/**
 * Rejects with ServerError: `refused_address`, `too_large`, `unreachable` and its like. The SDK follows redirects within
 * an origin by asking again, so each of them is checked; none leads to another origin.
 */
export function createGuardedFetch({
  reach,
  makeFetch = directFetch,
  signal,
  maxBytes = MAX_BYTES,
  deadlineMs = DEADLINE_MS,
}: GuardedFetchOptions): ClosableFetch {
  const inner = makeFetch(reach.lookup)

  async function guarded(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input)
    const place = `${url.origin}${url.pathname}`
    const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
    try {
      await reach.check(url)
      const answer = await inner.fetch(url, { ...init, redirect: 'manual', signal: limit })
      const body = await readWithin(answer.body, maxBytes, place)
      const hasBody = answer.status !== 204 && answer.status !== 205 && answer.status !== 304
      return new Response(hasBody ? body : null, { status: answer.status, headers: plainHeaders(answer.headers) })
    } catch (error) {
      signal.throwIfAborted()
      throw innermostServerError(error) ?? loginFaults.unreachable(place, error)
    }
  }

  return { fetch: guarded, close: () => inner.close() }
}

/** The body is decoded and whole. */
function plainHeaders(answered: Headers): Headers {
  const headers = new Headers(answered)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return headers
}

async function readWithin(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  place: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  const reader = body?.getReader()
  for (let size = 0; reader !== undefined; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel().catch(() => {})
      throw loginFaults.tooLarge(place)
    }
    chunks.push(value)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** What the look-up refused comes wrapped in the errors of connector and fetch. */
function innermostServerError(error: unknown): ServerError | null {
  let found: ServerError | null = null
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    if (at instanceof ServerError) found = at
  }
  return found
}
