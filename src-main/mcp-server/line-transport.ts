/**
 * JSON-RPC over a pair of streams, a message a line. Unlike the SDK's own stdio transport it answers what it has read
 * before it ends at the end of input, and says -32700 or -32600 to a line that is no message.
 */

import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server'
import { jsonDepthExceeds, MAX_BODY_BYTES, MAX_JSON_DEPTH } from './json-body.ts'
import { INVALID_REQUEST, isObject, PARSE_ERROR, type RpcId, rpcError } from './json-rpc.ts'

const NEWLINE = 0x0a

export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** Sees every message that was read, before it is handled. */
  onread?: (message: JSONRPCMessage) => void
  /** Settles when input has ended and every request read from it is answered, or when output has gone. */
  readonly ended: Promise<void>

  private readonly input: Readable
  private readonly output: Writable
  private readonly maxLineBytes: number
  private readonly unanswered = new Map<RequestId, number>()
  private settleEnded: () => void = () => {}
  private chunks: Buffer[] = []
  private lineBytes = 0
  private inputEnded = false
  private closed = false

  constructor(input: Readable, output: Writable, maxLineBytes = MAX_BODY_BYTES) {
    this.input = input
    this.output = output
    this.maxLineBytes = maxLineBytes
    this.ended = new Promise((resolve) => {
      this.settleEnded = resolve
    })
  }

  async start(): Promise<void> {
    this.output.on('error', this.onOutputError)
    this.input
      .on('data', this.onData)
      .on('end', this.onInputEnd)
      .on('close', this.onInputEnd)
      .on('error', this.onInputEnd)
    if (this.input.readableEnded || this.input.destroyed) setImmediate(this.onInputEnd)
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.answered(message.id)
    const sent = this.write(serializeMessage(message))
    sent.then(
      () => this.endWhenDone(),
      // The sender is told by its own promise; the end of output ends the connection.
      () => {},
    )
    return sent
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    this.input.off('data', this.onData).off('end', this.onInputEnd).off('close', this.onInputEnd)
    this.input.pause()
    this.settleEnded()
    this.onclose?.()
  }

  private readonly onData = (chunk: Buffer | string): void => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    let from = 0
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
      this.append(bytes.subarray(from, at))
      this.endLine()
      from = at + 1
    }
    this.append(bytes.subarray(from))
  }

  /** Keeps no more of a line than may be read; the rest of an over-long one only counts. */
  private append(bytes: Buffer): void {
    this.lineBytes += bytes.length
    if (this.lineBytes > this.maxLineBytes) this.chunks = []
    else if (bytes.length > 0) this.chunks.push(bytes)
  }

  private endLine(): void {
    const { chunks, lineBytes } = this
    this.chunks = []
    this.lineBytes = 0
    if (lineBytes > this.maxLineBytes) {
      this.complain(INVALID_REQUEST, `a message over ${this.maxLineBytes} bytes`)
      return
    }
    const line = Buffer.concat(chunks)
    const text = line.toString('utf8').trim()
    if (text === '') return
    if (jsonDepthExceeds(line, MAX_JSON_DEPTH)) {
      this.complain(INVALID_REQUEST, `a message nested deeper than ${MAX_JSON_DEPTH} levels`)
      return
    }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      this.complain(PARSE_ERROR, 'a line that is not JSON')
      return
    }
    if (Array.isArray(value) && value.length > 0) for (const element of value) this.deliver(element)
    else this.deliver(value)
  }

  private deliver(value: unknown): void {
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      const id = isObject(value) && (typeof value.id === 'string' || typeof value.id === 'number') ? value.id : null
      this.complain(INVALID_REQUEST, 'a line that is no JSON-RPC 2.0 message', id)
      return
    }
    if (isJSONRPCRequest(message)) {
      // A listening request is answered when the connection ends, so nothing waits for it.
      if (message.method !== 'subscriptions/listen') {
        this.unanswered.set(message.id, (this.unanswered.get(message.id) ?? 0) + 1)
      }
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const cancelled = message.params?.requestId
      // A cancelled request gets no answer.
      if (typeof cancelled === 'string' || typeof cancelled === 'number') this.answered(cancelled)
    }
    this.onread?.(message)
    this.onmessage?.(message)
  }

  private answered(id: RequestId | undefined): void {
    if (id === undefined) return
    const count = this.unanswered.get(id) ?? 0
    if (count > 1) this.unanswered.set(id, count - 1)
    else this.unanswered.delete(id)
  }

  private complain(code: number, what: string, id: RpcId = null): void {
    this.onerror?.(new Error(`the client sent ${what}`))
    const prefix = code === PARSE_ERROR ? 'Parse error' : 'Invalid request'
    void this.write(`${JSON.stringify(rpcError(code, `${prefix}: ${what}.`, id))}\n`).catch(() => {})
  }

  private write(line: string): Promise<void> {
    if (this.closed) return Promise.reject(new Error('the stdio connection is closed'))
    return new Promise((resolve, reject) => {
      this.output.write(line, (error) => (error ? reject(error) : resolve()))
    })
  }

  private readonly onInputEnd = (): void => {
    if (this.inputEnded) return
    this.inputEnded = true
    // The last line counts without its newline too.
    if (this.lineBytes > 0) this.endLine()
    this.endWhenDone()
  }

  private endWhenDone(): void {
    if (this.inputEnded && this.unanswered.size === 0) this.settleEnded()
  }

  private readonly onOutputError = (error: Error): void => {
    // The client has gone: there is nobody left to answer.
    this.onerror?.(error)
    this.settleEnded()
  }
}
