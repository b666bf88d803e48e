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
import { certificateInWords, connectionInWords } from './reachability-words.ts'
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
  readonly steps: readonly { readonly step: ReachabilityStep; readonly ok: boolean; readonly detail: string }[]
  /** What to do; empty when all is well. */
  readonly hint: string
}

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

type StepResult = { readonly ok: true; readonly detail: string } | Failure
/** Null: there is nothing to check. */
type Pending = StepResult | null | Promise<StepResult | null>
interface Failure {
  readonly ok: false
  readonly detail: string
  readonly hint: string
}

export function createReachability(options: ReachabilityOptions): Reachability {
  const { publicUrl, uriPrefix, ca } = options
  /** Of this process, in memory only: a proof shows who made it and nothing about them. */
  const key = randomBytes(32)
  const proofOf = (challenge: string): Buffer => createHmac('sha256', key).update(challenge).digest()

  async function check(): Promise<ReachabilityReport> {
    if (publicUrl === null) {
      return {
        publicUrl,
        ok: false,
        steps: [],
        hint: 'Set MCP_PUBLIC_URL in config.yaml to the address and start Mirohub again.',
      }
    }
    const steps: { step: ReachabilityStep; ok: boolean; detail: string }[] = []
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
      steps.push({ step, ok: result.ok, detail: result.detail })
      if (!result.ok) return { publicUrl, ok: false, steps, hint: result.hint }
    }
    return { publicUrl, ok: true, steps, hint: '' }
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

function checkAddress(url: URL): StepResult {
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    const hint = 'Write MCP_PUBLIC_URL as https://name, without a user, a query or a fragment.'
    return { ok: false, detail: 'The address carries more than a scheme, a name and a port.', hint }
  }
  if (url.pathname !== '/') {
    const hint = `Set MCP_PUBLIC_URL to ${url.origin}, and HTTP_URI_PREFIX where the paths of Mirohub are to begin with ${url.pathname}.`
    return { ok: false, detail: `The address has a path (${url.pathname}), which sign-in cannot be found under.`, hint }
  }
  if (url.protocol === 'https:') return { ok: true, detail: `${url.origin} is encrypted.` }
  if (isLoopback(url.hostname))
    return { ok: true, detail: `${url.origin} is this computer itself; nobody else reaches it.` }
  return {
    ok: false,
    detail: `${url.origin} is not encrypted: tokens and health data would travel in the clear.`,
    hint: 'Use an https address: a reverse proxy or a tunnel in front of Mirohub gives you one.',
  }
}

async function checkName(url: URL): Promise<StepResult> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return { ok: true, detail: `${host} is an address already.` }
  try {
    const found = await within(lookup(host, { all: true }), NAME_DEADLINE_MS)
    const addresses = found.map(({ address }) => address).join(', ')
    return { ok: true, detail: `${host} is ${addresses}.` }
  } catch (error) {
    const reason = codeOf(error) === 'ENOTFOUND' ? 'is not known to the name service' : 'could not be looked up'
    return {
      ok: false,
      detail: `${host} ${reason}${codeOf(error) === '' ? '' : ` (${codeOf(error)})`}.`,
      hint: 'Check the spelling, and that this computer is online. A new name can take some minutes to be known.',
    }
  }
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

async function checkConnection(url: URL): Promise<StepResult> {
  const at = { host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url) }
  const socket = connectTcp(at)
  try {
    await within(settled(socket, 'connect'), CONNECT_DEADLINE_MS)
    return { ok: true, detail: `Port ${at.port} takes connections.` }
  } catch (error) {
    return { ok: false, ...connectionInWords(codeOf(error), at.port) }
  } finally {
    socket.destroy()
  }
}

async function checkCertificate(url: URL, ca: string | undefined): Promise<StepResult> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const socket = connectTls({ host, port: portOf(url), ...servername, ...(ca === undefined ? {} : { ca }) })
  try {
    await within(settled(socket, 'secureConnect'), CONNECT_DEADLINE_MS)
    const until = new Date(socket.getPeerCertificate().valid_to)
    return { ok: true, detail: `The certificate is good until ${until.toISOString().slice(0, 10)}.` }
  } catch (error) {
    return { ok: false, ...certificateInWords(codeOf(error), host) }
  } finally {
    socket.destroy()
  }
}

async function checkAnswer(url: URL, ca: string | undefined): Promise<StepResult> {
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

function judgeAnswer(url: URL, asked: Asked): StepResult {
  if (!asked.ok) {
    const hint = 'Look whether the proxy or tunnel is connected to Mirohub on this computer.'
    return { ok: false, detail: `${url.href} did not answer: ${asked.reason}.`, hint }
  }
  const { status, headers, text } = asked
  if (status === 200 && text.includes('"supportedVersions"')) return { ok: true, detail: `${url.href} answers MCP.` }
  // A server that wants a token first is an MCP server too; whether it is ours the next step tells.
  if (status === 401 && headers['www-authenticate']?.startsWith('Bearer') === true) {
    return { ok: true, detail: `${url.href} answers MCP and asks for a token.` }
  }
  const detail = `${url.href} answered ${status}, which is not Mirohub's answer.`
  if (status === 403 && text.includes('the host of this request')) {
    return {
      ok: false,
      detail: 'Mirohub got the request under another name.',
      hint: `Tell the proxy to pass the Host header on as it came (${url.host}).`,
    }
  }
  if (status >= 300 && status < 400) {
    return {
      ok: false,
      detail,
      hint: `It sends clients on to ${headers.location ?? 'another address'}; use that address, or take the redirect away.`,
    }
  }
  if (status >= 502 && status <= 504) {
    return {
      ok: false,
      detail,
      hint: 'The proxy does not reach Mirohub: let it point at the address and port that Settings shows.',
    }
  }
  return {
    ok: false,
    detail,
    hint: 'Something else answers there: check where the proxy sends this path, and HTTP_URI_PREFIX.',
  }
}

async function checkIdentity(
  base: string,
  proofOf: (challenge: string) => Buffer,
  ca: string | undefined,
): Promise<StepResult> {
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
  if (proof !== null && timingSafeEqual(Buffer.from(proof, 'base64url'), proofOf(challenge))) {
    return { ok: true, detail: 'It is this very Mirohub that answers.' }
  }
  if (proof !== null) {
    return {
      ok: false,
      detail: 'A Mirohub answers there, but not this one.',
      hint: 'Another computer or another data directory has this address; let the proxy point here.',
    }
  }
  return {
    ok: false,
    detail: 'An MCP server answers there, but it could not prove to be this Mirohub.',
    hint: 'Let the proxy pass on every path, not /mcp alone: sign-in needs /.well-known and /oauth too.',
  }
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
