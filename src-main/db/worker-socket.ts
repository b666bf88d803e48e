/** What node-postgres takes for its TCP connection: a stream whose other end is the engine's thread. */

import { Duplex } from 'node:stream'

/** Where a socket's bytes go; implemented by EngineLink. */
export interface SocketCarrier {
  send(socket: number, bytes: Uint8Array): void
  end(socket: number): void
}

export class WorkerSocket extends Duplex {
  readonly #id: number
  readonly #carrier: SocketCarrier
  #ended = false

  constructor(id: number, carrier: SocketCarrier) {
    super()
    this.#id = id
    this.#carrier = carrier
  }

  /** Bytes that arrived from the engine; ownership of the buffer passes over. */
  receive(bytes: Uint8Array): void {
    if (!this.destroyed) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  // The part of net.Socket that node-postgres calls.
  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {
    // Bytes are pushed as they come: the engine answers one request at a time, so there is nothing to hold back.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // A copy of exactly these bytes: node-postgres cuts its buffers from a shared pool that must not be transferred.
    this.#carrier.send(this.#id, new Uint8Array(chunk))
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const length = chunks.reduce((sum, { chunk }) => sum + chunk.length, 0)
    const joined = new Uint8Array(length)
    let at = 0
    for (const { chunk } of chunks) {
      joined.set(chunk, at)
      at += chunk.length
    }
    this.#carrier.send(this.#id, joined)
    done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#tellEnd()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#tellEnd()
    done(error)
  }

  #tellEnd(): void {
    if (this.#ended) return
    this.#ended = true
    this.#carrier.end(this.#id)
  }
}
