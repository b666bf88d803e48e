/**
 * fetch for one remote server: through the proxy that applies, trusting the system's certificates and those of a chosen
 * file, never to another origin by redirect, with an end to every wait. Failures are ServerError with the reason in
 * words.
 */
import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import type { FetchLike } from '@modelcontextprotocol/client'
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici'
import type { ServerSettings } from '../model/server-entry.ts'
import { ServerError } from '../model/server-status.ts'
import { caFileFault, fetchFault } from './fetch-faults.ts'
import { isLoopback, proxyFor } from './proxy-choice.ts'
import { limitedBody } from './response-limits.ts'
import { failedResponse } from './watched-transport.ts'

export interface HttpFetchOptions {
  readonly proxy: ServerSettings['proxy']
  readonly caFile: string | null
  /** Asked for HTTP_PROXY and its like. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** For the connection to the server, TLS included. */
  readonly connectMs: number
  /** Silence of a response that has begun; streams of notifications are not held to it. */
  readonly streamMs: number
  readonly maxResponseBytes?: number
  /** In place of the system's, where no proxy applies: it may refuse addresses. */
  readonly lookup?: LookupFunction
}

export interface HttpFetch {
  /** Rejects with ServerError, or with the reason of the signal. Redirects are answered as they come, not followed. */
  readonly fetch: FetchLike
  /** Ends every socket. */
  close(): Promise<void>
}

const MAX_RESPONSE_BYTES = 32 * 1024 * 1024

/** Throws ServerError `bad_entry` when the certificate file cannot be read. */
export function createHttpFetch(options: HttpFetchOptions): HttpFetch {
  const { connectMs, streamMs, maxResponseBytes = MAX_RESPONSE_BYTES } = options
  const extra = options.caFile === null ? null : readCertificates(options.caFile)
  const dispatchers = new Map<string | null, Dispatcher>()

  function dispatcherFor(url: URL): Dispatcher {
    const proxy = proxyFor(url, options.proxy, options.env)
    const known = dispatchers.get(proxy)
    if (known) return known
    const tls = { ca: trusted(extra), timeout: connectMs }
    // The time for an answer is the caller's own; the sockets themselves wait for as long as that takes.
    const shared = { headersTimeout: 0, bodyTimeout: 0, allowH2: false, connect: tls, connectTimeout: connectMs }
    const connect = options.lookup ? { ...tls, lookup: options.lookup } : tls
    // A new connection on this computer costs nothing; an old one may be closed by a busy server just as it is used.
    const reuse = isLoopback(url) ? { keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 } : {}
    const made =
      proxy === null
        ? new Agent({ ...shared, ...reuse, connect })
        : new ProxyAgent({ ...shared, uri: proxy, requestTls: tls, proxyTls: tls })
    dispatchers.set(proxy, made)
    return made
  }

  return {
    async fetch(input, init) {
      const url = new URL(input)
      const signal = init?.signal ?? undefined
      try {
        const response = await undiciFetch(url, {
          method: init?.method ?? 'GET',
          headers: [...new Headers(init?.headers)],
          body: bodyOf(init?.body),
          redirect: 'manual',
          signal,
          dispatcher: dispatcherFor(url),
        })
        const headers = new Headers([...response.headers])
        const events = headers.get('content-type')?.trim().toLowerCase().startsWith('text/event-stream') ?? false
        const silentMs = events && isNotificationStream(init) ? null : streamMs
        const onBroken = failedResponse() ?? undefined
        const limits = { maxBytes: maxResponseBytes, silentMs, events, onBroken }
        const body = response.body && limitedBody(response.body, limits)
        return new Response(body, { status: response.status, statusText: response.statusText, headers })
      } catch (error) {
        if (signal?.aborted || error instanceof ServerError) throw error
        throw new ServerError(fetchFault(error, url), { cause: error })
      }
    },
    async close() {
      const closing = [...dispatchers.values()]
      dispatchers.clear()
      await Promise.allSettled(closing.map((dispatcher) => dispatcher.destroy()))
    },
  }
}

/** The stream of a session, or a subscription: silent until something changes. */
function isNotificationStream(init: RequestInit | undefined): boolean {
  return (init?.method ?? 'GET') === 'GET' || new Headers(init?.headers).get('mcp-method') === 'subscriptions/listen'
}

/** What the SDK sends: JSON, or the form of a token request. */
function bodyOf(body: RequestInit['body']): string | URLSearchParams | undefined {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return body
  throw new TypeError('a request of an MCP client has a text or a form for its body')
}

function readCertificates(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
    throw new Error('no certificate in it')
  } catch (error) {
    throw new ServerError(caFileFault(file, error), { cause: error })
  }
}

let systemCertificates: readonly string[] | undefined

/** Node's own list, what NODE_EXTRA_CA_CERTS adds, and the system's store, read once: it takes some 10 ms. */
function trusted(extra: string | null): string[] {
  systemCertificates ??= [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
  return extra === null ? [...systemCertificates] : [...systemCertificates, extra]
}
