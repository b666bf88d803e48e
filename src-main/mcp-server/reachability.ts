/**
 * Whether this hub is reached under MCP_PUBLIC_URL: name, connection, certificate, our own answer, and that it is this
 * very hub that gives it. Runs only when a person asks for it; nothing here contacts anybody by itself.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { version } from '../config/version.ts'
import { sendJson } from './json-rpc.ts'
import type { Fault, Good } from './reachability-words.ts'
import type { Mount } from './site.ts'
import { type Asked, ask } from './small-request.ts'

const NAME_DEADLINE_MS = 5_000
const CONNECT_DEADLINE_MS = 5_000
const ANSWER_DEADLINE_MS = 10_000
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
/** Lists of heard clients leave this name out. */
const CHECK_NAME = 'mirohub-check'

export type ReachabilityStep = 'address' | 'name' | 'connect' | 'certificate' | 'answer' | 'identity'

export interface ReachabilityReport {
  readonly publicUrl: string | null
  readonly ok: boolean
  /** Up to the first that failed. */
  readonly steps: readonly CheckedStep[]
}

type CheckedStep = { readonly step: ReachabilityStep } & Finding
type Finding = { readonly ok: true; readonly found: Good } | { readonly ok: false; readonly found: Fault }

export interface Reachability {
  /** Answers `GET {prefix}/reachability/{challenge}`: only this process can, and the answer tells nothing else. */
  readonly mount: Mount
  /** Never rejects. */
  check(): Promise<ReachabilityReport>
}

export interface ReachabilityOptions {
  readonly publicUrl: string | null
  readonly uriPrefix: string
  /** Further certificate authorities in PEM, for tests. */
  readonly ca?: string
}

/** Null: there is nothing to check. */
type Pending = Finding | null | Promise<Finding | null>

const good = (found: Good): Finding => ({ ok: true, found })
const failed = (found: Fault): Finding => ({ ok: false, found })

export function createReachability(options: ReachabilityOptions): Reachability {
  const { publicUrl, uriPrefix, ca } = options
  /** Of this process, in memory only: a proof shows who made it and nothing about them. */
  const key = randomBytes(32)
  const proofOf = (challenge: string): Buffer => createHmac('sha256', key).update(challenge).digest()

  async function check(): Promise<ReachabilityReport> {
    if (publicUrl === null) return { publicUrl, ok: false, steps: [] }
    const steps: CheckedStep[] = []
    const url = new URL(publicUrl)
    const order: readonly [ReachabilityStep, () => Pending][] = [
      ['address', () => checkAddress(url)],
      ['name', () => checkName(url)],
      ['connect', () => checkConnection(url)],
      ['certificate', () => (url.protocol === 'https:' ? checkCertificate(url, ca) : null)],
      ['answer', () => checkAnswer(new URL(`${publicUrl}${uriPrefix}/mcp`), ca)],
      ['identity', () => checkIdentity(`${publicUrl}${uriPrefix}/reachability/`, proofOf, ca)],
    ]
    for (const [step, run] of order) {
      const result = await run()
      if (result === null) continue
      steps.push({ step, ...result })
      if (!result.ok) return { publicUrl, ok: false, steps }
    }
    return { publicUrl, ok: true, steps }
  }

  return {
    check,
    mount: (app) => {
      app.get(`${uriPrefix}/reachability/:challenge`, (request, response) => {
        const { challenge } = request.params
        if (!CHALLENGE.test(challenge)) return sendJson(response, 404, { error: 'There is nothing at this address.' })
        sendJson(response, 200, { proof: proofOf(challenge).toString('base64url') })
      })
    },
  }
}

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

function checkAddress({ protocol, username, password, search, hash, pathname, origin, hostname }: URL): Finding {
  if (username !== '' || password !== '' || search !== '' || hash !== '') return failed({ code: 'address-has-more' })
  if (pathname !== '/') return failed({ code: 'address-has-path', origin, path: pathname })
  if (protocol === 'https:') return good({ code: 'encrypted', origin })
  return isLoopback(hostname) ? good({ code: 'this-computer', origin }) : failed({ code: 'not-encrypted', origin })
}

async function checkName(url: URL): Promise<Finding> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return good({ code: 'is-address', host })
  try {
    const found = await within(lookup(host, { all: true }), NAME_DEADLINE_MS)
    return good({ code: 'name-found', host, addresses: found.map(({ address }) => address) })
  } catch (error) {
    return failed({ code: 'name', host, reason: codeOf(error) })
  }
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

async function checkConnection(url: URL): Promise<Finding> {
  const at = { host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url) }
  const socket = connectTcp(at)
  try {
    await within(settled(socket, 'connect'), CONNECT_DEADLINE_MS)
    return good({ code: 'port-open', port: at.port })
  } catch (error) {
    return failed({ code: 'connection', port: at.port, reason: codeOf(error) })
  } finally {
    socket.destroy()
  }
}

async function checkCertificate(url: URL, ca: string | undefined): Promise<Finding> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const socket = connectTls({ host, port: portOf(url), ...servername, ...(ca === undefined ? {} : { ca }) })
  try {
    await within(settled(socket, 'secureConnect'), CONNECT_DEADLINE_MS)
    const until = new Date(socket.getPeerCertificate().valid_to)
    return good({ code: 'certificate-good', untilDate: until.toISOString().slice(0, 10) })
  } catch (error) {
    return failed({ code: 'certificate', host, reason: codeOf(error) })
  } finally {
    socket.destroy()
  }
}

async function checkAnswer(url: URL, ca: string | undefined): Promise<Finding> {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: CHECK_NAME, version },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'server/discover',
  }
  const asked = await ask(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    deadlineMs: ANSWER_DEADLINE_MS,
    ca,
  })
  return judgeAnswer(url, asked)
}

function judgeAnswer({ href: address, host }: URL, asked: Asked): Finding {
  if (!asked.ok) return failed({ code: 'no-answer', address, why: asked.why, said: asked.said })
  const { status, headers, text } = asked
  if (status === 200 && text.includes('"supportedVersions"')) return good({ code: 'answers', address })
  // A server that wants a token first is an MCP server too; whether it is ours the next step tells.
  if (status === 401 && headers['www-authenticate']?.startsWith('Bearer') === true) {
    return good({ code: 'asks-for-token', address })
  }
  if (status === 403 && text.includes('the host of this request')) return failed({ code: 'other-host', host })
  if (status >= 300 && status < 400) {
    return failed({ code: 'redirect', address, status, to: headers.location ?? null })
  }
  return failed({ code: status >= 502 && status <= 504 ? 'bad-gateway' : 'other-answer', address, status })
}

async function checkIdentity(
  base: string,
  proofOf: (challenge: string) => Buffer,
  ca: string | undefined,
): Promise<Finding> {
  const challenge = randomBytes(32).toString('base64url')
  const asked = await ask(new URL(`${base}${challenge}`), {
    method: 'GET',
    headers: {},
    body: '',
    deadlineMs: ANSWER_DEADLINE_MS,
    ca,
  })
  const proof =
    asked.ok && asked.status === 200 ? (/"proof":\s*"([A-Za-z0-9_-]{43})"/.exec(asked.text)?.[1] ?? null) : null
  if (proof === null) return failed({ code: 'unproven' })
  const isOurs = timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(challenge))
  return isOurs ? good({ code: 'this-hub' }) : failed({ code: 'other-hub' })
}

/** Node's own error for a deadline; `ETIMEDOUT` is also what a connection that nobody answers ends with. */
async function within<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

interface Opening {
  once(event: string, listener: (error: Error) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

function settled(socket: Opening, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve())
    // Kept after the first: an error of a socket that nobody waits for any more must not end the process.
    socket.on('error', reject)
  })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
