/**
 * A transport of the SDK with what it does not do by itself: a request whose stream ends without an answer fails at
 * once instead of waiting for its limit, a cancelled request's stream is closed in the older era too, and every message
 * is noticed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type JSONRPCMessage,
  type MessageExtraInfo,
  SseError,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'

/** In the `data` of the error that stands in for an answer which never came. Never on the wire: an object of ours. */
export class NoAnswer {
  /** What went wrong with the response, where that is known. */
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** The request whose response is being read: what goes wrong with the body is told to it. */
interface ReadingResponse {
  fail(error: unknown): void
}

const reading = new AsyncLocalStorage<ReadingResponse>()

/** Called by fetch when the body of a response breaks one of its limits; ends the request it belongs to. */
export function failedResponse(): ((error: unknown) => void) | null {
  const response = reading.getStore()
  return response ? (error) => response.fail(error) : null
}

interface PendingRequest {
  readonly closing: AbortController
}

type RequestId = string | number

export class WatchedTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void
  readonly hasPerRequestStream: boolean
  readonly #inner: Transport
  readonly #onAnswer: () => void
  readonly #pending = new Map<RequestId, PendingRequest>()
  /** A notification came in this turn. */
  #noticed = false
  /** Messages that wait for the next turn. */
  #waiting = 0

  constructor(inner: Transport, onAnswer: () => void) {
    this.#inner = inner
    this.#onAnswer = onAnswer
    this.hasPerRequestStream = inner.hasPerRequestStream === true
    inner.onmessage = (message, extra) => this.#received(message, extra)
    inner.onerror = (error) => {
      this.onerror?.(error)
      // The one stream of the old transport is its session: another one would be another session.
      if (error instanceof SseError) void inner.close()
    }
    inner.onclose = () => this.onclose?.()
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version)
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions)
  }

  start(): Promise<void> {
    return this.#inner.start()
  }

  close(): Promise<void> {
    return this.#inner.close()
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) return this.#inner.send(message, options)
    if (!('id' in message)) {
      await this.#inner.send(message, options)
      this.#closeCancelled(message)
      return
    }
    if (!this.hasPerRequestStream) return this.#inner.send(message, options)
    await this.#sendRequest(message.id, message, options)
  }

  async #sendRequest(id: RequestId, message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const closing = new AbortController()
    const onRequestStreamEnd = options?.onRequestStreamEnd
    this.#pending.set(id, { closing })
    const fail = (error: unknown) => {
      if (!this.#pending.has(id)) return
      this.#forget(id)
      closing.abort(error)
      const stand = new NoAnswer(error)
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no answer', data: stand } })
    }
    const signals = options?.requestSignal ? [options.requestSignal, closing.signal] : [closing.signal]
    try {
      await reading.run({ fail }, () =>
        this.#inner.send(message, {
          ...options,
          requestSignal: AbortSignal.any(signals),
          onRequestStreamEnd: () => {
            onRequestStreamEnd?.()
            fail(null)
          },
        }),
      )
    } catch (error) {
      // Already failed for a reason of ours: the abort that this caused says nothing new.
      if (closing.signal.aborted) return
      this.#forget(id)
      throw error
    }
  }

  /**
   * The SDK handles a notification a moment later than a response: progress that comes together with the result would
   * be lost. What comes with a notification in one piece waits for the next turn then, and what comes after it too.
   */
  #received(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    this.#onAnswer()
    const isResponse = !('method' in message)
    if (isResponse && message.id !== undefined) this.#forget(message.id)
    if (this.#waiting > 0 || (isResponse && this.#noticed)) {
      this.#waiting += 1
      setImmediate(() => {
        this.#waiting -= 1
        this.onmessage?.(message, extra)
      })
      return
    }
    if (!isResponse && !('id' in message) && !this.#noticed) {
      this.#noticed = true
      setImmediate(() => {
        this.#noticed = false
      })
    }
    this.onmessage?.(message, extra)
  }

  #closeCancelled(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    const id = message.params?.requestId
    if (typeof id !== 'string' && typeof id !== 'number') return
    const pending = this.#pending.get(id)
    this.#forget(id)
    pending?.closing.abort()
  }

  #forget(id: RequestId): void {
    this.#pending.delete(id)
  }
}

/** With the two members by which the SDK knows a pipe: a silent server there is an old one, not an outage. */
export class WatchedPipe extends WatchedTransport {
  readonly stderr = null
  readonly #pipe: Transport & { readonly pid: number | null }
  constructor(pipe: Transport & { readonly pid: number | null }, onAnswer: () => void) {
    super(pipe, onAnswer)
    this.#pipe = pipe
  }
  get pid(): number | null {
    return this.#pipe.pid
  }
}
