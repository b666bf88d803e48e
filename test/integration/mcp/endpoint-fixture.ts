/** The real HTTP server over a fake registry and two fake people, and a raw HTTP client that adds no header by itself. */
import { type Agent, request as httpRequest } from 'node:http'
import { silentLogger } from '../../../src-main/log/logger.ts'
import { createHttpServer, type HttpServerOptions } from '../../../src-main/mcp-server/http-server.ts'
import { createAuthenticator } from '../../../src-main/mcp-server/identity.ts'
import { registryBackend } from '../../../src-main/mcp-server/tool-backend.ts'
import { mountWellKnown } from '../../../src-main/mcp-server/well-known.ts'
import type { Profile } from '../../../src-main/profiles/profiles.ts'
import { createFakeRegistry } from './fake-registry.ts'
import { type WireMessage, wireMessage } from './wire-message.ts'

export const ALICE = '00000000-0000-4000-8000-00000000000a'
export const BOB = '00000000-0000-4000-8000-00000000000b'
const PEOPLE: readonly { token: string; publicId: string }[] = [
  { token: 'token-of-alice', publicId: ALICE },
  { token: 'token-of-bob', publicId: BOB },
]

function profileOf(id: number): Profile | null {
  const person = PEOPLE[id - 1]
  if (person === undefined) return null
  return {
    id,
    publicId: person.publicId,
    name: person.token,
    timeZone: 'UTC',
    language: 'en',
    units: {},
    preferences: {},
    isDefault: id === 1,
    createdAt: new Date(0),
    personalUrls: false,
  }
}

export async function startEndpoint(overrides: Partial<HttpServerOptions> = {}, port: number | 'configured' = 0) {
  const registry = createFakeRegistry()
  const server = await createHttpServer({
    config: {
      http: { host: '127.0.0.1', port: 0, uriPrefix: '', serverName: '' },
      mcpPublicUrl: null,
    },
    log: silentLogger,
    authenticator: createAuthenticator({
      profiles: { get: async (id) => profileOf(id) },
      tokens: {
        verify: async (token) => {
          const at = PEOPLE.findIndex((person) => person.token === token)
          const publicId = PEOPLE[at]?.publicId
          if (publicId === undefined) return { ok: false, reason: 'foreign' }
          return { ok: true, userId: at + 1, publicId, jti: publicId, scopes: ['mcp:read'] }
        },
      },
    }),
    backendFor: (caller) => registryBackend(registry, caller),
    mounts: [mountWellKnown],
    ...overrides,
  })
  const unsubscribe = registry.onListChanged(() => server.toolsChanged())
  const at = await server.listen(port)
  const close = () => {
    unsubscribe()
    return server.close()
  }
  return { ...at, server: { ...server, close }, registry, [Symbol.asyncDispose]: close }
}

export interface RawRequest {
  readonly method?: string
  readonly path?: string
  /** Pairs, so that a header can come twice. Host is added when it is not there. */
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string | Buffer
  /** A connection to share; each request has one of its own otherwise. */
  readonly agent?: Agent
}

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as a message; `{}` where it is no JSON. */
  readonly json: WireMessage
  /** The body as the answers of a batch; empty where it is no array. */
  readonly batch: readonly WireMessage[]
}

const JSON_TYPE: readonly [string, string] = ['Content-Type', 'application/json']

/** Sends exactly the headers given, plus Host and Content-Length. */
export function raw(port: number, request: RawRequest) {
  const { method = 'POST', path = '/mcp', headers = [JSON_TYPE], body, agent = false } = request
  const flat = headers.flat()
  if (!headers.some(([name]) => name.toLowerCase() === 'host')) flat.push('Host', `127.0.0.1:${port}`)
  if (body !== undefined) flat.push('Content-Length', String(Buffer.byteLength(body)))
  return new Promise<RawResponse>((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers: flat, setHost: false, agent })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const json = wireMessage(text !== '' && isJson(response.headers['content-type']) ? text : '{}')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json,
          batch: Array.isArray(json) ? json : [],
        })
      })
      response.on('error', reject)
    })
    sent.end(body)
  })
}

/** The seed's curl: a JSON content type and nothing else. */
export function bare(port: number, body: unknown, headers: readonly (readonly [string, string])[] = []) {
  return raw(port, { body: JSON.stringify(body), headers: [JSON_TYPE, ...headers] })
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.startsWith('application/json') ?? false
}
