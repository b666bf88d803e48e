/**
 * One POST with requests under the 2025 versions. Answers that are there soon go out as one JSON body, with a status of
 * their own; a notification, a question to the client or a longer wait turns the response into an event stream. What
 * stands on such a stream can be fetched after a broken connection, so the work goes on for a while without the client.
 */
import type { ServerResponse } from 'node:http'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server'
import { sendJson } from '../json-rpc.ts'
import type { EventLog } from './event-log.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

export interface LegacyTimings {
  /** An unanswered request becomes an event stream after this. */
  readonly streamAfterMs: number
  /** A client whose stream broke has this long to come back before its requests are cancelled. */
  readonly resumeWithinMs: number
  readonly keepAliveMs: number
  /** When a client should come back after its stream ended without the answer. */
  readonly retryMs: number
}

export interface ExchangeOptions {
  readonly response: ServerResponse
  readonly ids: readonly RequestId[]
  readonly batch: boolean
  /** On every answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly takesStream: boolean
  /** The client understands an event without data (2025-11-25). */
  readonly primes: boolean
  /** Null without a session: nothing can be fetched later. */
  readonly log: EventLog | null
  readonly timings: LegacyTimings
  /** Status and headers of a JSON answer. */
  readonly status: () => { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Called once, when the response becomes a stream; gives the stream's number. */
  readonly onStream: (exchange: LegacyExchange) => number
  /** These requests will not be answered any more: nobody is there who could read it. */
  readonly onAbandoned: (ids: readonly RequestId[]) => void
  readonly onEnd: (exchange: LegacyExchange) => void
}

export class LegacyExchange {
  readonly ids: readonly RequestId[]
  readonly #options: ExchangeOptions
  readonly #pending: Set<RequestId>
  readonly #answers: JSONRPCMessage[] = []
  #streamNumber: number | null = null
  #stream: EventStream | null = null
  #resumable = false
  #ended = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: ExchangeOptions) {
    this.ids = options.ids
    this.#options = options
    this.#pending = new Set(options.ids)
    const gone = () => {
      if (this.#streamNumber === null) this.#clientGone()
    }
    if (options.response.destroyed) queueMicrotask(gone)
    else options.response.once('close', gone)
    if (options.takesStream) this.#timer = setTimeout(() => this.#begin(), options.timings.streamAfterMs).unref()
  }

  get takesStream(): boolean {
    return this.#options.takesStream && !this.#ended
  }

  answer(id: RequestId, message: JSONRPCMessage): void {
    if (!this.#pending.delete(id)) return
    if (this.#streamNumber === null) this.#answers.push(message)
    else this.#write(message)
    this.#endIfAnswered()
  }

  /** A notification or a question that belongs to this request. False: this client takes no stream. */
  emit(message: JSONRPCMessage): boolean {
    if (!this.takesStream) return false
    this.#begin()
    this.#write(message)
    return true
  }

  /** The client does not want this answer any more. */
  cancel(id: RequestId): void {
    if (this.#pending.delete(id)) this.#endIfAnswered()
  }

  /** Ends the connection and not the work: the client comes back for the rest. */
  closeStream(): void {
    if (!this.takesStream || !this.#options.primes) return
    this.#begin()
    this.#stream?.end()
  }

  /** Goes on over another connection, which may be newer than one that is still open. */
  resume(stream: EventStream): void {
    clearTimeout(this.#timer)
    const former = this.#stream
    this.#stream = stream
    former?.end()
  }

  /** The connection that was resumed on has gone. */
  streamClosed(stream: EventStream | null): void {
    if (this.#stream === stream) this.#clientGone()
  }

  /** The session ends: what is open is closed, unanswered. */
  close(): void {
    if (this.#ended) return
    if (this.#streamNumber === null) this.#options.response.destroy()
    this.#finish()
  }

  #begin(): void {
    if (this.#streamNumber !== null || this.#ended) return
    clearTimeout(this.#timer)
    const { response, headers, timings, primes, log, onStream } = this.#options
    const number = onStream(this)
    this.#streamNumber = number
    const stream = openEventStream(response, {
      headers,
      keepAliveMs: timings.keepAliveMs,
      onClosed: () => this.streamClosed(stream),
    })
    this.#stream = stream
    if (primes && log !== null) {
      stream.prime(log.append(number, ''), timings.retryMs)
      this.#resumable = true
    }
    for (const answer of this.#answers.splice(0)) this.#write(answer)
  }

  #write(message: JSONRPCMessage): void {
    const data = JSON.stringify(message)
    const id = this.#streamNumber === null ? undefined : this.#options.log?.append(this.#streamNumber, data)
    if (id !== undefined && this.#stream !== null) this.#resumable = true
    this.#stream?.send(data, id)
  }

  #endIfAnswered(): void {
    if (this.#pending.size > 0 || this.#ended) return
    if (this.#streamNumber === null) this.#sendJson()
    this.#finish()
  }

  #sendJson(): void {
    const { response, batch, headers, status } = this.#options
    const [first] = this.#answers
    // Everything was cancelled: there is nothing to say.
    if (first === undefined) {
      response.writeHead(202, headers).end()
      return
    }
    const said = status()
    sendJson(response, said.status, batch ? this.#answers : first, { ...headers, ...said.headers })
  }

  #clientGone(): void {
    this.#stream = null
    if (this.#ended) return
    clearTimeout(this.#timer)
    if (this.#resumable) {
      this.#timer = setTimeout(() => this.#abandon(), this.#options.timings.resumeWithinMs).unref()
    } else this.#abandon()
  }

  #abandon(): void {
    if (this.#ended) return
    const left = [...this.#pending]
    this.#finish()
    this.#options.onAbandoned(left)
  }

  #finish(): void {
    this.#ended = true
    clearTimeout(this.#timer)
    this.#stream?.end()
    this.#stream = null
    this.#options.onEnd(this)
  }
}
