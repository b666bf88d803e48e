/**
 * Fetches client metadata documents (draft-ietf-oauth-client-id-metadata-document). The address comes from a stranger,
 * so it must lead to the public internet: every address of the name is checked, and the connection goes to the one that
 * was checked, whatever the name says a moment later. Redirects are not followed.
 */
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { cleanClientMetadata } from './client-metadata.ts'
import { isPublicAddress } from './public-address.ts'

export const MAX_DOCUMENT_BYTES = 5 * 1024
const DEADLINE_MS = 4_000

export interface FetchedDocument {
  readonly status: number
  readonly body: Uint8Array
}

export interface DocumentNetwork {
  /** Every address of a host name. */
  resolve(host: string): Promise<readonly string[]>
  /** GET over TLS, certificate checked against the URL's host, connected to `address` and nowhere else. */
  get(url: URL, address: string, signal: AbortSignal): Promise<FetchedDocument>
}

/** Whether a client id is an address of a document that we would fetch at all; resolves nothing. */
export function isDocumentUrl(clientId: string): boolean {
  const url = URL.parse(clientId)
  if (url === null || url.href !== clientId || url.protocol !== 'https:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const named = isIP(host) === 0
  return url.pathname !== '/' && url.username === '' && url.hash === '' && (!named || host.includes('.'))
}

export interface DocumentFetchOptions {
  readonly network?: DocumentNetwork
  /** The document of a client that a person let in, as it was then. */
  readonly remembered: (clientId: string) => Promise<Record<string, unknown> | null>
}

/**
 * What oidc-provider calls in place of `fetch`; rejects whatever is not good, with the reason for the log. An app that
 * was let in goes on working while there is no network: only when its address cannot be reached at all, what it said
 * before stands. An answer that takes the document back, or a name that leads elsewhere now, is believed.
 */
export function createDocumentFetch({ network = internet, remembered }: DocumentFetchOptions) {
  async function offline(clientId: string): Promise<Response> {
    const document = await remembered(clientId)
    if (document === null) throw new Error('the address of the client metadata document cannot be reached')
    return Response.json(document)
  }

  return async (input: string | URL | Request): Promise<Response> => {
    const clientId = input instanceof Request ? input.url : String(input)
    if (!isDocumentUrl(clientId)) throw new Error('a client metadata document has an https address with a path')
    const url = new URL(clientId)
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) === 0 ? await reached(within(network.resolve(host), signal)) : [host]
    if (addresses === null) return offline(clientId)
    const [address] = addresses
    // One private address among public ones is enough: a name like that is made to be tried twice.
    if (address === undefined || !addresses.every(isPublicAddress)) {
      throw new Error('the address of a client metadata document is not on the public internet')
    }
    const answer = await reached(within(network.get(url, address, signal), signal))
    if (answer === null) return offline(clientId)
    const { status, body } = answer
    if (status !== 200) throw new Error(`the client metadata document was answered with ${status}`)
    if (body.byteLength > MAX_DOCUMENT_BYTES) throw new Error('the client metadata document is too large')
    return Response.json(cleanDocument(body, clientId))
  }
}

/** The document with what we keep of it; `client_id` as it says it, for oidc-provider to compare. */
function cleanDocument(body: Uint8Array, clientId: string): Record<string, unknown> {
  const said: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw new Error('the document is no JSON object')
  if ('client_secret' in said || 'client_secret_expires_at' in said) throw new Error('the document holds a secret')
  const clean = cleanClientMetadata({ ...said }, 'document')
  if (!clean.ok) throw new Error(`the client metadata document is not good: ${clean.description}`)
  const saidId = 'client_id' in said ? said.client_id : undefined
  if (saidId !== clientId) throw new Error('client_id in the document is not its address')
  return { ...clean.metadata, client_id: saidId }
}

/** Null where the network failed. */
function reached<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null)
}

function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

const internet: DocumentNetwork = {
  resolve: async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  get: (url, address, signal) =>
    new Promise((resolve, reject) => {
      const family = isIP(address)
      const sent = request(url, {
        signal,
        agent: false,
        headers: { Accept: 'application/json', 'User-Agent': 'Mirohub' },
        // The name is never looked up again: TLS still checks the certificate against the URL's host.
        lookup: (_host, options, callback) =>
          options.all === true ? callback(null, [{ address, family }]) : callback(null, address, family),
      })
      sent.once('error', reject)
      sent.once('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > MAX_DOCUMENT_BYTES) sent.destroy(new Error('the client metadata document is too large'))
        })
        response.once('error', reject)
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
      })
      sent.end()
    }),
}
