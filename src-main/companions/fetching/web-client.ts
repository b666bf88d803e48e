/**
 * The way of companions to the web: blocked sites at every hop, nothing on this computer or its network, a limit on time
 * and size, and another try where a server is busy.
 */
import { lookup as resolveHost } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch, type RequestInit, type Response } from 'undici'
import { classOfAddress } from '../../config/address-class.ts'
import { BlockedSiteError, blockedBy, blockedSites } from '../../config/blocked-sites.ts'
import { version } from '../../config/version.ts'
import { type Environment, setting } from '../companion.ts'

const TIMEOUT_MS = 45_000
const MAX_BYTES = 25 * 1024 * 1024
const MAX_HOPS = 6
const TRIES = 3
const BUSY = new Set([429, 500, 502, 503, 504])

export interface FetchedPage {
  /** After redirects. */
  readonly url: string
  readonly status: number
  /** Without parameters, in lower case; empty when the server said nothing. */
  readonly type: string
  readonly bytes: Uint8Array
}

export interface WebRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

export interface WebClient {
  /** Rejects for whatever is not 2xx, with the status and the beginning of what was said. */
  get(url: string, request?: WebRequest): Promise<FetchedPage>
  json(url: string, request?: WebRequest): Promise<unknown>
  /** Throws BlockedSiteError. */
  check(url: string): void
}

export class WebError extends Error {
  override readonly name = 'WebError'
  readonly status: number | null
  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** `COMPANION_ALLOW_PRIVATE=1` lets it reach this computer and its network, for services that run there. */
export function createWebClient(env: Environment, waitMs = 500): WebClient {
  const sites = blockedSites(env.BLOCKED_SITES)
  const dispatcher = dispatcherFor(env)
  const mayGoInside = setting(env, 'COMPANION_ALLOW_PRIVATE') === '1'

  const check = (url: string): URL => {
    let address: URL
    try {
      address = new URL(url)
    } catch {
      throw new WebError(`"${url.slice(0, 200)}" is no web address: it has to begin with https:// or http://.`, null)
    }
    if (address.protocol !== 'https:' && address.protocol !== 'http:')
      throw new WebError(`${address.protocol}// is not fetched: only https:// and http:// are.`, null)
    // A number is never looked up, so it is refused here.
    const host = address.hostname.replace(/^\[|\]$/g, '')
    if (!mayGoInside && isIP(host) !== 0 && isInside(host))
      throw new WebError(`${host} is an address of this computer or its network, which is not fetched.`, null)
    const site = blockedBy(address.href, sites)
    if (site !== null) throw new BlockedSiteError(address.href, site)
    return address
  }

  /** Follows redirects by hand, so that every hop is looked at. */
  async function follow(url: string, { method = 'GET', headers = {}, body, signal }: WebRequest): Promise<Response> {
    let at = check(url)
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const init: RequestInit = {
      method,
      body,
      dispatcher,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: { 'User-Agent': `Mirohub/${version}`, ...headers },
    }
    for (let hop = 0; hop < MAX_HOPS; hop++) {
      let response: Response
      try {
        response = await fetch(at, init)
      } catch (error) {
        signal?.throwIfAborted()
        throw new WebError(`${at.host} could not be reached: ${reasonOf(error)}.`, null, { cause: error })
      }
      const to = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (to === null) return response
      await response.body?.cancel()
      const next = check(new URL(to, at).href)
      // What belongs to one site is not handed to another.
      if (next.origin !== at.origin) init.headers = { 'User-Agent': `Mirohub/${version}` }
      at = next
    }
    throw new WebError(`${url} was redirected more than ${MAX_HOPS} times.`, null)
  }

  async function get(url: string, request: WebRequest = {}): Promise<FetchedPage> {
    for (let attempt = 1; ; attempt++) {
      const response = await follow(url, request)
      if (response.ok) {
        const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
        return { url: response.url || url, status: response.status, type, bytes: await read(response) }
      }
      const said = new TextDecoder().decode(await read(response).catch(() => new Uint8Array())).slice(0, 300)
      if (!BUSY.has(response.status) || attempt === TRIES)
        throw new WebError(
          `${new URL(url).host} answered ${response.status}${said === '' ? '' : `: ${said}`}.`,
          response.status,
        )
      await sleep(waitMs * 2 ** (attempt - 1), undefined, { signal: request.signal })
    }
  }

  return {
    get,
    async json(url, request = {}) {
      const page = await get(url, { ...request, headers: { Accept: 'application/json', ...request.headers } })
      try {
        return JSON.parse(new TextDecoder().decode(page.bytes))
      } catch {
        throw new WebError(`${new URL(url).host} did not answer with JSON.`, page.status)
      }
    },
    check: (url) => void check(url),
  }
}

async function read(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES)
      throw new WebError(`The answer is larger than ${MAX_BYTES / 1024 / 1024} MB.`, response.status)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function dispatcherFor(env: Environment): Dispatcher {
  const proxied = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => setting(env, name) !== null)
  // A proxy resolves names itself, and its network is its business.
  if (proxied) return new EnvHttpProxyAgent()
  return new Agent({ connect: setting(env, 'COMPANION_ALLOW_PRIVATE') === '1' ? {} : { lookup: publicLookup } })
}

/** Refuses names that lead to this computer or its network: a page's text must not make a tool look behind the door. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveHost(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const inside = addresses.find(({ address }) => isInside(address))
    if (inside !== undefined)
      return callback(new Error(`${hostname} is an address of this computer or its network`), '')
    if (options.all) return callback(null, addresses)
    const [first] = addresses
    if (first === undefined) return callback(new Error(`${hostname} has no address`), '')
    callback(null, first.address, first.family)
  })
}

/** NAT64 (64:ff9b::/96) stands for another address: what a page's text names must not choose it. */
function isInside(address: string): boolean {
  return /^64:ff9b:/i.test(address) || classOfAddress(address) !== 'public'
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
