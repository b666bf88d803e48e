/**
 * Streamable HTTP of the 2025 versions for one session, or for one request without a session. The SDK's own transport
 * answers a whole session in one form, never ends the response of a cancelled request, and refuses a listener that comes
 * back before its broken connection was noticed; this one does not (docs/decisions/sessions-of-older-versions.md).
 */
import type { ServerResponse } from 'node:http'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type MessageExtraInfo,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server'
import type { EventLog } from './event-log.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { type ExchangeOptions, LegacyExchange, type LegacyTimings } from './exchange.ts'

/** The stream that a GET opens; those of POSTs are counted from 1. */
const STANDING_STREAM = 0
/** The first version whose clients understand an event without data. */
const PRIMING_SINCE = '2025-11-25'

export interface LegacyTransportOptions {
  readonly sessionId: string | null
  readonly log: EventLog | null
  readonly timings: LegacyTimings
}

export interface Post extends Pick<ExchangeOptions, 'response' | 'batch' | 'takesStream' | 'status'> {
  readonly messages: readonly JSONRPCMessage[]
  readonly version: string
}

export class LegacyTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly sessionId: string | undefined
  /** What `initialize` settled on. */
  protocolVersion: string | null = null
  readonly #options: LegacyTransportOptions
  readonly #headers: Readonly<Record<string, string>>
  readonly #byRequest = new Map<RequestId, LegacyExchange>()
  readonly #byStream = new Map<number, LegacyExchange>()
  #standing: EventStream | null = null
  /** Before a client listened, it has no event id to come back with, so nothing is kept for it. */
  #hasListened = false
  #lastStream = STANDING_STREAM
  #closed = false

  constructor(options: LegacyTransportOptions) {
    this.#options = options
    this.sessionId = options.sessionId ?? undefined
    this.#headers = options.sessionId === null ? {} : { 'Mcp-Session-Id': options.sessionId }
  }

  get running(): number {
    return this.#byRequest.size
  }

  get listening(): boolean {
    return this.#standing !== null
  }

  isRunning(id: RequestId): boolean {
    return this.#byRequest.has(id)
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version
  }

  async start(): Promise<void> {}

  /** Resolves when every request of the POST is answered or given up, which may be after its connection has gone. */
  post({ messages, version, ...post }: Post): Promise<void> {
    const ids = messages.flatMap((message) => (isJSONRPCRequest(message) ? [message.id] : []))
    if (ids.length === 0) {
      for (const message of messages) this.#deliver(message)
      post.response.writeHead(202, this.#headers).end()
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const exchange = new LegacyExchange({
        ...post,
        ids,
        headers: this.#headers,
        primes: version >= PRIMING_SINCE,
        log: this.#options.log,
        timings: this.#options.timings,
        onStream: () => this.#addStream(exchange),
        onAbandoned: (left) => this.#cancel(left),
        onEnd: () => {
          this.#remove(exchange)
          resolve()
        },
      })
      for (const id of ids) this.#byRequest.set(id, exchange)
      const extra: MessageExtraInfo = {
        closeSSEStream: () => exchange.closeStream(),
        closeStandaloneSSEStream: () => this.#standing?.end(),
      }
      for (const message of messages) this.#deliver(message, isJSONRPCRequest(message) ? extra : undefined)
    })
  }

  /** A GET: the standing stream, or with `lastEventId` the rest of the stream that it is of. False: no such event. */
  listen(response: ServerResponse, lastEventId: string | null): boolean {
    const missed = lastEventId === null ? null : (this.#options.log?.after(lastEventId) ?? null)
    if (lastEventId !== null && missed === null) return false
    const number = missed?.stream ?? STANDING_STREAM
    const exchange = this.#byStream.get(number)
    const stream = openEventStream(response, {
      headers: this.#headers,
      keepAliveMs: this.#options.timings.keepAliveMs,
      onClosed: () => {
        if (this.#standing === stream) this.#standing = null
        exchange?.streamClosed(stream)
      },
    })
    for (const { id, data } of missed?.events ?? []) if (data !== '') stream.send(data, id)
    if (number === STANDING_STREAM) {
      // The newest connection counts: the former one is most likely the one that broke.
      const former = this.#standing
      this.#standing = stream
      this.#hasListened = true
      former?.end()
    } else if (exchange === undefined) stream.end()
    else exchange.resume(stream)
    return true
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (message.id !== undefined) this.#byRequest.get(message.id)?.answer(message.id, message)
      return
    }
    const related = options?.relatedRequestId
    if (related !== undefined) {
      const sent = this.#byRequest.get(related)?.emit(message) ?? false
      if (!sent && isJSONRPCRequest(message))
        throw new Error('This client takes no event stream, so it cannot be asked.')
      return
    }
    if (this.#options.sessionId === null) return
    if (this.#standing === null && isJSONRPCRequest(message)) return this.#askSomewhere(message)
    if (!this.#hasListened) return
    const data = JSON.stringify(message)
    const id = this.#options.log?.append(STANDING_STREAM, data)
    this.#standing?.send(data, id)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    for (const exchange of new Set(this.#byRequest.values())) exchange.close()
    this.#standing?.end()
    this.onclose?.()
  }

  /** A question that belongs to no request goes out beside the answer of any: this client does not listen otherwise. */
  #askSomewhere(message: JSONRPCMessage): void {
    const open = [...this.#byRequest.values()].find((exchange) => exchange.takesStream)
    if (open?.emit(message) !== true) throw new Error('This client does not listen, so it cannot be asked.')
  }

  #addStream(exchange: LegacyExchange): number {
    this.#lastStream++
    this.#byStream.set(this.#lastStream, exchange)
    return this.#lastStream
  }

  #remove(exchange: LegacyExchange): void {
    for (const id of exchange.ids) if (this.#byRequest.get(id) === exchange) this.#byRequest.delete(id)
    for (const [number, of] of this.#byStream) if (of === exchange) this.#byStream.delete(number)
  }

  #deliver(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    this.onmessage?.(message, extra)
    if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return
    const id = message.params?.requestId
    if (typeof id === 'string' || typeof id === 'number') this.#byRequest.get(id)?.cancel(id)
  }

  #cancel(ids: readonly RequestId[]): void {
    for (const requestId of ids) {
      const params = { requestId, reason: 'The client went away.' }
      this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
    }
  }
}
