/** A raw client of the 2025 versions: sessions, event streams that can be broken, and nothing that is not said here. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { type RawResponse, raw } from './endpoint-fixture.ts'
import { type WireMessage, wireMessage } from './wire-message.ts'

export interface StreamEvent {
  readonly id: string | null
  readonly retry: string | null
  readonly data: string
}

export interface OpenStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** The next event that has come or will come; rejects when the stream ends before it. */
  next(): Promise<StreamEvent>
  /** The next event with a message in it. */
  message(): Promise<WireMessage & { readonly eventId: string | null }>
  /** Resolves when the server has ended the stream, or the connection broke. */
  readonly ended: Promise<void>
  /** Breaks the connection. */
  cut(): void
}

interface StreamRequest {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Resolves when the headers of the answer are there. */
export function openStream(port: number, { method = 'POST', path = '/mcp', headers = {}, body }: StreamRequest) {
  return new Promise<OpenStream>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const type = text === undefined ? {} : { 'Content-Type': 'application/json' }
    const all = { Accept: 'application/json, text/event-stream', ...type, ...headers }
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers: all, agent: false })
    request.on('error', reject)
    request.on('response', (response) => resolve(streamOf(response, () => request.destroy())))
    request.end(text)
  })
}

function streamOf(response: IncomingMessage, cut: () => void): OpenStream {
  const events: StreamEvent[] = []
  const waiting: { resolve: (event: StreamEvent) => void; reject: (error: Error) => void }[] = []
  let text = ''
  let over = false
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
      const event = eventOf(text.slice(0, at))
      text = text.slice(at + 2)
      if (event === null) continue
      const first = waiting.shift()
      if (first === undefined) events.push(event)
      else first.resolve(event)
    }
  })
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      for (const { reject } of waiting.splice(0)) reject(new Error('the stream ended'))
      resolve()
    }
    response.on('close', end).on('error', end)
  })
  const next = () => {
    const event = events.shift()
    if (event !== undefined) return Promise.resolve(event)
    if (over) return Promise.reject(new Error('the stream ended'))
    return new Promise<StreamEvent>((resolve, reject) => waiting.push({ resolve, reject }))
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next,
    async message() {
      for (;;) {
        const event = await next()
        if (event.data !== '') return { ...wireMessage(event.data), eventId: event.id }
      }
    },
    ended,
    cut,
  }
}

/** Null for a comment. */
function eventOf(block: string): StreamEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1).trim()]),
  )
  const data = fields.get('data')
  return data === undefined ? null : { id: fields.get('id') ?? null, retry: fields.get('retry') ?? null, data }
}

export interface SessionOptions {
  readonly version?: string
  readonly token?: string
  readonly accept?: string
  readonly capabilities?: object
  readonly path?: string
}

export interface RawSession {
  readonly id: string
  readonly initialized: RawResponse
  /** Of every request of the session; the version header from 2025-06-18 on. */
  readonly headers: Readonly<Record<string, string>>
  /** Posts and reads the whole answer. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<RawResponse>
  /** Posts and reads the answer as it comes. */
  stream(body: unknown): Promise<OpenStream>
  listen(lastEventId?: string): Promise<OpenStream>
  end(): Promise<RawResponse>
}

/** Initializes as a client of `version` does. */
export async function openSession(port: number, options: SessionOptions = {}): Promise<RawSession> {
  const { version = '2025-11-25', token, capabilities = {}, path = '/mcp' } = options
  const { accept = 'application/json, text/event-stream' } = options
  const credential: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const base = { Accept: accept, ...credential }
  const send = (body: unknown, headers: Readonly<Record<string, string>>, method = 'POST') => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const text = body === undefined ? undefined : JSON.stringify(body)
    return raw(port, { method, path, headers: Object.entries({ ...type, ...headers }), body: text })
  }
  const params = { protocolVersion: version, capabilities, clientInfo: { name: 'raw-session', version: '7' } }
  const initialized = await send({ jsonrpc: '2.0', id: 0, method: 'initialize', params }, base)
  const id = String(initialized.headers['mcp-session-id'] ?? '')
  const versionHeader: Record<string, string> = version >= '2025-06-18' ? { 'MCP-Protocol-Version': version } : {}
  const headers = { ...base, 'Mcp-Session-Id': id, ...versionHeader }
  if (id !== '') await send({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
  return {
    id,
    initialized,
    headers,
    post: (body, more = {}) => send(body, { ...headers, ...more }),
    stream: (body) => openStream(port, { path, headers, body }),
    listen: (lastEventId) => {
      const from: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
      return openStream(port, { method: 'GET', path, headers: { ...headers, ...from, Accept: 'text/event-stream' } })
    },
    end: () => send(undefined, headers, 'DELETE'),
  }
}

export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited 10 s for nothing')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
