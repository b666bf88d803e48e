/**
 * Who may speak to the HTTP server at all: exact `Host` and `Origin` lists on every route, checked before anything else
 * looks at a request. A web page that was bound to 127.0.0.1 by DNS (rebinding) fails on Host, any other page on Origin.
 */
import type { IncomingMessage } from 'node:http'
import { loopbackHosts } from './loopback.ts'

export type GuardRefusal = 'target' | 'host' | 'origin'

export type GuardVerdict = { readonly ok: true } | { readonly ok: false; readonly refusal: GuardRefusal }

export interface Guard {
  /** For requests and for websocket upgrades alike. */
  check(request: Pick<IncomingMessage, 'url' | 'method' | 'rawHeaders'>): GuardVerdict
}

export interface GuardOptions {
  /** The port that is listened on. */
  readonly port: number
  /** MCP_PUBLIC_URL: its host and origin are allowed besides the loopback names. */
  readonly publicUrl: string | null
}

/**
 * Values are compared byte for byte: upper case, a trailing dot, another port or spelling of an address are not ours.
 * Browsers and MCP clients send the plain form.
 */
export function createGuard({ port, publicUrl }: GuardOptions): Guard {
  const hosts = new Set(loopbackHosts(port))
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  if (publicUrl !== null) {
    const url = new URL(publicUrl)
    hosts.add(url.host)
    origins.add(url.origin)
  }
  return {
    check({ url, method, rawHeaders }) {
      // An absolute-form target would name another host than the Host header; `//host/…` is read as one by URL parsers.
      const target = url ?? ''
      const plain = (target.startsWith('/') && !target.startsWith('//')) || (target === '*' && method === 'OPTIONS')
      if (!plain) return { ok: false, refusal: 'target' }
      const [host, secondHost] = headerValues(rawHeaders, 'host')
      if (host === undefined || secondHost !== undefined || !hosts.has(host)) return { ok: false, refusal: 'host' }
      const [origin, secondOrigin] = headerValues(rawHeaders, 'origin')
      if (secondOrigin !== undefined || (origin !== undefined && !origins.has(origin))) {
        return { ok: false, refusal: 'origin' }
      }
      return { ok: true }
    },
  }
}

/** All values of a header as they came: node's `headers` would keep only the first of two. */
function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}
